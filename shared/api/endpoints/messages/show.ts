/** A single message as the API shows it. */

import { isTemporary } from '../../../domain/errors.ts'
import type { Message } from '../../../domain/message.ts'
import type { Principal } from '../../../domain/principal.ts'
import { shownTo } from '../../../domain/withheld.ts'
import type { StoredMessage } from '../../../store/message.ts'
import type { ApiDeps } from '../../deps.ts'

/** As far as the caller may see it, with the sanitized HTML, computed now by today's rules; null where it can't be. @throws NoThreadError. */
export async function showMessage(
  { parser, log }: Pick<ApiDeps, 'parser' | 'log'>,
  principal: Principal,
  stored: StoredMessage,
): Promise<Message> {
  const row = shownTo(principal, stored)
  if (row.html === null) return { ...row, html_sanitized: null }
  const html_sanitized = await parser.sanitizeHtml(row.html).catch((error: Error) => {
    if (isTemporary(error)) throw error
    log.warn({ message_id: row.id, reason: error.name }, 'HTML could not be sanitized')
    return null
  })
  return { ...row, html_sanitized }
}
