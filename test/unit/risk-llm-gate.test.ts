/** How often a language model may be asked, by whom, and how many at once: counted by all threads together. */
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { describe, expect, it } from 'vitest'
import { parseConfig } from '../../config/config.ts'
import { Metrics } from '../../shared/flow/metrics.ts'
import { Breaker, breakerCells } from '../../shared/risk/llm/breaker.ts'
import { type GateLimits, gateMemory, gateNumbers, LlmGate } from '../../shared/risk/llm/gate.ts'
import { Slots } from '../../shared/risk/llm/slots.ts'
import { WindowCounts } from '../../shared/risk/llm/window-counts.ts'
import { wideLimits } from '../support/fake-model.ts'

const day = 86_400_000
const cells = (count: number) => new BigInt64Array(new SharedArrayBuffer(8 * count))
const never = new AbortController().signal

/** A gate whose clock the test sets. */
function gateOf(limits: Partial<GateLimits>) {
  const memory = gateMemory()
  const clock = { now: 20_000 * day }
  const gate = new LlmGate(memory, { ...wideLimits, ...limits }, () => clock.now)
  const ask = async (tenant = 'ten_a', tokens = 1, used = tokens): Promise<string> => {
    const pass = await gate.enter(tenant, tokens, never)
    if (typeof pass === 'string') return pass
    pass.settle('clean', used)
    return 'asked'
  }
  const askAll = async (tenant: string): Promise<number> => {
    let count = 0
    while ((await ask(tenant)) === 'asked') count++
    return count
  }
  return { memory, clock, gate, ask, askAll }
}

describe('the budget of a language model', () => {
  it('is so many requests a minute', async () => {
    const { clock, askAll, ask } = gateOf({ perMinute: 3 })
    expect(await askAll('ten_a')).toBe(3)
    expect(await ask('ten_b')).toBe('budget')
    clock.now += 60_000
    expect(await askAll('ten_b')).toBe(3)
  })

  it('is so many requests a day', async () => {
    const { clock, askAll } = gateOf({ perMinute: 2, perDay: 5 })
    const asked: number[] = []
    for (let i = 0; i < 4; i++, clock.now += 60_000) asked.push(await askAll('ten_a'))
    expect(asked).toEqual([2, 2, 1, 0])
    clock.now += day
    expect(await askAll('ten_a')).toBe(2)
  })

  it('is so many tokens a day, as the answers count them', async () => {
    const { ask } = gateOf({ tokensPerDay: 1_000 })
    expect(await ask('ten_a', 600, 100)).toBe('asked')
    expect(await ask('ten_a', 600, 700)).toBe('asked')
    expect(await ask('ten_a', 201, 1)).toBe('budget')
    expect(await ask('ten_a', 200, 200)).toBe('asked')
    expect(await ask('ten_a', 1, 1)).toBe('budget')
  })

  it('of nothing is nothing', async () => {
    for (const limits of [{ perMinute: 0 }, { perDay: 0 }, { tokensPerDay: 0 }])
      expect(await gateOf(limits).ask()).toBe('budget')
  })

  it('is never used up by the mail of one tenant', async () => {
    const { askAll, ask } = gateOf({ perMinute: 60, tenantShare: 50 })
    expect(await askAll('ten_flood')).toBe(30)
    expect(await ask('ten_flood')).toBe('tenant_share')
    expect(await askAll('ten_b')).toBe(15)
    expect(await askAll('ten_c')).toBe(8)
    expect(await ask('ten_d')).toBe('asked')
  })

  it.each<[string, Partial<GateLimits>]>([
    ['requests of a day', { perDay: 60 }],
    ['tokens of a day', { tokensPerDay: 60 }],
  ])('is shared alike in %s', async (_, limits) => {
    const { askAll } = gateOf({ ...limits, tenantShare: 50 })
    expect([await askAll('ten_flood'), await askAll('ten_b')]).toEqual([30, 15])
  })

  it('gives back what was taken for a request that was not made', async () => {
    const { gate, ask } = gateOf({ perMinute: 2, atOnce: 1 })
    const held = await gate.enter('ten_a', 1, never)
    expect(await gate.enter('ten_b', 1, AbortSignal.abort())).toBe('busy')
    if (typeof held === 'string') throw new Error(held)
    held.settle('clean')
    held.settle('clean')
    expect([await ask(), await ask()]).toEqual(['asked', 'budget'])
  })

  it('does not begin anew when the clock is set back', async () => {
    const { clock, askAll } = gateOf({ perMinute: 3 })
    expect(await askAll('ten_a')).toBe(3)
    clock.now -= 5 * 60_000
    expect(await askAll('ten_a')).toBe(0)
  })

  it('is one for all threads: none is counted twice or lost', async () => {
    const memory = gateMemory()
    const limits = { ...wideLimits, perMinute: 500 }
    const taken = await Promise.all(
      ['ten_a', 'ten_a', 'ten_b', 'ten_c'].map(async (tenant) => {
        const workerData = { memory, limits, tenant, now: 20_000 * day }
        const worker = new Worker(new URL('../support/gate-thread.ts', import.meta.url), { workerData })
        const [count] = (await once(worker, 'message')) as [number]
        await worker.terminate()
        return count
      }),
    )
    expect(taken.reduce((sum, count) => sum + count, 0)).toBe(500)
    expect(gateNumbers(memory)).toMatchObject({ asked: { clean: 500 }, tokens: 500 })
  })

  it('is set by an operator, with something for everybody by default', () => {
    const config = parseConfig({ DATABASE_URL: 'postgres://x@127.0.0.1/x' })
    expect(config).toMatchObject({
      LLM_PER_MINUTE: 60,
      LLM_PER_DAY: 20_000,
      LLM_TOKENS_PER_DAY: 50_000_000,
      LLM_TENANT_SHARE: 50,
      LLM_AT_ONCE: 4,
      LLM_MAX_CHARACTERS: 12_000,
    })
    expect(config.LLM_URL).toBeUndefined()
  })
})

