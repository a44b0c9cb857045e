/** A single message as the API shows it. */
import type { Message } from '../../../../shared/domain/message.ts'
import type { StoredMessage } from '../../../../shared/store/message.ts'
import type { ApiDeps } from '../../deps.ts'

/** Adds the sanitized HTML, computed now by today's rules; null where it can't be. */
export async function showMessage(
  { parser, log }: Pick<ApiDeps, 'parser' | 'log'>,
  row: StoredMessage,
): Promise<Message> {
  if (row.html === null) return { ...row, html_sanitized: null }
  const html_sanitized = await parser.sanitizeHtml(row.html).catch((error: Error) => {
    log.warn({ message_id: row.id, reason: error.name }, 'HTML could not be sanitized')
    return null
  })
  return { ...row, html_sanitized }
}
