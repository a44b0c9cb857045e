/** Parts that are taken down in reverse, none of them in the way of the others. */
import { expect, test } from 'vitest'
import { Lifecycle } from '../../shared/lib/lifecycle.ts'
import { createLog } from '../../shared/lib/log.ts'

const hang = () => new Promise<void>(() => {})

test('a part that never stops, or throws, keeps no other from stopping, and the whole stays within its time', async () => {
  const lifecycle = new Lifecycle(createLog('silent'), { allMs: 500, partMs: 250 })
  const stopped: string[] = []
  lifecycle.add('first', () => void stopped.push('first'))
  lifecycle.add('hanging', hang)
  lifecycle.add('second', () => void stopped.push('second'))
  for (let part = 0; part < 40; part++) lifecycle.add(`hanging ${part}`, hang)
  lifecycle.add('failing', () => Promise.reject(new Error('no')))
  lifecycle.add('third', () => void stopped.push('third'))
  const begun = performance.now()
  await lifecycle.stop()
  expect(stopped).toEqual(['third', 'second', 'first'])
  // One after the other they would take ten seconds.
  expect(performance.now() - begun).toBeLessThan(5_000)
})
