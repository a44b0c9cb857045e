/** Brings parts of the process up in order and down in reverse. */
import type { Log } from './log.ts'

interface Part {
  name: string
  stop: () => Promise<void> | void
}

/** What has been started, to be stopped in reverse order. */
export class Lifecycle {
  readonly #parts: Part[] = []
  readonly #log: Log
  #stopping: Promise<void> | undefined

  constructor(log: Log) {
    this.#log = log
  }

  /** Whether {@link stop} has been called: readiness answers 503 from then on. */
  get draining(): boolean {
    return this.#stopping !== undefined
  }

  /** Registers a started part. */
  add(name: string, stop: Part['stop']): void {
    this.#parts.push({ name, stop })
  }

  /** Stops every part, last started first; a part that fails to stop is logged and doesn't hold up the rest. */
  stop(): Promise<void> {
    this.#stopping ??= this.#stopAll()
    return this.#stopping
  }

  async #stopAll(): Promise<void> {
    for (const { name, stop } of this.#parts.toReversed()) {
      try {
        await stop()
      } catch (error) {
        this.#log.error({ part: name, err: error }, 'part failed to stop')
      }
    }
  }
}
