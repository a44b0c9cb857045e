/** The text form of API keys. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hashKey, isKey, newKey, prefixOfKey } from '../../shared/domain/api-key.ts'

test('a new key has the form of its mode and passes its own checksum', () => {
  expect(newKey('live')).toMatch(/^svc_live_[0-9A-Za-z]{46}$/)
  expect(newKey('sandbox')).toMatch(/^svc_test_[0-9A-Za-z]{46}$/)
  for (let i = 0; i < 200; i++) expect(isKey(newKey('live'))).toBe(true)
})

test('no two keys are the same, and a prefix does not give the secret away', () => {
  const keys = new Set(Array.from({ length: 1_000 }, () => newKey('live')))
  expect(keys.size).toBe(1_000)
  expect(prefixOfKey(newKey('live'))).toHaveLength(16)
  expect(hashKey('x')).toMatch(/^[0-9a-f]{64}$/)
})

test('a single changed character is always noticed', () => {
  fc.assert(
    fc.property(fc.nat(45), fc.constantFrom(...'0Az9'), (at, character) => {
      const key = newKey('live')
      const position = key.length - 46 + at
      fc.pre(key[position] !== character)
      expect(isKey(`${key.slice(0, position)}${character}${key.slice(position + 1)}`)).toBe(false)
    }),
  )
})

test('no other text is a key', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(isKey(text)).toBe(false)
    }),
  )
  for (const text of [
    '',
    'svc_live_',
    `svc_live_${'0'.repeat(46)}`,
    `svc_prod_${newKey('live').slice(9)}`,
    `${newKey('live')}\n`,
  ])
    expect(isKey(text)).toBe(false)
})
