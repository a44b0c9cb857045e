/** A message for scorers, ordinary in all that a test doesn't set. */
import type { ParsedMail } from '../../shared/domain/parsed-mail.ts'
import type { RiskMessage } from '../../shared/risk/scorer.ts'

export function riskMessage(mail: Partial<ParsedMail> = {}, more: Partial<RiskMessage> = {}): RiskMessage {
  return {
    direction: 'inbound',
    inboxAddress: 'orders@agents.northwind-mail.com',
    envelope: {
      peerAddress: '192.0.2.7',
      helo: 'mx.corp.example',
      mailFrom: 'alice@corp.example',
      rcptTo: ['orders@agents.northwind-mail.com'],
      tls: null,
    },
    mail: {
      subject: 'Delivery on Thursday',
      from: { name: 'Alice Example', address: 'alice@corp.example' },
      to: 'orders@agents.northwind-mail.com',
      cc: '',
      replyTo: '',
      toMailboxes: [],
      ccMailboxes: [],
      replyToMailboxes: [],
      messageId: null,
      inReplyTo: [],
      references: [],
      date: null,
      headers: [],
      body: 'Hello,\n\nthe pallets arrive on Thursday. Please tell the warehouse.\n\nAlice',
      html: null,
      bodySanitized: mail.body ?? '',
      extractedText: '',
      attachments: [],
      findings: [],
      hidden: [],
      links: [],
      hasForm: false,
      needsScan: false,
      ...mail,
    },
    scan: null,
    authentication: {
      spf: { result: 'pass', domain: 'corp.example' },
      dkim: [],
      dmarc: { result: 'none', domain: 'corp.example', policy: '' },
      arc: { result: 'none' },
    },
    knownDomains: [],
    ...more,
  }
}

/** An attachment's metadata; its content is of no concern to scorers. */
export function attachment(filename: string, index = 0): ParsedMail['attachments'][number] {
  return {
    index,
    filename,
    contentType: 'application/octet-stream',
    sizeBytes: 68,
    sha256: '0'.repeat(64),
    contentId: null,
    inline: false,
  }
}
