/** What the outbound detectors say of a message beyond its score: spans of what they found, and the text without them. */
import { type Entity, entities } from '../../shared/domain/entity.ts'
import { findSensitive } from '../../shared/risk/find-sensitive.ts'
import { redact } from '../../shared/risk/redact.ts'
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

/** What labelled data calls the kinds that have another name here. */
const labels: Partial<Record<Entity, string>> = {
  email: 'EMAIL_ADDRESS',
  phone: 'PHONE_NUMBER',
  iban: 'IBAN_CODE',
  ip: 'IP_ADDRESS',
  url: 'DOMAIN_NAME',
  driver_license: 'US_DRIVER_LICENSE',
  location: 'GPE',
  nationality: 'NRP',
  date: 'DATE_TIME',
}

/** Spans and redacted text of an outbound message, with all kinds asked for. */
export function outboundFindings({ mail }: RiskMessage): OutboundFindings {
  const spans = findSensitive(mail.body).map(({ type, start, end }) => ({
    type: labels[type] ?? type.toUpperCase(),
    start,
    end,
  }))
  const { text } = redact({ subject: mail.subject, text: mail.body, html: mail.html }, { entities })
  return { spans, redacted: text }
}
