/** Refuses senders at RCPT, by the policies of the inbox, and puts on record whom it refused. */
import { auditEntry } from '../../domain/audit.ts'
import type { Envelope } from '../../domain/authentication.ts'
import { ServiceError } from '../../domain/errors.ts'
import { limits } from '../../domain/limits.ts'
import type { Firing } from '../../domain/policy.ts'
import type { Log } from '../../lib/log.ts'
import { evaluate } from '../../policy/evaluate.ts'
import { insertAuditEntries } from '../../store/audit.ts'
import type { Database } from '../../store/database.ts'
import type { Recipient } from '../../store/inbox.ts'
import { wouldExceed } from './count.ts'

type Sender = Pick<Envelope, 'mailFrom' | 'peerAddress'>

/** Pairs of policy and inbox whose refusals are being counted; beyond, each is recorded by itself. */
const remembered = 10_000

/** One a process. */
export class SenderGate {
  readonly #database: Database
  readonly #log: Log
  /** By policy and inbox: when a refusal was last put on record, and how many there were since. */
  readonly #recorded = new Map<string, { at: number; since: number }>()

  constructor({ database, log }: { database: Database; log: Log }) {
    this.#database = database
    this.#log = log
  }

  /**
   * Whether `recipient` takes mail from the envelope sender: nobody has proved anything yet, so only what the envelope
   * settles is refused. A rate limit is looked at here; it is counted when the message is taken.
   * @throws ServiceError `policy_blocked`, `sender_rate_limited`, `storage_unavailable`.
   */
  async check(recipient: Recipient, sender: Sender): Promise<void> {
    const { tenantId, inboxId, policies } = recipient
    const { mailFrom } = sender
    const fired = evaluate(policies, { stage: 'rcpt', direction: 'inbound', mailFrom })
    const listed = fired.find(({ action }) => action === 'block')
    if (listed !== undefined) {
      await this.record(recipient, listed, sender)
      throw new ServiceError('policy_blocked')
    }
    const blocking = policies.filter(({ action }) => action === 'block')
    const message = { tenantId, inboxId, policies: blocking, counterparties: [mailFrom] }
    const [limited] = await wouldExceed(this.#database, 'inbound', message)
    if (limited === undefined) return
    await this.record(recipient, limited, sender)
    throw new ServiceError('sender_rate_limited')
  }

  /**
   * Puts a refusal on record: the first one of a policy at an inbox at once, and then one a minute with how many there
   * were, so that a stranger can't fill the log. A log that can't be written is no reason to take the mail.
   */
  async record(
    { tenantId, inboxId }: Pick<Recipient, 'tenantId' | 'inboxId'>,
    { policyId, reason }: Firing,
    { mailFrom, peerAddress }: Sender,
  ): Promise<void> {
    const key = `${policyId}:${inboxId}`
    const last = this.#recorded.get(key)
    if (last !== undefined && Date.now() - last.at < limits.policyAuditSeconds * 1_000) {
      last.since++
      return
    }
    if (this.#recorded.size >= remembered) this.#recorded.clear()
    this.#recorded.set(key, { at: Date.now(), since: 0 })
    const entry = auditEntry(tenantId, inboxId, 'policy', 'medium', 'A policy refused mail at the door.', {
      policy_id: policyId,
      action: 'block',
      direction: 'inbound',
      reason,
      mail_from: mailFrom,
      peer_address: peerAddress,
      refused_since_last_entry: last?.since ?? 0,
    })
    await this.#database
      .transaction((tx) => insertAuditEntries(tx, [entry]))
      .catch((error: unknown) =>
        this.#log.warn({ err: error, policy_id: policyId }, 'a refusal could not be put on record'),
      )
  }
}
