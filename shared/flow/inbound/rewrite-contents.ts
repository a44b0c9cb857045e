/** Puts what policies left of messages in the place of what they said, and keeps the originals. */
import type { Sql } from '../../lib/sql.ts'
import { replaceContents } from '../../store/message-original.ts'
import type { DecidedMail } from './pipeline-items.ts'

/** Of messages that were decided in this transaction; those that no policy rewrote stay as they are. */
export async function rewriteContents(tx: Sql, items: readonly DecidedMail[]): Promise<void> {
  const rewritten = items.flatMap(({ message: { tenantId, id }, assessed: { applied } }) =>
    applied.rewritten === null ? [] : [{ tenantId, id, content: applied.rewritten }],
  )
  if (rewritten.length > 0) await replaceContents(tx, rewritten)
}
