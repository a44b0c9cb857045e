/** The transport to one configured host (`smtp://`, `smtps://`), which takes mail for every recipient. */
import type { Deadlines } from './deadlines.ts'
import { Destination, destinationLimits } from './destination.ts'
import { failure } from './reply.ts'
import { Session, SessionError, type SessionTarget, type TlsMode } from './session.ts'
import type { OutgoingMail, RecipientResult, Transport } from './transport.ts'

/** What transports share: who we are, and how patient. */
export interface TransportOptions {
  /** Our name in EHLO. */
  name: string
  deadlines: Deadlines
  /** Sessions with one destination at once. */
  sessions: number
  /** PEM certificates that are trusted beside the system's. */
  ca?: string
}

/**
 * Where a relay URL leads: `smtp://user:pass@host:port`, `smtps://…`, with `?tls=off|opportunistic|verified`. Unless
 * that is said, a URL with credentials asks for TLS with a valid certificate, and one without takes what it gets.
 * @throws with what is wrong with the URL; never with the URL, which may hold a password.
 */
export function targetOf(text: string, ca?: string): SessionTarget {
  if (!URL.canParse(text)) throw new Error('must be an smtp:// or smtps:// URL')
  const url = new URL(text)
  const secure = url.protocol === 'smtps:'
  if (!secure && url.protocol !== 'smtp:') throw new Error('must be an smtp:// or smtps:// URL')
  if (url.hostname === '') throw new Error('must name a host')
  const user = decodeURIComponent(url.username)
  const pass = decodeURIComponent(url.password)
  if ((user === '') !== (pass === '')) throw new Error('must have both user and password, or neither')
  const tls = url.searchParams.get('tls') ?? (secure || user !== '' ? 'verified' : 'opportunistic')
  if (tls !== 'off' && tls !== 'opportunistic' && tls !== 'verified')
    throw new Error('tls must be off, opportunistic or verified')
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  return {
    host,
    address: host,
    port: url.port === '' ? (secure ? 465 : 587) : Number(url.port),
    secure,
    tls: tls satisfies TlsMode,
    ...(user === '' ? {} : { auth: { user, pass } }),
    ...(ca === undefined ? {} : { ca }),
  }
}

/** Messages that may wait for the one host: it is where they go, sooner or later. */
const waitingMessages = 800

/**
 * Sends everything to one host. `target` is asked for with each session, for a host whose port is known late; null
 * while it isn't. What such a host says before MAIL is about us and not about the message: it is never final.
 */
export class SmartHost implements Transport {
  readonly #destination: Destination

  constructor(target: () => SessionTarget | null, options: TransportOptions) {
    const open = async () => {
      const to = target()
      if (to === null)
        throw new SessionError('connect', failure('4.3.5', 'our own listener is not known to this process'))
      try {
        return await Session.open(to, options)
      } catch (error) {
        if (!(error instanceof SessionError)) throw error
        throw new SessionError(error.step, { ...error.result, outcome: 'deferred' }, error)
      }
    }
    this.#destination = new Destination(open, {
      ...destinationLimits,
      firstSessions: options.sessions,
      waiting: waitingMessages,
      sessions: options.sessions,
    })
  }

  send(mail: OutgoingMail): Promise<RecipientResult[]> {
    return this.#destination.send(mail)
  }

  close(): Promise<void> {
    return this.#destination.close()
  }
}
