/** Cursors. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cutPage, readCursor, signCursor } from '../../shared/domain/pagination.ts'
import { Keyring } from '../../shared/lib/keyring.ts'

const keyring = new Keyring('a secret of at least 32 characters')
const binding = { list: 'messages', tenantId: 'ten_1', filters: { status: 'clean', since: undefined } }

test('a cursor gives back the position it was made of, whatever that is', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary' })), (position) => {
      const stored = position.map((text) => text.toWellFormed())
      expect(readCursor(keyring, binding, signCursor(keyring, binding, stored))).toEqual(stored)
    }),
  )
})

test('a cursor is good for its list, tenant and filters only, in whatever order they stand', () => {
  const cursor = signCursor(keyring, binding, ['x'])
  expect(readCursor(keyring, { ...binding, filters: { since: undefined, status: 'clean' } }, cursor)).toEqual(
    ['x'],
  )
  const others = [
    { ...binding, list: 'threads' },
    { ...binding, tenantId: 'ten_2' },
    { ...binding, filters: { status: 'flagged' } },
    { ...binding, filters: {} },
  ]
  for (const other of others) expect(() => readCursor(keyring, other, cursor)).toThrow('invalid')
  expect(() => readCursor(new Keyring('another secret of 32 characters or so'), binding, cursor)).toThrow(
    'invalid',
  )
})

test('a cursor made by hand is refused', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(() => readCursor(keyring, binding, text)).toThrow('invalid')
    }),
  )
})

test('no cursor is the first page', () => {
  expect(readCursor(keyring, binding, undefined)).toBeNull()
})

test('a page is cut where there is more than it holds', () => {
  const sign = (position: string[]) => position.join()
  expect(cutPage([3, 2, 1], 2, (n) => [String(n)], sign)).toEqual({
    items: [3, 2],
    has_more: true,
    next_cursor: '2',
  })
  expect(cutPage([3, 2], 2, (n) => [String(n)], sign)).toEqual({
    items: [3, 2],
    has_more: false,
    next_cursor: null,
  })
  expect(cutPage([], 2, (n) => [String(n)], sign)).toEqual({ items: [], has_more: false, next_cursor: null })
})
