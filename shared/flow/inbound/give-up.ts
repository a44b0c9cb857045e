/** Ends a message whose stage fails on it time and again: withheld, so that a person looks, and nothing waits for ever. */
import { auditEntry } from '../../domain/audit.ts'
import { redactionsOf } from '../../policy/redactions.ts'
import type { Job } from '../../queue/queue.ts'
import { insertAuditEntries } from '../../store/audit.ts'
import {
  decideMessages,
  findInboxOfMessage,
  findPendingMessages,
  insertContents,
  type ParsedMessage,
  type PendingMessage,
} from '../../store/inbound-message.ts'
import { type RewrittenContent, replaceContents } from '../../store/message-original.ts'
import { findPolicies } from '../../store/policy.ts'
import { emitEvents } from '../events/emit.ts'
import { isPassing } from '../failures.ts'
import { type IndexedMessage, indexMessages } from '../search/index-messages.ts'
import { searched } from './index-stage.ts'
import type { InboundParts } from './parts.ts'
import { readMails, unreadable } from './read-mail.ts'

/**
 * Withholds the message with a detection that says why, and ends its job. What was not scanned stays `pending`, and
 * can't be downloaded, not even after a release.
 */
export async function giveUp<Name extends 'scan' | 'assess'>(
  stage: Name,
  job: Job<Name>,
  parts: Pick<InboundParts, 'database' | 'queue' | 'parser' | 'metrics'>,
): Promise<void> {
  const { database } = parts
  const [pending] = await findPendingMessages(database, [job.data])
  const message = pending === undefined ? undefined : await shownOf(pending, parts)
  // What a policy would take out of it can't be told now: its original is for reviewers.
  const policies =
    pending === undefined ? [] : await findPolicies(database, pending.tenantId, pending.inboxId)
  const hidden = redactionsOf(policies, 'inbound').length > 0
  const found = pending === undefined ? [] : [hidden ? bareEntry(pending) : searched(message!)]
  try {
    await withhold(stage, job, { message, hidden }, found, parts)
  } catch (error) {
    if (isPassing(error)) throw error
    // It may be its index that fails on it.
    await withhold(stage, job, { message, hidden }, [], parts)
  }
}

/** One whose bytes can't be read is withheld all the same, with nothing to show. */
async function shownOf(
  pending: PendingMessage,
  parts: Pick<InboundParts, 'database' | 'parser'>,
): Promise<ParsedMessage> {
  try {
    return (await readMails([pending], parts))[0]!
  } catch (error) {
    if (isPassing(error)) throw error
    return unreadable(pending)
  }
}

const nothingShown: RewrittenContent = {
  subject: '',
  body: '',
  bodySanitized: '',
  extractedText: '',
  html: null,
  headers: [],
}

/** What a message is searched by of which nothing but its envelope is known. */
const bareEntry = ({ tenantId, id, inboxId, from }: PendingMessage): IndexedMessage => ({
  tenantId,
  id,
  inboxId,
  subject: '',
  people: [from],
  files: [],
  body: '',
})

async function withhold<Name extends 'scan' | 'assess'>(
  stage: Name,
  job: Job<Name>,
  { message, hidden }: { message: ParsedMessage | undefined; hidden: boolean },
  found: IndexedMessage[],
  { database, queue, metrics }: Pick<InboundParts, 'database' | 'queue' | 'metrics'>,
): Promise<void> {
  const { tenantId, messageId: id } = job.data
  const summary = `The message could not be assessed: stage "${stage}" failed on it.`
  const withheld = await database.transaction(async (tx) => {
    const moved = await decideMessages(tx, [
      {
        tenantId,
        id,
        status: 'withheld',
        verdict: 'withheld',
        analysis: {
          risk_score: 100,
          summary,
          detections: [{ method: 'pipeline', result: 'error', detail: summary, confidence: 1, points: 100 }],
        },
        authentication: null,
      },
    ])
    const inboxId = moved.has(id) ? await findInboxOfMessage(tx, tenantId, id) : null
    if (moved.has(id)) {
      if (message !== undefined) {
        await insertContents(tx, [message])
        if (hidden) await replaceContents(tx, [{ tenantId, id, content: nothingShown }])
      }
      await indexMessages(tx, found)
      await insertAuditEntries(tx, [
        auditEntry(
          tenantId,
          inboxId,
          'policy',
          'high',
          'A message that could not be assessed was withheld.',
          {
            message_id: id,
            stage,
          },
        ),
      ])
    }
    await queue.finish(tx, stage, [job])
    if (moved.has(id) && inboxId !== null)
      await emitEvents(tx, queue, [{ type: 'message.withheld', tenantId, inboxId, messageId: id, facts: {} }])
    return moved.has(id)
  })
  if (withheld) metrics.verdicts.inc({ verdict: 'withheld' })
}
