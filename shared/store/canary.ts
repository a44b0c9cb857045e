/** What the canaries of inboxes are made of, in the database. */
import type { Reach } from '../domain/principal.ts'
import type { Sql } from '../lib/sql.ts'

export interface CanaryRow {
  inboxId: string
  generation: number
  /** ISO 8601; null: never. */
  rotatedAt: string | null
}

const columns = 'i.id as "inboxId", i.canary_generation as generation, i.canary_rotated_at as "rotatedAt"'
const bySlug = 'i.tenant_id = $1 and i.slug = $2 and ($3::text is null or i.id = $3) and i.deleted_at is null'

/** Of an inbox within reach. */
export async function findCanary(
  sql: Sql,
  { tenantId, inboxId }: Reach,
  slug: string,
): Promise<CanaryRow | undefined> {
  const rows = await sql.query<CanaryRow>(`select ${columns} from inboxes i where ${bySlug}`, [
    tenantId,
    slug,
    inboxId,
  ])
  return rows[0]
}

/** Makes the canary of an inbox within reach another one. */
export async function advanceCanary(
  tx: Sql,
  { tenantId, inboxId }: Reach,
  slug: string,
): Promise<CanaryRow | undefined> {
  const rows = await tx.query<CanaryRow>(
    `update inboxes i set canary_generation = canary_generation + 1, canary_rotated_at = now()
     where ${bySlug} returning ${columns}`,
    [tenantId, slug, inboxId],
  )
  return rows[0]
}

/** Of all inboxes of a tenant. */
export function listCanaries(sql: Sql, tenantId: string): Promise<CanaryRow[]> {
  return sql.query<CanaryRow>(
    `select ${columns} from inboxes i where i.tenant_id = $1 and i.deleted_at is null`,
    [tenantId],
  )
}
