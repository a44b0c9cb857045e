/** A copy of somebody's notification: the name, the sender and the links are not of one house. */
import type { Detection } from '../../domain/analysis.ts'
import { brands, freeMail } from '../brands.ts'
import { bears, domainsIn, labelOf, wordsOfName } from '../clone/named.ts'
import { type Target, targetsOf } from '../clone/targets.ts'
import { publicDomain, registrableDomain } from '../lookalike.ts'
import { quote } from '../quote.ts'
import { isCalledTracker, writesForOthers } from '../relays.ts'
import { hostDoubt } from '../scam/host-doubt.ts'
import type { RiskMessage, Scorer } from '../scorer.ts'

/** What a clone is told by. */
interface Facts {
  name: string
  /** Telling words of the name that the mail shows. */
  words: string[]
  sender: string
  targets: Target[]
  /** Domains that the text writes out. */
  written: Set<string>
  /** Whether it says that it came over a list, answers a letter, or is a person's: then anyone's links are in it. */
  among: boolean
}

export const clone: Scorer = {
  name: 'clone',
  directions: ['inbound'],
  budgetMs: 500,
  score: (message) => {
    const { mail, authentication } = message
    const sender = mail.from === null ? null : registrableDomain(mail.from.address)
    if (mail.from === null || sender === null) return []
    const targets = targetsOf(mail.links)
    const { name } = mail.from
    const words = wordsOfName(name)
    const proven = authentication?.dmarc.result === 'pass'
    const dressed = ofDressedDomain(name, words, sender)
    if (targets.length === 0) return dressed === null ? [] : [dressed]
    const written = domainsIn(`${mail.bodySanitized}\n${targets.map(({ text }) => text).join('\n')}`)
    const facts: Facts = { name, words, sender, targets, written, among: isAmongPeople(message, words) }
    const forOthers = proven && writesForOthers(sender)
    return [
      ofAddressLink(facts),
      ...(forOthers ? [] : [dressed, ofOwnName(facts), ofForeignAction(facts), ofOddOneOut(facts)]),
    ].filter((found) => found !== null)
  },
}

/** How sure a finding is in mail of lists and answers; anyone can write their fields, so it never goes by them alone. */
const amongPeople = 0.4

/** Whether an address is called as its owner is, in part: `ada.w` of Ada Winter. */
function isPersonal(address: string, words: readonly string[]): boolean {
  const local = address.slice(0, address.lastIndexOf('@')).toLowerCase()
  return words.some((word) => word.length > 2 && local.includes(word))
}

/** Mail of lists, answers and persons quote others with their links. */
const isAmongPeople = ({ mail }: RiskMessage, words: readonly string[]): boolean =>
  mail.inReplyTo.length > 0 ||
  isPersonal(mail.from!.address, words) ||
  mail.headers.some(
    ({ name, value }) =>
      /^(?:list-(?:id|post)|mailing-list|x-mailman-version|x-loop|x-beenthere)$/i.test(name) ||
      (/^precedence$/i.test(name) && /list/i.test(value)),
  )

