/** One call of one endpoint on its way through the door: admitted first, answered once its body is there. */
import { z } from 'zod'
import type { Endpoint, EndpointName } from '../domain/endpoints.ts'
import { type ExceededRate, ServiceError } from '../domain/errors.ts'
import { refuseInboxKey } from '../domain/inbox-key.ts'
import type { Principal } from '../domain/principal.ts'
import { beyondRole, lacksScope, roleTooLittle } from '../domain/scopes.ts'
import { atMost } from '../domain/user.ts'
import type { Admission, Admitted } from '../flow/access/admission.ts'
import type { Idempotency } from '../flow/access/idempotency.ts'
import type { NetworkLimit } from '../flow/access/network-limit.ts'
import type { ReadRecord } from '../flow/access/read-record.ts'
import type { ConfirmedAccounts } from '../flow/account/confirmed.ts'
import { noteWork } from '../lib/stall-watch.ts'
import type { RateUse } from '../store/admission.ts'
import type { Database } from '../store/database.ts'
import { behindWall } from '../store/tenant-wall.ts'
import type { Answer, Answered, BinaryContent, Standing } from './answer.ts'
import { answerOnce, type ValidInput } from './answer-once.ts'
import type { Asked, Caller } from './caller.ts'
import type { ApiDeps } from './deps.ts'
import { type Call, type DefinedEndpoint, isRepeatable } from './endpoint.ts'
import { unstorable } from './json-value.ts'
import { validated } from './validate.ts'

/** What all calls of a process share. */
export interface Gate {
  deps: ApiDeps
  admission: Admission
  /** Those who sign up, and all others without a key, by network. */
  signUps: NetworkLimit
  strangers: NetworkLimit
  /** There where accounts have to be. */
  confirmed: ConfirmedAccounts | null
  idempotency: Idempotency
  /** What keys have read. */
  readRecord: ReadRecord
}

/**
 * First {@link enter}, before anything else of the call is looked at; then {@link answer}. Whoever ends it in between, or is
 * thrown at by either, calls {@link settle}, so that a read which failed is counted; see Admission for why reads settle
 * after their query, and writes before.
 */
export class Visit {
  readonly #gate: Gate
  readonly #defined: DefinedEndpoint
  readonly #caller: Caller
  readonly #asked: Asked
  #principal: Principal | null = null
  #rate: Standing | null = null
  #settled = false

  constructor(gate: Gate, defined: DefinedEndpoint, caller: Caller, asked: Asked) {
    this.#gate = gate
    this.#defined = defined
    this.#caller = caller
    this.#asked = asked
  }

  /** Who is asking, once identified; null for endpoints without a key. */
  get principal(): Principal | null {
    return this.#principal
  }

  /** Where the caller stands in a rate limit, as far as something was counted. */
  get rate(): Standing | null {
    return this.#rate
  }

  /** The name of the endpoint. */
  get name(): EndpointName {
    return this.#defined.definition.name
  }

