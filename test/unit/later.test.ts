/** A library that is read later is missed at once. */
import { PNG } from 'pngjs'
import { expect, test } from 'vitest'
import { later } from '../../shared/lib/later.ts'

test('a library is read when it is asked for', () => {
  expect(later<typeof import('pngjs')>('pngjs')().PNG).toBe(PNG)
})

test('one that is not installed is missed before anything asks for it', () => {
  expect(() => later('no-such-library')).toThrow('no-such-library')
})
