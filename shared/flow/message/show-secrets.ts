/** Showing the secrets of a mail to a person: put on record before they are shown. */
import { auditEntry } from '../../domain/audit.ts'
import type { Message } from '../../domain/message.ts'
import type { Principal } from '../../domain/principal.ts'
import { insertAuditEntries } from '../../store/audit.ts'
import type { Database } from '../../store/database.ts'

/** Whoever has them shown; with a `noticeId` by the link of that notice. */
type Reader = Pick<Principal, 'tenantId' | 'userId'> & { keyId: string | null; noticeId?: string }

/** Says who had them shown, of which mail, and for what: to be read, or to be edited. */
export function recordSecretsShown(
  database: Database,
  { tenantId, userId, keyId, noticeId }: Reader,
  { id, inbox_id }: Pick<Message, 'id' | 'inbox_id'>,
  purpose: 'read' | 'edit',
): Promise<void> {
  const entry = auditEntry(
    tenantId,
    inbox_id,
    'secrets_shown',
    'medium',
    'The secrets in a message were shown to a person.',
    {
      message_id: id,
      purpose,
      user_id: userId,
      key_id: keyId,
      ...(noticeId === undefined ? {} : { by_notice_id: noticeId }),
    },
  )
  return database.transaction((tx) => insertAuditEntries(tx, [entry]))
}
