/** The queues: what a job carries, and how each one retries and runs. */

/** Mail content never goes into a job: it names a message, the stage reads it. */
export interface MessageJob {
  tenantId: string
  messageId: string
}
/** Messages that were accepted in one transaction. */
export interface ReceiveJob {
  messages: (MessageJob & { needsScan: boolean })[]
}
export interface DeliveryJob {
  tenantId: string
  deliveryId: string
}
/** A message that waits for approval, of which reviewers are to be told. */
export interface NoticeJob extends MessageJob {
  approvalId: string
}
/** A user who is to be mailed something; the tenant is the account's live one. */
interface UserJob {
  tenantId: string
  accountId: string
  userId: string
}
/** A user who is to be told that the webhook of an inbox was switched off. */
export interface WebhookNoticeJob {
  tenantId: string
  inboxId: string
  userId: string
}
/** A user who is to be told that a passkey of theirs was added or removed. */
export interface PasskeyNoticeJob extends UserJob {
  what: 'added' | 'removed'
  /** ISO 8601. */
  at: string
}
/** A link that somebody asked for: it is mailed to whoever has its address, if anybody. */
export interface SignInJob {
  linkId: string
  /** That of the page on which it was asked for. */
  language?: string
}
/** A user who is to be told of inbound mail that was withheld. */
export interface WithheldNoticeJob extends UserJob {
  /** The newest of them. */
  messageIds: string[]
  count: number
}
/** A channel that is to be told of what waits. */
export interface ChannelNoticeJob {
  tenantId: string
  channelId: string
  /** The newest of what it is told of. */
  messageIds: string[]
  count: number
  /** Times that it was tried. */
  attempts: number
}
/** An owner who is to be told that a channel has failed. */
export interface ChannelFailureJob {
  tenantId: string
  channelId: string
  userId: string
}
export interface QueueJobs {
  receive: ReceiveJob
  scan: MessageJob
  assess: MessageJob
  deliver: DeliveryJob
  relay: MessageJob
  notice: NoticeJob
  /** A user whose address is to be confirmed. */
  confirmation: UserJob
  webhook_notice: WebhookNoticeJob
  sign_in: SignInJob
  /** A decision on a message that could be undone until now. */
  decision: MessageJob
  /** A user who is invited. */
  invitation: UserJob
  passkey_notice: PasskeyNoticeJob
  /** A user whose digest of what waits is due. */
  digest: UserJob
  withheld_notice: WithheldNoticeJob
  channel_notice: ChannelNoticeJob
  channel_failure: ChannelFailureJob
}
export type QueueName = keyof QueueJobs

interface QueueSettings {
  /** Jobs that one worker takes at a time. */
  batchSize: number
  /** Workers of one process. */
  lanes: number
  /** Milliseconds that a worker pauses after a busy batch, so that the next one grows and accepting mail goes first. */
  pauseMs: number
  /**
   * While mail waits to be accepted by the same process, a worker rests so many times as long as all workers of its
   * queue have worked. Scanning is clamd's work, not ours.
   */
  yieldFactor: number
  /** Seconds before the first retry; doubled for each further one, up to `retryDelayMax`. */
  retryDelay: number
  retryDelayMax: number
  /**
   * Seconds after which an attempt is given up, should its worker still be alive: above the longest that a batch can
   * take, which for `assess` is nine minutes (the eight chunks of each of two workers held up until their deadlines, one
   * after the other, then a minute for messages alone) on a machine of its own, and three hours with a twentieth of one.
   * A worker that is dead is found out by its heartbeat.
   */
  expireInSeconds: number
}

/**
 * The longest that pg-boss allows. What was posted or sent is put on record for as long as that takes (flow/settler.ts),
 * and whoever took its job over meanwhile would do it again; a worker that dies is told by its heartbeat.
 */
const longestExpirySeconds = 86_400

/**
 * Retries have no end, so that nothing is let through or lost while something that it needs is away. A message that a
 * stage itself keeps failing on is withheld by the stages after a few tries.
 */
