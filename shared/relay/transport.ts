/** The contract of a transport: takes a message to the recipients of one envelope, and tells what became of each. */

/** A message on its way, with its envelope (RFC 5321 §3.3). */
export interface OutgoingMail {
  /** Ours, `msg_…`: it names a captured file, and never reaches a peer. */
  id: string
  /** Reverse-path; empty for the null sender. */
  mailFrom: string
  /** The reverse-path for a recipient: where it is given, peers get an envelope for each path that it names. */
  mailFromFor?(recipient: string): string
  /** One envelope's recipients, as they are written to RCPT. */
  recipients: readonly string[]
  /** Bytes of the message, roughly: for the peer's SIZE, and its time. */
  size: number
  /** The message as it goes over the wire, CRLF line ends, without dot-stuffing; asked for once there is a session. */
  content(): Promise<Buffer>
  /**
   * Whether it is still ours, and to be sent, to all of these: asked when there is a session, and when its data is about
   * to begin, and to end.
   */
  mayGo(recipients: readonly string[]): boolean | Promise<boolean>
  /** When no further envelope is begun, in milliseconds of the monotonic clock: the recipients that are left wait. */
  beginUntil?: number
  /** Told what became of some recipients, while the others take longer; all are in the result too. */
  onResults?(results: readonly RecipientResult[]): void
}

/**
 * `sent`: the peer took it over. `deferred`: tried, and to be tried again. `failed`: tried, and never again.
 * `waiting`: not tried, since the destination has no room now or is known to be down.
 */
export type Outcome = 'sent' | 'deferred' | 'failed' | 'waiting'

/** What became of one recipient. */
export interface RecipientResult {
  address: string
  outcome: Outcome
  /** Reply code; null where the peer said nothing. */
  code: number | null
  /** Enhanced status code (RFC 3463), the peer's or ours. */
  enhancedCode: string | null
  /** The peer's words, with the command they reply to unless that is RCPT, or ours about the network, at most {@link longestText} characters. */
  text: string
  /** Only with `waiting`: when to try, in milliseconds since 1970. */
  notBefore?: number
  /** Only with `waiting`: whether others have just tried in vain to reach the destination, so that this one was left out. */
  down?: true
}

export interface Transport {
  /** Sends one message to one envelope; one result a recipient, in order. Never throws for what peers and networks do. */
  send(mail: OutgoingMail): Promise<RecipientResult[]>
  /** Ends idle sessions; what is under way is to have ended before. */
  close(): Promise<void>
}

/** Characters kept of what a peer says. */
export const longestText = 500

/** Whether an envelope of the message may still be begun. */
export const mayBegin = ({ beginUntil = Number.POSITIVE_INFINITY }: OutgoingMail): boolean =>
  performance.now() < beginUntil

/** The same result for each recipient of `mail`. */
export function allOf(
  { recipients }: Pick<OutgoingMail, 'recipients'>,
  result: Omit<RecipientResult, 'address'>,
): RecipientResult[] {
  return recipients.map((address) => ({ address, ...result }))
}
