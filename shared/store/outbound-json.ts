/** What the single message shows when it is outbound, as one column. */
import type { Message } from '../domain/message.ts'

/** Fields of {@link outboundAsJson}; `approval` is null where none was asked for. */
type Fields = Pick<
  Message,
  'recipients' | 'redactions' | 'send_at' | 'sent_at' | 'simulated' | 'failure' | 'edited'
>
export type OutboundJson = Fields & { approval: Message['approval'] | null }

const iso = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** SQL: the fields of an outbound message row `m` as JSON; null for an inbound one. */
export const outboundAsJson = `case when m.direction = 'outbound' then (
  select json_build_object('redactions', o.redactions, 'send_at', ${iso('o.send_at')}, 'sent_at', ${iso('o.sent_at')},
    'simulated', o.simulated, 'edited', o.revision > 1,
    'failure', case when o.failure_code is null then null
      else json_build_object('code', o.failure_code, 'reason', o.failure_reason) end,
    'recipients', (select coalesce(json_agg(json_build_object('address', r.address, 'field', r.field, 'status', r.status,
        'code', r.code, 'enhanced_code', r.enhanced_code, 'reason', r.reason) order by r.index), '[]')
      from outbound_recipients r where r.tenant_id = m.tenant_id and r.message_id = m.id),
    'approval', (select json_build_object('id', a.id, 'status', a.status, 'expires_at', ${iso('a.expires_at')},
        'reasons', a.reasons, 'reviewed_by', a.reviewed_by, 'resolved_at', ${iso('a.resolved_at')}, 'reason', a.reason)
      from approvals a where a.tenant_id = m.tenant_id and a.message_id = m.id))
  from outbound_messages o where o.tenant_id = m.tenant_id and o.message_id = m.id) end`

/** The fields as the API shows them. */
export function outboundFieldsOf(outbound: OutboundJson | null): Fields & Pick<Message, 'approval'> {
  if (outbound === null) return {}
  const { approval, ...fields } = outbound
  return approval === null || approval === undefined ? fields : { ...fields, approval }
}
