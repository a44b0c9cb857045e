/** The numbers the service counts, as Prometheus metrics. */
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { LoopDelays } from '../lib/stall-watch.ts'
import type { Backlog } from '../queue/queue.ts'
import type { GateNumbers } from '../risk/llm/gate.ts'
import { watchProcess } from './process-metrics.ts'

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
  readonly unseen = this.#counter(
    'antivirus_unseen_total',
    'Messages that the antivirus refused to look at, by its own settings.',
    ['direction'],
  )
  readonly streamTooSmall = this.#gauge(
    'antivirus_stream_too_small',
    '1 where the antivirus takes no stream as long as MAX_MESSAGE_BYTES, 0 where it does.',
  )
  readonly webhooks = this.#counter('webhook_attempts_total', 'Webhook attempts by outcome.', ['outcome'])
  readonly relayed = this.#counter(
    'mail_relayed_total',
    'Recipients of outbound mail by what became of them in an attempt.',
    ['outcome'],
  )
  readonly stalls = this.#counter(
    'event_loop_stalls_total',
    'Turns of the event loop that were held for 200 ms or longer, by what had begun last.',
    ['work'],
  )
  readonly stage = new Histogram({
    name: 'stage_seconds',
    help: 'Time a batch spent in a stage.',
    labelNames: ['stage'],
    buckets: seconds,
    registers: [this.registry],
  })
  readonly #depth = this.#gauge('queue_depth', 'Jobs that are due: waiting or being worked on.')
  readonly #oldest = this.#gauge(
    'queue_oldest_seconds',
    'Seconds since the oldest job that is due became so.',
  )
  readonly #later = this.#gauge('queue_later', 'Jobs whose time has not come.')

  readonly #delay = new Gauge({
    name: 'event_loop_delay_seconds',
    help: 'How late the event loop was, since this was read last.',
    labelNames: ['quantile'],
    registers: [this.registry],
  })

  constructor() {
    watchProcess(this.registry)
  }

  /** Shows how many bytes of mail the listener holds, each time it is asked for. */
  watchHeld(held: () => { receiving: number; storing: number }): void {
    const name = 'smtp_held_bytes'
    this.registry.removeSingleMetric(name)
    new Gauge({
      name,
      help: 'Bytes of mail that SMTP sessions hold: being received or stored; of those, bytes of large messages being stored.',
      labelNames: ['step'],
      registers: [this.registry],
      collect() {
        for (const [step, bytes] of Object.entries(held())) this.set({ step }, bytes)
      },
    })
  }

  /** Shows when the listener's certificate ends, in seconds since 1970, each time it is asked for. */
  watchCertificate(expiresAt: () => number): void {
    const name = 'smtp_certificate_expires_timestamp_seconds'
    this.registry.removeSingleMetric(name)
    new Gauge({
      name,
      help: 'When the certificate of the SMTP listener ends, in seconds since 1970.',
      registers: [this.registry],
      collect() {
        this.set(expiresAt())
      },
    })
  }

  /** Shows what a language model was asked, and was not, each time it is asked for. */
  watchModel(read: () => GateNumbers): void {
    const { registry } = this
    const shown = (name: string, help: string, labelNames: string[], show: (counter: Counter) => void) =>
      new Counter({
        name,
        help,
        labelNames,
        registers: [registry],
        collect() {
          this.reset()
          show(this)
        },
      })
    const each = (counter: Counter, label: string, numbers: Record<string, number>) => {
      for (const [word, count] of Object.entries(numbers)) counter.inc({ [label]: word }, count)
    }
    shown('llm_asked_total', 'Messages that LLM_URL was asked about, by outcome.', ['outcome'], (counter) =>
      each(counter, 'outcome', read().asked),
    )
    shown('llm_not_asked_total', 'Messages that it was not asked about, by why.', ['reason'], (counter) =>
      each(counter, 'reason', read().notAsked),
    )
    shown('llm_tokens_total', 'Tokens of questions and answers.', [], (counter) => counter.inc(read().tokens))
    new Gauge({
      name: 'llm_broken',
      help: '1 while LLM_URL is left alone, since it does not answer.',
      registers: [registry],
      collect() {
        this.set(read().broken ? 1 : 0)
      },
    })
  }

  /** Prometheus text format, with the gauges as of `backlog` and `delays`; without those of the queues where nobody knows. */
  async render(backlog: Backlog[] | null, delays: LoopDelays): Promise<string> {
    this.#delay.set({ quantile: '0.99' }, delays.p99Ms / 1_000)
    this.#delay.set({ quantile: '1' }, delays.maxMs / 1_000)
    // The last numbers would look like those of now.
    if (backlog === null) for (const gauge of [this.#depth, this.#oldest, this.#later]) gauge.reset()
    for (const { queue, depth, oldestSeconds, later } of backlog ?? []) {
      this.#depth.set({ queue }, depth)
      this.#oldest.set({ queue }, oldestSeconds)
      this.#later.set({ queue }, later)
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
