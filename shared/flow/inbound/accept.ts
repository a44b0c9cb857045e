/** Accepts a message for its inboxes: parsed, threaded and stored with its job before anyone says 250. */
import { createHash } from 'node:crypto'
import type { Arrival } from '../../domain/arrival.ts'
import type { Envelope } from '../../domain/authentication.ts'
import { isDatabaseAway, ServiceError } from '../../domain/errors.ts'
import { newId } from '../../domain/ids.ts'
import { Batcher } from '../../lib/batcher.ts'
import type { Keyring } from '../../lib/keyring.ts'
import { hasOwnMarks } from '../../mail/own-marks.ts'
import { readReturnPath } from '../../mail/return-path.ts'
import type { Database } from '../../store/database.ts'
import { reachedDisk } from '../../store/inbound-message.ts'
import {
  type EnvelopePolicy,
  findRecipients,
  findReportRecipient,
  type Recipient,
} from '../../store/inbox.ts'
import { databaseCode, lockNotAvailable } from '../../store/store-error.ts'
import type { Quotas } from '../access/quotas.ts'
import { SenderGate } from '../policy/sender-gate.ts'
import { commit, prepare } from '../run.ts'
import { LoadSigns } from './load-signs.ts'
import type { InboundParts } from './parts.ts'
import { inbound } from './pipeline.ts'
import type { Accepting } from './pipeline-items.ts'

/** A message as a listener hands it over: `rcptTo` lists what was given at RCPT for each inbox. */
export interface Submission {
  envelope: Omit<Envelope, 'rcptTo'>
  recipients: { recipient: Recipient; rcptTo: string[] }[]
  raw: Uint8Array
}

/**
 * What became of it for one inbox: the id where it is stored; why not, where it is not and may be tried again: the inbox
 * can't take it now, its rate is limited, by a policy or by the service, or a quota of its tenant is used up.
 */
export type Accepted = { messageId: string; duplicate: boolean } | 'unavailable' | 'over_limit' | 'over_quota'

type AcceptParts = { quotas: Quotas; perMinute: number; database: Database; keyring: Keyring } & Pick<
  InboundParts,
  'queue' | 'parser' | 'metrics' | 'log'
>

/** A message by which a transaction is known: where it is, so is all that was committed with it. */
interface Witness {
  tenantId: string
  messageId: string
}

/** What a transaction made of one mail. */
interface Committed {
  accepted: Accepted[]
  witnesses: Witness[]
}

/** Bytes of raw mail that one transaction takes; a bigger message goes alone. */
const batchBytes = 4 * 1024 * 1024
const batchMessages = 100
/** Rows of files and references that one transaction writes; and what a row weighs in bytes, by the time that it takes. */
const batchRows = 1_000
const bytesOfRow = 4 * 1024
/** Milliseconds for which an inbox, once found, is taken to exist. */
const recipientMs = 5_000
const rememberedRecipients = 10_000
const rememberedPolicies = 5_000

/** Whether a message was stored just now: it was taken, and isn't one that was there. */
const isNew = (accepted: Accepted | undefined): boolean => typeof accepted === 'object' && !accepted.duplicate

/** Groups concurrent acceptances of a process into few transactions (group commit). */
export class Acceptor {
  readonly #parts: AcceptParts
  readonly #load = new LoadSigns()
  #forgotten = 0
  // An inbox that is deleted meanwhile is found out when its message is stored, by id.
  readonly #recipients = new Map<string, { at: number; recipient: Recipient }>()
  readonly #policies = new Map<string, EnvelopePolicy>()
  readonly #lookups: Batcher<string, Recipient | null>
  readonly #commits: Batcher<Accepting[], Committed>
  readonly #flushes: Batcher<readonly Witness[], undefined>
  /** Says no to senders at RCPT, and records whom it was said to. */
  readonly senders: SenderGate

  constructor(parts: AcceptParts) {
    this.#parts = parts
    this.senders = new SenderGate(parts)
    this.#lookups = new Batcher(
      async (slugs) => {
        const found = await findRecipients(parts.database, [...new Set(slugs)])
        const bySlug = new Map(found.map((recipient) => [recipient.slug, this.#sharing(recipient)]))
        return slugs.map((slug) => bySlug.get(slug) ?? null)
      },
      { maxItems: 500, lanes: 2 },
      isDatabaseAway,
    )
    this.#flushes = new Batcher<readonly Witness[], undefined>(
      async (asked) => {
        const witnesses = new Map(asked.flat().map((witness) => [witness.messageId, witness]))
        const there = await reachedDisk(parts.database, [...witnesses.values()])
        return asked.map((own) =>
          own.every(({ messageId }) => there.has(messageId))
            ? undefined
            : new ServiceError('storage_unavailable'),
        )
      },
      { maxItems: 10_000, lanes: 2 },
      isDatabaseAway,
    )
    this.#commits = new Batcher(
      (groups) => this.#commit(groups),
      {
        maxItems: batchMessages,
        maxWeight: batchBytes,
        // One at a time: transactions on the same inbox would wait for each other's locks anyway.
        lanes: 1,
        gatherMs: 2,
      },
      isDatabaseAway,
    )
  }

