/** Makes a request safe to repeat: worked on once, and answered again from what was kept of it. */
import { randomUUID } from 'node:crypto'
import { errorTable, ServiceError } from '../../domain/errors.ts'
import { limits } from '../../domain/limits.ts'
import { canonicalJson, canonicalPieces } from '../../lib/canonical-json.ts'
import type { Keyring } from '../../lib/keyring.ts'
import type { Database } from '../../store/database.ts'
import {
  type Claim,
  claimRequest,
  completeRequest,
  deleteOldRequests,
  findLockedRequest,
  forgetRequest,
  type KeptRequest,
  type NewClaim,
  type RequestAbout,
  releaseRequest,
  renewRequest,
} from '../../store/idempotency.ts'
import { JoinedTransaction } from '../../store/joined-transaction.ts'
import { behindWall, type Walled } from '../../store/tenant-wall.ts'

/** A request that names a key, as it is told from others. */
export interface RepeatableRequest {
  /** Whose keys these are: a tenant, or `public`. */
  tenantId: string
  accountId: string | null
  /** Whatever else the key is good for: the endpoint, its path parameters, the caller's reach. */
  subject: unknown
  key: string
  /** Compared as JSON, whatever the order of its keys. */
  body: unknown
  /** The query string, as parameters; compared as the body is. */
  query: unknown
  scopes: readonly string[]
  /** What is kept of it goes with the inbox that it is about. */
  about: RequestAbout
  /**
   * False: its changes are committed together with its response. True: it commits as it goes (it talks to others in
   * between), and when it is run again with the same request id it goes on where it was.
   */
  resumes: boolean
  /** The tenant whose rows alone it may see; null where it may see others. */
  wall: Walled | null
}

/** A response as it goes over the wire. */
export interface KeptResponse {
  status: number
  body: string
}

/** What the work of a request is given. */
export interface RequestWork {
  /** Where it is to make its changes, and nowhere else. */
  database: Database
  /** The same for each attempt at this request. */
  requestId: string
}

/** How often a process deletes requests that are old enough. */
const forgetEveryMs = 60_000

/**
 * Runs requests that name an idempotency key. A request is claimed first, in a transaction of its own, so that another
 * one meanwhile is told that it is running. Its changes, and the response that is kept, commit together: a process that
 * dies leaves both or neither, and what it has claimed is free again after the lease. Who works on one claims it again and
 * again; who comes too late to that, since all of it stood still, loses the claim, and can't commit any more.
 */
export class Idempotency {
  readonly #database: Database
  readonly #keyring: Keyring
  readonly #leaseSeconds: number
  #forgetAt = 0

  constructor(database: Database, keyring: Keyring, leaseSeconds: number = limits.idempotencyLeaseSeconds) {
    this.#database = database
    this.#keyring = keyring
    this.#leaseSeconds = leaseSeconds
  }

  /**
   * The response of `work`, or the kept one. `describe` makes the response of an error that is to be kept.
   * @throws ServiceError `idempotency_conflict` while the request is running, `idempotency_mismatch` for another body or
   * query, `forbidden` for a caller with fewer scopes than the first one; and whatever `work` throws.
   */
  async run(
    request: RepeatableRequest,
    work: (tools: RequestWork) => Promise<KeptResponse & { accountId?: string }>,
    describe: (error: ServiceError) => KeptResponse,
  ): Promise<KeptResponse & { replayed: boolean }> {
    this.#forgetOldRequests()
    const claimed = await this.#claim(request)
    if ('body' in claimed) return { ...claimed, replayed: true }
    const stopRenewing = this.#renew(claimed)
    const database = request.wall === null ? this.#database : behindWall(this.#database, request.wall)
    const joined = request.resumes ? undefined : new JoinedTransaction(database)
    try {
      const { accountId = null, ...response } = await work({
        database: joined ?? database,
        requestId: claimed.id,
      })
      await this.#complete(joined ?? new JoinedTransaction(this.#database), claimed, response, accountId)
      return { ...response, replayed: false }
    } catch (error) {
      await joined?.rollback()
      // What becomes of the claim changes nothing for the caller: at worst it lapses.
      await this.#conclude(claimed, error, describe).catch(() => {})
      throw error
    } finally {
      stopRenewing()
    }
  }

