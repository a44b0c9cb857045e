/** The envelopes of inbound messages, in the database: how they are read; they are written with the message's row. */

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
