/** Composing: the bytes say what was asked for, in forms that every reader agrees on. */
import fc from 'fast-check'
import { simpleParser } from 'mailparser'
import { expect, test } from 'vitest'
import { type Composition, compose } from '../../shared/mail/compose/compose.ts'
import {
  forwardSubject,
  replySubject,
  withForwarded,
  withQuote,
  withQuotedHtml,
} from '../../shared/mail/compose/message-parts.ts'
import { parseMail } from '../../shared/mail/parse.ts'

const plain: Composition = {
  messageId: 'msg_1@inbox.example',
  date: new Date('2026-01-31T09:30:00Z'),
  from: { name: 'Support, Inc', address: 'desk@inbox.example' },
  to: [{ name: 'Ada', address: 'ada@peer.example' }],
  cc: [],
  replyTo: [],
  subject: 'Order 1815',
  text: 'It is on its way.',
  html: null,
  attachments: [],
  headers: [],
  inReplyTo: null,
  references: [],
  listUnsubscribe: [],
  oneClick: false,
}
const source = async (parts: Partial<Composition> = {}) => (await compose({ ...plain, ...parts })).toString()
const headerOf = (text: string) => text.slice(0, text.indexOf('\r\n\r\n'))
const unfolded = (text: string) => headerOf(text).replaceAll(/\r\n[ \t]/g, ' ')

test('a text is one part with the header fields that RFC 5322 asks for', async () => {
  const text = await source()
  expect(unfolded(text).split('\r\n').sort()).toEqual([
    'Content-Transfer-Encoding: 7bit',
    'Content-Type: text/plain; charset=utf-8',
    'Date: Sat, 31 Jan 2026 09:30:00 +0000',
    'From: "Support, Inc" <desk@inbox.example>',
    'MIME-Version: 1.0',
    'Message-ID: <msg_1@inbox.example>',
    'Subject: Order 1815',
    'To: Ada <ada@peer.example>',
  ])
})

test('text and HTML are alternatives, text first; attachments stand beside them', async () => {
  const attachments = [
    { filename: 'zoë "1".txt', contentType: 'text/plain', content: Buffer.from('a\nb') },
    { filename: 'old.eml', contentType: 'message/rfc822', content: Buffer.from('Subject: x\r\n\r\ny') },
  ]
  const text = await source({ html: '<p>It is on its way.</p>', attachments })
  const types = [...text.matchAll(/^Content-Type: ([a-z/0-9-]+)/gm)].map(([, type]) => type)
  expect(types).toEqual([
    'multipart/mixed',
    'multipart/alternative',
    'text/plain',
    'text/html',
    'text/plain',
    'application/octet-stream',
  ])
  const mail = await parseMail(Buffer.from(text))
  expect(mail.attachments).toMatchObject([
    { filename: 'zoë "1".txt', sizeBytes: 3 },
    { filename: 'old.eml', sizeBytes: 15 },
  ])
  expect(mail.findings).toEqual([])
})

test('images that HTML shows are related to it (RFC 2387); a text shows none', async () => {
  const attachments = [
    { filename: 'logo.png', contentType: 'image/png', content: Buffer.from('png'), contentId: 'logo@desk' },
    { filename: 'a.txt', contentType: 'text/plain', content: Buffer.from('text') },
  ]
  const html = '<p>It is on its way.</p><img src="cid:logo@desk">'
  const text = await source({ html, attachments })
  const types = [...text.matchAll(/^Content-Type: ([a-z/0-9-]+)/gm)].map(([, type]) => type)
  expect(types).toEqual([
    'multipart/mixed',
    'multipart/alternative',
    'text/plain',
    'multipart/related',
    'text/html',
    'image/png',
    'text/plain',
  ])
  expect(text).toMatch(/^Content-I[dD]: <logo@desk>\r$/m)
  expect(text).toMatch(/^Content-Disposition: inline; filename=logo\.png\r$/m)
  const mail = await parseMail(Buffer.from(text))
  expect(mail.html).toContain('cid:logo@desk')
  expect(mail.attachments).toMatchObject([
    { filename: 'logo.png', contentType: 'image/png', contentId: 'logo@desk', inline: true },
    { filename: 'a.txt', contentId: null, inline: false },
  ])
  expect(mail.findings).toEqual([])
  // As a reader's program shows it: with the picture in its place.
  const seen = await simpleParser(text)
  expect(seen.html).toContain(`<img src="data:image/png;base64,${Buffer.from('png').toString('base64')}"`)
  expect(seen.text).toBe('It is on its way.')
  const plain = await source({ attachments })
  expect(plain).not.toMatch(/Content-ID|related/i)
})