  /** The inbox of a slug (lower case); null where there is none. @throws storage_unavailable. */
  async findRecipient(slug: string): Promise<Recipient | null> {
    const known = this.#recipients.get(slug)
    if (known !== undefined && Date.now() - known.at < recipientMs) return known.recipient
    const forgotten = this.#forgotten
    const recipient = await this.#lookups.add(slug)
    // What was read before a change must not be remembered after it.
    if (this.#forgotten !== forgotten) return recipient
    if (this.#recipients.size >= rememberedRecipients) this.#recipients.clear()
    if (recipient !== null) this.#recipients.set(slug, { at: Date.now(), recipient })
    return recipient
  }

  /**
   * The inbox that the return path with this local part belongs to; null where the path is forged, altered or too old,
   * or where what was sent by it is gone. Policies don't concern the null reverse-path of mail systems.
   * @throws storage_unavailable.
   */
  async findReportRecipient(localPart: string, mailFrom: string): Promise<Recipient | null> {
    const path = readReturnPath(this.#parts.keyring, localPart)
    if (path === null) return null
    const recipient = await findReportRecipient(this.#parts.database, path)
    if (recipient === null) return null
    return mailFrom === '' ? { ...recipient, policies: [] } : recipient
  }

  /** Whether its tenant has room for mail at all: refused at RCPT, it isn't sent in vain. @throws ServiceError `quota_exceeded`. */
  async checkQuota({ tenantId }: Recipient): Promise<void> {
    await this.#parts.quotas.check(tenantId)
  }

  /** Forgets the inboxes of a tenant, whose policies have changed; of all tenants where none is named. */
  forget(tenantId?: string): void {
    for (const [slug, { recipient }] of this.#recipients)
      if (tenantId === undefined || recipient.tenantId === tenantId) this.#recipients.delete(slug)
    this.#forgotten++
  }

  /**
   * Stores a message for each of its inboxes, and answers for each in order; resolves when the transaction has
   * committed and is on disk. The same mail again within a day is acknowledged and stored once, if it can be known again
   * ({@link hasOwnMarks}). An inbox that someone else holds locked, or that is gone by now, has none: the slug may lead
   * to a new one, which the next attempt finds out.
   * @throws ServiceError `storage_unavailable`, `storage_full`: try again later.
   */
  async accept(submission: Submission): Promise<Accepted[]> {
    const { recipients, raw } = submission
    const roomy: Submission['recipients'] = []
    const giveBack: (() => void)[] = []
    let stored: Accepted[] = []
    this.#load.begin()
    try {
      for (const one of recipients) {
        const taken = await this.#takeRoom(one.recipient, raw.byteLength)
        if (taken === null) continue
        roomy.push(one)
        giveBack.push(taken)
      }
      if (roomy.length > 0) stored = await this.#acceptAll({ ...submission, recipients: roomy })
    } finally {
      this.#load.end()
      for (const [index, give] of giveBack.entries()) if (!isNew(stored[index])) give()
    }
    if (roomy.length === recipients.length) return stored
    return recipients.map((one) => {
      const index = roomy.indexOf(one)
      return index < 0 ? 'over_quota' : stored[index]!
    })
  }

  /** Takes room for a message; resolves with what gives it back, null where there is none. */
  async #takeRoom({ tenantId }: Recipient, bytes: number): Promise<(() => void) | null> {
    try {
      return await this.#parts.quotas.take(tenantId, bytes)
    } catch (error) {
      if (error instanceof ServiceError && error.code === 'quota_exceeded') return null
      throw error
    }
  }

  async #acceptAll({ envelope, recipients, raw }: Submission): Promise<Accepted[]> {
    const receivedAt = new Date()
    const rawSha256 = createHash('sha256').update(raw).digest('hex')
    const marked = hasOwnMarks(raw)
    const items: Accepting[] = recipients.map(
      ({ recipient: { tenantId, inboxId, policies, reportsOn }, rcptTo }) => {
        const id = newId('message', receivedAt.getTime())
        return {
          policies,
          perMinute: this.#parts.perMinute,
          arrival: {
            tenantId,
            inboxId,
            id,
            receivedAt: receivedAt.toISOString(),
            envelope: { ...envelope, rcptTo },
            raw,
            rawSha256,
            duplicateHash: createHash('sha256')
              .update(`${inboxId}\n${envelope.mailFrom}\n${rawSha256}`)
              // Better one message stored twice than two stored once.
              .update(marked ? '' : `\n${id}`)
              .digest('hex')
              .slice(0, 32),
            ...(reportsOn === undefined ? {} : { reportsOn }),
          } as Arrival,
        }
      },
    )
    await prepare<Accepting, AcceptParts>(inbound.now, items, this.#parts)
    const { accepted, witnesses } = await this.#store(items)
    // The next transaction may begin while the disk is still writing this one; only 250 has to wait for it.
    if (witnesses.length > 0) await this.#flushes.add(witnesses)
    for (const [index, { outcome }] of items.entries())
      if (outcome === 'inbox_gone') this.#recipients.delete(recipients[index]!.recipient.slug)
    for (const [index, { overLimit }] of items.entries())
      if (overLimit !== undefined)
        await this.senders.record(recipients[index]!.recipient, overLimit, envelope)
    return accepted
  }

  /**
   * Stores a message, in as many transactions as its files and references have rows for: others wait for each. Should one fail behind
   * another, what is left of the message may be tried again, and what is stored is known then.
   */
  async #store(items: readonly Accepting[]): Promise<Committed> {
    const { raw, head } = items[0]!.arrival
    const rows = head.attachments.length + head.references.length + head.inReplyTo.length
    const perBatch = Math.max(1, Math.floor(batchRows / Math.max(1, rows)))
    const stored: Committed = { accepted: [], witnesses: [] }
    for (let at = 0; at < items.length; at += perBatch) {
      const some = items.slice(at, at + perBatch)
      try {
        const { accepted, witnesses } = await this.#commits.add(
          some,
          raw.byteLength + some.length * rows * bytesOfRow,
        )
        stored.accepted.push(...accepted)
        stored.witnesses.push(...witnesses)
      } catch (error) {
        if (at === 0) throw error
        stored.accepted.push(...items.slice(at).map(() => 'unavailable' as const))
        break
      }
    }
    return stored
  }

  /** The same recipient, its policies those that others have too: a global one is kept once, not with each inbox. */
  #sharing(recipient: Recipient): Recipient {
    if (recipient.policies.length === 0) return recipient
    if (this.#policies.size >= rememberedPolicies) this.#policies.clear()
    const policies = recipient.policies.map((policy) => {
      const key = `${policy.id}:${policy.version}`
      const known = this.#policies.get(key)
      if (known === undefined) this.#policies.set(key, policy)
      return known ?? policy
    })
    return { ...recipient, policies }
  }

  /** Whether much is being accepted just now: the stages after 250 can wait a little. */
  get busy(): boolean {
    return this.#load.busy
  }

  async #commit(groups: Accepting[][]): Promise<Committed[]> {
    const items = groups.flat()
    const bytes = groups.reduce((sum, group) => sum + (group[0]?.arrival.raw.byteLength ?? 0), 0)
    this.#load.note(groups.length, bytes)
    // Where nobody else waits, nobody gains by a flush of its own: the commit itself waits for the disk.
    const durable = this.#load.underWay <= 1
    await this.#commitItems(items, { durable, skipLocked: false }).catch((error: unknown) => {
      // Whoever deletes a large inbox holds it for seconds: the mail of all others must not wait as long, nor each
      // message in the batch for that inbox in turn.
      if (databaseCode(error) !== lockNotAvailable) throw error
      return this.#commitItems(items, { durable, skipLocked: true })
    })
    this.#parts.metrics.accepted.inc(items.filter(({ outcome }) => outcome === 'stored').length)
    this.#parts.metrics.duplicates.inc(items.filter(({ outcome }) => outcome === 'duplicate').length)
    const stored = items.find(({ outcome }) => outcome === 'stored')
    return groups.map((group) => ({
      accepted: group.map(({ arrival, outcome }) =>
        outcome === 'stored' || outcome === 'duplicate'
          ? { messageId: arrival.id, duplicate: outcome === 'duplicate' }
          : outcome === 'over_limit'
            ? 'over_limit'
            : 'unavailable',
      ),
      // A duplicate was stored by a transaction of its own, which may not be on disk either.
      witnesses: group.flatMap((item) =>
        item.outcome === 'duplicate'
          ? witnessOf(item)
          : item.outcome === 'stored' && !durable
            ? witnessOf(stored ?? item)
            : [],
      ),
    }))
  }

  async #commitItems(
    items: Accepting[],
    { durable, skipLocked }: { durable: boolean; skipLocked: boolean },
  ): Promise<void> {
    for (const item of items) {
      // A batch that failed is tried again: what it found out must not linger.
      delete item.outcome
      delete item.overLimit
      item.skipLocked = skipLocked
    }
    await commit<Accepting, AcceptParts>(inbound.now, items, this.#parts, { durable, onePlan: true })
  }
}

const witnessOf = ({ arrival: { tenantId, id } }: Accepting): Witness => ({ tenantId, messageId: id })
