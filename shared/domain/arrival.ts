/** An inbound message on its way into the store: one per inbox that it is for. */

import type { CodedContent } from '../lib/content-coding.ts'
import type { Envelope } from './authentication.ts'
import type { MailHead } from './parsed-mail.ts'

export interface Arrival {
  tenantId: string
  inboxId: string
  /** Id the message gets (`msg_`). */
  id: string
  /** ISO 8601. */
  receivedAt: string
  envelope: Envelope
  raw: Uint8Array
  /** SHA-256 of `raw`, lowercase hex. */
  rawSha256: string
  /**
   * Hash of inbox, envelope sender and raw message, lowercase hex: the same mail again has the same, unless it has
   * nothing to be known by.
   */
  duplicateHash: string
  head: MailHead
  /** Message-ID of the message that it came back by the return path of, without angle brackets. */
  reportsOn?: string
  /** `raw` as it is stored. */
  coded: CodedContent
}
