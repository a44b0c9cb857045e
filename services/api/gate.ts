/** The gate of the API: identifies, limits and charges each request of an endpoint that asks for a key. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Endpoint, type EndpointName, endpoints } from '../../shared/domain/endpoints.ts'
import { ServiceError } from '../../shared/domain/errors.ts'
import type { Principal } from '../../shared/domain/principal.ts'
import type { Admission, Admitted } from '../../shared/flow/access/admission.ts'
import { rateHeaders } from './rate-headers.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who is asking, once identified; null for endpoints without a key. */
    access: { principal: Principal; endpoint: EndpointName; settled: boolean } | null
  }
}

/** Opens and settles requests; see Admission for why reads settle after their query, and writes before. */
export class Gate {
  readonly #admission: Admission

  constructor(admission: Admission) {
    this.#admission = admission
  }

  /** Identifies the caller and checks the scope. @throws ServiceError `unauthorized`, `rate_limited`, `forbidden`. */
  async enter(request: FastifyRequest, reply: FastifyReply, name: EndpointName): Promise<void> {
    const { scope, method }: Endpoint = endpoints[name]
    if (scope === null) return
    const principal = await this.#admission.identify(request.headers.authorization)
    request.access = { principal, endpoint: name, settled: false }
    const refused = this.#admission.refused(principal)
    if (refused !== null) {
      request.access.settled = true
      conclude(reply, refused)
    }
    if (method !== 'GET') await this.settle(request, reply, false)
    if (!principal.scopes.includes(scope))
      throw new ServiceError('forbidden', `The API key lacks the scope ${scope}.`)
  }

  /**
   * Settles a request once: `succeeded` reads are charged, all else costs nothing here.
   * @throws ServiceError `unauthorized`, `rate_limited`, `credits_exhausted`.
   */
  async settle(request: FastifyRequest, reply: FastifyReply, succeeded: boolean): Promise<void> {
    const { access } = request
    if (access === null || access.settled) return
    access.settled = true
    const credits = succeeded ? endpoints[access.endpoint].credits : 0
    const charge = { credits, reason: access.endpoint, reference: request.id }
    conclude(reply, await this.#admission.settle(access.principal, charge))
  }
}

function conclude(reply: FastifyReply, { rate, refusal }: Admitted): void {
  if (rate !== null) rateHeaders(reply, { ...rate, remaining: Math.max(0, rate.limit - rate.used) })
  if (refusal !== null) throw refusal
}
