/** The envelopes of inbound messages, in the database: written with the message, beside its bytes. */
import type { Envelope } from '../domain/authentication.ts'
import type { Sql } from '../lib/sql.ts'

export interface NewEnvelope {
  tenantId: string
  messageId: string
  envelope: Envelope
  /** Ids of the rate-limit policies that the message was over when it was taken. */
  exceeded: readonly string[]
}

export async function insertEnvelopes(tx: Sql, rows: readonly NewEnvelope[]): Promise<void> {
  if (rows.length === 0) return
  await tx.query(
    `insert into envelopes (tenant_id, message_id, envelope, exceeded)
     select tenant_id, message_id, envelope, exceeded
     from json_to_recordset($1) as e(tenant_id text, message_id text, envelope jsonb, exceeded text[])`,
    [
      JSON.stringify(
        rows.map(({ tenantId, messageId, envelope, exceeded }) => ({
          tenant_id: tenantId,
          message_id: messageId,
          envelope,
          exceeded,
        })),
      ),
    ],
  )
}

/**
 * SQL: joins the envelope of the message `m`, as `e`, and what releases before this one kept of it in the row of its bytes,
 * as `r`: those may have taken mail that waits to be judged.
 */
export const joinEnvelope = `left join envelopes e on e.tenant_id = m.tenant_id and e.message_id = m.id
     left join raw_messages r on e.message_id is null and r.tenant_id = m.tenant_id and r.message_id = m.id`

/** SQL: the columns of {@link joinEnvelope}; the envelope is null where it is gone with the message's bytes. */
export const envelopeColumns = {
  envelope: `coalesce(e.envelope, r.envelope - 'exceeded')`,
  exceeded: `coalesce(to_jsonb(e.exceeded), r.envelope -> 'exceeded', '[]')`,
}
