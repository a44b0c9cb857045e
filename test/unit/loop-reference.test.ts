/** What a service computed is held against a reference of the same time. */
import { expect, test } from 'vitest'
import { LoopReference } from '../support/loop-reference.ts'

const time = (second: number) => new Date(Date.UTC(2026, 0, 31, 12, 0, second)).toISOString()
const reference = (second: number, ms: number) =>
  JSON.stringify({ level: 20, time: time(second), msg: 'the reference was computed', cpu_ms: ms })
const line = (second: number) => JSON.stringify({ level: 40, time: time(second), msg: 'other', cpu_ms: 900 })

test('as far as the machine was slower just then, work counts for less; a faster one counts as usual', () => {
  const log = [line(0)]
  const loop = new LoopReference(log)
  expect(loop.usual(240, time(1))).toBe(240)
  for (let second = 1; second < 20; second++) log.push(reference(second, 2), line(second))
  for (let second = 20; second < 40; second++) log.push(reference(second, second === 30 ? 80 : 6))
  for (let second = 40; second < 60; second++) log.push(reference(second, 1))
  expect(loop.count).toBe(59)
  expect([5, 30, 50].map((second) => Math.round(loop.usual(240, time(second))))).toEqual([240, 80, 240])
})
