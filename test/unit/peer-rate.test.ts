/** The rate at which one SMTP peer may send. */
import { expect, test } from 'vitest'
import { PeerRate } from '../../services/smtp/peer-rate.ts'
import { limits } from '../../shared/domain/limits.ts'

test('addresses of one IPv6 network share a rate, those of others have their own', () => {
  const rate = new PeerRate(2)
  expect(rate.take('2001:db8:1:2::1', 0)).toBe(true)
  expect(rate.take('2001:db8:1:2::2', 0)).toBe(true)
  expect(rate.take('2001:db8:1:2:3::3', 0)).toBe(false)
  expect(rate.take('2001:db8:1:3::1', 0)).toBe(true)
  expect(rate.take('2001:db8:1:2::1', 60_000)).toBe(true)
})

test('of too many peers the one that is silent for longest is forgotten, and no other', () => {
  const rate = new PeerRate(1)
  const address = (n: number) => `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`
  for (let n = 0; n < limits.smtpCountedPeers; n++) rate.take(address(n), 0)
  expect(rate.take(address(0), 0)).toBe(false)
  expect(rate.take('192.0.2.1', 0)).toBe(true)
  expect(rate.take(address(0), 0)).toBe(false)
  expect(rate.take(address(2), 0)).toBe(false)
  expect(rate.take(address(1), 0)).toBe(true)
})
