/** Who a message goes to: the given lists, or those that the answered message gives, each read strictly, once. */
import { isLocalAddress, slugOfAddress } from '../../domain/address.ts'
import { ServiceError } from '../../domain/errors.ts'
import { limits } from '../../domain/limits.ts'
import type { Recipient, RecipientField } from '../../domain/outbound.ts'
import type { Mailbox } from '../../domain/parsed-mail.ts'
import { AddressListError, parseAddress, parseAddressList } from '../../mail/compose/address-list.ts'
import type { Original } from '../../store/sending.ts'
import type { SendOrder } from './pipeline-items.ts'

type Lists = Record<RecipientField, Mailbox[]>

/**
 * The recipients of an order, each address once (the first field that names it keeps it, in any letter case).
 * @throws ServiceError `validation_error`
 */
export function recipientsOf(
  order: SendOrder,
  original: Original | undefined,
  own: { slug: string; inboxDomain: string },
): Lists & { recipients: Recipient[] } {
  const { body } = order
  const given = body.to
  const answered = original === undefined ? undefined : answeredBy(original, own)
  const to = given === undefined ? (answered?.to ?? []) : read('to', given, own.inboxDomain)
  if (to.length === 0)
    throw invalid(
      'to',
      given === undefined ? 'is needed: the message names nobody whom an answer could go to' : 'names nobody',
    )
  const others = order.kind === 'reply_all' && body.to === undefined ? (answered?.others ?? []) : []
  const lists: Lists = {
    to,
    cc: [...others, ...(body.cc === undefined ? [] : read('cc', body.cc, own.inboxDomain))],
    bcc: body.bcc === undefined ? [] : read('bcc', body.bcc, own.inboxDomain),
  }
  return uniqueRecipients(lists)
}

/** The same lists with each address once, and all of them. @throws ServiceError `validation_error` where they are too many. */
export function uniqueRecipients(lists: Lists): Lists & { recipients: Recipient[] } {
  const seen = new Set<string>()
  const once = (field: RecipientField) =>
    lists[field].filter(({ address }) => {
      const known = seen.has(address.toLowerCase())
      seen.add(address.toLowerCase())
      return !known
    })
  const unique: Lists = { to: once('to'), cc: once('cc'), bcc: once('bcc') }
  const recipients = (['to', 'cc', 'bcc'] as const).flatMap((field) =>
    unique[field].map(({ address }) => ({ address, field })),
  )
  if (recipients.length > limits.recipients)
    throw invalid('to', `names more than ${limits.recipients} recipients, cc and bcc included`)
  return { ...unique, recipients }
}

/** The mailboxes of a field of the request. @throws ServiceError `validation_error` */
export function read(field: string, list: string | readonly string[], inboxDomain: string): Mailbox[] {
  try {
    return parseAddressList(list, inboxDomain)
  } catch (error) {
    if (error instanceof AddressListError) throw invalid(field, error.message)
    throw error
  }
}

const invalid = (field: string, message: string) =>
  new ServiceError('validation_error', undefined, { details: [{ path: `body.${field}`, message }] })

/**
 * Whom an answer goes to (RFC 5322 §3.6.3): Reply-To, else From; for our own message, whoever it went to. Not ourselves,
 * unless that is all: an answer that comes back looks like mail to be answered. `others` are everyone else that it names. What can't be read strictly is left out, and so are display names:
 * a stranger wrote them.
 */
function answeredBy(
  original: Original,
  { slug, inboxDomain }: { slug: string; inboxDomain: string },
): { to: Mailbox[]; others: Mailbox[] } {
  const isOurs = (address: string) =>
    isLocalAddress(address, inboxDomain) && slugOfAddress(address, inboxDomain) === slug
  const readable = (addresses: readonly string[]): Mailbox[] =>
    addresses.flatMap((address) => {
      try {
        return [{ name: '', address: parseAddress(address, inboxDomain) }]
      } catch {
        return []
      }
    })
  const { direction, from, replyToAddresses, toAddresses, ccAddresses } = original
  const main =
    direction === 'outbound' ? toAddresses : replyToAddresses.length > 0 ? replyToAddresses : [from]
  const theirs = (addresses: readonly string[]) =>
    readable(addresses).filter(({ address }) => !isOurs(address))
  const to = theirs(main)
  return { to: to.length > 0 ? to : readable(main), others: theirs([...toAddresses, ...ccAddresses]) }
}
