/** Taking messages out of SMTP data, however it is cut into pieces. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MessageData } from '../../services/smtp/message-data.ts'

/** The message and what follows it, the data given in pieces of the sizes. */
function takeAll(data: Buffer, sizes: number[]): { content: string; rest: string | null } {
  const message = new MessageData()
  const content: Buffer[] = []
  for (let at = 0, turn = 0; at < data.length; turn++) {
    const size = sizes[turn % sizes.length] ?? data.length
    const piece = message.take(data.subarray(at, at + size))
    at += size
    content.push(piece.content)
    if (piece.rest !== null)
      return {
        content: Buffer.concat(content).toString('latin1'),
        rest: Buffer.concat([piece.rest, data.subarray(at)]).toString('latin1'),
      }
  }
  return { content: Buffer.concat(content).toString('latin1'), rest: null }
}

const stuff = (message: string) => message.replaceAll(/(^|\r\n)\./g, '$1..')

/** Bytes that matter, mostly. */
const text = fc
  .array(fc.constantFrom('\r\n', '\r', '\n', '.', '..', 'a', '\0', '\xff', '\r\n.', '\n.', '\r.'), {
    maxLength: 40,
  })
  .map((pieces) => `${pieces.join('')}\r\n`)
const sizes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 })

test('any message comes out as it was before stuffing, in any pieces, and what follows is left alone', () => {
  fc.assert(
    fc.property(text, sizes, fc.constantFrom('', 'QUIT\r\n', '.\r\n'), (message, pieces, next) => {
      const data = Buffer.from(`${stuff(message)}.\r\n${next}`, 'latin1')
      expect(takeAll(data, pieces)).toEqual({ content: message, rest: next })
    }),
    { numRuns: 5_000 },
  )
})

test('only CRLF.CRLF ends the data', () => {
  const ends = ['\r\n', '\n', '\r', '\r\0\n', '\n\r']
  const forms = ends.flatMap((before) => ends.map((after) => `${before}.${after}`))
  for (const form of forms.filter((one) => one !== '\r\n.\r\n'))
    expect(takeAll(Buffer.from(`a${form}b`, 'latin1'), [1]).rest, JSON.stringify(form)).toBeNull()
})

test('an empty message, and one of a single empty line', () => {
  expect(takeAll(Buffer.from('.\r\n'), [1])).toEqual({ content: '', rest: '' })
  expect(takeAll(Buffer.from('\r\n.\r\n'), [2])).toEqual({ content: '\r\n', rest: '' })
})

test('a leading dot that nobody stuffed is kept', () => {
  expect(takeAll(Buffer.from('.x\r\n.y\r\n.\r\n'), [3])).toEqual({ content: '.x\r\n.y\r\n', rest: '' })
})
