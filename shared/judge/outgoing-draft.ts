/** A message that leaves, before it is composed. */
import type { Recipient } from '../domain/outbound.ts'
import type { Mailbox } from '../domain/parsed-mail.ts'
import type { OutgoingAttachment } from '../mail/compose/compose.ts'

/** A message before it is composed: checked, and with its recipients parsed once and for all. */
export interface OutgoingDraft {
  from: Mailbox
  to: Mailbox[]
  cc: Mailbox[]
  bcc: Mailbox[]
  replyTo: Mailbox[]
  /** Every recipient once: the envelope, and all that policies, approval and relay know of who gets it. */
  recipients: Recipient[]
  subject: string
  text: string
  html: string | null
  headers: { name: string; value: string }[]
  attachments: OutgoingAttachment[]
  /** Message-IDs without angle brackets. */
  inReplyTo: string | null
  references: string[]
  listUnsubscribe: string[]
  oneClick: boolean
  /** Set where it answers a program (RFC 3834 §5). */
  autoSubmitted?: 'auto-replied'
  metadata: Record<string, unknown>
  /** Milliseconds since 1970; null: at once. */
  sendAt: number | null
}
