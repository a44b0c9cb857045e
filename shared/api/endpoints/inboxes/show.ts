/** An inbox as the API shows it. */
import type { Config } from '../../../../config/config.ts'
import type { Inbox } from '../../../domain/inbox.ts'
import { levelName } from '../../../domain/security-level.ts'
import type { InboxRow } from '../../../store/inbox.ts'

/** Adds the address, and names the level. */
export function showInbox<Row extends InboxRow>(
  { INBOX_DOMAIN }: Config,
  row: Row,
): Omit<Row, 'security_level'> & Pick<Inbox, 'address' | 'security_level'> {
  return { ...row, address: `${row.slug}@${INBOX_DOMAIN}`, security_level: levelName(row.security_level) }
}
