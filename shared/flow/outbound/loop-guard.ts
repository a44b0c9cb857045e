/** Keeps an agent from answering programs, and from answering one for ever (RFC 3834). */
import { ServiceError } from '../../domain/errors.ts'
import { limits } from '../../domain/limits.ts'
import type { Sql } from '../../lib/sql.ts'
import { oneForm } from '../../policy/address-pattern.ts'
import { countSentInThread } from '../../store/sending.ts'
import type { Sending } from './pipeline-items.ts'

/**
 * A bounce is never answered; what wrote or answered by itself only where the request says `allow_automated`. Passing a
 * message on to somebody else is no answer.
 * @throws ServiceError `reply_loop`
 */
export function mustNotLoop({ order, original, draft }: Pick<Sending, 'order' | 'original' | 'draft'>): void {
  if (original === null || order.kind === 'forward' || original.direction === 'outbound') return
  const writers = new Set([original.from, ...original.replyToAddresses].map(oneForm))
  if (!draft.recipients.some(({ address }) => writers.has(oneForm(address)))) return
  if (original.automatedKind === 'bounce')
    throw new ServiceError(
      'reply_loop',
      'The message is a report of a mail system, which nobody reads answers to. Write to the recipient at another address, or forward the report.',
    )
  if (original.automatedKind === 'auto_reply' && !order.body.allow_automated)
    throw new ServiceError(
      'reply_loop',
      'A program wrote the message, and may answer any answer. Where it is meant to get one, say "allow_automated": true.',
    )
}

/**
 * Two programs that answer each other, and don't say that they are any, are told by how much they write: answers in one
 * thread are limited. To be called once the inbox is locked, so that the count is exact.
 * @throws ServiceError `reply_loop`, with the seconds after which there is room again.
 */
export async function mustKeepBudget(
  tx: Sql,
  { principal, order, original }: Pick<Sending, 'principal' | 'order' | 'original'>,
  budget: number,
): Promise<void> {
  if (budget === 0 || original === null || order.kind === 'forward') return
  const hours = limits.loopHours
  const { count, oldest } = await countSentInThread(tx, principal.tenantId, original.id, {
    hours,
    most: budget,
  })
  if (count < budget || oldest === null) return
  const retryAfter = Math.max(1, Math.ceil((Date.parse(oldest) + hours * 3_600_000 - Date.now()) / 1_000))
  throw new ServiceError(
    'reply_loop',
    `${budget} messages went out in this thread within ${hours === 1 ? 'an hour' : `${hours} hours`}: it looks like two programs that answer each other. Go on in ${retryAfter} seconds, or begin a new thread.`,
    { retryAfter },
  )
}
