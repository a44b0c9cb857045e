/** Who looks at a page of the dashboard, and whether a form that they sent is of a page of ours. */
import type { FastifyRequest } from 'fastify'
import type { Caller } from '../../shared/api/caller.ts'
import type { Door } from '../../shared/api/door.ts'
import { limits } from '../../shared/domain/limits.ts'
import type { Principal } from '../../shared/domain/principal.ts'
import { NetworkLimit } from '../../shared/flow/access/network-limit.ts'
import { sessionOf } from '../../shared/flow/account/session.ts'
import type { SignInParts } from '../../shared/flow/account/sign-in.ts'
import { type Html, html } from '../../shared/lib/html.ts'
import type { Log } from '../../shared/lib/log.ts'
import type { ThreadPool } from '../../shared/lib/thread-pool.ts'
import { readCookie } from './cookies.ts'
import type { Fields } from './form.ts'
import { SaidError } from './said-error.ts'
import { speakAsChosen, texts } from './texts.ts'

/** What was found of one thing that the DNS should say; `mend`: what to publish, or to set. */
export interface DomainFinding {
  name: string
  outcome: 'ok' | 'warn' | 'fail' | 'skip'
  found: string
  mend?: string
}

/** The domain of the inboxes, and its examination: never rejected, and shared by all who ask within a minute. */
export interface DomainReport {
  name: string
  findings(): Promise<readonly DomainFinding[]>
}

export interface DashboardParts extends SignInParts {
  door: Door
  log: Log
  /** The threads that secrets are looked for on. */
  assessors: ThreadPool
  /** Where this request reaches the service, without a slash at its end. */
  publicUrl(request: FastifyRequest): string
  /** Scores above which mail is withheld, and flagged. */
  bounds: { withholdAbove: number; flagAbove: number }
  /** Whether mail that leaves becomes files in `DATA_DIR/outbox` and reaches nobody. */
  capturesMail: boolean
  /** Whether somebody takes money for what is ordered; else it is on record, and its credits come at once. */
  takesMoney: boolean
  /** The domain of all inboxes, and what the DNS says of it. */
  domain: DomainReport
}

/** Somebody who is signed in. */
export interface Visitor {
  principal: Principal
  email: string
  /** That they have chosen. */
  language: string | null
  caller: Caller
  /** The path that they ask for. */
  at: string
  /** The hidden field that each of their forms needs. */
  csrf: Html
  /** @throws ServiceError `forbidden` for a form that isn't from a page of theirs. */
  assertOwnForm(form: Fields): void
}

/** Looks visitors up, by the cookie that they show. */
export class Visitors {
  readonly #parts: DashboardParts
  readonly #known = new WeakMap<FastifyRequest, Visitor>()
  readonly #strangers = new NetworkLimit('requests without a key', limits.publicRequestsPerMinute)
  readonly #pages = new NetworkLimit('pages', limits.sessionPagesPerMinute, Date.now, 'of one session')

  constructor(parts: DashboardParts) {
    this.#parts = parts
  }

  /** Who is behind a request, looked up and counted once. Undefined: nobody is signed in, or not any more. @throws ServiceError `rate_limited` for very many such, and pages of one session. */
  async find(request: FastifyRequest): Promise<Visitor | undefined> {
    const found = this.#known.get(request)
    if (found !== undefined) return found
    const { database, keyring } = this.#parts
    const publicUrl = this.#parts.publicUrl(request)
    this.#strangers.take(request.ip)
    const session = await sessionOf(database, readCookie(request, 'session', publicUrl))
    if (session === undefined) return undefined
    this.#strangers.giveBack(request.ip)
    const { principal, email, language } = session
    speakAsChosen(request, language)
    this.#pages.take(principal.keyId)
    const token = keyring.sign('session_form', principal.keyHash)
    const visitor: Visitor = {
      principal,
      email,
      language,
      at: request.url.split('?', 1)[0]!,
      caller: { credentials: { principal }, address: request.ip, publicUrl },
      csrf: html`<input type="hidden" name="csrf" value="${token}">`,
      assertOwnForm(form) {
        assertSameSite(request, publicUrl)
        if (!keyring.verify('session_form', principal.keyHash, form.csrf ?? '')) throw foreignForm()
      },
    }
    this.#known.set(request, visitor)
    return visitor
  }

  /** Whoever {@link find} has found behind this request: for what fails after it. */
  known(request: FastifyRequest): Visitor | undefined {
    return this.#known.get(request)
  }
}

/**
 * Refuses a form that a browser says comes from elsewhere: by Sec-Fetch-Site where it has that, else by Origin, which is
 * `null` from pages that send no referrer, as ours.
 * @throws ServiceError `forbidden`.
 */
export function assertSameSite({ headers }: FastifyRequest, publicUrl: string): void {
  const site = headers['sec-fetch-site']
  if (site !== undefined) {
    if (site !== 'same-origin') throw foreignForm()
    return
  }
  const { origin } = headers
  if (origin !== undefined && origin !== 'null' && origin !== new URL(publicUrl).origin) throw foreignForm()
}

const foreignForm = () => new SaidError('forbidden', texts().errors.foreignForm)