/** `support@firm.example`, which leads to a page of somebody else. */
function ofAddressLink({ targets, sender }: Facts): Detection | null {
  for (const { text, domain, counted, href, host } of targets) {
    const address = /^[^\s@<>"]{1,64}@([a-z0-9.-]{3,253})$/i.exec(text)
    const shown = address === null ? null : publicDomain(address[1]!)
    if (shown === null || shown === domain || domain === sender || counted || isCalledTracker(host)) continue
    return detection(
      'address_as_link',
      `A link shows an address at ${shown} and leads to a page at ${domain}.`,
      'html',
      `${text} → ${href}`,
    )
  }
  return null
}

/** Words that are put to a name where nobody else has taken it yet. */
const dress =
  /^(?:secure|security|safe|safety|verify|verification|verified|auth|login|signin|account|accounts|billing|invoice|invoices|payment|payments|alert|alerts|notice|notify|notification|notifications|support|helpdesk|service|update|updates|portal|online|team|mailer|customer|client|care|confirm|id)$/
/** The same where honest senders use them as well. */
const light = /^(?:em|mail|email|news|newsletter|send|info|hq|app|get|go|try|my)$/

/** `firm-secure.example` in the name of Firm. */
function ofDressedDomain(name: string, words: readonly string[], sender: string): Detection | null {
  const parts = sender.slice(0, sender.indexOf('.')).split('-')
  if (parts.length < 2 || words.length === 0 || words.join('').length < 4) return null
  const shown = new Set(name.toLowerCase().split(/[^a-z0-9]+/))
  const put = parts.filter((part) => (dress.test(part) || light.test(part)) && !shown.has(part))
  const rest = parts.filter((part) => !put.includes(part)).join('')
  if (put.length === 0 || rest.length < 4 || !bears(`${rest}.`, words)) return null
  return {
    ...detection(
      'dressed_domain',
      `The domain ${sender} puts words of log-in pages to the name that it shows.`,
      'header:from',
      `${name} <…@${sender}>`,
    ),
    confidence: put.some((part) => dress.test(part)) ? 1 : 0.4,
  }
}

/** The text writes out the domain of whom it names, and is neither from there nor leads there. */
function ofOwnName({ name, words, sender, targets, written, among }: Facts): Detection | null {
  if (words.length === 0 || freeMail.has(sender)) return null
  const own = [...written].filter((domain) => bears(domain, words) && !freeMail.has(domain))
  if (own.length === 0 || own.includes(sender)) return null
  const open = targets.filter(({ counted }) => !counted)
  if (open.length === 0 || open.some(({ domain }) => own.includes(domain))) return null
  // Whose links lead to its own house names a customer, a partner or a subject.
  if (open.every(({ domain }) => domain === sender)) return null
  return {
    ...detection(
      'own_name_elsewhere',
      `The mail of ${quote(name)} names ${own[0]}, but is from ${sender} and leads to ${open[0]!.domain}.`,
      'header:from',
      name,
    ),
    confidence: among ? amongPeople : isPressed(open) ? 1 : 0.5,
  }
}

/** All that there is to follow leads to one strange house, which is neither the sender's nor that of the name. */
function ofForeignAction({ name, words, sender, targets, among }: Facts): Detection | null {
  const open = targets.filter(({ counted }) => !counted)
  const [first] = open
  if (first === undefined || open.some(({ domain }) => domain !== first.domain)) return null
  if (first.domain === sender || labelOf(first.domain) === labelOf(sender)) return null
  if (words.length > 0 && bears(first.domain, words)) return null
  const doubt = hostDoubt(first.host)
  const strange = words.length > 0 && !bears(sender, words) && !freeMail.has(sender)
  // A letter of a person names pages by their addresses; a button has words on it.
  const pressed = open.some(({ text }) => text !== '' && !/^\S*[./]\S*$/.test(text))
  if (among && doubt < 1) return null
  if (doubt === 0 && (!strange || !pressed || isCalledTracker(first.host))) return null
  const result = doubt === 0 ? 'three_houses' : strange ? 'strange_action' : 'foreign_action'
  return {
    ...detection(
      result,
      strange
        ? `The name ${quote(name)}, the sender’s domain ${sender} and ${first.domain}, where all links lead, have nothing in common.`
        : `All links of a mail from ${sender} lead to ${first.domain}.`,
      'html',
      first.href,
    ),
    confidence: among ? amongPeople : doubt === 0 ? 1 : doubt,
  }
}

/** A letter of a person names pages by their addresses; a button has words on it. */
const isPressed = (targets: readonly Target[]): boolean =>
  targets.some(({ text }) => text !== '' && !/^\S*[./]\S*$/.test(text))

/** The links around it lead to one house, and the one to press to another that is in doubt. */
function ofOddOneOut({ sender, words, targets }: Facts): Detection | null {
  const open = targets.filter(({ counted }) => !counted)
  const by = Map.groupBy(open, ({ domain }) => domain)
  if (by.size !== 2) return null
  const [[house], [odd, links]] = [...by].sort(([, a], [, b]) => b.length - a.length) as [
    [string, Target[]],
    [string, Target[]],
  ]
  const named = [...brands.values()].some((domains) => domains.has(house)) || bears(house, words)
  if (!named || odd === sender || by.get(house)!.length < 2 || links.length > 1) return null
  const doubt = hostDoubt(links[0]!.host)
  if (doubt < 0.4 || labelOf(odd).includes(labelOf(house))) return null
  return {
    ...detection(
      'odd_one_out',
      `The other links lead to ${house}, one to ${odd}.`,
      'html',
      `${links[0]!.text} → ${links[0]!.href}`,
    ),
    confidence: house === sender ? doubt * 0.5 : doubt,
  }
}

const detection = (result: string, detail: string, where: string, text: string): Detection => ({
  method: 'clone',
  result,
  detail: quote(detail),
  confidence: 1,
  evidence: [{ where, text: quote(text) }],
})
