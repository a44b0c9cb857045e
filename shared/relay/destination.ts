/** One destination: its sessions, how many there may be, and how long it is left alone after it was not to be reached. */
import { Pace, putOffMs } from './pace.ts'
import { failure } from './reply.ts'
import { asksForFewer, Session, SessionError } from './session.ts'
import { mayBegin, type OutgoingMail, type RecipientResult } from './transport.ts'

/** Limits of a destination. */
export interface DestinationLimits {
  /** Sessions at once. */
  sessions: number
  /** Sessions at once until it has taken its first message. */
  firstSessions: number
  /** Messages that may wait for a session in any case. */
  waiting: number
  /** Messages over one session. */
  messagesPerSession: number
  /** Milliseconds that a session is kept without use. */
  idleMs: number
  /** Milliseconds for which it is left alone after it could not be reached, doubled each time up to `longestDownMs`. */
  downMs: number
  longestDownMs: number
}

export const destinationLimits = {
  firstSessions: 3,
  waiting: 24,
  messagesPerSession: 100,
  idleMs: 5_000,
  downMs: 2_000,
  longestDownMs: 300_000,
} as const

/** Messages taken after which one session more is tried, where a peer had refused one. */
const messagesPerGrowth = 20

/** What to tell of the recipients of a message that got no session. */
type NoSession = Omit<RecipientResult, 'address'>
type Taken = Session | NoSession

/** Sends messages over as many sessions as the destination takes. */
export class Destination {
  readonly #open: () => Promise<Session>
  readonly #limits: DestinationLimits
  readonly #all = new Set<Session>()
  readonly #idle: Session[] = []
  readonly #waiting: ((taken: Taken) => void)[] = []
  #opening = 0
  /** Sessions that there may be: few at first, and no more than the peer likes. */
  #ceiling: number
  #proven = false
  #taken = 0
  readonly #pace = new Pace()
  /** Times in a row that it could not be reached, or didn't answer. */
  #failures = 0
  #downUntil = 0
  #closing = false
  #sweeper: NodeJS.Timeout | undefined

  /** `open` makes a session, or throws a SessionError. */
  constructor(open: () => Promise<Session>, limits: DestinationLimits) {
    this.#open = open
    this.#limits = limits
    this.#ceiling = Math.min(limits.firstSessions, limits.sessions)
  }

  /** Whether nothing is known or kept of it that the next message would need. */
  get forgettable(): boolean {
    return this.#count === 0 && this.#waiting.length === 0 && this.#downUntil < Date.now()
  }

  /** As `send` of {@link Transport}. */
  async send(mail: OutgoingMail): Promise<RecipientResult[]> {
    const results = new Map<string, RecipientResult>()
    let left = mail.recipients
    // A session kept for a while may be one that the peer has closed; a peer may take a few recipients at a time.
    for (let tries = 0; left.length > 0 && tries < this.#limits.sessions + mail.recipients.length; tries++) {
      const envelope = envelopeOf(mail, left)
      const taken = mayBegin(mail) ? await this.#take() : longEnough
      if (!(taken instanceof Session)) {
        for (const address of left) if (!results.has(address)) results.set(address, { address, ...taken })
        break
      }
      const reused = taken.sent > 0
      const part = await this.#over(taken, envelope)
      if (part.untouched && reused) continue
      for (const result of part.results) results.set(result.address, result)
      mail.onResults?.(part.results)
      const progress = part.results.some(({ outcome }) => outcome === 'sent')
      const fewer = progress ? part.results.filter(asksForFewer).map(({ address }) => address) : []
      left = [...fewer, ...left.filter((address) => !envelope.recipients.includes(address))]
    }
    const unknown = failure('4.4.2', 'the connection was lost')
    return mail.recipients.map((address) => results.get(address) ?? { address, ...unknown })
  }

  /** Ends the sessions that nothing is sent over, and each other one after its message. */
  async close(): Promise<void> {
    this.#closing = true
    clearInterval(this.#sweeper)
    this.#sweeper = undefined
    await Promise.all(this.#idle.splice(0).map((session) => session.quit()))
  }

  async #over(session: Session, mail: OutgoingMail) {
    try {
      const part = await session.send(mail)
      if (part.results.some(({ code }) => code !== null)) this.#answered()
      else if (!part.untouched && part.results.some(({ outcome }) => outcome === 'deferred'))
        this.#failed('the destination does not answer')
      return part
    } finally {
      this.#give(session)
    }
  }

  get #count(): number {
    return this.#all.size + this.#opening
  }

  /** What failed last time is tried with one session first. */
  get #room(): number {
    return (this.#failures > 0 ? 1 : this.#ceiling) - this.#count
  }

