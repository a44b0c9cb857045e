/** A user chooses the language of the pages and mails that they are shown. */
import { auditEntry } from '../../domain/audit.ts'
import type { Language } from '../../domain/language.ts'
import type { Principal } from '../../domain/principal.ts'
import { insertAuditEntries } from '../../store/audit.ts'
import type { Database } from '../../store/database.ts'
import { updateLanguage } from '../../store/user.ts'

/** For the caller's user, on record where it is another than before; null: the one that their browser asks for. */
export function chooseLanguage(
  database: Database,
  { accountId, tenantId, userId, keyId }: Principal,
  language: Language | null,
): Promise<void> {
  return database.transaction(async (tx) => {
    if (!(await updateLanguage(tx, accountId, userId, language))) return
    const what = 'A user chose the language of their pages and mails.'
    const facts = { user_id: userId, language, by_key_id: keyId }
    await insertAuditEntries(tx, [auditEntry(tenantId, null, 'settings', 'low', what, facts)])
  })
}
