/** What a draft writes to, and what it passes on, by the marks that untrusted mail is remembered by. */

import { limits } from '../../domain/limits.ts'
import type { ParsedMail } from '../../domain/parsed-mail.ts'
import type { OutboundContext } from '../outbound-context.ts'
import { pastOfDraft, saidNow, type Told } from '../said-now.ts'
import { domainOf, markOf, namedValues, type ValueKind } from './named-values.ts'

/** A value of a draft. */
export interface DraftValue {
  kind: ValueKind
  /** As it is told to a reviewer. */
  shown: string
  /** The recipient that it is of; null of what stands in the text. */
  recipient: string | null
  mark: string
}

/** The draft: its recipients, what it says itself, its links and the texts of its files. */
export interface ValuedDraft {
  mail: ParsedMail
  recipients: readonly string[]
  attachmentTexts: readonly { text: string }[]
  inboxAddress: string
  /** What its HTML shows; null: there is none. */
  seen: Told | null
  /** What came before it in its thread, as of {@link pastOfDraft}. */
  thread: OutboundContext['thread']
  opening: OutboundContext['opening']
  /** Domains that the inbox has clean mail from. */
  knownDomains: readonly string[]
}

/** Its values, recipients first, no more than `limits.taintsPerMessage` of either. What it quotes of its thread is no news. */
export function draftValues({
  mail,
  recipients,
  attachmentTexts,
  inboxAddress,
  seen,
  thread,
  opening,
  knownDomains,
}: ValuedDraft): DraftValue[] {
  const inboxDomain = inboxAddress.slice(inboxAddress.lastIndexOf('@') + 1).toLowerCase()
  const known = new Set([inboxDomain, ...knownDomains.map((domain) => domain.toLowerCase())])
  const of = (kind: ValueKind, value: string, recipient: string | null): DraftValue => ({
    kind,
    shown: value,
    recipient,
    mark: markOf({ kind, value }),
  })
  const to = [...new Set(recipients.map((address) => address.toLowerCase()))]
    .filter((address) => !address.endsWith(`@${inboxDomain}`))
    .slice(0, limits.taintsPerMessage)
    .flatMap((address) => [
      of('address', address, address),
      ...(known.has(domainOf(address)) ? [] : [of('domain', domainOf(address), address)]),
    ])
  const past = pastOfDraft({ thread, opening })
  const fresh = saidNow(mail, past)
  // What its HTML shows may be something else.
  const shown = seen === null ? '' : saidNow(seen, past)
  const links = mail.links
    .map(({ href }) => href)
    .filter((href) => fresh.includes(href) || mail.html !== null)
  const text = [mail.subject, fresh, shown, ...attachmentTexts.map((one) => one.text)].join('\n')
  const passed = namedValues(text, links)
    .filter(
      ({ kind, value }) =>
        kind !== 'domain' &&
        !(
          kind === 'address' &&
          (value.endsWith(`@${inboxDomain}`) || recipients.some((one) => one.toLowerCase() === value))
        ),
    )
    .map(({ kind, value }) => of(kind, value, null))
  return [...to, ...passed]
}
