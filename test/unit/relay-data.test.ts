/** A message as it is said after DATA: one message for every peer, whatever its bytes are. */
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import DataStream from 'nodemailer/lib/smtp-connection/data-stream'
import { expect, test } from 'vitest'
import { MessageData } from '../../services/smtp/message-data.ts'
import { asData, withCrlf } from '../../shared/relay/data.ts'

const bytes = fc
  .array(fc.constantFrom('\r\n', '\r', '\n', '.', '..', 'a', 'é', '\r\n.\r\n', '\n.\n', '\r.\r', ' '), {
    maxLength: 30,
  })
  .map((parts) => Buffer.from(parts.join('')))

test('is what comes out at the other end, and ends where we end it', () => {
  fc.assert(
    fc.property(bytes, (content) => {
      const { content: read, rest } = new MessageData().take(asData(content))
      const expected = withCrlf(content)
      const ended = expected.length === 0 || expected.subarray(-2).toString() === '\r\n'
      expect(read.toString('latin1')).toBe(`${expected.toString('latin1')}${ended ? '' : '\r\n'}`)
      expect(rest?.length).toBe(0)
    }),
  )
})

test('has no bare CR or LF, and the final dot once', () => {
  fc.assert(
    fc.property(bytes, (content) => {
      const text = asData(content).toString('latin1')
      expect(text).not.toMatch(/\r(?!\n)|(?<!\r)\n/)
      expect(text.split('\r\n.\r\n').length - 1).toBe(text === '.\r\n' ? 0 : 1)
      expect(text.endsWith('.\r\n')).toBe(true)
    }),
  )
})

test('is made once of a message, however many peers are sent it', () => {
  const content = Buffer.from('Subject: Hi\n\n.One\n')
  expect(asData(content)).toBe(asData(content))
  expect(asData(Buffer.from(content))).not.toBe(asData(content))
})

test('is what Nodemailer would say of it', async () => {
  await fc.assert(
    fc.asyncProperty(
      bytes.filter((content) => content.length > 0),
      async (content) => {
        const theirs = await buffer(Readable.from([content]).pipe(new DataStream()))
        expect(asData(content).toString('latin1')).toBe(theirs.toString('latin1'))
      },
    ),
  )
})

test('whatever line ends and dots follow each other, all of it is said', () => {
  const parts = ['\r', '\n', '.', 'a', '\r\n']
  for (let round = 0; round < 5 ** 6; round++) {
    const given = Array.from({ length: 6 }, (_, index) => parts[Math.floor(round / 5 ** index) % 5]).join('')
    const clean = given.replaceAll(/\r\n|\r|\n/g, '\r\n')
    if (withCrlf(Buffer.from(given)).toString() !== clean) throw new Error(JSON.stringify(given))
    const data = clean.replaceAll(/(^|\r\n)\./g, '$1..') + (clean.endsWith('\r\n') ? '.\r\n' : '\r\n.\r\n')
    if (asData(Buffer.from(given)).toString() !== data) throw new Error(JSON.stringify(given))
  }
  expect(asData(Buffer.alloc(0)).toString()).toBe('.\r\n')
})

test('line ends and dots are seen among any text, wherever in memory the message lies', () => {
  const filling = fc.constantFrom('', 'a', '\t', '\0', '\x7f', '\x80', '\x8d', '\xff', 'a long line of words')
  const pieces = fc.array(fc.tuple(filling, fc.constantFrom('\r\n', '\r', '\n', '.', '\r\n.')), {
    maxLength: 30,
  })
  fc.assert(
    fc.property(pieces, fc.nat(7), (parts, offset) => {
      const text = parts.flat().join('')
      const content = Buffer.from(`${'\n'.repeat(offset)}${text}\n.`, 'latin1').subarray(offset, -2)
      const clean = text.replaceAll(/\r\n|\r|\n/g, '\r\n')
      const end = clean === '' || clean.endsWith('\r\n') ? '.\r\n' : '\r\n.\r\n'
      expect(asData(content).toString('latin1')).toBe(clean.replaceAll(/(^|\r\n)\./g, '$1..') + end)
    }),
    { numRuns: 2_000 },
  )
})
