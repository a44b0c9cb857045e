/** Secrets in subjects that only the findings of their messages tell from other numbers. */
import type { Sql } from '../../lib/sql.ts'
import { withWholeWords } from '../../lib/unseen.ts'
import { mayRepeat, secretsFound } from '../../risk/found-values.ts'
import { findOutboundDetections, findOutboundTexts } from '../../store/message-detections.ts'

/** Those of these messages, for lists that show no more of them than subjects. */
export async function secretsInSubjects(
  sql: Sql,
  tenantId: string,
  listed: readonly { id: string; subject: string }[],
): Promise<string[]> {
  const subjects = new Map(listed.map(({ id, subject }) => [id, subject]))
  const secrets: string[] = []
  for (const { id, detections } of await findOutboundDetections(sql, tenantId, [...subjects.keys()])) {
    const subject = subjects.get(id)!
    // The other texts are long: they are read where what is quoted from them may stand in the subject too.
    const texts = mayRepeat(detections, subject)
      ? await findOutboundTexts(sql, tenantId, id)
      : { body: '', html: null }
    const said = [subject, withWholeWords(subject)]
    const found = secretsFound(detections, { subject, ...texts })
    secrets.push(...found.filter((value) => said.some((text) => text.includes(value))))
  }
  return secrets
}
