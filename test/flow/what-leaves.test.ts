/** What a sender may set, and that reviewers see it all: what is relayed has no field that stood on no page. */
import { simpleParser } from 'mailparser'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { forwardBody, replyBody, sendBody } from '../../shared/domain/send.ts'
import { partFields } from '../../shared/mail/part-fields.ts'
import { type House, startHouse } from '../support/house.ts'
import { SmtpPeer } from '../support/smtp-peer.ts'

let peer: SmtpPeer
let house: House
let slug: string
beforeAll(async () => {
  peer = await SmtpPeer.start()
  house = await startHouse({ RELAY_URL: `smtp://127.0.0.1:${peer.port}`, SEND_HEADERS: 'X-*' })
  slug = (await house.createInbox({ security_level: 4, display_name: 'Support of Acme' })).slug
  // To an address that nobody has confirmed, a notice says nothing of the message.
  await house.database.query('update users set email_confirmed_at = now()')
})
afterAll(async () => {
  await house.stop()
  await peer.close()
})

const base64 = (text: string) => Buffer.from(text).toString('base64')

/** Every field that a send has. */
const everything = {
  to: ['Ada Lovelace <ada@peer.example>', '"Hopper, Grace" <grace@peer.example>'],
  cc: ['Charles Babbage <charles@peer.example>'],
  bcc: ['archive@peer.example'],
  reply_to: ['Desk of Zoë <desk@peer.example>'],
  subject: 'Your order 1815 has left — at last',
  body: 'It left our house this morning.',
  html: '<p>It left our house <b>this morning</b>. <img src="cid:logo-1815"></p>',
  format: 'text',
  attachments: [
    {
      filename: 'Übersicht der Lieferungen.txt',
      content_type: 'text/plain; charset=iso-8859-15',
      content: base64('One parcel.'),
    },
    {
      filename: 'logo.png',
      content_type: 'image/png',
      content: base64('not really'),
      content_id: 'logo-1815',
      inline: true,
    },
  ],
  headers: { 'X-Campaign-ID': 'autumn-1815', 'X-Agent-Ueber': 'läuft', 'X-Our-Own': 'yes' },
  list_unsubscribe: ['https://lists.example/leave?u=1815', 'mailto:leave@lists.example'],
  list_unsubscribe_one_click: true,
  send_at: new Date(Date.now() - 60_000).toISOString(),
  metadata: { order: 1815 },
  allow_automated: false,
  reply_to_message_id: '',
  quote: true,
  include_attachments: true,
}

/** Fields that we make, and that say nothing but how a message is to be read. */
const machineMade = /^(?:message-id|date|mime-version|content-type|content-transfer-encoding)$/i
const text = (html: string) =>
  html
    .replaceAll(/&#x([0-9a-f]+);|&#(\d+);/gi, (_, hex, decimal) =>
      String.fromCodePoint(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)),
    )
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')

test('whatever can be set is known here', () => {
  const settable = [sendBody, replyBody, forwardBody].flatMap((body) => Object.keys(body.shape))
  expect(new Set(Object.keys(everything))).toEqual(new Set(settable))
})

