/** What parsing yields from a raw message: plain data, safe to store. */

/** A mailbox of an address header (RFC 5322 §3.4): `address` is the addr-spec. */
export interface Mailbox {
  name: string
  address: string
}

/** Something structurally odd about a message, or a cap that was reached. */
export interface StructuralFinding {
  /** Name of the rule: `duplicate_boundary`, `unknown_transfer_encoding`, `parts_capped` … */
  code: string
  /** One sentence, with the odd value quoted. */
  detail: string
}

/** A link of the HTML or text body. */
export interface Link {
  href: string
  /** The text shown for it; empty where it is the address itself. */
  text: string
}

/** Content that a person would not see when reading the message. */
export interface HiddenText {
  /** `display_none`, `zero_size`, `same_colour`, `off_screen`, `comment`, `zero_width`, `bidi_control`, `unicode_tags` … */
  reason: string
  text: string
}

/** An attachment's metadata: its content is read from the raw message by `index`. */
export interface ParsedAttachment {
  /** Ordinal among the message's attachments, from 0. */
  index: number
  filename: string
  /** Its name up to a NUL, where some programs end it; absent where it has none. Judged, and not stored. */
  nulName?: string
  contentType: string
  sizeBytes: number
  /** Lowercase hex SHA-256 of the decoded content. */
  sha256: string
  contentId: string | null
  inline: boolean
}

/** What a message says of itself, and what it carries: enough to store and thread it. */
export interface MailHead {
  subject: string
  /** Author: the first mailbox of From; null where there is none. */
  from: Mailbox | null
  /** Address headers as given (decoded, unfolded); empty where absent. */
  to: string
  cc: string
  replyTo: string
  toMailboxes: Mailbox[]
  ccMailboxes: Mailbox[]
  replyToMailboxes: Mailbox[]
  /** Message-IDs without their angle brackets. */
  messageId: string | null
  inReplyTo: string[]
  references: string[]
  /** Date header as ISO 8601; null where absent or absurd (outside years 1 to 9999). */
  date: string | null
  attachments: ParsedAttachment[]
  /** Whether scanners must see the raw message: it has attachments, or parts that could hide one. */
  needsScan: boolean
}

/** An attachment with its content, as it is judged; empty where judging doesn't look into it. */
export interface JudgedFile {
  filename: string
  contentType: string
  /** Charset parameter of its Content-Type; null where it has none. */
  charset: string | null
  content: Uint8Array
}

/** A parsed message. Every string is free of NUL and lone surrogates. */
export interface ParsedMail extends MailHead {
  /** Header fields in order, decoded and unfolded. */
  headers: { name: string; value: string }[]
  /** The best text: the text part, else HTML as text. */
  body: string
  html: string | null
  /** What an agent can be shown: visible text, without hidden content and control characters. */
  bodySanitized: string
  /** New text without quoted history and signature. */
  extractedText: string
  findings: StructuralFinding[]
  hidden: HiddenText[]
  links: Link[]
  /** Whether the HTML has a form or a password field. */
  hasForm: boolean
  /** Indexes of the attachments that may hold text, by what they hold; absent where nobody has looked. */
  textFiles?: number[]
}
