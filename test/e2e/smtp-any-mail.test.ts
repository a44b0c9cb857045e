/** Properties of the listener and the pipeline: any mail is taken and kept byte for byte, any session is survived. */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type House, startHouse } from '../support/house.ts'
import { type Reply, SmtpClient } from '../support/smtp-client.ts'

let house: House
beforeAll(async () => {
  house = await startHouse()
})
afterAll(() => house.stop())

/** Bytes as Latin-1 text: what a wire may carry. */
const bytes = (maxLength: number) =>
  fc.uint8Array({ maxLength }).map((array) => Buffer.from(array).toString('latin1'))
const word = fc.constantFrom(
  'a',
  'Re:',
  'ünïcödé',
  '\u{1f48c}',
  '=?utf-8?Q?=FC?=',
  '=?x?B?!!?=',
  '"',
  '\\',
  '<',
  '@',
  ';',
  '=',
  '\t',
  '(c',
  '\0',
  '\x7f',
)
const words = fc.array(word, { maxLength: 12 }).map((list) => Buffer.from(list.join(' ')).toString('latin1'))
const value = fc.oneof({ weight: 5, arbitrary: words }, { weight: 1, arbitrary: bytes(60) }).map(foldSafely)
const name = fc.constantFrom(
  'Subject',
  'From',
  'To',
  'Cc',
  'Reply-To',
  'Sender',
  'Date',
  'Message-ID',
  'In-Reply-To',
  'References',
  'Received',
  'Return-Path',
  'DKIM-Signature',
  'ARC-Seal',
  'Authentication-Results',
  'List-Unsubscribe',
  'Content-Type',
  'Content-Transfer-Encoding',
  'Content-Disposition',
  'MIME-Version',
  'X-Odd',
  'X',
  '',
  ' ',
  'Bad Name',
)
const field = fc
  .tuple(name, fc.constantFrom(': ', ':', ' : ', ''), value)
  .map((parts) => `${parts.join('')}\r\n`)
const encoding = fc.constantFrom(
  '7bit',
  '8bit',
  'base64',
  'quoted-printable',
  'binary',
  'x-uuencode',
  'BASE64 (c)',
  '',
)
const charset = fc.constantFrom(
  'utf-8',
  'iso-8859-1',
  'utf-16',
  'iso-2022-jp',
  'gb18030',
  'shift_jis',
  'utf-7',
  'x-none',
  '',
)
const type = fc.constantFrom(
  'text/plain',
  'text/html',
  'application/pdf',
  'message/rfc822',
  'image/png',
  'multipart/mixed',
  'text',
  '',
)
const content = fc.oneof(
  bytes(300),
  words,
  fc.constantFrom(
    '<p>Hello</p>',
    '<div style="display:none">x</div>',
    'PK\x03\x04',
    '%PDF-1.7',
    '=',
    '=\r\n',
    '====',
    'QUJD\r\n',
    'begin 644 a\r\n#0V%T\r\n`\r\nend\r\n',
  ),
)

/** A MIME part: header fields, then content or further parts. */
const { part } = fc.letrec<{ part: string; leaf: string; branch: string }>((tie) => ({
  part: fc.oneof({ maxDepth: 4, depthSize: 'small' }, tie('leaf'), tie('branch')),
  leaf: fc
    .tuple(type, charset, encoding, fc.array(field, { maxLength: 2 }), content)
    .map(
      ([mediaType, set, cte, fields, text]) =>
        `Content-Type: ${mediaType}; charset="${set}"\r\nContent-Transfer-Encoding: ${cte}\r\n${fields.join('')}\r\n${text}`,
    ),
  branch: fc
    .tuple(
      fc.constantFrom('mixed', 'alternative', 'related', 'report', 'digest'),
      fc.constantFrom('b', 'x y', '=_1', "'", ''),
      fc.array(tie('part'), { maxLength: 4 }),
      fc.boolean(),
    )
    .map(
      ([subtype, boundary, parts, closed]) =>
        `Content-Type: multipart/${subtype}; boundary="${boundary}"\r\n\r\n${parts
          .map((one) => `--${boundary}\r\n${one}\r\n`)
          .join('')}${closed ? `--${boundary}--\r\n` : ''}`,
    ),
}))

const mail = fc
  .oneof(
    {
      weight: 8,
      arbitrary: fc
        .tuple(fc.array(field, { maxLength: 12 }), part)
        .map(([fields, body]) => fields.join('') + body),
    },
    { weight: 1, arbitrary: bytes(2_000) },
  )
  .map((text) => Buffer.from(`${text}\r\n`, 'latin1'))

/** Line breaks inside a field become folds, so that the field stays one. */
function foldSafely(text: string): string {
  return text.replaceAll(/[\r\n]+/g, '\r\n ')
}