test('the page, and the approval, show each header field that is then relayed', async () => {
  const { id: answered } = await house.send(
    {
      from: 'Ada <ada@peer.example>',
      subject: 'Where is it?',
      body: 'Where?',
      messageId: 'first@peer.example',
    },
    { rcptTo: [`${slug}@inbox.localhost`] },
  )
  await house.drain()
  const { quote: _, include_attachments: __, ...body } = everything
  const held = await house.api('POST', `/inboxes/${slug}/messages`, {
    ...body,
    reply_to_message_id: answered,
  })
  expect(held.status, held.text).toBe(202)
  await house.drain()
  const notice = peer.mails.find(({ mailFrom }) => mailFrom === '')!
  const told = (await simpleParser(notice.data)).text ?? ''
  for (const said of [
    'X-Campaign-ID: autumn-1815',
    'X-Our-Own: yes',
    'desk@peer.example',
    'logo.png',
    'List-Unsubscribe',
  ])
    expect(told).toContain(said)
  const page = text(await (await fetch(/http:\/\/\S+\/review\/\S+/.exec(told)![0])).text())
  const approvalId = String(held.body.approval?.id)
  const approval = await house.api('GET', `/approvals/${approvalId}`)
  const shown = await house.message(String(held.body.id))
  peer.forget()
  await house.api('POST', `/approvals/${approvalId}/approve`)
  await house.drain()
  const [mail] = peer.mails.filter(({ recipients }) => recipients.includes('ada@peer.example'))
  const { headers, to, cc, reply_to, from } = (await house.message(String(held.body.id)))!
  const relayed = [...(await simpleParser(mail!.data)).headerLines.map(({ key }) => key)]
  expect(relayed.toSorted()).toEqual(headers.map(({ name }) => name.toLowerCase()).toSorted())
  expect(relayed).toEqual(
    expect.arrayContaining([
      'reply-to',
      'list-unsubscribe',
      'list-unsubscribe-post',
      'in-reply-to',
      'x-our-own',
    ]),
  )
  const seen = headers.filter(({ name }) => !machineMade.test(name))
  for (const { name, value } of seen) {
    expect(shown.headers).toContainEqual({ name, value })
    expect((approval.body as { headers?: unknown }).headers).toContainEqual({ name, value })
    // Names stand there without the quotes that the header needs.
    expect(page, name).toContain(value.replaceAll('"', ''))
    if (!['from', 'to', 'cc', 'subject', 'reply-to'].includes(name.toLowerCase()))
      expect(page).toContain(name)
  }
  for (const one of [to, cc, reply_to, from]) expect(page).toContain(one.replaceAll('"', ''))
  expect(page).toContain('archive@peer.example')
  expect((approval.body as { attachments?: unknown[] }).attachments).toHaveLength(2)
  const parts = partFields(mail!.data)
  expect(
    parts
      .flat()
      .map(({ value }) => value)
      .join(),
  ).toContain('Übersicht der Lieferungen.txt')
  for (const { name, value } of parts.flat())
    if (!/^content-transfer-encoding$/i.test(name)) expect(page).toContain(`${name}: ${value}`)
})

const provider = { 'X-MC-BccAddress': 'eve@rival.example' }

test('a field that mail systems act on is refused by name, whatever the setting allows', async () => {
  const { id } = await house.send(
    { subject: 'Hello', body: 'Hello' },
    { rcptTo: [`${slug}@inbox.localhost`] },
  )
  await house.drain()
  const mail = { to: 'ada@peer.example', subject: 'Hi', body: 'Hi', headers: provider }
  for (const [path, body] of [
    [`/inboxes/${slug}/messages`, mail],
    [`/messages/${id}/reply`, { body: 'Hi', headers: provider }],
    [`/messages/${id}/reply_all`, { body: 'Hi', headers: provider }],
    [`/messages/${id}/forward`, { to: 'ada@peer.example', headers: provider }],
  ] as const) {
    const { status, body: answer } = await house.api('POST', path, body)
    expect([status, answer.error?.details]).toEqual([
      422,
      [
        {
          path: 'body.headers.X-MC-BccAddress',
          message: 'is a field that mail systems act on, which no sender sets',
        },
      ],
    ])
  }
})

test('any other field needs the setting, which the answer names', async () => {
  const narrow = await startHouse()
  try {
    const mail = { to: 'ada@peer.example', subject: 'Hi', body: 'Hi' }
    const send = (headers: object) =>
      narrow.api('POST', `/inboxes/${narrow.inbox.slug}/messages`, { ...mail, headers })
    const refused = await send({ 'X-Agent-Run': '1', 'X-Ticket': '2' })
    expect([refused.status, refused.body.error?.details]).toEqual([
      422,
      [{ path: 'body.headers.X-Ticket', message: 'is not among the fields that SEND_HEADERS allows' }],
    ])
    expect((await send({ 'x-agent-run': '1', 'X-Request-ID': '2' })).status).toBe(201)
  } finally {
    await narrow.stop()
  }
})
