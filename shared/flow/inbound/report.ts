/** Stage `report`: tells programs' mail from people's, and reads what came by the return path of a message of ours. */
import { automatedKindOf } from '../../domain/automated.ts'
import { isTemporary } from '../../domain/errors.ts'
import { aboutOfReturnPath } from '../../mail/return-path.ts'
import { applyReport } from '../bounce/apply.ts'
import type { Stage } from '../stage.ts'
import type { InboundParts } from './parts.ts'
import type { Assessing } from './pipeline-items.ts'

type ReportParts = Pick<InboundParts, 'parser' | 'inboxDomain' | 'log'>

/**
 * Only what the listener took by a return path has effects: it has verified the signature at RCPT. Any other bounce is
 * mail like any mail.
 */
export const report: Stage<Assessing, ReportParts> = {
  name: 'report',
  async prepare(items, parts) {
    for (const item of items) await readOne(item, parts)
  },
  async commit(tx, items, { inboxDomain }) {
    const returned = items.flatMap(({ message, decision, returned }) =>
      decision === undefined || returned === undefined
        ? []
        : [{ ...returned, message, quotable: decision.verdict !== 'withheld' }],
    )
    // In one order, so that two transactions can't wait for each other.
    returned.sort((a, b) => (a.messageId < b.messageId ? -1 : 1))
    for (const { messageId, recipient, report, quotable, message } of returned) {
      const { tenantId, inboxId, id: reportId } = message
      const about = { tenantId, inboxId, messageId, recipient, reportId, report, quotable }
      const item = items.find((one) => one.message === message)!
      item.events = await applyReport(tx, about, inboxDomain)
    }
  },
}

async function readOne(item: Assessing, { parser, inboxDomain, log }: ReportParts): Promise<void> {
  const { id, envelope, raw, mail, from, slug } = item.message
  const { mailFrom, rcptTo } = envelope
  item.automated = automatedKindOf({ mailFrom, headers: mail.headers, subject: mail.subject, from })
  const about = rcptTo.map(aboutOfReturnPath).find((one) => one !== null)
  if (about === undefined || about === null) return
  // What can't be read in time says nothing.
  const read = await parser.readReport(raw, [`${slug}@${inboxDomain}`, ...rcptTo]).catch((error: unknown) => {
    if (isTemporary(error)) throw error
    log.warn({ err: error, message_id: id }, 'a report could not be read')
    return null
  })
  // An automatic answer often quotes what it answers, and reads like a bounce of it.
  if (read === null || (item.automated !== 'bounce' && !isMachineReadable(read, mail.headers))) return
  item.automated = 'bounce'
  item.returned = { ...about, report: read }
}

const isMachineReadable = (
  read: NonNullable<Assessing['returned']>['report'],
  headers: readonly { name: string; value: string }[],
): boolean =>
  read.kind === 'complaint' ||
  headers.some(({ name, value }) => /^content-type$/i.test(name) && /^multipart\/report/i.test(value.trim()))