  #take(): Promise<Taken> {
    const now = Date.now()
    if (now < this.#downUntil) return Promise.resolve(isDown(this.#downUntil, 'the destination is down'))
    const idle = this.#idle.pop()
    if (idle !== undefined) return Promise.resolve(idle)
    if (this.#room > 0) return this.#openOne()
    if (this.#waiting.length >= Math.max(this.#limits.waiting, this.#pace.count))
      return Promise.resolve(putOff(now + putOffMs, 'the destination has no room now'))
    return new Promise((resolve) => this.#waiting.push(resolve))
  }

  async #openOne(): Promise<Taken> {
    this.#opening++
    try {
      const session = await this.#open()
      this.#all.add(session)
      session.onEnd(() => this.#drop(session))
      return session
    } catch (error) {
      if (!(error instanceof SessionError)) throw error
      return this.#refused(error)
    } finally {
      this.#opening--
    }
  }

  #refused({ result }: SessionError): Promise<Taken> | NoSession {
    if (result.outcome === 'deferred') {
      // One session more than the peer likes is no failure: there are fewer for a while.
      if (this.#all.size > 0 && this.#failures === 0) {
        this.#ceiling = this.#all.size
        this.#taken = 0
        // One may have become free while this one was tried: nothing would wake who waits for it.
        const idle = this.#idle.pop()
        if (idle !== undefined) return Promise.resolve(idle)
        return new Promise((resolve) => this.#waiting.push(resolve))
      }
      this.#failed(result.text)
    } else for (const resolve of this.#waiting.splice(0)) resolve(result)
    return result
  }

  #failed(why: string): void {
    const now = Date.now()
    if (now < this.#downUntil) return
    const { downMs, longestDownMs } = this.#limits
    this.#downUntil = now + Math.min(longestDownMs, downMs * 2 ** Math.min(this.#failures, 30))
    this.#failures++
    for (const resolve of this.#waiting.splice(0)) resolve(isDown(this.#downUntil, why))
  }

  /** It has replied to a message, whatever it said. */
  #answered(): void {
    this.#failures = 0
    this.#pace.add()
    if (this.#ceiling < this.#limits.sessions) {
      if (!this.#proven) this.#ceiling = this.#limits.sessions
      else if (++this.#taken % messagesPerGrowth === 0) this.#ceiling++
    }
    this.#proven = true
  }

  #give(session: Session): void {
    if (!session.usable) this.#drop(session)
    else if (
      session.sent >= this.#limits.messagesPerSession ||
      (this.#closing && this.#waiting.length === 0)
    ) {
      void session.quit()
      this.#drop(session)
    } else {
      const next = this.#waiting.shift()
      if (next !== undefined) next(session)
      else {
        this.#idle.push(session)
        this.#sweep()
      }
    }
    this.#serve()
  }

  #drop(session: Session): void {
    if (!this.#all.delete(session)) return
    const at = this.#idle.indexOf(session)
    if (at >= 0) this.#idle.splice(at, 1)
    this.#serve()
  }

  /** Opens sessions for those who wait, as far as there is room. */
  #serve(): void {
    while (this.#waiting.length > 0 && this.#room > 0) {
      const next = this.#waiting.shift()!
      this.#openOne().then(next, () => next(putOff(Date.now() + putOffMs, 'no session could be opened')))
    }
  }

  #sweep(): void {
    this.#sweeper ??= setInterval(() => {
      const before = performance.now() - this.#limits.idleMs
      for (const session of this.#idle.filter(({ idleSince }) => idleSince < before)) {
        void session.quit()
        this.#drop(session)
      }
      if (this.#idle.length > 0) return
      clearInterval(this.#sweeper)
      this.#sweeper = undefined
    }, this.#limits.idleMs).unref()
  }
}

/** The message in the next envelope: for all who are left, or for those who have the path of the first. */
function envelopeOf(mail: OutgoingMail, left: readonly string[]): OutgoingMail {
  const { mailFromFor } = mail
  if (mailFromFor === undefined) return { ...mail, recipients: left }
  const mailFrom = mailFromFor(left[0]!)
  return { ...mail, mailFrom, recipients: left.filter((address) => mailFromFor(address) === mailFrom) }
}

const longEnough: NoSession = {
  outcome: 'waiting',
  code: null,
  enhancedCode: null,
  text: 'the attempt has taken long enough',
}

/** Put off, since others are under way or wait. */
export const putOff = (notBefore: number, text: string): NoSession => ({
  outcome: 'waiting',
  code: null,
  enhancedCode: null,
  text,
  notBefore,
})

const isDown = (notBefore: number, text: string): NoSession => ({ ...putOff(notBefore, text), down: true })
