/** The way around the MIME parser for plain text gives what the parser gives. */
import fc from 'fast-check'
import { simpleParser } from 'mailparser'
import { describe, expect, it } from 'vitest'
import { readMimeTree } from '../../shared/mail/mime-tree.ts'
import { plainText } from '../../shared/mail/plain-text.ts'
import { findStructure } from '../../shared/mail/structure.ts'

const parserOptions = {
  skipHtmlToText: true,
  skipTextToHtml: true,
  skipImageLinks: true,
  skipTextLinks: true,
}

function read(raw: Buffer): string | null {
  const tree = readMimeTree(raw)
  return plainText(raw, tree, findStructure(raw, tree))
}

const pieces = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    '\r\n',
    '\n',
    '\r',
    '\r\n\r\n',
    ' ',
    '.',
    '\ufeff',
    '\0',
    '--',
    '--b\r\n',
    '=20',
    'begin 644 a\r\n',
    '> ',
  ),
)
const bodies = fc.array(pieces, { maxLength: 12 }).map((parts) => parts.join(''))
const headers = fc.constantFrom(
  'Content-Type: text/plain; charset=utf-8',
  'Content-Type: text/plain; charset="UTF-8"\r\nContent-Transfer-Encoding: 8bit',
  'Content-Type: text/plain; charset=us-ascii\r\nContent-Transfer-Encoding: 7bit\r\nMIME-Version: 1.0',
)

describe('plain text', () => {
  it('reads as the MIME parser reads it, wherever it is read at all', async () => {
    let read_ = 0
    await fc.assert(
      fc.asyncProperty(headers, bodies, async (header, body) => {
        const raw = Buffer.from(`From: a@b.example\r\n${header}\r\n\r\n${body}`)
        const text = read(raw)
        if (text === null) return
        read_++
        expect(text).toBe((await simpleParser(raw, parserOptions)).text)
      }),
      { numRuns: 500 },
    )
    expect(read_).toBeGreaterThan(200)
  })

  it.each([
    ['flowed text', 'Content-Type: text/plain; charset=utf-8; format=flowed', 'a \r\nb'],
    ['HTML', 'Content-Type: text/html; charset=utf-8', '<p>a'],
    ['an unknown charset', 'Content-Type: text/plain; charset=koi8-r', 'a'],
    [
      'a transfer encoding',
      'Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: base64',
      'YQ==',
    ],
    ['a file', 'Content-Type: text/plain; charset=utf-8\r\nContent-Disposition: attachment', 'a'],
    ['bytes that are not UTF-8', 'Content-Type: text/plain; charset=utf-8', Buffer.from([0x61, 0xff])],
    ['several parts', 'Content-Type: multipart/mixed; boundary=b', '--b\r\n\r\na\r\n--b--'],
    ['two content types', 'Content-Type: text/plain; charset=utf-8\r\nContent-Type: text/html', 'a'],
  ])('leaves %s to the parser', (_, header, body) => {
    expect(read(Buffer.concat([Buffer.from(`${header}\r\n\r\n`), Buffer.from(body)]))).toBeNull()
  })
})
