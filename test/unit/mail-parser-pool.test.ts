/** Parsing on threads. */
import { createHash } from 'node:crypto'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { limits } from '../../shared/domain/limits.ts'
import { PoolClosedError } from '../../shared/lib/thread-errors.ts'
import { ThreadPool } from '../../shared/lib/thread-pool.ts'
import { compose } from '../../shared/mail/compose/compose.ts'
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

  it('reads a large message where it lies in shared memory, and tells of its file before storing what it tells later', async () => {
    const file = Buffer.from(Array.from({ length: 300_000 }, (_, index) => (index * index) & 0xff))
    const encoded = file.toString('base64').replace(/(.{76})/g, '$1\r\n')
    const raw = Buffer.from(
      message('large')
        .toString()
        .replace(/bGFyZ2U=/, encoded),
    )
    const shared = Buffer.from(new SharedArrayBuffer(raw.length))
    raw.copy(shared)
    const { head } = await pool.toStore(shared)
    expect(head.attachments).toMatchObject([{ filename: 'a.bin', sizeBytes: file.length }])
    expect(head.attachments).toEqual((await pool.parse(raw)).attachments)
    expect((await pool.parse(shared)).attachments).toEqual(head.attachments)
    expect(shared.equals(raw)).toBe(true)
  })

  it('reads attachments and sanitizes HTML', async () => {
    const raw = message('content')
    const attached = (await pool.attachment(raw, 0))!
    expect(Buffer.from(attached.content).toString()).toBe('content')
    expect(attached.charset).toBeNull()
    expect(await pool.attachment(raw, 1)).toBeNull()
    const files = await pool.attachments(raw)
    expect(files.map(({ content, charset }) => [Buffer.from(content).toString(), charset])).toEqual([
      ['content', null],
    ])
    expect(await pool.sanitizeHtml('<b onclick=x>bold</b>')).toBe('<b>bold</b>')
  })

  it('composes a large message on a thread, and one that is small here: byte for byte the same', async () => {
    const parts = (text: string, content: Buffer) => ({
      messageId: 'msg_1@inbox.example',
      date: new Date('2026-01-31T09:30:00Z'),
      from: { name: 'Desk', address: 'desk@inbox.example' },
      to: [{ name: '', address: 'ada@peer.example' }],
      cc: [],
      replyTo: [],
      subject: 'Order é',
      text,
      html: null,
      attachments: [{ filename: 'a.bin', contentType: 'application/octet-stream', content }],
      headers: [],
      inReplyTo: null,
      references: [],
      listUnsubscribe: [],
      oneClick: false,
    })
    const crossings = vi.spyOn(ThreadPool.prototype, 'run')
    // Boundaries of parts are random.
    const bytes = (raw: Buffer) => raw.toString('latin1').replaceAll(/--_NmP-[\w-]+/g, '--b')
    const { composedHereBytes, composedHereCharacters } = limits
    for (const [large, given] of [
      [false, parts('hello', Buffer.alloc(composedHereBytes, 'ab'))],
      [true, parts('hello', Buffer.alloc(composedHereBytes + 1, 'ab'))],
      [false, parts('é\n'.repeat(composedHereCharacters / 2), Buffer.from('a'))],
      [true, parts('é\n'.repeat(composedHereCharacters / 2 + 1), Buffer.from('a'))],
    ] as const) {
      crossings.mockClear()
      const raw = await pool.compose(given)
      expect(bytes(raw) === bytes(await compose(given))).toBe(true)
      // Whoever reads, hashes or scans it next takes no copy.
      expect(raw.buffer instanceof SharedArrayBuffer).toBe(large)
      expect(crossings).toHaveBeenCalledTimes(large ? 1 : 0)
      expect(given.attachments[0]!.content.length).toBeGreaterThan(0)
    }
  })

  it('hashes a large message on a thread, and one that is small here, with and without a text behind it', async () => {
    const crossings = vi.spyOn(ThreadPool.prototype, 'run')
    const sha256 = (...pieces: (string | Uint8Array)[]) =>
      pieces.reduce((hash, piece) => hash.update(piece), createHash('sha256')).digest('hex')
    const small = Buffer.alloc(64 * 1024, 'abc')
    const large = Buffer.alloc(64 * 1024 + 1, 'abc')
    const shared = Buffer.from(new SharedArrayBuffer(large.length))
    large.copy(shared)
    for (const [raw, crosses] of [
      [small, 0],
      [large, 1],
      [shared, 1],
    ] as const)
      for (const behind of ['', 'Bcc: ada@peer.example\r\n']) {
        crossings.mockClear()
        expect(await pool.hashes(raw, behind)).toEqual({
          rawSha256: sha256(raw),
          contentSha256: sha256(raw, behind),
        })
        expect(crossings).toHaveBeenCalledTimes(crosses)
        // The caller still has his.
        expect(raw.length).toBeGreaterThan(0)
      }
  })

  it('answers with the header and a finding where time runs out', async () => {
    const hasty = new ParserPool({ size: 1, deadlineMs: 1 })
    const html = (bytes: number) =>
      Buffer.from(
        `Subject: ${bytes}\r\nContent-Type: text/html\r\n\r\n${'<p><i>x</i>\r\n'.repeat(bytes / 13)}`,
      )
    // Together in one crossing: both are tried alone then.
    const sizes = [60_000, 61_000, 4_000_000]
    const mails = await Promise.all(sizes.map((bytes) => hasty.parse(html(bytes))))
    expect(mails.map(({ subject }) => subject)).toEqual(sizes.map(String))
    expect(mails[2]!.findings[0]?.code).toBe('parse_timeout')
    expect(mails.every(({ needsScan, findings }) => needsScan || findings.length === 0)).toBe(true)
    await hasty.close()
  })

  it('hands a message back unread when it is closed: nothing is found out about it', async () => {
    const closing = new ParserPool({ size: 1 })
    const settled = Promise.allSettled([
      closing.parse(message('small')),
      closing.parse(message('large', 'x '.repeat(100_000))),
      closing.toStore(message('accepted')),
    ])
    await closing.close()
    const closed = { status: 'rejected', reason: expect.any(PoolClosedError) }
    expect(await settled).toMatchObject([closed, closed, closed])
    await expect(closing.toStore(message('late'))).rejects.toThrow(PoolClosedError)
  })
})
