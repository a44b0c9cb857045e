/** The one door of the API: whoever calls an endpoint, over HTTP or in another way, comes in by it. */

import type { EndpointName } from '../domain/endpoints.ts'
import type { ErrorEnvelope } from '../domain/error-envelope.ts'
import { type ErrorDetail, errorTable, ServiceError } from '../domain/errors.ts'
import { newId } from '../domain/ids.ts'
import { limits } from '../domain/limits.ts'
import { speakPlainly } from '../domain/plain-issues.ts'
import type { Principal } from '../domain/principal.ts'
import { atMost } from '../domain/user.ts'
import { Admission } from '../flow/access/admission.ts'
import { Idempotency } from '../flow/access/idempotency.ts'
import { KeyUse } from '../flow/access/key-use.ts'
import { NetworkLimit } from '../flow/access/network-limit.ts'
import { ReadRecord } from '../flow/access/read-record.ts'
import { ConfirmedAccounts } from '../flow/account/confirmed.ts'
import type { Answered, Outcome, RefusalAnswer } from './answer.ts'
import type { Asked, Caller } from './caller.ts'
import type { ApiDeps } from './deps.ts'
import { bodyLimit, type DefinedEndpoint } from './endpoint.ts'
import { endpointDefinitions } from './endpoints/index.ts'
import { knownError, logFailure, neutralError, retryAfterOf, withNeutralPaths } from './failure.ts'
import { beyondBounds, bodyBounds } from './json-shape.ts'
import { problemOf } from './json-value.ts'
import { type Gate, Visit } from './visit.ts'

/** What is asked of an endpoint: by {@link Door.invoke}, which makes a request id where none is given. */
export type Input = Partial<Asked> & {
  /** A parsed JSON value; of an endpoint with `rawBody`, the bytes as they came. */
  body?: unknown
}

/** What all doors of a process share: limits that are counted in its memory count whichever way a caller comes. */
export class Door {
  readonly #gate: Gate
  readonly #keyUse: KeyUse
  readonly #endpoints: Map<EndpointName, DefinedEndpoint>

  constructor(deps: ApiDeps) {
    const { config, database, keyring } = deps
    // Texts of the contract, whoever asks.
    speakPlainly()
    this.#endpoints = new Map(endpointDefinitions.map((one) => [one.definition.name, one]))
    this.#keyUse = new KeyUse(database, deps.log)
    this.#gate = {
      deps,
      admission: new Admission(
        database,
        config.RATE_LIMIT_PER_MINUTE,
        config.RATE_LIMIT_PER_SECOND,
        (principal) => this.#keyUse.note(principal),
      ),
      signUps: new NetworkLimit('attempts to sign up', limits.signUpAttemptsPerMinute),
      strangers: new NetworkLimit('requests without a key', limits.publicRequestsPerMinute),
      confirmed: config.SIGNUP === 'confirm' ? new ConfirmedAccounts(database) : null,
      idempotency: new Idempotency(database, keyring),
      readRecord: new ReadRecord(database, deps.log),
    }
  }

  /** All endpoints. */
  get endpoints(): Iterable<DefinedEndpoint> {
    return this.#endpoints.values()
  }

  /**
   * Who calls, for doors that have to know before there is a call: nothing is counted, but what was refused a moment ago
   * still is. @throws ServiceError `unauthorized`, `rate_limited`.
   */
  async identify({ credentials, address }: Pick<Caller, 'credentials' | 'address'>): Promise<Principal> {
    const { admission } = this.#gate
    const principal =
      'principal' in credentials ? credentials.principal : await admission.identify(credentials.key, address)
    const refusal = admission.refused(principal)?.refusal
    if (refusal != null) throw refusal
    return principal
  }

  /**
   * Counts a request that calls no endpoint in the rate of its key, and answers what that may do: no more than the role of
   * its user now. @throws ServiceError `unauthorized`, `rate_limited`.
   */
  async count(principal: Principal, reason: string, requestId: string): Promise<Principal> {
    const { refusal, most } = await this.#gate.admission.settle(principal, {
      credits: 0,
      reason,
      reference: requestId,
    })
    if (refusal !== null) throw refusal
    return most === undefined ? principal : atMost(principal, most)
  }

  /** Resolves once all is written that calls have left to be written after their answers. */
  async settled(): Promise<void> {
    await Promise.all([this.#gate.readRecord.settled(), this.#keyUse.settled()])
  }

  /** Begins a call, for doors that read its body only once the caller is admitted: see {@link Visit}. */
  open(name: EndpointName, caller: Caller, asked: Asked): Visit {
    return new Visit(this.#gate, this.#endpoints.get(name)!, caller, asked)
  }

  /**
   * Calls an endpoint, and answers how that ended: also where it was refused, or failed. It never throws. What it answers
   * as a stream is the caller's to read or to destroy.
   */
  async invoke(name: EndpointName, caller: Caller, { body, ...input }: Input): Promise<Outcome> {
    const asked: Asked = {
      ...input,
      requestId: input.requestId ?? newId('request'),
      signal: input.signal ?? new AbortController().signal,
    }
    const { requestId } = asked
    const visit = this.open(name, caller, asked)
    try {
      await visit.enter()
      const outcome = shown(await visit.answer(this.#asJson(this.#endpoints.get(name)!, body)))
      return { ...outcome, rate: visit.rate, requestId }
    } catch (error) {
      const known = knownError(
        await visit.settle().then(
          () => error,
          (refusal: unknown) => refusal,
        ),
      )
      logFailure(this.#gate.deps.log, known, requestId)
      const retryAfter = retryAfterOf(known)
      const answer: RefusalAnswer = {
        kind: 'error',
        error: neutralError(known, requestId, caller.publicUrl),
        ...(retryAfter === undefined ? {} : { retryAfter }),
      }
      const rate = known.rate === undefined ? visit.rate : { ...known.rate, remaining: 0 }
      return { status: errorTable[known.code].http, answer, replayed: false, rate, requestId }
    }
  }

  /** A body within the bounds that it has over HTTP, and as it would come from there. @throws ServiceError. */
  #asJson({ definition }: DefinedEndpoint, body: unknown): unknown {
    if (body === undefined || definition.rawBody === true) return body
    const json = jsonOf(body)
    if (json.length > bodyLimit(definition, this.#gate.deps.config.MAX_MESSAGE_BYTES))
      throw new ServiceError('body_too_large')
    const beyond = beyondBounds(json, bodyBounds)
    if (beyond !== null) throw invalid({ path: 'body', message: beyond })
    const value: unknown = JSON.parse(json.toString())
    const problem = problemOf(value, 'body')
    if (problem !== null) throw invalid(problem)
    return value
  }
}

const invalid = (detail: ErrorDetail): ServiceError =>
  new ServiceError('validation_error', undefined, { details: [detail] })

/** @throws ServiceError `validation_error` for what JSON can't say. */
function jsonOf(value: unknown): Buffer {
  try {
    return Buffer.from(JSON.stringify(value))
  } catch {
    throw invalid({ path: 'body', message: 'is not valid JSON' })
  }
}

/** A kept refusal is one again, as this caller knows it. */
function shown({ status, answer, replayed }: Answered): Pick<Outcome, 'status' | 'answer' | 'replayed'> {
  if (status < 400 || answer.kind !== 'json') return { status, answer, replayed }
  const error = withNeutralPaths(answer.value as ErrorEnvelope)
  return { status, answer: { kind: 'error', error }, replayed }
}
