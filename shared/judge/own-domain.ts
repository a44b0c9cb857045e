/** Whether mail that says it is from our own domain is ours: what our relay sent, or what our key has signed. */
import { domainToASCII } from 'node:url'
import type { AuthenticationResults, Envelope } from '../domain/authentication.ts'
import type { ParsedMail } from '../domain/parsed-mail.ts'
import type { Keyring } from '../lib/keyring.ts'
import { fromAddresses } from '../mail/from-domains.ts'
import { readReturnPath } from '../mail/return-path.ts'
import { withCrlf } from '../relay/data.ts'
import type { RiskMessage } from '../risk/scorer.ts'
import { findBlob } from '../store/blobs.ts'
import type { Database } from '../store/database.ts'
import { findSentMessage } from '../store/outbound-message.ts'

type Claiming = { mail: Pick<ParsedMail, 'headers' | 'from'>; envelope: Pick<Envelope, 'mailFrom'> }

/** The addresses at `inboxDomain`, or below it, that a message claims to be from: in From, and in MAIL FROM. */
export function claimedOwn({ mail, envelope }: Claiming, inboxDomain: string): string[] {
  const own = domainOf(`@${inboxDomain}`)
  const claimed = [...fromAddresses(mail.headers, mail.from), envelope.mailFrom]
  return [...new Set(claimed)].filter((address) => isWithin(domainOf(address), own))
}

/**
 * Whether our relay handed the message over: its MAIL FROM is a return path that our secret signed, and its bytes are
 * those of the message that the path names, behind nothing but trace fields. Who has got mail from us knows a path, and
 * the bytes, but can't have them say more; the peer's address proves nothing, since a host beside ours hands on what comes from outside.
 */
export async function sentByUs(
  { database, keyring }: { database: Database; keyring: Keyring },
  { mailFrom }: Pick<Envelope, 'mailFrom'>,
  inboxDomain: string,
  received: Uint8Array,
): Promise<boolean> {
  const at = mailFrom.lastIndexOf('@')
  const path = at < 0 ? null : readReturnPath(keyring, mailFrom.slice(0, at))
  if (path === null || domainOf(mailFrom) !== domainOf(`@${inboxDomain}`)) return false
  const message = await findSentMessage(database, path)
  const sent = message === undefined ? null : await findBlob(database, message.tenantId, message.id)
  if (sent === null) return false
  const bytes = withCrlf(Buffer.from(sent.buffer, sent.byteOffset, sent.byteLength))
  const whole = Buffer.from(received.buffer, received.byteOffset, received.byteLength)
  const start = whole.length - bytes.length
  return start >= 0 && whole.subarray(start).equals(bytes) && isTrace(whole.subarray(0, start))
}

/** Fields that our signing, and hosts on the way, write in front of a message: they say nothing to who reads it. */
const traceField =
  /^(?:received|return-path|dkim-signature|authentication-results|arc-(?:seal|message-signature|authentication-results))[ \t]*:/i

/** Whether the bytes are header fields of {@link traceField} alone, each whole, and correctly folded (RFC 5322 §2.2.3). */
function isTrace(bytes: Buffer): boolean {
  if (bytes.length === 0) return true
  const lines = bytes.toString('latin1').split('\r\n')
  return (
    lines.pop() === '' &&
    // A line that is blank, or has a line end that only some readers see, could end the header there.
    lines.every(
      (line, n) =>
        !/[\r\n\0]/.test(line) &&
        (traceField.test(line) || (n > 0 && /^[ \t]/.test(line) && line.trim() !== '')),
    )
  )
}

/** What the scorers are told of the claim; undefined where there is none. `sent` is what {@link sentByUs} said. */
export function ownDomainOf(
  message: Claiming,
  { dkim }: Pick<AuthenticationResults, 'dkim'>,
  inboxDomain: string,
  sent: boolean,
): RiskMessage['ownDomain'] {
  const claimed = claimedOwn(message, inboxDomain)
  if (claimed.length === 0) return undefined
  const own = domainOf(`@${inboxDomain}`)
  const signed = dkim.some(({ result, domain }) => {
    const signer = domainOf(`@${domain}`)
    return result === 'pass' && (isWithin(signer, own) || (signer.includes('.') && isWithin(own, signer)))
  })
  return { claimed, proven: sent || signed }
}

const isWithin = (domain: string, outer: string): boolean => domain === outer || domain.endsWith(`.${outer}`)

/** The domain of an address in ASCII and lowercase, without a trailing dot; as it is where it is no domain name. */
function domainOf(address: string): string {
  const bare = address
    .slice(address.lastIndexOf('@') + 1)
    .trim()
    .toLowerCase()
    .replace(/\.$/, '')
  return domainToASCII(bare) || bare
}
