/** Sealing with keys derived from one secret. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canonicalJson, canonicalPieces } from '../../shared/lib/canonical-json.ts'
import { Keyring } from '../../shared/lib/keyring.ts'

test('what was sealed opens for its own purpose only, also when it was opened before', () => {
  const keyring = new Keyring('a secret of at least 32 characters')
  const sealed = keyring.seal('webhook_secret', 'whsec_x')
  expect(keyring.open('webhook_secret', sealed)).toBe('whsec_x')
  expect(keyring.open('webhook_secret', sealed)).toBe('whsec_x')
  expect(() => keyring.open('cursor', sealed)).toThrow()
})

test('a text in pieces is signed as the whole, and long ones let the event loop have its turn', async () => {
  const keyring = new Keyring('a secret of at least 32 characters')
  await fc.assert(
    fc.asyncProperty(fc.jsonValue(), fc.integer({ min: 0, max: 400_000 }), async (value, length) => {
      const whole = { value, long: `${'a'.repeat(length)}${'🦊"\n'.repeat(20_000)}` }
      const pieces = [...canonicalPieces(whole)]
      expect(pieces.join('')).toBe(canonicalJson(whole))
      for (const piece of pieces) expect(piece.length).toBeLessThan(7 * 64 * 1024)
      expect(await keyring.signPieces('idempotency', pieces)).toBe(
        keyring.sign('idempotency', canonicalJson(whole)),
      )
    }),
    { numRuns: 30 },
  )
  // Between two turns of the event loop no more than so much is signed.
  let sinceTurn = 0
  let most = 0
  const turn = () => {
    sinceTurn = 0
    if (!done) setImmediate(turn)
  }
  let done = false
  setImmediate(turn)
  function* megabytes() {
    for (let given = 0; given < 100; given++) {
      most = Math.max(most, ++sinceTurn)
      yield 'a'.repeat(1024 * 1024)
    }
  }
  await keyring.signPieces('idempotency', megabytes())
  done = true
  expect(most).toBeLessThanOrEqual(8)
})
