/** What lists of messages are limited to by status, one or several: the contract. */
import { z } from 'zod'
import { type StatusFilter, statusFilters } from './status.ts'

const one = z.enum(statusFilters)
const word = `(?:${statusFilters.join('|')})`

/** Each once, in order, so that a cursor is good however they are written; one alone as it is. */
function each(statuses: readonly StatusFilter[]): StatusFilter | StatusFilter[] {
  const several = [...new Set(statuses)].sort()
  return several.length === 1 ? several[0]! : several
}

export const statusFilter = z
  .union([
    one,
    z.array(one).min(1).max(statusFilters.length).transform(each),
    z
      .string()
      .regex(new RegExp(`^${word}(?:,${word}){1,${statusFilters.length - 1}}$`))
      .transform((text) => each(text.split(',') as StatusFilter[])),
  ])
  .meta({
    description:
      'One status, or several: `status=clean,flagged`, or `status=clean&status=flagged`, lists what has any of them. Four words ask how a message stands, whatever its `status` says by now. `readable`: what an agent may read, which is inbound mail that was let in, clean or flagged, or released. `withheld`: held now. `flagged`: verdict flagged, and not held. `clean`: all others that are past `processing`, outbound ones and released ones too; the `status` shown is `delivered` once a webhook took the message. Any other word is compared with `status`.',
    examples: ['readable'],
  })
