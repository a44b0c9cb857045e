/** Which messages come of a mail: one an inbox, one for a mail sent twice; and mail that is odd to the bone. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { limits } from '../../shared/domain/limits.ts'
import { itemsOf } from '../support/api.ts'
import { type House, startHouse } from '../support/house.ts'
import { mailText } from '../support/mail-text.ts'

let house: House
beforeAll(async () => {
  house = await startHouse()
})
afterAll(() => house.stop())

const messagesOf = async (slug: string) =>
  itemsOf(await house.api('GET', `/inboxes/${slug}/messages?limit=100`), 'messages')

describe('which messages', () => {
  test('the same mail twice is stored once, and acknowledged with the same id', async () => {
    const inbox = await house.createInbox()
    const mail = mailText()
    const envelope = { rcptTo: [inbox.address] }
    const first = await house.send(mail, envelope)
    const second = await house.send(mail, envelope)
    expect(second.ids).toEqual(first.ids)
    expect(await messagesOf(inbox.slug)).toHaveLength(1)
  })

  test('mail that has nothing but its words is another message each time', async () => {
    const inbox = await house.createInbox()
    const envelope = { rcptTo: [inbox.address] }
    const alert = crlf('From: cron@sender.example', 'Subject: Disk full', '', 'Date: today')
    const [first, second] = [await house.send(alert, envelope), await house.send(alert, envelope)]
    expect(second.ids).not.toEqual(first.ids)
    expect(await messagesOf(inbox.slug)).toHaveLength(2)
  })

  test.each([
    'Message-ID: <1@sender.example>',
    'Date: Sat, 28 Nov 2026 03:00:00 +0000',
    'Received: from a by b',
  ])('a mail with no more than %s is known again', async (field) => {
    const inbox = await house.createInbox()
    const envelope = { rcptTo: [inbox.address] }
    const mail = crlf('From: cron@sender.example', field, 'Subject: Disk full', '', 'x')
    const [first, second] = [await house.send(mail, envelope), await house.send(mail, envelope)]
    expect(second.ids).toEqual(first.ids)
    expect(await messagesOf(inbox.slug)).toHaveLength(1)
  })

  test('ten sessions that send the same mail at once store it once', async () => {
    const inbox = await house.createInbox()
    const mail = mailText()
    const sent = await Promise.all(
      Array.from({ length: 10 }, () => house.send(mail, { rcptTo: [inbox.address] })),
    )
    expect(new Set(sent.map(({ id }) => id)).size).toBe(1)
    expect(await messagesOf(inbox.slug)).toHaveLength(1)
    const { body } = await house.api('GET', `/inboxes/${inbox.slug}`)
    expect(body.message_count).toBe(1)
  })

  test('the same mail from another envelope sender is another message', async () => {
    const inbox = await house.createInbox()
    const mail = mailText()
    await house.send(mail, { rcptTo: [inbox.address] })
    await house.send(mail, { rcptTo: [inbox.address], mailFrom: 'bob@sender.example' })
    expect(await messagesOf(inbox.slug)).toHaveLength(2)
  })

  test('several recipients give one message an inbox, each with the same bytes', async () => {
    const [one, two] = [await house.createInbox(), await house.createInbox()]
    const { ids, raw } = await house.send(mailText(), { rcptTo: [one.address, two.address, one.address] })
    await house.drain()
    expect(ids).toHaveLength(2)
    const messages = await Promise.all(ids.map((id) => house.message(id)))
    expect(messages.map(({ inbox_id }) => inbox_id)).toEqual([one.id, two.id])
    for (const id of ids) expect((await house.raw(id)).equals(raw)).toBe(true)
  })

  test('a tag after + and any letter case reach the inbox; all its addresses make one message', async () => {
    const inbox = await house.createInbox()
    const { slug } = inbox
    const { ids } = await house.send(mailText(), {
      rcptTo: [
        `${slug}+orders@inbox.localhost`,
        `${slug.toUpperCase()}@Inbox.LocalHost`,
        `${slug}+a+b@inbox.localhost`,
      ],
    })
    expect(ids).toHaveLength(1)
    expect((await house.envelope(ids[0]!)).rcptTo).toEqual([
      `${slug}+orders@inbox.localhost`,
      expect.stringMatching(new RegExp(`^${slug}@inbox\\.localhost$`, 'i')),
      `${slug}+a+b@inbox.localhost`,
    ])
  })

  test('nothing is left of a message when its inbox is deleted while it is under way', async () => {
    const inbox = await house.createInbox()
    const sent = Array.from({ length: 10 }, () => house.send(mailText(), { rcptTo: [inbox.address] }))
    // Some are refused while the inbox is being deleted: whoever sends them finds out with the next attempt.
    const settled = Promise.allSettled(sent)
    await sent[0]
    await house.api('DELETE', `/inboxes/${inbox.slug}`)
    for (const one of await settled)
      if (one.status === 'rejected') expect(String(one.reason)).toMatch(/451 4\.3\.0|550 5\.1\.1/)
    await house.drain()
    const left = await house.database.query<{ count: number }>(
      `select (select count(*) from messages where inbox_id = $1)::int
         + (select count(*) from attachments where inbox_id = $1)::int as count`,
      [inbox.id],
    )
    expect(left).toEqual([{ count: 0 }])
    const raws = await house.database.query(
      'select 1 from raw_messages r where not exists (select 1 from messages m where m.id = r.message_id)',
    )
    expect(raws).toEqual([])
  })
})

const crlf = (...lines: string[]) => Buffer.from(`${lines.join('\r\n')}\r\n`, 'latin1')
const date = 'Date: Sat, 21 Nov 2026 12:00:00 +0000'

describe('odd mail is taken, kept byte for byte, and readable', () => {
  test.each([
    ['of no bytes but a line end', crlf('')],
    ['without a header', crlf('', 'Only a body.')],
    ['without a body', crlf('Subject: No body', date)],
    ['with NULs in header and body', crlf('Subject: a\0b', 'From: \0 <a\0@b.example>', '', 'c\0d')],
    [
      'with bytes that are no text in any charset',
      crlf('Subject: \xff\xfe\x80', '', '\xc3\x28\xa0\xa1\xed\xa0\x80'),
    ],
    [
      'with a lone surrogate in JSON-like escapes and UTF-16',
      crlf(
        'Subject: =?utf-16be?B?2AAAYQ==?= =?utf-8?Q?=ED=A0=80?=',
        'Content-Type: text/plain; charset=utf-16le',
        'Content-Transfer-Encoding: base64',
        '',
        'AAD/3wDY',
      ),
    ],
    [
      'with a date of the year 99999',
      crlf('Subject: Late', 'Date: Fri, 31 Dec 99999 23:59:59 +9999', '', 'x'),
    ],
    [
      'with a date before all years',
      crlf('Subject: Early', 'Date: Mon, 00 Jan 0000 00:00:00 -9999', '', 'x'),
    ],
    ['with a date of nonsense', crlf('Subject: Never', 'Date: 32 Foo -1 25:61:61 +99999', '', 'x')],
    ['with a Message-ID of 10 kB', crlf(`Message-ID: <${'m'.repeat(10_000)}@x.example>`, '', 'x')],
    ['with a Message-ID of 10 kB without brackets', crlf(`Message-ID: ${'é'.repeat(5_000)}`, '', 'x')],
    [
      'with 10,000 references',
      crlf(
        `References: ${Array.from({ length: 10_000 }, (_, index) => `<r${index}@x.example>`).join('\r\n ')}`,
        '',
        'x',
      ),
    ],
    ['with a subject of 100 kB', crlf(`Subject: ${'s'.repeat(100_000)}`, '', 'x')],
    [
      'with a header of 600 kB',
      crlf(...Array.from({ length: 6_000 }, (_, index) => `X-${index}: ${'h'.repeat(90)}`), '', 'x'),
    ],
    [
      'with a multipart that never ends',
      crlf('Content-Type: multipart/mixed; boundary=b', '', '--b', '', 'x'),
    ],
    [
      'with a multipart without a boundary',
      crlf('Content-Type: multipart/mixed', '', '--b', '', 'x', '--b--'),
    ],
    [
      'nested 500 deep',
      crlf(
        'Content-Type: multipart/mixed; boundary=b0',
        '',
        ...Array.from({ length: 500 }, (_, depth) => [
          `--b${depth}`,
          `Content-Type: multipart/mixed; boundary=b${depth + 1}`,
          '',
        ]).flat(),
        'x',
      ),
    ],
    [
      'of 3,000 parts',
      crlf(
        'Content-Type: multipart/mixed; boundary=b',
        '',
        ...Array.from({ length: 3_000 }, (_, index) => ['--b', '', `part ${index}`]).flat(),
        '--b--',
      ),
    ],
    [
      'with a charset that nobody knows',
      crlf('Content-Type: text/plain; charset=x-martian', '', 'gr\xfc\xdfe'),
    ],
    ['with lines of 500 kB', crlf('Subject: Long', '', 'l'.repeat(500_000))],
    [
      'with an attachment named to escape',
      crlf(
        'Content-Type: application/octet-stream; name="../../etc/\0passwd"',
        'Content-Disposition: attachment; filename="..\\..\\\x01evil\r\n\t.exe"',
        '',
        'x',
      ),
    ],
  ])('%s', async (_what, mail) => {
    const { id, raw } = await house.send(mail)
    expect(id).toMatch(/^msg_/)
    await house.drain()
    const message = await house.message(id)
    expect(message.status).toMatch(/^(clean|flagged|withheld)$/)
    expect((await house.raw(id)).equals(raw)).toBe(true)
    expect(message.size_bytes).toBe(raw.length)
    expect(Buffer.byteLength(message.message_id ?? '')).toBeLessThanOrEqual(limits.messageIdBytes)
    const page = await house.api('GET', `/inboxes/${house.inbox.slug}/messages?limit=5`)
    expect(page.status).toBe(200)
    expect(page.text).not.toMatch(/\\u0000|\\ud[89a-f][0-9a-f]{2}(?!\\ud)/)
  })

  test.each(['nested 500 deep', 'of 3,000 parts'])('a mail %s is at least flagged', async (what) => {
    const lines = what.startsWith('nested')
      ? [
          'Content-Type: multipart/mixed; boundary=b0',
          '',
          ...Array.from({ length: 500 }, (_, depth) => [
            `--b${depth}`,
            `Content-Type: multipart/mixed; boundary=b${depth + 1}`,
            '',
          ]).flat(),
        ]
      : [
          'Content-Type: multipart/mixed; boundary=b',
          '',
          ...Array.from({ length: 3_000 }, () => ['--b', '', 'part']).flat(),
        ]
    const { id } = await house.send(crlf('Subject: Too much', ...lines))
    await house.drain()
    expect((await house.message(id)).status).toMatch(/^(flagged|withheld)$/)
  })
})
