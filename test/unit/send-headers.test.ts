/** Which header fields a sender may set, when a message is taken, edited and composed. */
import { expect, test } from 'vitest'
import { parseConfig } from '../../config/config.ts'
import { headerRefusal } from '../../shared/domain/send-headers.ts'
import { editedDraft } from '../../shared/flow/outbound/approval/edited-draft.ts'
import { compose } from '../../shared/mail/compose/compose.ts'
import { parseMail } from '../../shared/mail/parse.ts'

const { SEND_HEADERS: usual } = parseConfig({})

test.each(['X-Entity-Ref-ID', 'x-campaign-id', 'X-REQUEST-ID', 'X-Agent-Run', 'x-agent-'])(
  '%s may be set',
  (name) => {
    expect(headerRefusal(name, usual)).toBeNull()
  },
)

test.each(['X-Ticket', 'X-Entity-Ref-IDs', 'X-Request', 'X-Agent', 'X-Campaign-ID-2', 'Bcc', 'Sender'])(
  '%s may not, unless the setting names it',
  (name) => {
    expect(headerRefusal(name, usual)).toMatch(/SEND_HEADERS/)
    expect(headerRefusal(name, [...usual, name.toLowerCase()])).toBeNull()
  },
)

test.each([
  ...['X-MC-BccAddress', 'x-mc-sendat', 'X-SMTPAPI', 'X-Mailgun-Recipient-Variables', 'X-PM-Message-Stream'],
  ...['X-SES-Configuration-Set', 'X-MSYS-API', 'X-MJ-EventPayload', 'X-Mailjet-Campaign', 'X-Sib-Sandbox'],
  ...['X-Mailin-Custom', 'X-Postmark-Server', 'X-xsMessageId', 'X-ElasticEmail-PostBack', 'X-Virtual-MTA'],
  ...[
    'X-GreenArrow-MtaID',
    'X-Job',
    'X-MQ-Recipients',
    'X-SMTPeter-Tags',
    'X-Ignore-Unsubscribe',
    'X-Campaign',
  ],
  ...['X-Spam-Flag', 'X-Spam-Status', 'X-Virus-Scanned', 'X-Forwarded-To', 'X-Original-To', 'X-Envelope-To'],
  ...['X-Rcpt-To', 'X-Failed-Recipients', 'X-Loop', 'X-Auto-Response-Suppress', 'X-BeenThere', 'X-Bcc'],
  ...[
    'X-Confirm-Reading-To',
    'X-Return-Path',
    'X-Errors-To',
    'X-MS-Exchange-Organization-SCL',
    'X-Gm-Labels',
  ],
])('%s may never be set, whatever the setting names', (name) => {
  expect(headerRefusal(name, [...usual, 'X-*', name])).toMatch(/mail systems act on/)
})

test('the setting takes names of X- fields and nothing else', () => {
  expect(parseConfig({ SEND_HEADERS: 'X-Ticket, x-our-*' }).SEND_HEADERS).toEqual(['X-Ticket', 'x-our-*'])
  for (const SEND_HEADERS of ['Bcc', '*', 'X-A*B', 'X-A:B', 'X-A B', 'Sender,X-A'])
    expect(() => parseConfig({ SEND_HEADERS })).toThrow('SEND_HEADERS')
})

test('an edit of what an older release took keeps the fields that may be set, and no other', async () => {
  const raw = await compose({
    messageId: 'first@inbox.example',
    date: new Date(0),
    from: { name: '', address: 'desk@inbox.example' },
    to: [{ name: '', address: 'ada@peer.example' }],
    cc: [],
    replyTo: [],
    subject: 'Order 1815',
    text: 'It has left.',
    html: null,
    attachments: [],
    headers: [
      { name: 'X-MC-BccAddress', value: 'eve@rival.example' },
      { name: 'X-Ticket', value: '1815' },
      { name: 'X-Agent-Run', value: '7' },
    ],
    inReplyTo: null,
    references: [],
    listUnsubscribe: [],
    oneClick: false,
  })
  const mail = await parseMail(raw)
  const recipients = [
    {
      index: 0,
      address: 'ada@peer.example',
      field: 'to' as const,
      status: 'pending' as const,
      code: null,
      enhancedCode: null,
      reason: null,
    },
  ]
  const own = { inboxDomain: 'inbox.example', sendHeaders: [...usual, 'X-MC-*'] }
  const draft = editedDraft({ mail, recipients, files: [] }, { subject: 'Order 1816' }, own)
  expect(draft.headers).toEqual([{ name: 'X-Agent-Run', value: '7' }])
})
