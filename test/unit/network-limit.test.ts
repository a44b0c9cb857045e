/** Callers without a name are counted by their network, for a minute, in bounded memory. */
import { expect, test } from 'vitest'
import { ServiceError } from '../../shared/domain/errors.ts'
import { limits } from '../../shared/domain/limits.ts'
import { NetworkLimit } from '../../shared/flow/access/network-limit.ts'

/** A limit of three, and the clock it goes by. */
function three() {
  const clock = { ms: 1_000_000 }
  return { limit: new NetworkLimit('knocks', 3, () => clock.ms), clock }
}
function refusal(limit: NetworkLimit, address: string): ServiceError | null {
  try {
    limit.take(address)
    return null
  } catch (error) {
    return error as ServiceError
  }
}

test('beyond the limit a network is refused until its minute ends, and others are not', () => {
  const { limit, clock } = three()
  for (const address of ['2001:db8::1', '2001:db8::2', '2001:db8::3'])
    expect(refusal(limit, address)).toBeNull()
  clock.ms += 20_000
  const refused = refusal(limit, '2001:db8::4')
  expect(refused).toBeInstanceOf(ServiceError)
  expect(refused).toMatchObject({
    code: 'rate_limited',
    retryAfter: 40,
    rate: { limit: 3, seconds: 60, reset: 40 },
    message: 'Rate limit exceeded: 3 knocks a minute from one network. Try again in 40 seconds.',
  })
  expect(refusal(limit, '2001:db8:0:1::1')).toBeNull()
  expect(refusal(limit, '192.0.2.1')).toBeNull()
  clock.ms += 40_000
  expect(refusal(limit, '2001:db8::4')).toBeNull()
})

test('what is given back does not count', () => {
  const { limit } = three()
  for (let n = 0; n < 10; n++) {
    limit.take('192.0.2.1')
    limit.giveBack('192.0.2.1')
  }
  for (let n = 0; n < 3; n++) expect(refusal(limit, '192.0.2.1')).toBeNull()
  expect(refusal(limit, '192.0.2.1')).not.toBeNull()
  limit.giveBack('192.0.2.99')
})

test('however many networks come, no more than so many are remembered, the newest', () => {
  const { limit } = three()
  for (let n = 0; n < 3; n++) limit.take('192.0.2.1')
  for (let n = 0; n < limits.countedNetworks - 1; n++)
    limit.take(`10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`)
  expect(refusal(limit, '192.0.2.1')).not.toBeNull()
  for (let n = 0; n < 500; n++) limit.take(`11.0.${n >> 8}.${n & 255}`)
  expect(limit.size).toBe(limits.countedNetworks)
  for (let n = 0; n < 2; n++) limit.take('11.0.1.243')
  expect(refusal(limit, '11.0.1.243')).not.toBeNull()
})
