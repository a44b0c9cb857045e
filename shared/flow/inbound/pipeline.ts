/** The page of mail that comes in: every stage that it goes through, in order. */
import { decide } from './decide.ts'
import { index } from './index-stage.ts'
import { notify } from './notify.ts'
import { parse } from './parse.ts'
import { receive } from './receive.ts'
import { report } from './report.ts'
import { scan } from './scan.ts'
import { score } from './score.ts'
import { store } from './store.ts'
import { thread } from './thread.ts'

/**
 * `now` runs before 250: one transaction, grouped over concurrent sessions; any failure is 451.
 * `queue` runs after it: stages of one queue share a job and a transaction.
 * `deliver` is not a batch stage: each delivery goes its own way (flow/webhook/deliver.ts).
 */
export const inbound = {
  now: [parse, thread, store],
  queue: {
    receive: [receive],
    scan: [scan],
    assess: [score, decide, report, index, notify],
  },
} as const
