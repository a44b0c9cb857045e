/** What one SMTP peer may have in use. */
import { expect, test } from 'vitest'
import { PeerLimits } from '../../services/smtp/peer-limits.ts'
import { limits } from '../../shared/domain/limits.ts'

test('addresses of one IPv6 network are one peer', () => {
  const peers = new PeerLimits(10, 2)
  expect(peers.enter('2001:db8:1:2::1')).toBe(true)
  expect(peers.enter('2001:db8:1:2::2')).toBe(true)
  expect(peers.enter('2001:db8:1:2:3::3')).toBe(false)
  expect(peers.enter('2001:db8:1:3::1')).toBe(true)
  peers.leave('2001:db8:1:2::1')
  expect(peers.enter('2001:db8:1:2:3::3')).toBe(true)
})

test('a peer holds a part of the memory only, also what it left behind', () => {
  const peers = new PeerLimits(10, 2)
  peers.enter('192.0.2.1')
  for (const count of peers.buffered('192.0.2.1')) count.bytes += 1_000
  peers.leave('192.0.2.1')
  peers.enter('192.0.2.1')
  peers.enter('192.0.2.2')
  expect(peers.buffered('192.0.2.1')).toEqual([
    { bytes: 1_000, max: limits.smtpBufferedBytes },
    { bytes: 1_000, max: limits.smtpBufferedBytesPerPeer },
  ])
  expect(peers.buffered('192.0.2.2').map(({ bytes }) => bytes)).toEqual([1_000, 0])
  expect(limits.smtpBufferedBytesPerPeer).toBeLessThan(limits.smtpBufferedBytes)
})
