/** What a mail system says of mail that was sent: bounces (RFC 3464) and complaints (RFC 5965). */

/** Why mail was not delivered. */
export const bounceReasons = [
  'unknown_user',
  'unknown_host',
  'moved',
  'no_mail_accepted',
  'mailbox_full',
  'suspended',
  'too_large',
  'rejected_as_spam',
  'virus',
  'blocked',
  'authentication',
  'policy',
  'content',
  'rate_limited',
  'relaying_denied',
  'expired',
  'network',
  'system',
  'unknown',
] as const
export type BounceReason = (typeof bounceReasons)[number]

/** What became of the mail for one recipient. */
export interface BouncedRecipient {
  /** The address that was written to, as the report gives it; empty where it names none. */
  address: string
  /** The address that it was first sent to (RFC 3464 §2.3.1), where the report gives another one; else null. */
  originalAddress: string | null
  /** RFC 3464 §2.3.3; a report of other systems says `failed`, or `delayed` where it still tries. */
  action: 'failed' | 'delayed' | 'delivered' | 'relayed' | 'expanded'
  /** Reply code (RFC 5321 §4.2); null where the report gives none. */
  code: number | null
  /** Enhanced status code (RFC 3463); null where the report gives none. */
  enhancedCode: string | null
  reason: BounceReason
  /** Whether the address itself is no good, so that writing to it again is of no use. */
  hard: boolean
  /** What the peer said, in one line. */
  text: string
}

/** A report about one message. */
export type MailReport =
  | { kind: 'bounce'; recipients: BouncedRecipient[]; messageId: string | null }
  | {
      kind: 'complaint'
      /** RFC 5965 §3.1: `abuse`, `fraud`, `virus`, `not-spam`, `other` … */
      feedbackType: string
      /** Recipients that complained, as far as the report names them. */
      recipients: string[]
      messageId: string | null
    }
