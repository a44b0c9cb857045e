/** Base64 of requests: what it is, held against its grammar, and what it says. */
import { expect, test } from 'vitest'
import { decodedBase64, isBase64 } from '../../shared/domain/base64.ts'

/** RFC 4648 §4, as a pattern: what is told by decoding must be told like this. */
const grammar = /^[A-Za-z0-9+/]*={0,2}$/
const fits = (text: string): boolean => text.length % 4 === 0 && grammar.test(text)

/** Says whether both tell `text` as the grammar does, and read it as Node does. */
function isTold(text: string): boolean {
  const decoded = decodedBase64(text)
  if (isBase64(text) !== fits(text)) return false
  return fits(text) ? decoded?.equals(Buffer.from(text, 'base64')) === true : decoded === null
}

const letters = ['A', 'Q', '/', '+', '=', '-', '_', ' ', '\n', '!', '\0', 'é', 'Ł', '漢', '\ud83d']

test('all short texts of what it may and may not hold', () => {
  const texts = Array.from({ length: 4 }).reduce<string[]>(
    (shorter) => shorter.flatMap((text) => letters.map((letter) => text + letter)),
    [''],
  )
  expect(texts.length).toBe(letters.length ** 4)
  const wrong = (before: string) => texts.map((text) => before + text).filter((text) => !isTold(text))
  expect(wrong('')).toEqual([])
  expect(wrong('SGVs')).toEqual([])
  expect(wrong('SGU=')).toEqual([])
  expect(['', 'A', 'AA', 'AAA', 'AAAAA', '=', '=='].filter((text) => !isTold(text))).toEqual([])
})

test('long texts, wherever they are cut into pieces', () => {
  const bytes = Buffer.alloc(800_000, 'It left our house.')
  for (const length of [196_607, 196_608, 196_609, 393_215, 393_216, 393_217, 800_000])
    expect(decodedBase64(bytes.toString('base64', 0, length))?.equals(bytes.subarray(0, length))).toBe(true)
  const text = bytes.toString('base64')
  const places = [0, 1, 262_142, 262_143, 262_144, 262_145, 524_287, 524_288, text.length - 2]
  const wrong = places.flatMap((at) =>
    letters.filter((letter) => !isTold(text.slice(0, at) + letter + text.slice(at + 1))),
  )
  expect(wrong).toEqual([])
})