export const queues: Record<QueueName, QueueSettings> = {
  receive: {
    batchSize: 8,
    lanes: 1,
    pauseMs: 10,
    yieldFactor: 24,
    retryDelay: 1,
    retryDelayMax: 15,
    expireInSeconds: 120,
  },
  scan: {
    batchSize: 8,
    lanes: 2,
    pauseMs: 10,
    yieldFactor: 2,
    retryDelay: 1,
    retryDelayMax: 15,
    expireInSeconds: 10_800,
  },
  assess: {
    batchSize: 128,
    lanes: 2,
    pauseMs: 60,
    yieldFactor: 24,
    retryDelay: 1,
    retryDelayMax: 60,
    expireInSeconds: 10_800,
  },
  deliver: {
    batchSize: 100,
    lanes: 1,
    pauseMs: 25,
    yieldFactor: 8,
    retryDelay: 1,
    retryDelayMax: 60,
    expireInSeconds: longestExpirySeconds,
  },
  relay: {
    batchSize: 200,
    lanes: 1,
    pauseMs: 5,
    yieldFactor: 8,
    retryDelay: 1,
    retryDelayMax: 60,
    expireInSeconds: longestExpirySeconds,
  },
  // A notice to a slow host takes ten minutes: relay/deadlines.ts.
  notice: {
    batchSize: 4,
    lanes: 1,
    pauseMs: 10,
    yieldFactor: 8,
    retryDelay: 15,
    retryDelayMax: 3_600,
    expireInSeconds: 3_600,
  },
  confirmation: {
    batchSize: 4,
    lanes: 1,
    pauseMs: 10,
    yieldFactor: 8,
    retryDelay: 15,
    retryDelayMax: 3_600,
    expireInSeconds: 3_600,
  },
  sign_in: {
    batchSize: 4,
    lanes: 1,
    pauseMs: 10,
    yieldFactor: 8,
    retryDelay: 15,
    retryDelayMax: 3_600,
    expireInSeconds: 3_600,
  },
  decision: {
    batchSize: 8,
    lanes: 1,
    pauseMs: 10,
    yieldFactor: 8,
    retryDelay: 1,
    retryDelayMax: 60,
    expireInSeconds: 600,
  },
  invitation: {
    batchSize: 4,
    lanes: 1,
    pauseMs: 10,
    yieldFactor: 8,
    retryDelay: 15,
    retryDelayMax: 3_600,
    expireInSeconds: 3_600,
  },
  withheld_notice: {
    batchSize: 4,
    lanes: 1,
    pauseMs: 10,
    yieldFactor: 8,
    retryDelay: 15,
    retryDelayMax: 3_600,
    expireInSeconds: 3_600,
  },
  // A dead webhook takes five seconds of its batch.
  channel_notice: {
    batchSize: 16,
    lanes: 2,
    pauseMs: 10,
    yieldFactor: 8,
    retryDelay: 15,
    retryDelayMax: 3_600,
    expireInSeconds: 600,
  },
  channel_failure: {
    batchSize: 4,
    lanes: 1,
    pauseMs: 10,
    yieldFactor: 8,
    retryDelay: 15,
    retryDelayMax: 3_600,
    expireInSeconds: 3_600,
  },
  passkey_notice: {
    batchSize: 4,
    lanes: 1,
    pauseMs: 10,
    yieldFactor: 8,
    retryDelay: 15,
    retryDelayMax: 3_600,
    expireInSeconds: 3_600,
  },
  digest: {
    batchSize: 4,
    lanes: 1,
    pauseMs: 10,
    yieldFactor: 8,
    retryDelay: 15,
    retryDelayMax: 3_600,
    expireInSeconds: 3_600,
  },
  webhook_notice: {
    batchSize: 4,
    lanes: 1,
    pauseMs: 10,
    yieldFactor: 8,
    retryDelay: 15,
    retryDelayMax: 3_600,
    expireInSeconds: 3_600,
  },
}

export const queueNames = Object.keys(queues) as QueueName[]

/** Seconds without a sign of life after which a dead worker's jobs are taken over; pg-boss allows no less. */
export const heartbeatSeconds = 10
/** As good as for ever: with `retryDelayMax` of 15 seconds, some 900 years. */
export const retryLimit = 2_000_000_000
