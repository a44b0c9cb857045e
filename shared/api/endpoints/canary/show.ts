/** A canary as the API shows it. */
import { tokenOf } from '../../../judge/planted.ts'
import type { Keyring } from '../../../lib/keyring.ts'
import type { CanaryRow } from '../../../store/canary.ts'

export const showCanary = (keyring: Keyring, tenantId: string, row: CanaryRow) => ({
  inbox_id: row.inboxId,
  token: tokenOf(keyring, tenantId, row),
  generation: row.generation,
  rotated_at: row.rotatedAt,
})
