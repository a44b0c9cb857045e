/** The mailboxes of a message that is given in parts: read as a send reads its own, and as mail that came in is read. */
import type { Mailbox } from '../domain/parsed-mail.ts'
import { AddressListError, parseAddressList } from '../mail/compose/address-list.ts'
import { mailboxesOf } from '../mail/mailboxes.ts'

/** How an inbox signs what it sends. `displayName` is as its owner wrote it. */
export interface SendingAddress {
  slug: string
  displayName: string
}

/** The author of all that an inbox sends. */
export const senderOf = ({ slug, displayName }: SendingAddress, inboxDomain: string): Mailbox => ({
  name: displayName.replaceAll(/[\p{Cc}\p{Cf}]+/gu, ' ').trim(),
  address: `${slug}@${inboxDomain}`,
})

/** What one mailbox, `ada@example.com` or `Ada <ada@example.com>`, says; null for anything else. */
export function givenMailbox(text: string): Mailbox | null {
  if (/\p{Cc}/u.test(text)) return null
  const [one, ...more] = mailboxesOf(text)
  const trimmed = text.trim()
  if (one === undefined || more.length > 0 || one.address === '') return null
  return trimmed === one.address || trimmed.endsWith(`<${one.address}>`) ? one : null
}

/**
 * The mailboxes of a list, one string or an array with one an item: of a message that leaves as strictly as sending reads
 * them, of one that comes as its header would have them. A text: why it can't be read, with the item's number for an array.
 */
export function givenMailboxes(
  list: string | readonly string[],
  leaves: boolean,
  inboxDomain: string,
): { mailboxes: Mailbox[] } | { problem: string; item: number | null } {
  if (leaves && typeof list === 'string' && list.trim() === '') return { mailboxes: [] }
  try {
    if (leaves) return { mailboxes: parseAddressList(list, inboxDomain) }
  } catch (error) {
    if (error instanceof AddressListError) return { problem: error.message, item: null }
    throw error
  }
  if (typeof list === 'string') {
    const mailboxes = /\p{Cc}/u.test(list) ? [] : mailboxesOf(list)
    const readable = mailboxes.every(({ address }) => address.includes('@'))
    return readable && (mailboxes.length > 0 || list.trim() === '')
      ? { mailboxes }
      : { problem: 'is not a list of mail addresses', item: null }
  }
  const mailboxes = list.map(givenMailbox)
  const item = mailboxes.indexOf(null)
  return item < 0
    ? { mailboxes: mailboxes.filter((one) => one !== null) }
    : { problem: 'is not a mail address', item }
}
