/** What the model of pretexts sees of a mail: the n-grams of what it says, and what it names, asks for and leads to, of whom, and from whom. */

import { freeMail } from '../brands.ts'
import { namesAnAccount } from '../injection/asks.ts'
import { isOutside, partiesOf } from '../injection/parties.ts'
import { provenSender } from '../likeness/proven-sender.ts'
import { acrossItems } from '../list-items.ts'
import { registrableDomain } from '../lookalike.ts'
import { mailAddressesIn } from '../mail-addresses.ts'
import { type Passage, passagesOf } from '../model/passages.ts'
import type { RiskMessage } from '../scorer.ts'
import { isWellKnown } from '../well-known.ts'

/** A mail as the model reads it. */
export interface PretextReading {
  passages: readonly Passage[]
  signs: readonly Sign[]
}

/**
 * What is seen of a mail beside its n-grams. Of the sender: a correspondent of the inbox whose address is proven (anybody can
 * write another's), who has written five clean messages or more; somebody of the house of one, or of the own house; a widely known house; in a
 * thread, where he wrote before; with the name of a correspondent at another address; refuted; answered at another house. Of
 * the inbox: that it knows nobody. Of the text: addresses of the sender's house, of the own one, of one that the inbox knows,
 * or of none of these; an account, money, names of correspondents and of the own house; links to the sender's house, only
 * elsewhere, or none; that it is short.
 */
export const signs = [
  'known',
  'known_well',
  'known_house',
  'well_known',
  'knows_nobody',
  'own_house',
  'in_thread',
  'wrote_before',
  'name_of_another',
  'refuted',
  'answered_elsewhere',
  'address_of_sender',
  'address_of_own',
  'address_of_known',
  'address_outside',
  'account',
  'money',
  'names_known',
  'names_own',
  'links_to_sender',
  'links_elsewhere',
  'no_links',
  'short',
] as const
export type Sign = (typeof signs)[number]

/** Clean messages from which a correspondent is known well. */
const wellKnown = 5
/** Characters of the text that are read for signs; n-grams are read further. */
const reach = 20_000
/** Addresses and links that are looked at, and correspondents. */
const mostAddresses = 50
const mostLinks = 200
const mostKnown = 500
/** Characters below which a text is short. That one is long says nothing: anybody can put bland text behind an order. */
const shortBelow = 300
/** Letters of a name that is none by chance. */
const fewestLetters = 6

const currency = /[€$£¥₹₦]|\b(?:eur|usd|gbp|chf|inr|ngn|aed|sgd|pln|zł|sek|dkk|nok|kr|rs)\b/

/** Reads a mail that has come in, its subject in the first line. */
export function readMail(message: RiskMessage): PretextReading {
  const text = textOf(message)
  return {
    passages: [...passagesOf(text), ...acrossLists(text)],
    signs: [...signsOfSender(message), ...signsOfText(message, text)],
  }
}

/** The passages that have lists of torn sentences, read across their items; the places are those of `text`. */
function acrossLists(text: string): Passage[] {
  const across = acrossItems(text)
  if (across === null || !across.torn) return []
  return passagesOf(across.text).filter(({ start, end }) => start < across.end && end > across.start)
}

/** What the model reads of a mail: subject and body. */
export const textOf = ({ mail }: RiskMessage): string => `${mail.subject}\n${mail.body}`

const chosen = (found: Partial<Record<Sign, boolean>>): Sign[] => signs.filter((sign) => found[sign] === true)

function signsOfSender(message: RiskMessage): Sign[] {
  const { mail, correspondents = [], house, authentication, threadPast } = message
  const sender = mail.from?.address.toLowerCase() ?? ''
  const domain = registrableDomain(sender)
  const name = mail.from?.name.trim().toLowerCase() ?? ''
  const known = correspondents.slice(0, mostKnown)
  const past = known.find((one) => one.address === sender)
  // By the public suffix list with its private section: tenants of one host don't vouch for each other.
  const proven = provenSender(message) !== null
  const sameHouse = (one: string): boolean => domain !== null && registrableDomain(one) === domain
  // At a free provider a house is an address.
  const isOfHouse = (one: string): boolean =>
    domain !== null && freeMail.has(domain) ? one.toLowerCase() === sender : sameHouse(one)
  return chosen({
    known: past !== undefined && proven,
    known_well: past !== undefined && proven && past.clean >= wellKnown,
    known_house: past === undefined && proven && known.some((one) => isOfHouse(one.address)),
    well_known: proven && isWellKnown(sender),
    knows_nobody: known.length === 0,
    own_house: proven && (house?.addresses.some(isOfHouse) ?? false),
    in_thread: threadPast !== undefined,
    wrote_before: threadPast?.people.some((one) => one.address.toLowerCase() === sender) ?? false,
    name_of_another:
      past === undefined && name !== '' && known.some((one) => one.name.trim().toLowerCase() === name),
    refuted:
      authentication?.spf.result === 'fail' ||
      authentication?.spf.result === 'softfail' ||
      authentication?.dmarc.result === 'fail',
    answered_elsewhere: mail.replyToMailboxes.some((one) => !sameHouse(one.address)),
  })
}

/** The domains that addresses are of; at a free provider, which says nothing, the addresses themselves. */
const housesOf = (addresses: readonly string[]): Set<string> =>
  new Set(
    addresses.map((one) => {
      const domain = registrableDomain(one)
      return domain === null || freeMail.has(domain) ? one.toLowerCase() : domain
    }),
  )

function signsOfText(message: RiskMessage, whole: string): Sign[] {
  const { mail, correspondents = [], house, inboxAddress } = message
  const text = whole.slice(0, reach).toLowerCase()
  const known = correspondents.slice(0, mostKnown)
  const sender = mail.from?.address.toLowerCase() ?? ''
  const domain = registrableDomain(sender)
  const parties = partiesOf(message)
  const own = housesOf([inboxAddress, ...(house?.addresses ?? [])])
  const knownHouses = housesOf(known.map((one) => one.address))
  const houses = { own: 0, sender: 0, known: 0, outside: 0 }
  for (const { address: one } of mailAddressesIn(text).take(mostAddresses)) {
    const [of] = housesOf([one])
    if (own.has(of!)) houses.own++
    else if (!isOutside(one, parties)) houses.sender++
    else if (knownHouses.has(of!)) houses.known++
    else houses.outside++
  }
  const links = mail.links
    .slice(0, mostLinks)
    .filter(({ href }) => /^https?:/i.test(href) && URL.canParse(href))
    .map(({ href }) => registrableDomain(new URL(href).hostname))
  const toSender = domain !== null && links.includes(domain)
  return chosen({
    address_of_sender: houses.sender > 0,
    address_of_own: houses.own > 0,
    address_of_known: houses.known > 0,
    address_outside: houses.outside > 0,
    account: namesAnAccount(text),
    money: currency.test(text),
    names_known: known.some(
      (one) =>
        one.address !== sender && one.name.length >= fewestLetters && text.includes(one.name.toLowerCase()),
    ),
    names_own: house !== undefined && house.name !== '' && text.includes(house.name.toLowerCase()),
    links_to_sender: toSender,
    links_elsewhere: links.length > 0 && !toSender,
    no_links: links.length === 0,
    short: text.length < shortBelow,
  })
}
