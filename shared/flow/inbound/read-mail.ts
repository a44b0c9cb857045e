/** Reads stored messages again, in full: what accepting them left for later. */
import type { ParsedMessage, PendingMessage } from '../../store/inbound-message.ts'
import { findRawMessages } from '../../store/raw-message.ts'
import type { InboundParts } from './parts.ts'

/** Bytes of raw mail held at a time; a bigger message is read alone. */
const heldBytes = 8 * 1024 * 1024

/** Each message with its mail. Never refuses mail; @throws ServiceError `storage_unavailable`. */
export async function readMails(
  messages: readonly PendingMessage[],
  { database, parser }: Pick<InboundParts, 'database' | 'parser'>,
): Promise<ParsedMessage[]> {
  const read: ParsedMessage[] = []
  for (const group of groupsOf(messages)) {
    const raws = await findRawMessages(
      database,
      group.map(({ tenantId, id }) => ({ tenantId, messageId: id })),
    )
    const mails = await Promise.all(
      group.map(async (message) => {
        const raw = raws.get(message.id)
        if (raw === undefined) throw new Error('the raw message is missing')
        return { ...message, mail: await parser.parse(raw) }
      }),
    )
    read.push(...mails)
  }
  return read
}

function groupsOf(messages: readonly PendingMessage[]): PendingMessage[][] {
  const groups: PendingMessage[][] = []
  let bytes = Number.POSITIVE_INFINITY
  for (const message of messages) {
    bytes += message.sizeBytes
    if (bytes > heldBytes) {
      groups.push([])
      bytes = message.sizeBytes
    }
    groups.at(-1)!.push(message)
  }
  return groups
}
