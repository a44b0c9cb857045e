/** The message state machines: the one table of allowed status changes, and what each word means. */

export const inboundStatuses = [
  'processing',
  'clean',
  'flagged',
  'withheld',
  'delivered',
  'webhook_failed',
] as const
export const outboundStatuses = [
  'withheld',
  'queued',
  'sent',
  'failed',
  'rejected',
  'expired',
  'bounced',
  'complained',
  'scheduled',
  'cancelled',
] as const
export type InboundStatus = (typeof inboundStatuses)[number]
export type OutboundStatus = (typeof outboundStatuses)[number]
export type MessageStatus = InboundStatus | OutboundStatus
export const messageStatuses: readonly MessageStatus[] = [
  ...new Set([...inboundStatuses, ...outboundStatuses]),
]

/** What lists of messages are limited to: a status, where it isn't one of the hold states of `MessageListQuery`. */
export const statusFilters = [...messageStatuses, 'readable'] as const
export type StatusFilter = MessageStatus | 'readable'

/** Statuses that only outbound messages have. */
export const onlyOutbound: ReadonlySet<StatusFilter> = new Set(
  outboundStatuses.filter((status) => !(inboundStatuses as readonly string[]).includes(status)),
)

/** The security outcome of a message: never changes with delivery. */
export const verdicts = ['clean', 'flagged', 'withheld'] as const
export type Verdict = (typeof verdicts)[number]

export const directions = ['inbound', 'outbound'] as const
export type Direction = (typeof directions)[number]

/** Inbound arrows: from each status to those that may follow it. */
export const inboundArrows: Record<InboundStatus, readonly InboundStatus[]> = {
  processing: ['clean', 'flagged', 'withheld'],
  withheld: ['clean'],
  clean: ['delivered', 'webhook_failed'],
  flagged: ['delivered', 'webhook_failed'],
  webhook_failed: ['delivered'],
  delivered: [],
}

/** Outbound arrows: from each status to those that may follow it. */
export const outboundArrows: Record<OutboundStatus, readonly OutboundStatus[]> = {
  scheduled: ['queued', 'cancelled'],
  withheld: ['queued', 'rejected', 'expired'],
  // Cancelled only while it waits for its time after an approval; the contract says nothing of that.
  queued: ['sent', 'failed', 'cancelled'],
  sent: ['bounced', 'complained'],
  failed: [],
  rejected: [],
  expired: [],
  bounced: [],
  complained: [],
  cancelled: [],
}

/** Whether a message of `direction` may go from `from` to `to`. */
export function mayMove(direction: Direction, from: MessageStatus, to: MessageStatus): boolean {
  const arrows: Record<string, readonly string[]> = direction === 'inbound' ? inboundArrows : outboundArrows
  return arrows[from]?.includes(to) ?? false
}

/** The statuses that may precede `to`: what an idempotent update expects to find. */
export function statusesBefore(direction: Direction, to: MessageStatus): MessageStatus[] {
  const arrows = direction === 'inbound' ? inboundArrows : outboundArrows
  return (Object.entries(arrows) as [MessageStatus, readonly MessageStatus[]][])
    .filter(([, next]) => next.includes(to))
    .map(([from]) => from)
}
