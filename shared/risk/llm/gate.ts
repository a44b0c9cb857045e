/** Whether a language model may be asked now, and what became of it: memory that the threads of a process share. */
import { setTimeout as pause } from 'node:timers/promises'
import { Breaker, breakerCells } from './breaker.ts'
import { Budget, type BudgetLimits, budgetCells, type OverBudget, placeOf } from './budget.ts'
import { maxSlots, Slots } from './slots.ts'

export interface GateLimits extends BudgetLimits {
  /** Requests under way at once. */
  atOnce: number
}

/** Why the model isn't asked: a budget is used up, it doesn't answer, or too many requests are under way. */
export type Refusal = OverBudget | 'broken' | 'busy'

/**
 * What became of a request: the model found an attack or none, its answer was no verdict, the server would not take
 * this request, or there was no answer.
 */
export type Outcome = 'attack' | 'clean' | 'no_verdict' | 'rejected' | 'unanswered'

const outcomes: readonly Outcome[] = ['attack', 'clean', 'no_verdict', 'rejected', 'unanswered']
const refusals: readonly Refusal[] = ['budget', 'tenant_share', 'broken', 'busy']

const slotsAt = budgetCells
const breakerAt = slotsAt + maxSlots
const numbersAt = breakerAt + breakerCells
const tokensAt = numbersAt + outcomes.length + refusals.length

/** Milliseconds between two looks for a free slot. */
const lookMs = 25

/** Memory for a {@link LlmGate}; handed to each thread, so that they count together. */
export const gateMemory = (): SharedArrayBuffer =>
  new SharedArrayBuffer((tokensAt + 1) * BigInt64Array.BYTES_PER_ELEMENT)

/** Leave to ask, once. */
export interface Pass {
  /** Says what became of it, and what tokens it took where that is known; only the first time counts. */
  settle(outcome: Outcome, tokens?: number): void
}

export class LlmGate {
  readonly #cells: BigInt64Array
  readonly #budget: Budget
  readonly #slots: Slots
  readonly #breaker: Breaker
  readonly #now: () => number

  constructor(memory: SharedArrayBuffer, limits: GateLimits, now: () => number = Date.now) {
    this.#cells = new BigInt64Array(memory)
    this.#budget = new Budget(this.#cells, 0, limits)
    this.#slots = new Slots(this.#cells, slotsAt, limits.atOnce, limits.tenantShare)
    this.#breaker = new Breaker(this.#cells, breakerAt)
    this.#now = now
  }

  /**
   * Asks for leave to make one request of about `tokens` for `tenant`, and waits until fewer are under way; until
   * `signal` is aborted. Whoever gets a pass has to settle it.
   */
  async enter(tenant: string, tokens: number, signal: AbortSignal): Promise<Pass | Refusal> {
    const refused = this.#breaker.isOpen(this.#now())
      ? 'broken'
      : this.#budget.take(tenant, tokens, this.#now())
    if (refused !== null) return this.#refuse(refused)
    const free = await this.#slot(tenant, signal)
    const refusal = free === null ? 'busy' : this.#breaker.passes(this.#now()) ? null : 'broken'
    if (free !== null && refusal === null) return this.#pass(tenant, tokens, free)
    free?.()
    this.#budget.giveBack(tenant, tokens, this.#now())
    return this.#refuse(refusal ?? 'busy')
  }

  /** Whether whoever has a pass may make one more request with it, which is taken of the budget. */
  takeOneMore(tenant: string, tokens: number): boolean {
    return this.#budget.take(tenant, tokens, this.#now()) === null
  }

  async #slot(tenant: string, signal: AbortSignal): Promise<(() => void) | null> {
    while (!signal.aborted) {
      const free = this.#slots.take(placeOf(tenant), this.#now())
      if (free !== null) return free
      await pause(lookMs, undefined, { signal }).catch(() => undefined)
    }
    return null
  }

  #pass(tenant: string, tokens: number, free: () => void): Pass {
    let settled = false
    return {
      settle: (outcome, used = tokens) => {
        if (settled) return
        settled = true
        free()
        // What one mail brings the model to say, or the server to refuse, tells nothing of whether it answers others.
        if (outcome === 'unanswered') this.#breaker.failed(this.#now())
        else this.#breaker.succeeded()
        this.#budget.addTokens(tenant, used - tokens, this.#now())
        this.#count(outcomes.indexOf(outcome))
        Atomics.add(this.#cells, tokensAt, BigInt(used))
      },
    }
  }

  #refuse(refusal: Refusal): Refusal {
    this.#count(outcomes.length + refusals.indexOf(refusal))
    return refusal
  }

  #count(which: number): void {
    Atomics.add(this.#cells, numbersAt + which, 1n)
  }
}

/** What a gate has counted since the process began. */
export interface GateNumbers {
  asked: Record<Outcome, number>
  notAsked: Record<Refusal, number>
  tokens: number
  /** Whether the model is left alone, since it doesn't answer. */
  broken: boolean
}

/** The numbers in the memory of a gate, for metrics. */
export function gateNumbers(memory: SharedArrayBuffer, now: number = Date.now()): GateNumbers {
  const cells = new BigInt64Array(memory)
  const at = (which: number) => Number(Atomics.load(cells, numbersAt + which))
  return {
    asked: Object.fromEntries(outcomes.map((one, i) => [one, at(i)])) as GateNumbers['asked'],
    notAsked: Object.fromEntries(
      refusals.map((one, i) => [one, at(outcomes.length + i)]),
    ) as GateNumbers['notAsked'],
    tokens: Number(Atomics.load(cells, tokensAt)),
    broken: new Breaker(cells, breakerAt).isOpen(now),
  }
}
