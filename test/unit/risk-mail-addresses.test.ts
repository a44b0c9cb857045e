/** Addresses are found from each @ backwards, and are those that one pattern finds by trying every character. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { mailAddressesIn, withoutAddresses } from '../../shared/risk/mail-addresses.ts'

const pattern = /[^\s@<>"'(),;:[\]]{1,64}@[a-z0-9.-]{2,120}\.[a-z]{2,24}/g

it.each([
  ['write to ann@corp.example, or bob@mail.corp.example.', ['ann@corp.example', 'bob@mail.corp.example']],
  ['(ann@corp.example)<bob@xy.example>', ['ann@corp.example', 'bob@xy.example']],
  ['a@b a@b.c @corp.example', []],
  ['a@@corp.example', []],
  [`${'a'.repeat(80)}@corp.example`, [`${'a'.repeat(64)}@corp.example`]],
  ['ann@corp.example@evil.example', ['ann@corp.example']],
])('finds those of %j', (text, addresses) => {
  expect([...mailAddressesIn(text)].map(({ address }) => address)).toEqual(addresses)
})

it('says where each stands, and leaves an @ in its place', () => {
  const text = 'to ann@corp.example today'
  expect([...mailAddressesIn(text)]).toEqual([{ address: 'ann@corp.example', start: 3, end: 19 }])
  expect(withoutAddresses(text)).toBe('to @ today')
})

it('finds what the pattern finds', () => {
  const piece = fc.constantFrom('a', 'b1', '@', '.', '-', ' ', '<', '>', ',', 'é', '\n', 'corp.example', '例')
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
      const text = pieces.join('')
      expect([...mailAddressesIn(text)].map(({ address, start }) => [start, address])).toEqual(
        [...text.matchAll(pattern)].map(({ 0: address, index }) => [index, address]),
      )
      expect(withoutAddresses(text)).toBe(text.replace(pattern, '@'))
    }),
    { numRuns: 2_000 },
  )
})
