/** The numbers the service counts, as Prometheus metrics. */
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { Backlog } from '../queue/queue.ts'

const seconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]

/** One registry a process; `refresh` fills the gauges when they are asked for. */
export class Metrics {
  readonly registry = new Registry()
  readonly accepted = this.#counter(
    'mail_accepted_total',
    'Messages stored and acknowledged, one per inbox.',
    [],
  )
  readonly duplicates = this.#counter(
    'mail_duplicates_total',
    'Messages acknowledged that were stored before.',
    [],
  )
  readonly refused = this.#counter(
    'mail_refused_total',
    'SMTP commands and messages refused, by error code.',
    ['reason'],
  )
  readonly verdicts = this.#counter('mail_verdicts_total', 'Security outcomes of inbound messages.', [
    'verdict',
  ])
  readonly webhooks = this.#counter('webhook_attempts_total', 'Webhook attempts by outcome.', ['outcome'])
  readonly relayed = this.#counter(
    'mail_relayed_total',
    'Recipients of outbound mail by what became of them in an attempt.',
    ['outcome'],
  )
  readonly stage = new Histogram({
    name: 'stage_seconds',
    help: 'Time a batch spent in a stage.',
    labelNames: ['stage'],
    buckets: seconds,
    registers: [this.registry],
  })
  readonly #depth = this.#gauge('queue_depth', 'Jobs waiting or being worked on.')
  readonly #oldest = this.#gauge('queue_oldest_seconds', 'Age of the oldest job.')

  /** Prometheus text format, with the queue gauges as of `backlog`. */
  async render(backlog: Backlog[]): Promise<string> {
    for (const { queue, depth, oldestSeconds } of backlog) {
      this.#depth.set({ queue }, depth)
      this.#oldest.set({ queue }, oldestSeconds)
    }
    return this.registry.metrics()
  }

  #counter<Label extends string>(name: string, help: string, labelNames: Label[]): Counter<Label> {
    return new Counter({ name, help, labelNames, registers: [this.registry] })
  }

  #gauge(name: string, help: string): Gauge<'queue'> {
    return new Gauge({ name, help, labelNames: ['queue'], registers: [this.registry] })
  }
}
