/** How long a decision of the dashboard can be undone. */
import { expect, test } from 'vitest'
import { secondsBefore } from '../../services/dashboard/pending.ts'

test('a decision can be undone for ten seconds, and is carried out before the time of its approval is up', () => {
  const now = Date.parse('2026-01-01T12:00:00.000Z')
  const before = (expiresAt: string) => secondsBefore(`2026-01-01T${expiresAt}Z`, now)
  expect(before('13:00:00.000')).toBe(10)
  expect(before('12:00:12.000')).toBe(10)
  expect(before('12:00:09.500')).toBe(7.5)
  // At once: in time, or to be told that it is too late.
  for (const expiresAt of ['12:00:02.000', '12:00:00.500', '11:59:59.000']) expect(before(expiresAt)).toBe(0)
})
