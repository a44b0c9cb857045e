/** Examples of answers that aren't JSON: the text of what is downloaded. */
import { genesisHash, linkHash } from '../../../shared/domain/audit-chain.ts'
import type { EndpointName } from '../../../shared/domain/endpoints.ts'

const lines = (...all: string[]): string => all.map((line) => `${line}\r\n`).join('')

/** The first entry of a chain: its hash is right. */
const entry = {
  sequence: 1,
  tenant_id: 'ten_01ka2b3c4d5e6f7g8h9j0kmnpq',
  id: 'aud_01ka2b3c4d5e6f7g8h9j0kmnpq',
  inbox_id: 'inb_01ka2b3c4d5e6f7g8h9j0kmnpq',
  event_type: 'msg_recv',
  severity: 'low',
  description: 'Message received.',
  metadata: { message_id: 'msg_01ka2b3c4d5e6f7g8h9j0kmnpq', size_bytes: 2048 },
  created_at: '2026-03-01T12:00:00.000Z',
}

/** By endpoint; an archive has none. */
export const fileExamples: Partial<Record<EndpointName, string>> = {
  get_raw_message: lines(
    'From: Ada <ada@example.com>',
    'To: support-agent@inbox.example.com',
    'Subject: Order 1815',
    'Date: Sat, 31 Jan 2026 09:30:00 +0000',
    'Message-ID: <1815@example.com>',
    '',
    'Where is my order?',
  ),
  download_attachment: 'Total: 25 EUR\n',
  stream_events:
    'id: evt_01ka2b3c4d0000000000000042\nevent: message.received\ndata: {"event":"message.received","timestamp":"2026-01-31T09:30:00.000Z","data":{"id":"msg_01ka2b3c4d5e6f7g8h9j0kmnpq"}}\n\n',
  export_audit_log: `${JSON.stringify({
    ...entry,
    hash: linkHash(genesisHash, entry).toString('hex'),
    previous_hash: Buffer.from(genesisHash).toString('hex'),
  })}\n`,
  export_feedback: `${JSON.stringify({
    id: 'msg_01ka2b3c4d5e6f7g8h9j0kmnpq',
    source: 'feedback',
    licence: 'own mail',
    kind: 'phishing',
    label: 'phishing',
    subject: 'Your order',
    from: '"Ada" <ada@example.com>',
    text: 'Confirm your password here.',
    group: 'thr_01ka2b3c4d5e6f7g8h9j0kmnpq',
  })}\n`,
}
