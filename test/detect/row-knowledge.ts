/** What the service would know of a row's sender and thread, from what the row says of them; what it doesn't say is unknown. */
import type { AuthenticationResults } from '../../shared/domain/authentication.ts'
import { limits } from '../../shared/domain/limits.ts'
import type { ParsedMail } from '../../shared/domain/parsed-mail.ts'
import { parseMail } from '../../shared/mail/parse.ts'
import { withFingerprints } from '../../shared/risk/exfiltration/fingerprints.ts'
import { bareContext, type OutboundContext, type ThreadMail } from '../../shared/risk/outbound-context.ts'
import { isOfHouse } from '../../shared/risk/own-house.ts'
import type { RiskMessage } from '../../shared/risk/scorer.ts'
import type { RowFields } from './row-format.ts'
import { inboxAddress, mailboxesIn, rawOf, recipientsOf } from './row-mail.ts'

const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1).toLowerCase()

/** Without the network nothing can be looked up: what a row doesn't say is neither for nor against the sender. */
export function authenticationOf(
  { authentication = {} }: RowFields,
  mail: ParsedMail,
  mailFrom: string,
): AuthenticationResults {
  const { spf = 'none', dkim = [], dmarc = 'none', arc = 'none' } = authentication
  const [bySpf, byDmarc] = [spf, dmarc].map((one) => (typeof one === 'string' ? { result: one } : one))
  const said = (domain: string | undefined, result: string, own: string): string =>
    domain ?? (result === 'none' ? '' : domainOf(own))
  return {
    spf: { result: bySpf!.result, domain: said(bySpf!.domain, bySpf!.result, mailFrom) },
    dkim: dkim.map(({ result, domain, selector = '' }) => ({ result, domain, selector })),
    dmarc: {
      result: byDmarc!.result,
      domain: said(byDmarc!.domain, byDmarc!.result, mail.from?.address ?? ''),
      policy: (typeof dmarc === 'string' ? undefined : dmarc.policy) ?? '',
    },
    arc: { result: typeof arc === 'string' ? arc : arc.result },
  }
}

type Known = Pick<RiskMessage, 'knownDomains'> &
  Required<Pick<RiskMessage, 'knownSenders' | 'correspondents'>>

/** The correspondents as the store finds them: each by its address, and all of a domain by that. */
export function knownOf({ known = [] }: RowFields): Known {
  const domains = new Set<string>()
  const senders = new Map<string, Known['knownSenders'][number]>()
  const correspondents: Known['correspondents'] = []
  for (const one of known) {
    const { address, name = '', reply_domains: replyDomains = [] } = one
    const { bad = 0, clean = bad === 0 ? 1 : 0, days = Math.max(0, clean - 1) } = one
    const domain = domainOf(address)
    if (clean > 0) {
      domains.add(domain)
      correspondents.push({ address: address.toLowerCase(), name, clean, replyDomains })
    }
    for (const sender of [address.toLowerCase(), domain]) {
      const so = senders.get(sender) ?? { sender, clean: 0, bad: 0, days: 0 }
      so.clean += clean
      so.bad += bad
      so.days = Math.max(so.days, days)
      senders.set(sender, so)
    }
  }
  return { knownDomains: [...domains], knownSenders: [...senders.values()], correspondents }
}

/** What came before an inbound row in its thread; undefined where it has none. */
export function threadPastOf({ thread = [] }: RowFields): RiskMessage['threadPast'] {
  if (thread.length === 0) return undefined
  const newest = thread.slice(-limits.threadPastMessages).reverse()
  return {
    people: newest.flatMap(({ from }) => mailboxesIn(from)).filter(({ address }) => address !== inboxAddress),
    recipients: [],
    texts: newest.map(({ text }) => text.slice(0, limits.threadPastCharacters)),
  }
}

/** Days after which whom the inbox knows is taken to have been written to outside the thread: a correspondent. */
const settledDays = 2

/** What the service would know of a draft: who is known, what the thread that it answers says, and what other mail does. */
export async function outboundOf(row: RowFields): Promise<OutboundContext> {
  const { thread = [] } = row
  const recipients = recipientsOf(row)
  const { knownDomains, knownSenders } = knownOf(row)
  const own = new Set(row.house?.addresses.map((address) => address.toLowerCase()))
  const sinceDays = new Map(knownSenders.map(({ sender, days }) => [sender, days]))
  const isKnown = (address: string): boolean => own.has(address) || sinceDays.has(address)
  const isSettled = (address: string): boolean =>
    own.has(address) || (sinceDays.get(address) ?? 0) >= settledDays
  const lower = recipients.map((address) => address.toLowerCase())
  const others: ThreadMail[] = []
  const opening: string[] = []
  for (const { from, text, subject = '', score = 0 } of thread) {
    const address = authorOf(from)
    if (address.toLowerCase() === inboxAddress) {
      if (others.length === 0) opening.push(text)
      continue
    }
    const { links } = await parseMail(rawOf({ text, subject, from }))
    others.push({
      from: [address],
      recipients: [inboxAddress],
      subject,
      text,
      links: links.map(({ href }) => href),
      riskScore: score,
      // As by the service: whom the inbox knows, and nothing odd in this one. That it is proven is taken for granted.
      trusted: isKnown(address.toLowerCase()) && score <= 30,
    })
  }
  return {
    ...bareContext(inboxAddress, recipients),
    knownRecipients: lower.filter(isKnown),
    correspondents: lower.filter(isSettled),
    colleagues: lower.filter((address) => own.has(address)),
    knownDomains,
    thread: others,
    opening,
    ...otherMailOf(row, lower),
  }
}

/** What the recipients have written in other threads, and what others have. */
function otherMailOf(
  { others = [], house }: RowFields,
  recipients: readonly string[],
): Pick<OutboundContext, 'told' | 'otherThreads'> {
  const own = house && { ...house, addresses: house.addresses.map((address) => address.toLowerCase()) }
  const mails = others.map(({ from, text, subject = '' }, index) => ({
    from: authorOf(from).toLowerCase(),
    text,
    subject,
    threadId: `thr_${index}`,
  }))
  return {
    told: mails
      .filter(({ from }) => recipients.includes(from))
      .map(({ from, text, subject }) => ({ from, text: `${subject} ${text}` })),
    otherThreads: mails
      .filter(({ from }) => !recipients.includes(from))
      // That a house's own mail is proven is taken for granted.
      .map(({ threadId, text, from }) =>
        withFingerprints({
          threadId,
          text,
          ofHouse: isOfHouse(from, from.slice(from.lastIndexOf('@') + 1), own),
        }),
      ),
  }
}

const authorOf = (from: string): string => mailboxesIn(from)[0]?.address ?? from
