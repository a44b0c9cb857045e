/** Hands one message to its transports: each recipient to the one it belongs to, or to none where sending is simulated. */
import { domainToASCII } from 'node:url'
import { isLocalAddress, slugOfAddress } from '../../domain/address.ts'
import type { Keyring } from '../../lib/keyring.ts'
import type { Log } from '../../lib/log.ts'
import { makeReturnPath } from '../../mail/return-path.ts'
import { failure } from '../../relay/reply.ts'
import { allOf, type OutgoingMail, type RecipientResult, type Transport } from '../../relay/transport.ts'
import type { Database } from '../../store/database.ts'
import { findRecipients } from '../../store/inbox.ts'
import type { OutboundMessage, StoredRecipient } from '../../store/outbound-message.ts'

export interface HandOverParts {
  database: Database
  keyring: Keyring
  /** To everybody else's hosts. */
  outside: Transport
  /** To our own listener. */
  local: Transport
  inboxDomain: string
  log: Log
}

/** What became of one recipient of the message. */
export interface HandedOver {
  index: number
  result: Omit<RecipientResult, 'address'>
  simulated: boolean
}

/**
 * Bytes that a message may have, for all its recipients together, to go to each of them in an envelope of their own, so
 * that what comes back can't be about another.
 */
const apartBytes = 64 * 1_024 * 1_024

const simulatedResult = {
  outcome: 'sent',
  code: 250,
  enhancedCode: '2.0.0',
  text: 'simulated: a sandbox sends nothing',
} as const

/** What a message is handed over with. */
export interface HandOverMail extends Pick<OutgoingMail, 'content' | 'beginUntil'> {
  /** Whether it is still ours, and to be sent, to all recipients with these indexes. */
  mayGo(indexes: readonly number[]): boolean | Promise<boolean>
  /** Told what became of some recipients, while the others take longer. */
  onResults(results: readonly HandedOver[]): void
}

/** Sends to `due`, recipients of the message, over both transports at once; one result each. */
export async function handOver(
  message: OutboundMessage,
  due: readonly StoredRecipient[],
  mail: HandOverMail,
  parts: HandOverParts,
): Promise<HandedOver[]> {
  const { keyring, inboxDomain } = parts
  // Those who were put off go last: whatever held their host up would hold up the others each time.
  const pending = due.toSorted((a, b) => Number(a.reason !== null) - Number(b.reason !== null))
  const { local, outside, simulated } = await sorted(message, pending, parts)
  const { tenantId, id: messageId } = message
  const returnPath = (recipient: number | null) =>
    makeReturnPath(keyring, inboxDomain, { tenantId, messageId, recipient })
  const several = message.recipients.length > 1
  const apart = several && message.recipients.length * message.sizeBytes <= apartBytes
  const mailFrom = returnPath(several ? null : 0)
  // Addresses of one inbox share the path of the first of them, and so an envelope: it has the message once.
  const pathOf = (recipient: StoredRecipient) => {
    const slug = slugOfAddress(recipient.address, inboxDomain)
    const same = ({ address }: StoredRecipient) => slugOfAddress(address, inboxDomain) === slug
    return returnPath((slug === null ? recipient : message.recipients.find(same)!).index)
  }
  const send = async (transport: Transport, recipients: StoredRecipient[]): Promise<HandedOver[]> => {
    if (recipients.length === 0) return []
    const addresses = recipients.map(({ address }) => wireAddress(address))
    const outgoing: OutgoingMail = {
      id: message.id,
      mailFrom,
      recipients: addresses,
      size: message.sizeBytes,
      content: mail.content,
      mayGo: (envelope) =>
        mail.mayGo(recipients.filter((_, i) => envelope.includes(addresses[i]!)).map(({ index }) => index)),
    }
    if (mail.beginUntil !== undefined) outgoing.beginUntil = mail.beginUntil
    if (apart) {
      const paths = new Map(recipients.map((one, i) => [addresses[i]!, pathOf(one)]))
      outgoing.mailFromFor = (address) => paths.get(address)!
    }
    const known = new Map<string, RecipientResult>()
    outgoing.onResults = (results) => {
      for (const result of results) known.set(result.address, result)
      mail.onResults(
        results.flatMap(({ address, ...result }) =>
          recipients
            .filter((_, i) => addresses[i] === address)
            .map(({ index }) => ({ index, result, simulated: false })),
        ),
      )
    }
    // What a transport has sent is to be settled, whatever befalls it then, or the other.
    const results = await transport.send(outgoing).catch((error: unknown) => {
      parts.log.error({ err: error, message_id: message.id }, 'a transport failed')
      const others = allOf(outgoing, failure('4.3.0', 'the message could not be handed over'))
      return others.map((result) => known.get(result.address) ?? result)
    })
    return results.map(({ address: _, ...result }, i) => ({
      index: recipients[i]!.index,
      result,
      simulated: false,
    }))
  }
  const parted = await Promise.all([send(parts.local, local), send(parts.outside, outside)])
  return [
    ...parted.flat(),
    ...simulated.map(({ index }) => ({ index, result: simulatedResult, simulated: true })),
  ]
}

/** Of a sandbox, only the inboxes of the same tenant get anything, and nothing leaves the machine. */
async function sorted(
  { mode, tenantId }: OutboundMessage,
  pending: StoredRecipient[],
  { database, inboxDomain }: HandOverParts,
): Promise<{ local: StoredRecipient[]; outside: StoredRecipient[]; simulated: StoredRecipient[] }> {
  if (mode === 'live') {
    const local = pending.filter(({ address }) => isLocalAddress(address, inboxDomain))
    return { local, outside: pending.filter((one) => !local.includes(one)), simulated: [] }
  }
  const slugs = new Map(pending.map(({ address }) => [address, slugOfAddress(address, inboxDomain)]))
  const asked = [...new Set(slugs.values())].filter((slug) => slug !== null)
  const found = asked.length === 0 ? [] : await findRecipients(database, asked)
  const own = new Set(found.filter((inbox) => inbox.tenantId === tenantId).map(({ slug }) => slug))
  const local = pending.filter(({ address }) => own.has(slugs.get(address) ?? ''))
  return { local, outside: [], simulated: pending.filter((one) => !local.includes(one)) }
}

/** The address with its domain in ASCII form (RFC 5890), which every peer takes. */
function wireAddress(address: string): string {
  const at = address.lastIndexOf('@')
  const domain = domainToASCII(address.slice(at + 1))
  return at < 0 || domain === '' ? address : `${address.slice(0, at)}@${domain}`
}
