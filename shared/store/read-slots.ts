/** How many expensive reads run at once: in turn, no tenant takes all, and who can't have a turn soon is told so. */
import { ServiceError } from '../domain/errors.ts'

interface SlotLimits {
  /** Reads at once, in all and of one tenant. */
  size: number
  perTenant: number
  /** Reads that wait for a turn; one more is refused. */
  waiting: number
}

interface Waiter {
  tenantId: string
  begin(): void
}

export class ReadSlots {
  readonly #limits: SlotLimits
  readonly #running = new Map<string, number>()
  #count = 0
  #waiting: Waiter[] = []

  constructor(limits: SlotLimits) {
    this.#limits = limits
  }

  /**
   * Runs `work` when it is its turn.
   * @throws ServiceError `unavailable` where too many wait, or none comes up within `waitMs` or before `signal` aborts.
   */
  async run<T>(
    tenantId: string,
    { waitMs, signal }: { waitMs: number; signal: AbortSignal },
    work: () => Promise<T>,
  ): Promise<T> {
    if (this.#hasRoom(tenantId)) this.#take(tenantId)
    else await this.#turn(tenantId, waitMs, signal)
    try {
      return await work()
    } finally {
      this.#leave(tenantId)
    }
  }

  async #turn(tenantId: string, waitMs: number, signal: AbortSignal): Promise<void> {
    if (this.#waiting.length >= this.#limits.waiting || signal.aborted) throw busy()
    let waiter: Waiter | undefined
    let timer: NodeJS.Timeout | undefined
    let onAbort = () => {}
    try {
      await new Promise<void>((resolve, reject) => {
        onAbort = () => reject(busy())
        waiter = { tenantId, begin: resolve }
        this.#waiting.push(waiter)
        timer = setTimeout(onAbort, waitMs)
        signal.addEventListener('abort', onAbort, { once: true })
      })
    } catch (error) {
      this.#waiting = this.#waiting.filter((one) => one !== waiter)
      throw error
    } finally {
      clearTimeout(timer)
      signal.removeEventListener('abort', onAbort)
    }
  }

  #hasRoom(tenantId: string): boolean {
    const { size, perTenant } = this.#limits
    return this.#count < size && (this.#running.get(tenantId) ?? 0) < perTenant
  }

  #take(tenantId: string): void {
    this.#count++
    this.#running.set(tenantId, (this.#running.get(tenantId) ?? 0) + 1)
  }

  #leave(tenantId: string): void {
    this.#count--
    const left = this.#running.get(tenantId)! - 1
    if (left === 0) this.#running.delete(tenantId)
    else this.#running.set(tenantId, left)
    // Who came first, of those whose tenant has room.
    const next = this.#waiting.findIndex((one) => this.#hasRoom(one.tenantId))
    const [waiter] = next === -1 ? [] : this.#waiting.splice(next, 1)
    if (waiter === undefined) return
    this.#take(waiter.tenantId)
    waiter.begin()
  }
}

const busy = () =>
  new ServiceError('unavailable', 'Too many searches and exports are under way; try again.', {
    retryAfter: 2,
  })