describe('requests under way', () => {
  it('are so many at once, and one tenant has no more than its share of them', () => {
    const slots = new Slots(cells(4), 0, 4, 50)
    const free = [slots.take(1, 0), slots.take(1, 0)]
    expect(slots.take(1, 0)).toBeNull()
    expect(slots.take(2, 0)).not.toBeNull()
    expect(slots.take(3, 0)).not.toBeNull()
    expect(slots.take(4, 0)).toBeNull()
    free[0]!()
    expect(slots.take(4, 0)).not.toBeNull()
  })

  it('let one through where there is but one slot', () => {
    const slots = new Slots(cells(1), 0, 1, 1)
    expect(slots.take(1, 0)).not.toBeNull()
    expect(slots.take(2, 0)).toBeNull()
  })

  it('run out where their thread has ended', () => {
    const slots = new Slots(cells(1), 0, 1, 100)
    const free = slots.take(1, 0)!
    expect(slots.take(2, 19_999)).toBeNull()
    expect(slots.take(2, 20_000)).not.toBeNull()
    // Who had it frees nothing of another's.
    free()
    expect(slots.take(3, 20_001)).toBeNull()
  })

  it('are waited for', async () => {
    const { gate } = gateOf({ atOnce: 1 })
    const first = await gate.enter('ten_a', 1, never)
    const second = gate.enter('ten_b', 1, never)
    if (typeof first === 'string') throw new Error(first)
    first.settle('clean')
    expect(await second).toHaveProperty('settle')
  })
})

describe('the breaker', () => {
  it('lets another try where the thread that tried has ended', () => {
    const breaker = new Breaker(cells(breakerCells), 0)
    for (let i = 0; i < 5; i++) breaker.failed(0)
    expect([breaker.isOpen(29_999), breaker.passes(29_999)]).toEqual([true, false])
    expect([breaker.passes(30_001), breaker.passes(30_001)]).toEqual([true, false])
    expect(breaker.passes(50_002)).toBe(true)
  })

  it('is not opened by failures among answers', () => {
    const breaker = new Breaker(cells(breakerCells), 0)
    for (let i = 0; i < 20; i++) {
      for (let j = 0; j < 4; j++) breaker.failed(0)
      breaker.succeeded()
    }
    expect(breaker.passes(0)).toBe(true)
  })
})

describe('counts of a window', () => {
  it('never fall below nothing, whatever is taken back', () => {
    const counts = new WindowCounts(cells(1), 0, 1_000)
    counts.add(0, -5, 10_000)
    expect(counts.read(0, 10_000)).toBe(0)
    expect(counts.take(0, 3, 3, 10_000)).toBe(true)
    expect(counts.take(0, 1, 3, 10_999)).toBe(false)
    expect(counts.read(0, 11_000)).toBe(0)
  })
})

describe('metrics', () => {
  it('name what a model was asked, was not asked, has used, and whether it is left alone', async () => {
    const { memory, ask, gate } = gateOf({ perMinute: 2, tenantShare: 100 })
    const metrics = new Metrics()
    metrics.watchModel(() => gateNumbers(memory))
    await ask('ten_a', 10, 25)
    const pass = await gate.enter('ten_a', 10, never)
    if (typeof pass === 'string') throw new Error(pass)
    pass.settle('no_verdict', 7)
    await ask('ten_a')
    for (let round = 0; round < 2; round++) {
      const text = await metrics.registry.metrics()
      expect(text).toContain('llm_asked_total{outcome="clean"} 1\n')
      expect(text).toContain('llm_asked_total{outcome="no_verdict"} 1\n')
      expect(text).toContain('llm_not_asked_total{reason="budget"} 1\n')
      expect(text).toContain('llm_tokens_total 32\n')
      expect(text).toContain('llm_broken 0\n')
    }
  })
})
