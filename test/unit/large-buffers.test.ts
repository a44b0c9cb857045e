/** Large buffers that were let go of don't make the engine collect everything time and again. */
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const source = fileURLToPath(new URL('../../shared/lib/large-buffers.ts', import.meta.url))

/** How often a process collects all while it takes buffers of a megabyte and lets go of them, beside a heap of some size. */
function collections(counted: boolean): number {
  const script = `
    const { countBuffersWithHeap } = await import(${JSON.stringify(source)})
    if (${counted}) countBuffersWithHeap()
    const lives = Array.from({ length: 1_000_000 }, (_, i) => ({ i }))
    const held = []
    for (let i = 0; i < 1_000; i++) {
      held.push(Buffer.alloc(1024 * 1024))
      if (held.length > 10) held.shift()
      if (i % 20 === 0) await new Promise((resolve) => setImmediate(resolve))
    }
    process.exitCode = lives.length === 0 ? 1 : 0
  `
  const trace = execFileSync(process.execPath, ['--trace-gc', '--input-type=module', '-e', script], {
    encoding: 'utf8',
  })
  return trace.split('\n').filter((line) => /\bms: /.test(line) && !line.includes('Scavenge')).length
}

test('counted with the heap, they are collected at most a quarter as often as by themselves', () => {
  expect(4 * collections(true)).toBeLessThanOrEqual(collections(false))
})
