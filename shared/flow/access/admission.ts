/** Admission to the API: who is asking, within which rate, and paid for. */
import { hashKey, isKey } from '../../domain/api-key.ts'
import { ServiceError } from '../../domain/errors.ts'
import { newId } from '../../domain/ids.ts'
import { limits } from '../../domain/limits.ts'
import type { Principal } from '../../domain/principal.ts'
import type { Scope } from '../../domain/scopes.ts'
import { roleScopes } from '../../domain/user.ts'
import { Batcher } from '../../lib/batcher.ts'
import {
  type AdmissionRequest,
  type AdmissionResult,
  admitRequests,
  deleteEndedWindows,
  type RateUse,
  type RateWindow,
} from '../../store/admission.ts'
import { findPrincipal } from '../../store/api-key.ts'
import { beginTopup } from '../../store/billing-topups.ts'
import type { Database } from '../../store/database.ts'
import { databaseCode, isQueryTimeout, lockNotAvailable } from '../../store/store-error.ts'
import { NetworkLimit } from './network-limit.ts'
import { rateLimited } from './rate-limited.ts'

/** What a request costs, and the words of its ledger entry. */
export interface Charge {
  /** 0: nothing, as for a request that failed. */
  credits: number
  reason: string
  reference: string
}

/** How the admission of a request ended. */
export interface Admitted {
  /** The rate window that counts for the caller: the one that refused, else the longest; with all that hold. */
  rate: (RateUse & { all: readonly RateWindow[] }) | null
  /** Why the request is refused; null when it isn't. */
  refusal: ServiceError | null
  /** What the key may do at most: what the role of its user has now, or what it was left with when they were removed. */
  most?: readonly Scope[]
}

/** How a key is sent, for who didn't. */
const howToSend = 'Send a key as Authorization: Bearer svc_live_… (or svc_test_…).'
const notWhole =
  'The API key is not whole, or mistyped: it is svc_live_ or svc_test_ and 46 letters and digits. Keys are shown in full only once, when they are made.'
const unknownKey = 'The API key is not known here, or was revoked.'

/** Identities kept in memory. */
const identities = 10_000
/** A key that is over its limit is refused without a query for this long, so that hammering costs nothing. */
const refusalMs = 1_000
/** How often a process deletes counters of windows that have ended. */
const forgetEveryMs = 60_000

/**
 * Admits requests in two steps, so that a read takes one round trip beside its own:
 * `identify` says who a key belongs to. That never changes, so it is kept in memory, and isn't yet a permission.
 * `settle` asks the database, each time: does the key still exist, is it within its rate, can it pay. Reads settle after
 * their query and before anything is shown (what failed costs nothing); writes settle first, and charge in the
 * transaction of their effect. Concurrent settlements share a statement and a commit.
 */
export class Admission {
  readonly #database: Database
  readonly #windows: RateWindow[]
  readonly #used: (principal: Principal) => void
  readonly #settlements: Batcher<AdmissionRequest, AdmissionResult>
  readonly #known = new Map<string, Principal>()
  readonly #unknownKeys = new NetworkLimit('unknown API keys', limits.unknownKeysPerMinute)
  #forgetAt = 0
  readonly #refused = new Map<string, { until: number; admitted: Admitted }>()
  /** Accounts that someone held for too long a moment ago, and until when that counts (ms since the epoch). */
  readonly #busy = new Map<string, number>()

