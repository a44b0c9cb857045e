/** How long a peer may take over each step of a session. */

/** Milliseconds. */
export interface Deadlines {
  connectMs: number
  /** From the connection to the greeting. */
  greetingMs: number
  /** From the connection to the end of EHLO, STARTTLS and AUTH: everything before the first MAIL. */
  setupMs: number
  /** From MAIL to the reply to DATA, all recipients included. */
  envelopeMs(recipients: number): number
  /** From the reply to DATA to that of the whole message. */
  dataMs(bytes: number): number
  quitMs: number
  /** From the first attempt to connect to one of a domain's hosts to the last that is begun. */
  openMs: number
}

/** Slowest rate at which a peer may take a message, in bytes a second. */
const slowestBytesPerSecond = 16 * 1_024

/**
 * The deadlines of RFC 5321 §4.5.3.2, in proportion to `seconds`, which is its five minutes for the greeting and MAIL.
 * What it gives each block of data is given to the message as a whole, so that no peer holds a session by dripping.
 */
export function deadlinesOf(seconds: number): Deadlines {
  const unit = seconds * 1_000
  return {
    connectMs: unit / 5,
    greetingMs: unit,
    setupMs: 2 * unit,
    envelopeMs: (recipients) => 2 * unit + (unit / 50) * recipients,
    dataMs: (bytes) => 2 * unit + (unit / 300) * (bytes / slowestBytesPerSecond),
    quitMs: Math.min(unit, 5_000),
    openMs: 6 * unit,
  }
}
