/** Reads stored messages again, in full: what accepting them left for later. */
import type { Envelope } from '../../domain/authentication.ts'
import type { ParsedMail } from '../../domain/parsed-mail.ts'
import { blobs } from '../../store/blobs.ts'
import type { ParsedMessage, PendingMessage, ReadMessage } from '../../store/inbound-message.ts'
import type { InboundParts } from './parts.ts'

/** Bytes of raw mail held at a time; a bigger message is read alone. */
const heldBytes = 8 * 1024 * 1024

/** Each message with its bytes and its mail; refuses none for what it says. @throws ServiceError `storage_unavailable`, NoThreadError. */
export async function readMails(
  messages: readonly PendingMessage[],
  { database, parser }: Pick<InboundParts, 'database' | 'parser'>,
): Promise<ReadMessage[]> {
  const read: ReadMessage[] = []
  for (const group of byBytes(messages, heldBytes, ({ sizeBytes }) => sizeBytes)) {
    const raws = await blobs.get(
      database,
      group.map(({ tenantId, id }) => ({ tenantId, messageId: id })),
    )
    const mails = await Promise.all(
      group.map(async (message) => {
        const raw = raws.get(message.id)
        if (raw === undefined) throw new Error('the raw message is missing')
        return { ...message, raw, ...(await parser.readToJudge(raw)) }
      }),
    )
    read.push(...mails)
  }
  return read
}

/** A message whose bytes can't be read, as it is shown: by its envelope, with nothing in it; never handed out. */
export function unreadable(message: PendingMessage): ParsedMessage {
  const mail: ParsedMail = {
    subject: '',
    from: { name: '', address: message.from },
    to: '',
    cc: '',
    replyTo: '',
    toMailboxes: [],
    ccMailboxes: [],
    replyToMailboxes: [],
    messageId: null,
    inReplyTo: [],
    references: [],
    date: null,
    headers: [],
    body: '',
    html: null,
    bodySanitized: '',
    extractedText: '',
    attachments: [],
    findings: [],
    hidden: [],
    links: [],
    hasForm: false,
    needsScan: true,
  }
  // One of a release that kept it with the bytes is gone where these are, whatever its type says.
  const known = message.envelope as Envelope | null
  const envelope = known ?? { peerAddress: '', helo: '', mailFrom: message.from, rcptTo: [], tls: null }
  return { ...message, envelope, mail }
}

/** `items` in order, in groups of `most` bytes at most; a bigger one is alone. */
export function byBytes<Item>(
  items: readonly Item[],
  most: number,
  bytesOf: (item: Item) => number,
): Item[][] {
  const groups: Item[][] = []
  let bytes = Number.POSITIVE_INFINITY
  for (const item of items) {
    bytes += bytesOf(item)
    if (bytes > most) {
      groups.push([])
      bytes = bytesOf(item)
    }
    groups.at(-1)!.push(item)
  }
  return groups
}
