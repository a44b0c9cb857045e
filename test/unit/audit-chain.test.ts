/** The form in which audit entries are hashed: published, so that it never changes. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type ChainedEntry, canonicalEntry, genesisHash, linkHash } from '../../shared/domain/audit-chain.ts'
import { chainEntries } from '../../shared/flow/audit/link.ts'
import { checkLink } from '../../shared/flow/audit/verify.ts'

const entry: ChainedEntry = {
  sequence: 1,
  tenant_id: 'ten_01ka2b3c4d5e6f7g8h9j0kmnpq',
  id: 'aud_01ka2b3c4d5e6f7g8h9j0kmnpq',
  inbox_id: 'inb_01ka2b3c4d5e6f7g8h9j0kmnpq',
  event_type: 'msg_recv',
  severity: 'low',
  description: 'Message received.',
  metadata: { size_bytes: 2048, message_id: 'msg_01ka2b3c4d5e6f7g8h9j0kmnpq' },
  created_at: '2026-03-01T12:00:00.000Z',
}

test('the example of docs/AUDIT.md has the hash that it says', () => {
  expect(linkHash(genesisHash, entry).toString('hex')).toBe(
    'c78c2ea3a5bb6a4e339560fd25c0b37793189a2b3398d601196298f364bd3c2a',
  )
})

test('metadata is written as RFC 8785 has it: keys by UTF-16 code units, numbers and strings as in ECMAScript', () => {
  const metadata = {
    '\u20ac': 'Euro Sign',
    '\r': 'Carriage Return',
    '\ufb33': 'Hebrew Letter Dalet With Dagesh',
    '1': 'One',
    '\ud83d\ude00': 'Emoji: Grinning Face',
    '\u0080': 'Control',
    '\u00f6': 'Latin Small Letter O With Diaeresis',
    numbers: [Number('333333333.33333329'), 1e30, 4.5, 2e-3, 1e-27, -0],
    literals: [null, true, false],
    string: '\u20ac$\u000f\nA\'B"\\\\"/',
  }
  const text = canonicalEntry({ ...entry, metadata })
  expect(text).toContain(
    `"metadata":{"\\r":"Carriage Return","1":"One","literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27,0],"string":"\u20ac$\\u000f\\nA'B\\"\\\\\\\\\\"/","\u0080":"Control","\u00f6":"Latin Small Letter O With Diaeresis","\u20ac":"Euro Sign","\ud83d\ude00":"Emoji: Grinning Face","\ufb33":"Hebrew Letter Dalet With Dagesh"}`,
  )
})

test('whatever is done to a chain of entries, the first link that is not as it was is found', () => {
  const text = fc.string({ maxLength: 20 })
  const anyEntry = fc.record({
    id: fc.uuid(),
    description: text,
    metadata: fc.dictionary(text, fc.jsonValue()),
  })
  fc.assert(
    fc.property(
      fc.array(anyEntry, { minLength: 2, maxLength: 12 }),
      fc.nat(),
      fc.nat(),
      text,
      (given, a, b, other) => {
        const entries = given.map((one) => ({ ...entry, ...one }))
        const { links } = chainEntries([], entries)
        const chain = links.map(({ sequence, entryId, hash }, index) => ({
          sequence,
          entryId,
          hash: Buffer.from(hash),
          entry: entries[index]!,
        }))
        const firstBreak = () => {
          let previous: { sequence: number; hash: Uint8Array } = { sequence: 0, hash: genesisHash }
          for (const link of chain) {
            const found = checkLink(previous, link, chain)
            if (found !== null) return found
            previous = link
          }
          return null
        }
        expect(firstBreak()).toBeNull()
        const [first, second] = [a % chain.length, b % chain.length].sort((x, y) => x - y) as [number, number]
        if (first !== second && entries[first]!.id !== entries[second]!.id) {
          const [one, two] = [chain[first]!, chain[second]!]
          const moved = one.entry
          one.entry = two.entry
          two.entry = moved
          expect(firstBreak()).toMatchObject({ kind: 'reordered', sequence: first + 1 })
          two.entry = one.entry
          one.entry = moved
        }
        const changed = chain[second]!
        changed.entry = { ...changed.entry!, description: `${changed.entry!.description}${other}.` }
        expect(firstBreak()).toMatchObject({ kind: 'changed', sequence: second + 1 })
      },
    ),
  )
})
