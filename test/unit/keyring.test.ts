/** Sealing with keys derived from one secret. */
import { expect, test } from 'vitest'
import { Keyring } from '../../shared/lib/keyring.ts'

test('what was sealed opens for its own purpose only, also when it was opened before', () => {
  const keyring = new Keyring('a secret of at least 32 characters')
  const sealed = keyring.seal('webhook_secret', 'whsec_x')
  expect(keyring.open('webhook_secret', sealed)).toBe('whsec_x')
  expect(keyring.open('webhook_secret', sealed)).toBe('whsec_x')
  expect(() => keyring.open('cursor', sealed)).toThrow()
})
