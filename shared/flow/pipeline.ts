/** The page: every stage that a message goes through, in order. */
import { decide } from './inbound/decide.ts'
import { index } from './inbound/index-stage.ts'
import { notify } from './inbound/notify.ts'
import { parse } from './inbound/parse.ts'
import { receive } from './inbound/receive.ts'
import { report } from './inbound/report.ts'
import { scan } from './inbound/scan.ts'
import { score } from './inbound/score.ts'
import { store } from './inbound/store.ts'
import { thread } from './inbound/thread.ts'
import { recheck } from './outbound/recheck.ts'

/**
 * `now` runs before 250: one transaction, grouped over concurrent sessions; any failure is 451.
 * `queue` runs after it: stages of one queue share a job and a transaction.
 * `deliver` is not a batch stage: each delivery goes its own way (webhook/deliver.ts).
 */
export const inbound = {
  now: [parse, thread, store],
  queue: {
    receive: [receive],
    scan: [scan],
    assess: [score, decide, report, index, notify],
  },
} as const

/**
 * What runs before the answer is on a page of its own (outbound/send.ts): it is of one message, and one transaction with
 * the charge. `relay` runs when a message is due: taken at once, scheduled, or approved. What follows `recheck` is no batch stage:
 * each message goes its own way (outbound/relay.ts), and outcomes are settled together (outbound/settle.ts).
 */
export const outbound = {
  queue: {
    relay: [recheck],
  },
} as const