  /** Claims a request again, three times in each lease, until it is told to stop. One under way then does no harm. */
  #renew(claim: Claim): () => void {
    let renewing = false
    const timer = setInterval(
      () => {
        // One that takes long stays alone.
        if (renewing) return
        renewing = true
        renewRequest(this.#database, claim, this.#leaseSeconds)
          // What fails is tried again, and a claim that is lost is found out at the end.
          .catch(() => {})
          .finally(() => {
            renewing = false
          })
      },
      (this.#leaseSeconds * 1_000) / 3,
    )
    timer.unref()
    return () => clearInterval(timer)
  }

  async #claim(request: RepeatableRequest): Promise<Claim | KeptResponse> {
    const claims = await Promise.all(this.#keyring.all.map((keyring) => this.#claimBy(keyring, request)))
    const { claim, found } = await this.#claimOnce(claims)
    if (found !== undefined && 'token' in found) return found
    if (found === undefined) throw new ServiceError('idempotency_conflict', undefined, { retryAfter: 1 })
    return this.#replay(found, claim)
  }

  /** How a request is known by a key. */
  async #claimBy(keyring: Keyring, request: RepeatableRequest): Promise<NewClaim> {
    const { tenantId, accountId, subject, key, body, query, scopes, about } = request
    return {
      tenantId,
      requestHash: keyring.sign('idempotency', canonicalJson(['request', tenantId, subject, key])),
      fingerprint: await keyring.signPieces(
        'idempotency',
        canonicalPieces(['asked', body ?? {}, query ?? {}]),
      ),
      scopes,
      accountId,
      about,
      id: randomUUID(),
      token: randomUUID(),
      leaseSeconds: this.#leaseSeconds,
      keptHours: limits.idempotencyHours,
    }
  }

  /**
   * Claims it by the newest key, or by the one before where it came under that. While there are two, one claim follows
   * the other, so that of two processes, one of which has yet to be told of the change, only one works on it.
   */
  async #claimOnce([newest, before]: NewClaim[]): Promise<{
    claim: NewClaim
    found: Claim | KeptRequest | undefined
  }> {
    if (before === undefined) return { claim: newest!, found: await claimRequest(this.#database, newest!) }
    return this.#database.transaction(async (tx) => {
      const claim = (await findLockedRequest(tx, before, newest!)) ? before : newest!
      return { claim, found: await claimRequest(tx, claim) }
    })
  }

  #replay({ fingerprint, scopes, status, response }: KeptRequest, claim: NewClaim): KeptResponse {
    if (fingerprint !== claim.fingerprint) throw new ServiceError('idempotency_mismatch')
    if (scopes.some((scope) => !claim.scopes.includes(scope)))
      throw new ServiceError(
        'forbidden',
        'This Idempotency-Key was used by an API key with scopes that this one lacks.',
      )
    if (status === null || response === null)
      throw new ServiceError('idempotency_conflict', undefined, { retryAfter: 1 })
    return { status, body: this.#keyring.openOnce('idempotency', response) }
  }

  async #complete(
    joined: JoinedTransaction,
    claim: Claim,
    { status, body }: KeptResponse,
    accountId: string | null,
  ): Promise<void> {
    const response = this.#keyring.seal('idempotency', body)
    await joined.commit(async (tx) => {
      const completed = await completeRequest(tx, claim, { status, response, accountId })
      if (!completed) throw new ServiceError('idempotency_conflict', undefined, { retryAfter: 1 })
    })
  }

  /** Keeps an error that would be the same again; of all others, nothing has happened, and the next one is a new try. */
  async #conclude(
    claim: Claim,
    error: unknown,
    describe: (error: ServiceError) => KeptResponse,
  ): Promise<void> {
    const known = error instanceof ServiceError ? error : undefined
    if (known?.code === 'validation_error') await forgetRequest(this.#database, claim)
    else if (known !== undefined && isFinal(known))
      await this.#complete(new JoinedTransaction(this.#database), claim, describe(known), null)
    else await releaseRequest(this.#database, claim)
  }

  #forgetOldRequests(): void {
    if (Date.now() < this.#forgetAt) return
    this.#forgetAt = Date.now() + forgetEveryMs
    // Where that fails, the claim fails too, and says so.
    deleteOldRequests(this.#database, limits.idempotencyHours).catch(() => {})
  }
}

/** Whether the same request would fail the same way, as far as is known: not for want of credits, room, rate or a server. */
function isFinal({ code, retryAfter }: ServiceError): boolean {
  const { http, temporary } = errorTable[code]
  // The caller was told to come again.
  if (retryAfter !== undefined) return false
  return http < 500 && http !== 401 && !temporary && code !== 'credits_exhausted' && code !== 'quota_exceeded'
}