  /** `used` is told of each request that came with a key that exists. */
  constructor(
    database: Database,
    perMinute: number,
    perSecond: number,
    used: (principal: Principal) => void = () => {},
  ) {
    this.#database = database
    this.#used = used
    this.#windows = [
      { seconds: 60, limit: perMinute },
      { seconds: 1, limit: perSecond },
    ].filter(({ limit }) => limit > 0)
    this.#settlements = new Batcher(
      async (requests) => {
        this.#forgetEndedWindows()
        const results = await admitRequests(database, requests, this.#windows)
        this.#beginTopups(results)
        return results
      },
      { maxItems: 200, lanes: 2 },
      // Alone, each of a batch would wait as long for the same lock, or for a database that doesn't answer.
      (error) => databaseCode(error) === lockNotAvailable || isQueryTimeout(error),
    )
  }

  /**
   * Who the key that a request from `address` came with belongs to. None, or a malformed one, is refused without a query;
   * what looks like one costs a query, so one network gets no more than `limits.unknownKeysPerMinute` that nobody has.
   * @throws ServiceError `unauthorized`, `rate_limited`.
   */
  async identify(key: string | null | undefined, address: string): Promise<Principal> {
    if (key === undefined) throw new ServiceError('unauthorized', `No API key was sent. ${howToSend}`)
    if (key === null)
      throw new ServiceError(
        'unauthorized',
        `The Authorization header holds no API key in the form expected. ${howToSend}`,
      )
    if (!isKey(key)) throw new ServiceError('unauthorized', notWhole)
    const keyHash = hashKey(key)
    const known = this.#known.get(keyHash)
    if (known !== undefined) return known
    // Before the query, so that many at once are counted too; a key that somebody has doesn't count.
    this.#unknownKeys.take(address)
    let unknown = false
    try {
      const principal = await findPrincipal(this.#database, keyHash)
      unknown = principal === undefined
      if (principal === undefined) throw new ServiceError('unauthorized', unknownKey)
      return this.#remember(keyHash, principal)
    } finally {
      if (!unknown) this.#unknownKeys.giveBack(address)
    }
  }

  #remember(keyHash: string, principal: Principal): Principal {
    if (this.#known.size >= identities) this.#known.delete(this.#known.keys().next().value!)
    this.#known.set(keyHash, principal)
    return principal
  }

  /** The refusal of a key that was over its limit a moment ago; null where there is none. */
  refused(principal: Principal): Admitted | null {
    const refused = this.#refused.get(principal.keyHash)
    if (refused === undefined) return null
    if (refused.until > Date.now()) return refused.admitted
    this.#refused.delete(principal.keyHash)
    return null
  }

  /**
   * Counts the request, and charges it. Of a person who is signed in it only asks whether they still are: looking costs
   * them nothing, and a page of theirs is many calls, so that pages are counted instead. One whose account someone holds is refused as `unavailable`, and delays nobody
   * else for longer than `limits.accountLockMs`.
   */
  async settle(principal: Principal, { credits, reason, reference }: Charge): Promise<Admitted> {
    if (principal.session === true) return this.#admitPerson(principal)
    const cost = principal.mode === 'live' ? credits : 0
    if (cost > 0 && this.#isBusy(principal.accountId)) return { rate: null, refusal: accountBusy() }
    const { live, role, kept, allowed, paid, busy, rates } = await this.#settlements.add({
      keyHash: principal.keyHash,
      credits: cost,
      entryId: newId('creditEntry'),
      reason,
      reference,
    })
    if (!live) {
      this.#known.delete(principal.keyHash)
      return { rate: null, refusal: new ServiceError('unauthorized', unknownKey) }
    }
    this.#used(principal)
    if (!allowed) return this.#refuse(principal, rates)
    const rate = this.#withAll(rates.at(-1))
    if (busy) {
      if (this.#busy.size >= identities) this.#busy.delete(this.#busy.keys().next().value!)
      this.#busy.set(principal.accountId, Date.now() + limits.accountBusyMs)
      return { rate, refusal: accountBusy() }
    }
    const most = role === null ? (kept ?? []) : roleScopes[role]
    return { rate, refusal: paid ? null : new ServiceError('credits_exhausted'), most }
  }

  async #admitPerson({ keyHash }: Principal): Promise<Admitted> {
    const live = (await findPrincipal(this.#database, keyHash)) !== undefined
    return { rate: null, refusal: live ? null : new ServiceError('unauthorized', unknownKey) }
  }

  #withAll(rate: RateUse | undefined): Admitted['rate'] {
    return rate === undefined ? null : { ...rate, all: this.#windows }
  }

  #isBusy(accountId: string): boolean {
    const until = this.#busy.get(accountId)
    if (until === undefined) return false
    if (until > Date.now()) return true
    this.#busy.delete(accountId)
    return false
  }

  /** Counters of keys that are used no more would stay for ever. */
  #forgetEndedWindows(): void {
    if (this.#windows.length === 0 || Date.now() < this.#forgetAt) return
    this.#forgetAt = Date.now() + forgetEveryMs
    // Where that fails, admission fails too, and says so.
    deleteEndedWindows(
      this.#database,
      this.#windows.map(({ seconds }) => seconds),
    ).catch(() => {})
  }

  /** What fails here is begun by the next charge, or by a worker that looks for it. */
  #beginTopups(results: AdmissionResult[]): void {
    for (const accountId of new Set(results.flatMap(({ low }) => low ?? [])))
      beginTopup(this.#database, accountId).catch(() => {})
  }

  #refuse(principal: Principal, rates: RateUse[]): Admitted {
    const rate = this.#withAll(rates.filter(({ used, limit }) => used > limit).at(-1))!
    const admitted = { rate, refusal: rateLimited(rate) }
    if (this.#refused.size >= identities) this.#refused.delete(this.#refused.keys().next().value!)
    this.#refused.set(principal.keyHash, {
      until: Date.now() + Math.min(refusalMs, rate.reset * 1_000),
      admitted,
    })
    return admitted
  }
}

/** The error of a request that an account is to pay for which something else holds. */
function accountBusy(): ServiceError {
  return new ServiceError('unavailable', 'The account is busy now; try again.', {
    retryAfter: limits.accountBusyMs / 1_000,
  })
}