test('every line ends in CRLF and is short enough for SMTP', async () => {
  const text = await source({
    text: `${'long '.repeat(2_000)}\nü\r\nbare\rreturn`,
    html: `<p>${'x'.repeat(5_000)}</p>`,
    subject: 'Grüße '.repeat(100),
    headers: [{ name: 'X-Long', value: 'y'.repeat(900) }],
    references: Array.from({ length: 100 }, (_, n) => `${n}-${'r'.repeat(60)}@peer.example`),
  })
  expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(998)
})

test.each([997, 998])('a word of %i characters is said whole, and on no line too long', async (length) => {
  const word = '=?'.padEnd(length, 'w')
  const text = await source({ subject: word, headers: [{ name: 'X-Long', value: word }] })
  for (const line of text.split('\r\n')) expect(line.length).toBeLessThanOrEqual(998)
  const { subject, headers } = await parseMail(Buffer.from(text))
  expect(subject).toBe(word)
  expect(headers.find(({ name }) => name === 'X-Long')?.value).toBe(word)
})

test.each([
  '=?utf-8?q?=34=31=31=31?=',
  'Re: =?utf-8?b?PT91dGYtOD9xP2E/PQ==?= =?x?q?a?=',
  'Grüße =?utf-8?q?=0d=0aBcc:_eve@z.example?=',
])('what looks like an encoded word reads as it was given: %s', async (given) => {
  const text = await source({ subject: given, headers: [{ name: 'X-Agent-Note', value: given }] })
  const { subject, headers } = await parseMail(Buffer.from(text))
  expect(subject).toBe(given)
  expect(headers.find(({ name }) => name === 'X-Agent-Note')?.value).toBe(given)
})

test('only what may be an encoded word is encoded, and any text reads as it was given', async () => {
  const unlike = 'x=?utf-8 if (a=?b : c)'
  const header = unfolded(await source({ subject: unlike, headers: [{ name: 'X-Query', value: unlike }] }))
  expect(header.split('\r\n')).toEqual(expect.arrayContaining([`Subject: ${unlike}`, `X-Query: ${unlike}`]))
  const pieces = fc.constantFrom(
    '=?',
    '?=',
    '?',
    '=',
    'utf-8',
    'x',
    'q',
    'B',
    ' ',
    '_',
    '=41',
    'YQ==',
    'ü',
    '\t',
  )
  const texts = fc.array(pieces, { minLength: 1, maxLength: 40 }).map((some) => some.join('').trim())
  await fc.assert(
    fc.asyncProperty(texts, async (given) => {
      const bytes = Buffer.from(
        await source({ subject: given, headers: [{ name: 'X-Query', value: given }] }),
      )
      const read = await parseMail(bytes)
      const shown = await simpleParser(bytes)
      const plainSpaces = (text: unknown) => String(text ?? '').replaceAll(/[ \t]+/g, ' ')
      for (const text of [
        read.subject,
        read.headers.find(({ name }) => name === 'X-Query')?.value,
        shown.subject,
      ])
        expect(plainSpaces(text)).toBe(plainSpaces(given))
    }),
    { numRuns: 500 },
  )
})

test('no line of a header is nothing but white space, wherever a text has how much of it', async () => {
  const blank = fc.constantFrom(' ', '\t', ' \t')
  const words = fc.array(fc.tuple(fc.nat(90), blank, fc.nat(300)), { minLength: 1, maxLength: 4 })
  const texts = words.map((sizes) =>
    sizes
      .map(([word, gap, count]) => 'w'.repeat(word) + gap.repeat(count))
      .join('')
      .slice(0, 998),
  )
  await fc.assert(
    fc.asyncProperty(texts, texts, texts, async (subject, value, name) => {
      const text = await source({
        subject,
        headers: [{ name: 'X-Gaps', value }],
        from: { name, address: 'desk@inbox.example' },
        to: [{ name, address: 'ada@peer.example' }],
        replyTo: [{ name, address: 'desk@inbox.example' }],
      })
      const header = text.slice(0, text.indexOf('\r\n\r\n'))
      expect(header.split('\r\n').filter((line) => /^[ \t]*$/.test(line))).toEqual([])
      const read = await parseMail(Buffer.from(text))
      expect(read.subject).toBe(subject.trim())
    }),
    { numRuns: 300 },
  )
})

