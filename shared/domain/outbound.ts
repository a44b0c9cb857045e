/** What a message has beside its row when it is ours to send: envelope recipients and what became of each. */

/** The header field that names a recipient; `bcc` is in the envelope only. */
export const recipientFields = ['to', 'cc', 'bcc'] as const
export type RecipientField = (typeof recipientFields)[number]

export const recipientStatuses = ['pending', 'sent', 'failed', 'bounced', 'complained'] as const
export type RecipientStatus = (typeof recipientStatuses)[number]

/** A recipient of the envelope (RFC 5321 §3.3), parsed once: policy, charge, approval and SMTP use this value. */
export interface Recipient {
  address: string
  field: RecipientField
}

/** What became of one recipient. */
export interface RecipientOutcome {
  /** Ordinal among the message's recipients, from 0. */
  index: number
  status: RecipientStatus
  /** Reply code of the peer (RFC 5321 §4.2). */
  code: number | null
  /** Enhanced status code (RFC 3463). */
  enhancedCode: string | null
  reason: string | null
}
