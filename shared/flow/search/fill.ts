/** Makes searchable what was stored before search existed: bit by bit, beside everything else, once for all. */
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { limits } from '../../domain/limits.ts'
import type { Log } from '../../lib/log.ts'
import type { Database } from '../../store/database.ts'
import type { SearchRow } from '../../store/message-search.ts'
import { addSearchRows, findUnsearched, lockSearchFill, noteSearchFill } from '../../store/search-fill.ts'
import { searchVector } from './vector.ts'

/**
 * Goes on where it, or any other process, has got to. Each batch is a transaction with the note of how far it got, so
 * that nothing is done twice, and a process that dies loses one batch; who finds another at work leaves it to that one.
 */
export async function fillSearch(
  { database, log }: { database: Database; log: Log },
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted && (await fillBatch(database, log)))
    await sleep(limits.searchFillPauseMs, undefined, { signal }).catch(() => {})
}

/** Whether there is more to be done here. */
async function fillBatch(database: Database, log: Log): Promise<boolean> {
  return database.transaction(async (tx) => {
    const place = await lockSearchFill(tx)
    if (place === null) return false
    const found = await findUnsearched(tx, place, limits.searchFillBatch)
    const rows: SearchRow[] = []
    for (const { message } of found) {
      if (message === null) continue
      const { tenantId, id, inboxId, subject, fromName, from, to, cc, replyTo, files, body } = message
      const people = [fromName, from, to, cc, replyTo]
      rows.push({
        tenantId,
        messageId: id,
        inboxId,
        vector: searchVector(inboxId, { subject, people, files, body }),
      })
      // A long text takes milliseconds: others have their turn in between.
      await nextTurn()
    }
    await addSearchRows(tx, rows)
    const last = found.at(-1) ?? null
    await noteSearchFill(tx, last)
    if (last === null) log.info('every message that was stored before search existed can be found now')
    return last !== null
  })
}