  get #endpoint(): Endpoint {
    return this.#defined.endpoint
  }

  /**
   * Identifies the caller, or counts the network of one that has no key; checks the scope, what a key limited to one
   * inbox may do, and what waits for a confirmed address.
   * @throws ServiceError `unauthorized`, `rate_limited`, `forbidden`, `account_unconfirmed`, and what the endpoint has.
   */
  async enter(): Promise<void> {
    const { definition } = this.#defined
    const { deps, signUps, strangers } = this.#gate
    const { address } = this.#caller
    const { scope } = this.#endpoint
    if (scope !== null) await this.#admit(scope)
    else (this.name === 'sign_up' ? signUps : strangers).take(address)
    await definition.enter?.(deps, { address, repeatable: this.#key !== undefined })
  }

  async #admit(scope: NonNullable<Endpoint['scope']>): Promise<void> {
    const { admission, confirmed } = this.#gate
    const { credentials, address } = this.#caller
    const principal =
      'principal' in credentials ? credentials.principal : await admission.identify(credentials.key, address)
    this.#principal = principal
    const refused = admission.refused(principal)
    if (refused !== null) {
      this.#settled = true
      this.#conclude(refused)
    }
    if (this.#endpoint.method !== 'GET') await this.settle()
    if (!principal.scopes.includes(scope))
      throw principal.session === true ? roleTooLittle() : lacksScope(scope)
    this.#mustBeWithinRole()
    refuseInboxKey(this.name, principal)
    await confirmed?.check(this.name, principal)
  }

  /**
   * The answer to what is asked with this body, parsed; of an endpoint with `rawBody`, its bytes.
   * @throws ServiceError `validation_error`, what the handler and the idempotency key have, and what settling has.
   */
  async answer(body: unknown): Promise<Answered> {
    const input = this.#validated(body)
    const key = this.#key
    if (key !== undefined) return this.#answerOnce(key, input)
    const given = await this.#run(this.#walled(this.#gate.deps), input, null)
    try {
      const answer = this.#shown(given)
      await this.settle(true)
      // Of a read, the role is known only now.
      this.#mustBeWithinRole()
      this.#noteReads(given)
      return { status: this.#status(given), answer, replayed: false }
    } catch (error) {
      if (isStream(given)) given.stream.destroy()
      throw error
    }
  }

  /**
   * Counts the call, once: a read that `succeeded` is charged, all else costs nothing here.
   * @throws ServiceError `unauthorized`, `rate_limited`, `credits_exhausted`.
   */
  async settle(succeeded = false): Promise<void> {
    if (this.#principal === null || this.#settled) return
    this.#settled = true
    const credits = succeeded ? this.#endpoint.credits : 0
    const charge = { credits, reason: this.name, reference: this.#asked.requestId }
    this.#conclude(await this.#gate.admission.settle(this.#principal, charge))
  }

  /** Once it is paid for, and about to be shown. */
  #noteReads(given: unknown): void {
    const { reads } = this.#defined.definition
    const { params = {}, withoutContent = false } = this.#asked
    if (reads === undefined || this.#principal === null || withoutContent) return
    this.#gate.readRecord.note(
      this.#principal,
      reads(given as never, (name) => params[name] ?? ''),
    )
  }

  /** The idempotency key, of an endpoint that takes one. */
  get #key(): string | undefined {
    return isRepeatable(this.#defined) ? this.#asked.idempotencyKey : undefined
  }

  /** @throws ServiceError `forbidden` for a key whose scope its user's role has no more, as far as the role is known. */
  #mustBeWithinRole(): void {
    const { scope } = this.#endpoint
    if (scope !== null && this.#principal?.scopes.includes(scope) === false) throw beyondRole(scope)
  }

  /** A key can do no more than the role that its user has now, whatever they were when they made it. */
  #conclude({ rate, refusal, most }: Admitted): void {
    if (rate !== null) this.#count(rate)
    if (refusal !== null) throw refusal
    if (most !== undefined) this.#principal = atMost(this.#principal!, most)
  }

  #count({ used, ...rate }: RateUse & Pick<ExceededRate, 'all'>): void {
    this.#rate = { ...rate, remaining: Math.max(0, rate.limit - used) }
  }

  /** What can't be stored is found nowhere; of body and query the first that is wrong is told. */
  #validated(body: unknown): ValidInput {
    const { definition } = this.#defined
    const { params = {}, query = {} } = this.#asked
    if (unstorable(params, '') !== null) throw new ServiceError('not_found')
    // An endpoint that takes no parameters doesn't look at those it is given.
    const path = definition.query === undefined ? null : unstorable(query, 'query')
    if (path !== null)
      throw new ServiceError('validation_error', undefined, {
        details: [{ path, message: 'holds a NUL character' }],
      })
    return {
      given: body,
      body: definition.body === undefined ? body : validated(definition.body, body, 'body'),
      query: definition.query === undefined ? query : validated(definition.query, query, 'query'),
    }
  }

  #answerOnce(key: string, input: ValidInput): Promise<Answered> {
    const { deps, idempotency } = this.#gate
    const { params = {}, requestId } = this.#asked
    const { address, publicUrl } = this.#caller
    const visit = { key, params, requestId, principal: this.#principal, address, publicUrl }
    return answerOnce({ deps, idempotency }, this.#defined, visit, input, async (tools) => {
      const walled = { ...this.#walled(deps), database: tools.database as Database }
      const given = await this.#run(walled, input, tools.requestId)
      return { status: this.#status(given), answer: this.#shown(given), given }
    })
  }

  /** The parts of a call, whose database shows nothing but what its caller's tenant has. */
  #walled(deps: ApiDeps): ApiDeps {
    const principal = this.#principal
    if (principal === null || this.#defined.definition.wholeAccount === true) return deps
    const { database, reads } = deps
    return { ...deps, database: behindWall(database, principal), reads: reads.behindWall(principal) }
  }

  #run(deps: ApiDeps, { query, body, given }: ValidInput, requestId: string | null): Promise<unknown> {
    const { name } = this
    const principal = this.#principal
    const { address, publicUrl } = this.#caller
    const asked = this.#asked
    const params = asked.params ?? {}
    const call: Call<unknown, unknown> = {
      deps,
      query,
      body,
      get principal() {
        if (principal === null) throw new Error(`${name} has no scope and no principal`)
        return principal
      },
      requestId,
      optional: (parameter) => params[parameter],
      path: (parameter) => params[parameter]!,
      get signal() {
        return asked.signal
      },
      address,
      publicUrl,
      get raw() {
        const content = given instanceof Uint8Array ? given : new Uint8Array()
        return { content, signature: asked.signature ?? '' }
      },
      lastEventId: asked.lastEventId,
      withoutContent: asked.withoutContent === true,
      counted: (use) => this.#count(use),
    }
    return this.#defined.run(call)
  }

  #status(given: unknown): number {
    const { status, otherStatus } = this.#defined.definition
    return otherStatus?.when(given) === true ? otherStatus.status : status
  }

  /** What of an answer is shown: of JSON, what its contract has. */
  #shown(given: unknown): Answer {
    const { answer } = this.#defined.definition
    // Others may have come between.
    noteWork(this.#asked.work ?? this.name)
    if (answer instanceof z.ZodType) return { kind: 'json', value: encoded(answer, given) }
    return answer === null ? { kind: 'none' } : (given as BinaryContent)
  }
}

function encoded(contract: z.ZodType, given: unknown): unknown {
  const result = contract.safeEncode(given as never)
  if (result.success) return result.data
  throw new Error("the answer doesn't match its contract", { cause: result.error })
}

const isStream = (given: unknown): given is Extract<BinaryContent, { kind: 'stream' | 'events' }> =>
  given !== null && typeof given === 'object' && 'stream' in given
