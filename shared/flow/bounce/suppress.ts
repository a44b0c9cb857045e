/** Puts addresses on the suppression list that hosts, or their owners, have turned mail away from. */
import { newId } from '../../domain/ids.ts'
import type { RecipientOutcome } from '../../domain/outbound.ts'
import type { Sql } from '../../lib/sql.ts'
import { insertSuppressions } from '../../store/suppression.ts'

/** An address that mail came back from for good. */
export interface Unreachable {
  address: string
  type: 'hard' | 'soft' | 'complaint' | null
  outcome: Pick<RecipientOutcome, 'code' | 'enhancedCode' | 'reason'>
}

/** Suppresses what bounced hard or complained; an address that is suppressed already stays as it is, unless a key of one inbox put it there. */
export async function suppressReturned(
  tx: Sql,
  { tenantId, inboxId, messageId }: { tenantId: string; inboxId: string; messageId: string },
  unreachable: readonly Unreachable[],
): Promise<void> {
  await insertSuppressions(
    tx,
    unreachable
      .filter(({ type }) => type === 'hard' || type === 'complaint')
      .map(({ address, type, outcome: { code, enhancedCode, reason } }) => ({
        tenantId,
        id: newId('suppression'),
        address,
        reason: type === 'complaint' ? 'complaint' : 'hard_bounce',
        detail: [code, enhancedCode, reason].filter((part) => part !== null && part !== '').join(' ') || null,
        inboxId,
        messageId,
      })),
  )
}
