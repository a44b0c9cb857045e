/** Return paths: what we made is read, and nothing else is. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { newId } from '../../shared/domain/ids.ts'
import { Keyring } from '../../shared/lib/keyring.ts'
import {
  aboutOfReturnPath,
  isReturnPath,
  makeReturnPath,
  readReturnPath,
} from '../../shared/mail/return-path.ts'

const keyring = new Keyring('the secret of this test, which is long enough')
const day = 86_400_000
const now = Date.UTC(2026, 10, 21, 12)
const ids = () => ({ tenantId: newId('tenant'), messageId: newId('message'), recipient: 7 })
const localOf = (address: string) => address.slice(0, address.lastIndexOf('@'))

test('says which message and recipient of which tenant it is about, in any letter case, in 64 octets', () => {
  for (let i = 0; i < 200; i++) {
    const { tenantId, messageId } = ids()
    const recipient = i < 100 ? i : null
    const address = makeReturnPath(keyring, 'inbox.example', { tenantId, messageId, recipient }, now)
    expect(address.endsWith('@inbox.example')).toBe(true)
    const local = localOf(address)
    expect(local.length).toBeLessThanOrEqual(64)
    expect(local).toMatch(/^bounce\+[0-9a-z]+$/)
    for (const text of [local, local.toUpperCase()]) {
      const read = readReturnPath(keyring, text, now)!
      expect(read).toMatchObject({ messageId, recipient })
      expect(aboutOfReturnPath(`${text}@inbox.example`)).toEqual({ messageId, recipient })
      expect(tenantId.startsWith(read.tenantPrefix)).toBe(true)
      expect(tenantId.endsWith(read.tenantSuffix)).toBe(true)
      expect(isReturnPath(text)).toBe(true)
    }
  }
})

test('the two tenants of an account, made in the same moment, are told apart', () => {
  const [live, sandbox] = [newId('tenant', now), newId('tenant', now)]
  const suffixes = [live, sandbox].map((tenantId) => {
    const address = makeReturnPath(keyring, 'inbox.example', { ...ids(), tenantId }, now)
    return readReturnPath(keyring, localOf(address), now)!.tenantSuffix
  })
  expect(suffixes[0]).not.toBe(suffixes[1])
})

test('is good for thirty days, also where the count of days begins anew', () => {
  for (const made of [now, (32 ** 3 - 40) * day, (32 ** 3 - 10) * day, 32 ** 3 * day]) {
    const local = localOf(makeReturnPath(keyring, 'inbox.example', ids(), made))
    expect(readReturnPath(keyring, local, made)).not.toBeNull()
    expect(readReturnPath(keyring, local, made + 30 * day)).not.toBeNull()
    expect(readReturnPath(keyring, local, made + 31 * day)).toBeNull()
    expect(readReturnPath(keyring, local, made + 400 * day)).toBeNull()
  }
})

test('with any character changed, or made with another key, it is nothing', () => {
  const local = localOf(makeReturnPath(keyring, 'inbox.example', ids(), now))
  const other = localOf(
    makeReturnPath(new Keyring('another secret, as long as the first one'), 'inbox.example', ids(), now),
  )
  expect(readReturnPath(keyring, other, now)).toBeNull()
  for (let at = 7; at < local.length; at++) {
    const character = local[at] === '0' ? '1' : '0'
    const forged = local.slice(0, at) + character + local.slice(at + 1)
    expect(readReturnPath(keyring, forged, now), forged).toBeNull()
  }
})

test('no other text is one, however long', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 300 }), (text) => {
      expect(readReturnPath(keyring, text, now)).toBeNull()
      expect(readReturnPath(keyring, `bounce+${text}`, now)).toBeNull()
    }),
  )
})