test('a reply refers to what it answers; Message-IDs that no header can hold are left out', async () => {
  const ids = ['root@peer.example', 'bad id@peer', 'x>\r\nBcc: evil@z.example', 'last@peer.example']
  const header = unfolded(await source({ inReplyTo: 'last@peer.example', references: ids }))
  expect(header).toContain('In-Reply-To: <last@peer.example>')
  expect(header).toContain('References: <root@peer.example> <last@peer.example>')
  expect(unfolded(await source({ inReplyTo: 'a b' }))).not.toContain('In-Reply-To')
})

test('of a long chain of references the root and the newest stay', async () => {
  const references = Array.from({ length: 100 }, (_, n) => `${n}@peer.example`)
  const kept = unfolded(await source({ references }))
    .match(/^References: (.*)$/m)![1]!
    .split(' ')
  expect(kept).toHaveLength(40)
  expect([kept[0], kept.at(-1)]).toEqual(['<0@peer.example>', '<99@peer.example>'])
})

test('List-Unsubscribe is written as given, one click only where asked for', async () => {
  const uris = ['https://lists.example/leave?u=1815', 'mailto:leave@lists.example']
  const header = unfolded(await source({ listUnsubscribe: uris, oneClick: true }))
  expect(header).toContain(
    'List-Unsubscribe: <https://lists.example/leave?u=1815>, <mailto:leave@lists.example>',
  )
  expect(header).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
  expect(unfolded(await source({ listUnsubscribe: uris }))).not.toContain('List-Unsubscribe-Post')
})

test('whatever is said comes back as it was said', async () => {
  const line = fc
    .string({ unit: 'grapheme', maxLength: 200 })
    .map((text) => text.replaceAll(/[\p{Cc}\p{Cs}]/gu, ''))
  await fc.assert(
    fc.asyncProperty(fc.array(line, { maxLength: 8 }), line, line, async (lines, subject, name) => {
      const text = lines.join('\n')
      const raw = await compose({ ...plain, text, subject, from: { name, address: 'desk@inbox.example' } })
      const mail = await parseMail(raw)
      expect(mail.body.replace(/\n$/, '')).toBe(text.replace(/\n$/, ''))
      expect(mail.subject.replaceAll(/\s+/g, ' ').trim()).toBe(subject.replaceAll(/\s+/g, ' ').trim())
      expect(mail.toMailboxes).toEqual([{ name: 'Ada', address: 'ada@peer.example' }])
      expect(mail.from?.address).toBe('desk@inbox.example')
      expect(mail.ccMailboxes).toEqual([])
    }),
    { numRuns: 300 },
  )
})

const quoted = {
  from: 'ada@peer.example',
  fromName: 'Ada',
  to: 'desk@inbox.example',
  cc: '',
  subject: 'Order',
  date: 'Sat, 31 Jan 2026 09:30:00 GMT',
  text: 'Where is it?\n> older\n',
}

test('a reply quotes, a forward repeats, and neither lets the other side write HTML', () => {
  expect(withQuote('Soon.', quoted)).toBe(
    'Soon.\n\nOn Sat, 31 Jan 2026 09:30:00 GMT, Ada <ada@peer.example> wrote:\n> Where is it?\n>> older\n',
  )
  expect(withForwarded('', quoted)).toBe(
    '---------- Forwarded message ---------\nFrom: Ada <ada@peer.example>\nDate: Sat, 31 Jan 2026 09:30:00 GMT\nSubject: Order\nTo: desk@inbox.example\n\nWhere is it?\n> older\n',
  )
  expect(withQuotedHtml('<p>x</p>', '<script>alert(1)</script>')).not.toContain('<script>')
})

test('subjects get their prefix once', () => {
  expect([replySubject('Order'), replySubject('RE: Order'), replySubject('')]).toEqual([
    'Re: Order',
    'RE: Order',
    'Re:',
  ])
  expect([forwardSubject('Order'), forwardSubject('Fwd: Order')]).toEqual(['Fwd: Order', 'Fwd: Order'])
})
