/** Whom an inbox knows, as far as an impostor could pose as them. */

/** One who has written to an inbox, and whose mail was clean. */
export interface Correspondent {
  /** In lower case. */
  address: string
  /** The name of the newest message that has one; else empty. */
  name: string
  /** Messages that were clean. */
  clean: number
  /** Domains that answers were to go to, other than its own, in lower case. */
  replyDomains: string[]
}

/** The house that an inbox belongs to: its account. */
export interface House {
  name: string
  /** Addresses of its users, in lower case. */
  addresses: string[]
}

/** What came before a message in its thread. */
export interface ThreadPast {
  /** Who has written in it, the newest first; names may be empty. Whose mail was flagged, or held, is none of them. */
  people: { name: string; address: string }[]
  /** Whom the inbox has written to in it, in lower case. */
  recipients: string[]
  /** What was said in it by these, and by the inbox; none where nobody has looked. */
  texts: string[]
}
