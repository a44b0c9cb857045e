/** Brings parts of the process up in order and down in reverse. */
import type { Log } from './log.ts'

interface Part {
  name: string
  stop: () => Promise<void> | void
}

/** Milliseconds that stopping everything may take: less than supervisors wait before they kill. */
const allMs = 28_000
/** Milliseconds that one part may take: a little more than the longest of them, the mail under way, allows itself. */
const partMs = 16_000

/** What has been started, to be stopped in reverse order. */
export class Lifecycle {
  readonly #parts: Part[] = []
  readonly #log: Log
  readonly #limits: { allMs: number; partMs: number }
  #stopping: Promise<void> | undefined

  /** `limits`: milliseconds that stopping all parts, and one of them, may take. */
  constructor(log: Log, limits = { allMs, partMs }) {
    this.#log = log
    this.#limits = limits
  }

  /** Whether {@link stop} has been called: readiness answers 503 from then on. */
  get draining(): boolean {
    return this.#stopping !== undefined
  }

  /** Whether nothing has been started. */
  get empty(): boolean {
    return this.#parts.length === 0
  }

  /** Registers a started part. */
  add(name: string, stop: Part['stop']): void {
    this.#parts.push({ name, stop })
  }

  /**
   * Stops every part, last started first. A part that fails to stop, or takes too long, is logged and doesn't hold up
   * the rest: none but the last may use more than two thirds of the time that is left.
   */
  stop(): Promise<void> {
    this.#stopping ??= this.#stopAll()
    return this.#stopping
  }

  async #stopAll(): Promise<void> {
    const end = performance.now() + this.#limits.allMs
    for (const [index, { name, stop }] of [...this.#parts.entries()].toReversed()) {
      const left = Math.max(0, end - performance.now())
      const deadline = Math.min(this.#limits.partMs, index === 0 ? left : (left * 2) / 3)
      try {
        await within(deadline, stop)
      } catch (error) {
        this.#log.error({ part: name, err: error }, 'part failed to stop')
      }
    }
  }
}

async function within(ms: number, stop: Part['stop']): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`not stopped within ${Math.round(ms)} ms`)), ms)
  })
  try {
    await Promise.race([stop(), late])
  } finally {
    clearTimeout(timer)
  }
}
