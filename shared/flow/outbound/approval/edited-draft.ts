/** The draft of an edit: the message as it waits, with what the reviewer has changed. */

import type { EditBody } from '../../../domain/approval.ts'
import { ServiceError } from '../../../domain/errors.ts'
import type { Mailbox, ParsedMail } from '../../../domain/parsed-mail.ts'
import { headerRefusal } from '../../../domain/send-headers.ts'
import type { OutgoingDraft } from '../../../judge/outgoing-draft.ts'
import type { AttachedContent } from '../../../mail/attachment-content.ts'
import { withCharset } from '../../../mail/compose/compose.ts'
import type { StoredRecipient } from '../../../store/outbound-message.ts'
import { read, uniqueRecipients } from '../recipients.ts'
import { withoutUuFiles } from '../uu-files.ts'

/** A message that waits, as it is stored. */
export interface Waiting {
  mail: ParsedMail
  recipients: readonly StoredRecipient[]
  /** Its attachments, in order. */
  files: readonly AttachedContent[]
}

/**
 * What isn't changed stays: sender, attachments, the thread, X- fields, but for those that no sender may set any more.
 * @throws ServiceError `validation_error`, also for
 * an edit that changes nothing, and for a text changed without the HTML part that says the same.
 */
export function editedDraft(
  { mail, recipients, files }: Waiting,
  changes: EditBody,
  { inboxDomain, sendHeaders }: { inboxDomain: string; sendHeaders: readonly string[] },
): OutgoingDraft {
  if (mail.from === null) throw new Error('a message that waits has no sender')
  const bcc = recipients.flatMap(({ address, field }) => (field === 'bcc' ? [{ name: '', address }] : []))
  const list = (field: 'to' | 'cc' | 'bcc', now: readonly Mailbox[]) =>
    changes[field] === undefined ? [...now] : read(field, changes[field], inboxDomain)
  const lists = uniqueRecipients({
    to: list('to', mail.toMailboxes),
    cc: list('cc', mail.ccMailboxes),
    bcc: list('bcc', bcc),
  })
  if (lists.to.length === 0) throw invalid('to', 'names nobody')
  const subject = changes.subject ?? mail.subject
  const text = changes.body ?? mail.body
  const html = changes.html === undefined ? mail.html : changes.html
  if (changes.body !== undefined && changes.html === undefined && mail.html !== null && text !== mail.body)
    throw invalid('html', 'is needed with body: the message has an HTML part, which null takes away')
  const addresses = (of: readonly { address: string; field: string }[]) =>
    of.map(({ address, field }) => `${field} ${address}`).join('\n')
  const names = (...of: (readonly Mailbox[])[]) =>
    JSON.stringify(of.map((one) => one.map(({ name }) => name)))
  if (
    subject === mail.subject &&
    text === mail.body &&
    html === mail.html &&
    addresses(lists.recipients) === addresses(recipients) &&
    names(lists.to, lists.cc) === names(mail.toMailboxes, mail.ccMailboxes)
  )
    throw new ServiceError('validation_error', 'The edit changes nothing.')
  return {
    ...lists,
    from: mail.from,
    replyTo: mail.replyToMailboxes,
    subject,
    text,
    html,
    headers: mail.headers.filter(
      ({ name }) => /^x-/i.test(name) && headerRefusal(name, sendHeaders) === null,
    ),
    attachments: withoutUuFiles(mail.attachments, mail.body).map(
      ({ filename, contentType, contentId, inline, index }) => ({
        filename,
        ...fileAt(files, index, contentType),
        // Without an HTML part there is nothing to show it in.
        ...(inline && contentId !== null && html !== null ? { contentId } : {}),
      }),
    ),
    inReplyTo: mail.inReplyTo[0] ?? null,
    references: mail.references,
    listUnsubscribe: uris(headerOf(mail, 'list-unsubscribe')),
    oneClick: headerOf(mail, 'list-unsubscribe-post') !== '',
    metadata: {},
    sendAt: null,
    ...(headerOf(mail, 'auto-submitted') === 'auto-replied'
      ? { autoSubmitted: 'auto-replied' as const }
      : {}),
  }
}

const invalid = (field: string, message: string) =>
  new ServiceError('validation_error', undefined, { details: [{ path: `body.${field}`, message }] })

function fileAt(files: readonly AttachedContent[], index: number, contentType: string) {
  const file = files[index]
  if (file === undefined) throw new Error('an attachment of a message that waits is gone')
  return { contentType: withCharset(contentType, file.charset), content: file.content }
}

const headerOf = ({ headers }: ParsedMail, wanted: string): string =>
  headers.find(({ name }) => name.toLowerCase() === wanted)?.value ?? ''

/** `<a>, <b>`, as it was composed; a URI may have commas of its own. */
const uris = (value: string): string[] => [...value.matchAll(/<([^<>]*)>/g)].map(([, uri]) => uri!)