/** Sends mails in one session, a reply each. Dots are stuffed where a CRLF ends a line, nothing else is touched. */
async function sendAll(mails: readonly Buffer[]): Promise<Reply[]> {
  const client = await SmtpClient.connect(house.smtpPort)
  await client.reply()
  await client.command('EHLO client.example')
  const replies: Reply[] = []
  for (const one of mails) {
    const ready = await client.pipeline([
      'MAIL FROM:<ada@sender.example> BODY=8BITMIME',
      `RCPT TO:<${house.inbox.address}>`,
      'DATA',
    ])
    expect(ready.map(({ code }) => code)).toEqual([250, 250, 354])
    const stuffed = one.toString('latin1').replaceAll(/(^|\r\n)\./g, '$1..')
    client.sendBytes(Buffer.from(`${stuffed}.\r\n`, 'latin1'))
    replies.push(await client.reply())
  }
  client.end()
  return replies
}

test('a thousand mails of any make are taken, decided on, listed, and come out byte for byte', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(mail, { minLength: 50, maxLength: 50 }), async (mails) => {
      const [left, right] = await Promise.all([sendAll(mails.slice(0, 25)), sendAll(mails.slice(25))])
      const replies = [...left, ...right]
      expect(new Set(replies.map(({ code }) => code))).toEqual(new Set([250]))
      await house.drain()
      await Promise.all(
        replies.map(async ({ lines }, index) => {
          const id = /msg_[0-9a-z]+/.exec(lines[0] ?? '')?.[0] ?? ''
          expect((await house.message(id)).status).toMatch(/^(clean|flagged|withheld)$/)
          expect((await house.raw(id)).equals(mails[index]!)).toBe(true)
        }),
      )
      const list = await house.api('GET', `/inboxes/${house.inbox.slug}/messages?limit=100`)
      expect(list.status).toBe(200)
      const threads = await house.api('GET', `/inboxes/${house.inbox.slug}/threads?limit=100`)
      expect(threads.status).toBe(200)
    }),
    { numRuns: 20 },
  )
}, 300_000)

const line = fc.oneof(
  fc.constantFrom(
    'HELO x',
    'EHLO x',
    'EHLO',
    'EHLO a b',
    'LHLO x',
    'RSET',
    'NOOP',
    'NOOP x',
    'HELP',
    'VRFY a',
    'AUTH PLAIN',
    'DATA',
    'MAIL FROM:<>',
    'MAIL FROM:<a@b.example>',
    'MAIL FROM:<a@b.example> SIZE=1 BODY=8BITMIME SMTPUTF8',
    'MAIL FROM:<a@b.example> SIZE=x',
    'MAIL FROM:<a@b.example> FOO=bar',
    'MAIL FROM: <a@b.example>',
    'MAIL FROM:a@b.example',
    'MAIL FROM:<<a@b.example>>',
    'MAIL',
    'RCPT TO:<postmaster>',
    'RCPT TO:<postmaster@inbox.localhost>',
    'RCPT TO:<>',
    'RCPT TO:<nobody@inbox.localhost>',
    'RCPT TO:<x@elsewhere.example> NOTIFY=NEVER',
    'RCPT',
    'rcpt to:<postmaster>',
    'Subject: x',
    '',
    '.',
    '..',
    'BDAT 3 LAST',
    'XCLIENT ADDR=1.1.1.1',
    'STARTTLS x',
    'GET / HTTP/1.1',
    'QUIT now',
  ),
  bytes(80),
  fc.integer({ min: 500, max: 3_000 }).map((length) => 'x'.repeat(length)),
)
const lineEnd = fc.constantFrom('\r\n', '\r\n', '\r\n', '\n', '\r')
const script = fc.array(fc.tuple(line, lineEnd), { maxLength: 40 }).map((lines) => lines.flat().join(''))
const cuts = fc.array(fc.integer({ min: 1, max: 200 }), { minLength: 1, maxLength: 6 })

test('any sequence of commands gets well-formed replies, none of a failure of ours, and an end', async () => {
  await fc.assert(
    fc.asyncProperty(script, cuts, async (text, sizes) => {
      const client = await SmtpClient.connect(house.smtpPort)
      const data = Buffer.from(`${text}\r\n.\r\nRSET\r\nQUIT\r\n`, 'latin1')
      for (let at = 0, turn = 0; at < data.length; turn++) {
        const size = sizes[turn % sizes.length]!
        client.sendBytes(data.subarray(at, at + size))
        at += size
      }
      const codes: number[] = []
      for (let code = 0; code !== 221 && code !== 421; ) {
        code = (await client.reply()).code
        codes.push(code)
      }
      await client.closed
      expect(codes[0]).toBe(220)
      for (const code of codes)
        expect([
          214, 220, 221, 250, 252, 354, 421, 452, 500, 501, 502, 503, 504, 550, 552, 553, 555,
        ]).toContain(code)
    }),
    { numRuns: 1_000 },
  )
  const { id } = await house.send({ subject: 'Still here' })
  await house.drain()
  expect((await house.message(id)).status).toBe('clean')
})
