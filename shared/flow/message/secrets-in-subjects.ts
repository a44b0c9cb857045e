/** Secrets in subjects that only the findings of their messages tell from other numbers. */
import type { Sql } from '../../lib/sql.ts'
import { secretsFound } from '../../risk/found-values.ts'
import { findOutboundDetections } from '../../store/message-detections.ts'

/** Those of these messages, for lists that show no more of them than subjects. */
export async function secretsInSubjects(
  sql: Sql,
  tenantId: string,
  listed: readonly { id: string; subject: string }[],
): Promise<string[]> {
  const subjects = new Map(listed.map(({ id, subject }) => [id, subject]))
  const found = await findOutboundDetections(sql, tenantId, [...subjects.keys()])
  return found.flatMap(({ id, detections }) =>
    secretsFound(detections, { subject: subjects.get(id)!, body: '', html: null }),
  )
}
