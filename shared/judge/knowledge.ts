/** What an inbox knows of those that a draft goes to: its correspondents, the thread, and what they have written before. */

import type { Sql } from '../lib/sql.ts'
import { withWholeWords } from '../lib/unseen.ts'
import { disclosureResults } from '../risk/disclosure/results.ts'
import type { OutboundAssessment } from '../risk/outbound.ts'
import { bareContext, type OutboundContext, type ThreadMail } from '../risk/outbound-context.ts'
import type { RedactableParts } from '../risk/redact.ts'
import { findKnownDomains } from '../store/inbound-message.ts'
import {
  findKnownAddresses,
  findOpeningTexts,
  findOtherTexts,
  findOwnAddresses,
  findThreadMail,
  findToldTexts,
  type OtherTextRow,
  type ThreadMailRow,
} from '../store/sending.ts'
import { lessonsForDraft } from './lessons.ts'

/** Characters from which a text can repeat a passage of another that tells where it is from. */
const passageCharacters = 60
/** Numbers long enough to be a code that another mail has brought. */
const code = /\d{4}|\d{3}[ -]\d{3}/

/** Whom a draft is from and for. */
export interface Outgoing {
  tenantId: string
  inbox: { id: string; address: string }
  recipients: readonly string[]
  /** The thread it belongs to; null for a new one. */
  threadId: string | null
  /** Whether withheld mail counts as what the inbox was told, too. */
  withheldToo: boolean
}

/** The context of a draft, as far as the database knows it. */
export async function knowledgeOf(
  sql: Sql,
  { tenantId, inbox, recipients, threadId }: Outgoing,
): Promise<OutboundContext> {
  const lower = recipients.map((address) => address.toLowerCase())
  const domain = inbox.address.slice(inbox.address.lastIndexOf('@') + 1)
  const [addresses, own, knownDomains, thread, opening, lessons] = await Promise.all([
    findKnownAddresses(sql, tenantId, inbox.id, lower, threadId),
    findOwnAddresses(sql, tenantId, domain, lower),
    findKnownDomains(sql, tenantId, inbox.id),
    threadId === null ? [] : findThreadMail(sql, tenantId, threadId),
    threadId === null ? [] : findOpeningTexts(sql, tenantId, threadId),
    lessonsForDraft(sql, tenantId),
  ])
  const known = new Set([...addresses.map(({ address }) => address), ...own])
  return {
    ...bareContext(inbox.address, recipients),
    knownRecipients: [...known],
    correspondents: [...addresses.filter(({ settled }) => settled).map(({ address }) => address), ...own],
    colleagues: own,
    knownDomains,
    thread: thread.map((row) => threadMail(row, known)),
    opening,
    lessons,
  }
}

/** A sender is trusted whose domain is proven, whom the inbox knows from elsewhere, and whose mail was clean. */
function threadMail(
  { from, replyToAddresses, recipients, subject, text, links, riskScore, verdict, dmarc }: ThreadMailRow,
  known: ReadonlySet<string>,
): ThreadMail {
  return {
    from: [from, ...replyToAddresses],
    recipients,
    subject,
    text,
    links,
    riskScore,
    trusted: dmarc === 'pass' && verdict === 'clean' && known.has(from.toLowerCase()),
  }
}

/** What the inbox was told in other threads by others; nothing where a draft without files says too little to repeat any of it. */
export async function otherTextsFor(
  sql: Sql,
  { tenantId, inbox, recipients, threadId, withheldToo }: Outgoing,
  { subject, text, html, headers = [], filenames = [] }: RedactableParts,
  withFiles: boolean,
): Promise<OtherTextRow[]> {
  const said = [subject, text, html ?? '', ...headers, ...filenames].join('\n')
  if (!withFiles && said.length < passageCharacters && !code.test(withWholeWords(said))) return []
  const lower = recipients.map((address) => address.toLowerCase())
  const domain = inbox.address.slice(inbox.address.lastIndexOf('@') + 1)
  const mail = { tenantId, inboxId: inbox.id, threadId, withheldToo }
  return findOtherTexts(sql, mail, lower, domain)
}

/**
 * What the recipients have written outside the thread, where it could take a finding back: none was told what it wrote
 * itself. Ordinary mail costs no look into the database.
 */
export async function toldBefore(
  sql: Sql,
  outgoing: Outgoing,
  { analysis }: Pick<OutboundAssessment, 'analysis'>,
): Promise<OutboundContext['told']> {
  const disclosed = analysis.detections.some(
    ({ method, result }) => method === 'exfiltration' && disclosureResults.has(result),
  )
  return disclosed ? toldTexts(sql, outgoing) : []
}

/** What the recipients have written outside the thread. */
export async function toldTexts(
  sql: Sql,
  { tenantId, inbox, recipients, threadId, withheldToo }: Outgoing,
): Promise<OutboundContext['told']> {
  if (recipients.length === 0) return []
  const lower = recipients.map((address) => address.toLowerCase())
  return findToldTexts(sql, { tenantId, inboxId: inbox.id, threadId, withheldToo }, lower)
}
