/** How long the body of a request may take, by the numbers of the limits. */
import { EventEmitter } from 'node:events'
import type { Server } from 'node:http'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { endSlowBodies } from '../../services/api/slow-bodies.ts'
import { limits } from '../../shared/domain/limits.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** Milliseconds after which each of `requests` is ended that brings so many bytes at once, and nothing more; on one connection, one after the other. */
function endedAfter(...requests: number[]): number[] {
  const server = new EventEmitter()
  const socket = { bytesRead: 0, destroyed: false }
  let ended = 0
  endSlowBodies(server as Server, () => ended++)
  const times = requests.map((bytes) => {
    const request = Object.assign(new EventEmitter(), { socket, complete: false })
    socket.bytesRead += bytes
    server.emit('request', request)
    const before = ended
    const from = performance.now()
    while (ended === before) vi.advanceTimersByTime(1_000)
    request.emit('close')
    return performance.now() - from
  })
  server.emit('close')
  expect(vi.getTimerCount()).toBe(0)
  return times
}

test('a body has a minute, and a second more for as many bytes as it has brought, those of no earlier one', () => {
  const { requestMs, requestBytesPerSecond } = limits
  const slack = 6_000
  const [small, large, next] = endedAfter(0, 100 * requestBytesPerSecond, 0)
  for (const [took, least] of [
    [small!, requestMs],
    [large!, requestMs + 100_000],
    [next!, requestMs],
  ] as const) {
    expect(took).toBeGreaterThan(least)
    expect(took).toBeLessThan(least + slack)
  }
})

test('a request that is whole is let be, however long its answer takes', () => {
  const server = new EventEmitter()
  const end = vi.fn()
  endSlowBodies(server as Server, end)
  const request = { socket: { bytesRead: 0, destroyed: false }, complete: false }
  server.emit('request', Object.assign(new EventEmitter(), request, { complete: true }))
  vi.advanceTimersByTime(10 * limits.requestMs)
  expect(end).not.toHaveBeenCalled()
  server.emit('close')
})
