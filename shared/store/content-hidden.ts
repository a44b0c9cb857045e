/** Whether what a message says is for keys that read withheld mail alone, in SQL. */

/**
 * SQL: whether the message `m` is inbound and withheld, or outbound, quotes or forwards one that was, and nobody has
 * approved it. What is queued or sent was approved, if it had to be: most need no look at approvals.
 */
export const contentHidden = `case when m.direction = 'inbound' then m.status = 'withheld'
  when m.status in ('queued', 'sent') then false
  else coalesce((select bool_or(h.status <> 'approved' and 'withheld' = any(h.reasons)) from approvals h
    where h.tenant_id = m.tenant_id and h.message_id = m.id), false) end`
