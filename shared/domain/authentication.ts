/** What sender authentication (SPF, DKIM, DMARC, ARC) found for an inbound message. */

/** Result words of RFC 8601 §2.7. */
export type AuthResult =
  | 'pass'
  | 'fail'
  | 'softfail'
  | 'neutral'
  | 'none'
  | 'temperror'
  | 'permerror'
  | 'policy'

/** Our own evaluation: a peer's Authentication-Results header is never believed. */
export interface AuthenticationResults {
  /** RFC 7208: of the envelope sender's domain, or the HELO name for a null sender. */
  spf: { result: AuthResult; domain: string }
  /** RFC 6376: one per signature. */
  dkim: { result: AuthResult; domain: string; selector: string }[]
  /** RFC 7489: of the From header's domain; `policy` is the published one. */
  dmarc: { result: AuthResult; domain: string; policy: 'none' | 'quarantine' | 'reject' | '' }
  /** RFC 8617. */
  arc: { result: AuthResult }
}

/** The SMTP envelope of an inbound message, kept with it. */
export interface Envelope {
  /** Address of the peer, as text. */
  peerAddress: string
  /** HELO or EHLO name given. */
  helo: string
  /** Reverse-path; empty for a null sender. */
  mailFrom: string
  /** Recipient addresses given at RCPT that reached this inbox. */
  rcptTo: string[]
  /** TLS version and cipher; null where the session was in clear. */
  tls: { version: string; cipher: string } | null
}
