/** Parts that are taken down in reverse, none of them in the way of the others. */
import { afterEach, expect, test, vi } from 'vitest'
import { Lifecycle } from '../../shared/lib/lifecycle.ts'
import { createLog } from '../../shared/lib/log.ts'

const hang = () => new Promise<void>(() => {})
const allMs = 500
const parts = 40

afterEach(() => void vi.useRealTimers())

test('a part that never stops, or throws, keeps no other from stopping, and the whole stays within its time', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  const lifecycle = new Lifecycle(createLog('silent'), { allMs, partMs: 250 })
  const stopped: string[] = []
  lifecycle.add('first', () => void stopped.push('first'))
  lifecycle.add('hanging', hang)
  lifecycle.add('second', () => void stopped.push('second'))
  for (let part = 0; part < parts; part++) lifecycle.add(`hanging ${part}`, hang)
  lifecycle.add('failing', () => Promise.reject(new Error('no')))
  lifecycle.add('third', () => void stopped.push('third'))
  const stopping = lifecycle.stop()
  // One after the other they would take ten seconds; and no timer is shorter than a millisecond.
  await vi.advanceTimersByTimeAsync(allMs + parts)
  await stopping
  expect(stopped).toEqual(['third', 'second', 'first'])
})
