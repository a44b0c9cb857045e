/** How slow a machine is while a test asks a service: a reference computation, on the service's own event loop again and again. */

// What some work computes there is only to be held against what the reference took at the same time: a machine that is old,
// or whose cores others use too, computes several times as long for the same.

/** Milliseconds that the reference computes on a machine of 2.5 GHz that has nothing else to do. */
const usualMs = 2
/** Of so many references, the nearest in time, the middle one tells: one alone may have met something. */
const nearest = 9
/** So many times as slow at most: what is slower still has slowed the reference itself, and is no machine's fault. */
const slowest = 4
const says = 'the reference was computed'

/** It does what bodies ask for: writes, reads, encodes and searches half a megabyte. */
const program = `
  import { isMainThread } from 'node:worker_threads'
  if (isMainThread) {
    const text = 'It left our house. '.repeat(30_000)
    const compute = () => {
      const bytes = Buffer.from(JSON.stringify({ text }))
      return /^[ -~]*$/.test(JSON.parse(bytes.toString()).text) && bytes.toString('base64').length
    }
    setInterval(() => {
      const before = process.threadCpuUsage()
      compute()
      const { user, system } = process.threadCpuUsage(before)
      const line = { level: 20, time: new Date(), msg: '${says}', cpu_ms: (user + system) / 1_000 }
      process.stderr.write(JSON.stringify(line) + '\\n')
    }, 200).unref()
  }`

/** Settings of a service whose log tells what the reference takes on its event loop. */
export const withLoopReference = {
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(program)}`,
}

/** A line of the log, as far as it tells of something that was computed. */
interface Line {
  time?: string
  msg?: string
  cpu_ms?: number
}

const lineOf = (text: string): Line => JSON.parse(text) as Line

/** What the log of a service with these settings says of its machine. */
export class LoopReference {
  readonly #log: readonly string[]
  readonly #taken: { at: number; ms: number }[] = []
  #read = 0

  constructor(log: readonly string[]) {
    this.#log = log
  }

  /** References until now. */
  get count(): number {
    this.#readOn()
    return this.#taken.length
  }

  /**
   * What work that computed for `cpuMs` until `time` (ISO 8601) would have taken on the usual machine, as far as this one
   * was slower just then; one that is faster is taken for the usual one.
   */
  usual(cpuMs: number, time: string): number {
    this.#readOn()
    const at = Date.parse(time)
    const near = this.#taken
      .toSorted((a, b) => Math.abs(a.at - at) - Math.abs(b.at - at))
      .slice(0, nearest)
      .map(({ ms }) => ms)
      .toSorted((a, b) => a - b)
    const middle = near[near.length >> 1] ?? usualMs
    return cpuMs / Math.min(slowest, Math.max(1, middle / usualMs))
  }

  #readOn(): void {
    for (; this.#read < this.#log.length; this.#read++) {
      const { time = '', msg, cpu_ms = 0 } = lineOf(this.#log[this.#read]!)
      if (msg === says) this.#taken.push({ at: Date.parse(time), ms: cpu_ms })
    }
  }
}
