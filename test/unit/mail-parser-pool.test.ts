/** Parsing on threads. */
import { afterAll, describe, expect, it } from 'vitest'
import { parseMail } from '../../shared/mail/parse.ts'
import { ParserPool } from '../../shared/mail/parser-pool.ts'

const pool = new ParserPool({ size: 1 })
afterAll(() => pool.close())

const message = (subject: string, body = 'hello'): Buffer =>
  Buffer.from(
    `Subject: ${subject}\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\n${body}\r\n--b\r\nContent-Disposition: attachment; filename=a.bin\r\nContent-Transfer-Encoding: base64\r\n\r\n${Buffer.from(subject).toString('base64')}\r\n--b--\r\n`,
  )

describe('a parser pool', () => {
  it('answers each of many messages with its own parse, and leaves the caller his buffers', async () => {
    const raws = Array.from({ length: 100 }, (_, i) => message(`message ${i}`))
    const mails = await Promise.all(raws.map((raw) => pool.parse(raw)))
    expect(mails.map(({ subject }) => subject)).toEqual(raws.map((_, i) => `message ${i}`))
    expect(mails[7]).toEqual(await parseMail(raws[7]!))
    expect(raws.every((raw, i) => raw.equals(message(`message ${i}`)))).toBe(true)
  })

  it('parses a big message', async () => {
    const raw = message('big', 'word '.repeat(50_000))
    expect((await pool.parse(raw)).body.length).toBeGreaterThan(200_000)
    expect(raw.length).toBeGreaterThan(250_000)
  })

  it('reads attachments and sanitizes HTML', async () => {
    const raw = message('content')
    expect(Buffer.from((await pool.attachmentContent(raw, 0))!).toString()).toBe('content')
    expect(await pool.attachmentContent(raw, 1)).toBeNull()
    expect((await pool.attachmentContents(raw)).map((bytes) => Buffer.from(bytes).toString())).toEqual([
      'content',
    ])
    expect(await pool.sanitizeHtml('<b onclick=x>bold</b>')).toBe('<b>bold</b>')
  })

  it('answers with the header and a finding where time runs out, and never rejects', async () => {
    const hasty = new ParserPool({ size: 1, deadlineMs: 1 })
    const mails = await Promise.all([
      hasty.parse(message('small')),
      hasty.parse(message('large', 'x '.repeat(100_000))),
    ])
    expect(mails.map(({ subject }) => subject)).toEqual(['small', 'large'])
    expect(mails.map(({ findings }) => findings[0]?.code)).toEqual(['parse_timeout', 'parse_timeout'])
    expect(mails.every(({ needsScan }) => needsScan)).toBe(true)
    await hasty.close()
  })
})
