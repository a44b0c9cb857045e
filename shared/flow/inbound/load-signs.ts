/** Signs that much mail is being accepted just now, so that the stages after 250 step back for a while. */
import { busyItems } from '../../lib/batcher.ts'

/** A batch of so many bytes, or of `busyItems` messages, is a sign of load: mail waits for the batch before. */
const busyBytes = 1024 * 1024
/**
 * Milliseconds over which mail is counted: `busyItems` messages are a sign of load where the event loop is as busy, or
 * where somebody has waited for a 250 as much of the time, as who sends one mail after the other does.
 */
const windowMs = 100
const busyLoop = 0.6
const busyWaiting = 0.4
/**
 * Fewer are one as well where somebody has waited nearly all of the time: a sender whom the work behind 250 slows down sends
 * fewer, and would never be told from a quiet one.
 */
const slowedItems = 4
const slowedWaiting = 0.6
/** Milliseconds after a sign of load for which more is expected. */
const busyMs = 250

/** Milliseconds, and how much of the time since it was asked last the event loop has worked. */
export interface Clock {
  now(): number
  loop(): number
}

/** Senders that are few make small batches, yet keep the event loop busy, or wait for us most of the time. */
export class LoadSigns {
  readonly #clock: Clock
  #underWay = 0
  #waitingSince = 0
  #busyAt = Number.NEGATIVE_INFINITY
  #window: { from: number; messages: number; waitedMs: number }

  constructor(clock: Clock = processClock()) {
    this.#clock = clock
    this.#window = { from: clock.now(), messages: 0, waitedMs: 0 }
  }

  /** Messages that wait for their 250. */
  get underWay(): number {
    return this.#underWay
  }

  /** Whether there was a sign a short while ago. */
  get busy(): boolean {
    return this.#clock.now() - this.#busyAt < busyMs
  }

  /** A message begins to wait for its 250. */
  begin(): void {
    if (this.#underWay++ === 0) this.#waitingSince = this.#clock.now()
  }

  /** It waits no more, whatever became of it. */
  end(): void {
    if (--this.#underWay === 0) this.#window.waitedMs += this.#clock.now() - this.#waitingSince
  }

  /** So many are about to be stored together. */
  note(messages: number, bytes: number): void {
    const now = this.#clock.now()
    if (messages >= busyItems || bytes >= busyBytes) this.#busyAt = now
    this.#window.messages += messages
    const ms = now - this.#window.from
    if (ms < windowMs) return
    const { messages: some, waitedMs } = this.#window
    const worked = this.#clock.loop()
    const many = some >= busyItems && (worked >= busyLoop || waitedMs >= busyWaiting * ms)
    if (many || (some >= slowedItems && waitedMs >= slowedWaiting * ms)) this.#busyAt = now
    this.#window = { from: now, messages: 0, waitedMs: 0 }
  }
}

function processClock(): Clock {
  let before = performance.eventLoopUtilization()
  return {
    now: () => performance.now(),
    loop() {
      const { utilization } = performance.eventLoopUtilization(before)
      before = performance.eventLoopUtilization()
      return utilization
    },
  }
}
