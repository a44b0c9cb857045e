/** Base64 that is decoded in steps is what all of it at once gives. */
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { decodeStrictly } from '../../shared/mail/strict-base64.ts'

const content = Buffer.from(
  Array.from({ length: 200_000 }, (_, index) => (index * index + (index >> 7)) & 0xff),
)
const inLines = (line: number, end: string) =>
  content.toString('base64').replace(new RegExp(`(.{${line}})`, 'g'), `$1${end}`)

test.each([
  ['lines of 76', inLines(76, '\r\n')],
  ['lines that end within a group', inLines(75, '\r\n')],
  ['bare line feeds', inLines(64, '\n')],
  ['one line', content.toString('base64')],
  ['lines of all lengths', content.toString('base64').replace(/(A.{40,90})/g, '$1\r\n')],
  ['blanks at its end', `${inLines(76, '\r\n')}${' \r\n'.repeat(40_000)}`],
])('content in %s is decoded, and hashed without it', (_, text) => {
  const raw = Buffer.from(`before${text}after`)
  const [start, end] = [6, 6 + text.length]
  const kept = decodeStrictly(raw, start, end, true)
  expect(kept?.content?.equals(content)).toBe(true)
  const sha256 = createHash('sha256').update(content).digest('hex')
  expect(decodeStrictly(raw, start, end, false)).toEqual({ length: content.length, content: null, sha256 })
})

test.each([
  ['padding in its midst', (text: string) => `${text.slice(0, 78 * 630 - 4)}==\r\n${text.slice(78 * 630)}`],
  [
    'padding where a step ends',
    (text: string) => `${text.slice(0, 78 * 630 - 3)}=\r\n${text.slice(78 * 630)}`,
  ],
  ['a foreign character far behind', (text: string) => `${text.slice(0, 250_000)}!${text.slice(250_001)}`],
  ['a letter too many', (text: string) => `${text.replace(/=/g, '')}QQQ`.slice(0, -1)],
])('base64 with %s is what atob says of it as a whole', (_, broken) => {
  const text = broken(inLines(76, '\r\n'))
  const whole = () => Buffer.from(atob(text), 'latin1')
  let expected: Buffer | null = null
  try {
    expected = whole()
  } catch {}
  const found = decodeStrictly(Buffer.from(text), 0, text.length, true)
  expect(found?.content ?? null).toEqual(expected)
})
