/** A sender that poses as someone else: by display name, look-alike domain, or where replies go. */
import type { Detection } from '../../domain/analysis.ts'
import { brands, freeMail, wordBrands } from '../brands.ts'
import { skeleton } from '../confusables.ts'
import { fold } from '../fold.ts'
import { provenSender } from '../likeness/proven-sender.ts'
import { imitation, isDeceptiveHost, publicDomain, registrableDomain } from '../lookalike.ts'
import { quote } from '../quote.ts'
import { endingDoubt, promiseOf } from '../scam/domains.ts'
import type { RiskMessage, Scorer } from '../scorer.ts'

const maxKnownDomains = 2_000
/** How sure an imitation of a brand is that the reader's own house vouches for. */
const ofHired = 0.3

export const impersonation: Scorer = {
  name: 'impersonation',
  directions: ['inbound'],
  budgetMs: 500,
  score: (message) => {
    const { from } = message.mail
    const domain = from === null ? null : registrableDomain(from.address)
    if (from === null || domain === null) return []
    return [
      ofShownName(from.name.slice(0, 500), domain, message),
      ofBorrowedBrand(from, message),
      ofDomain(domain, message),
      ofReplyTo(domain, message),
      ofNullSender(from.address, message),
    ].filter((found) => found !== null)
  },
}

/** What the name poses as; that it is the reader's own house says more than that it is some domain. */
function ofShownName(name: string, domain: string, message: RiskMessage): Detection | null {
  const found = ofName(name, domain, message)
  // A service that the reader's own house lets write in its name; at some houses strangers have addresses, too.
  if (found?.result === 'brand_name' && isOwnProven(domain, message))
    return { ...found, confidence: Math.min(found.confidence, ofHired) }
  if (found !== null && found.result !== 'domain_in_name') return found
  return ofOwnHouse(name, domain, message) ?? found
}

/** Whether the sender's domain is that of the house whose inbox it is, and vouches for the mail. */
const isOwnProven = (domain: string, message: RiskMessage): boolean =>
  message.authentication?.dmarc.result === 'pass' && isOwnHouse(domain, message)

const isOwnHouse = (domain: string, { house }: RiskMessage): boolean =>
  !freeMail.has(domain) && (house?.addresses ?? []).some((address) => registrableDomain(address) === domain)

function ofName(name: string, domain: string, message: RiskMessage): Detection | null {
  const address = /[^\s<>"'@]{1,64}@([\p{L}\d.-]{3,253})/u.exec(name)
  const named = address === null ? null : publicDomain(address[1]!)
  if (named !== null && named !== domain)
    return {
      ...detection(
        'address_in_name',
        `The name shows an address at ${named}, the mail is from ${domain}.`,
        name,
      ),
      // Lists and forwarders that keep DMARC intact put the author's address there, and more behind it.
      confidence: /\svia\s|[\])]\s*$/i.test(name) ? 0.3 : 1,
    }
  const host =
    /(?:^|[\s("'])((?:[\p{L}\d-]{1,63}\.){1,3}(?:com|net|org|de|co\.uk|fr|it|es|nl|io|gov|edu))(?=$|[\s)"',])/iu.exec(
      name,
    )
  const shown = host === null ? null : publicDomain(host[1]!)
  if (shown !== null && shown !== domain)
    return detection('domain_in_name', `The name shows ${shown}, the mail is from ${domain}.`, name)
  const disguised = disguisedBrandOf(name)
  if (disguised !== null && !brands.get(disguised)!.has(domain))
    return detection(
      'disguised_brand',
      `The name is made to look like ${disguised} with other letters, the mail is from ${domain}.`,
      name,
    )
  const found = brandOf(name)
  if (found === null || brands.get(found.brand)!.has(domain)) return null
  if (isBranch(found.brand, name, domain, message) || isOwnSoftware(found.brand, domain, message)) return null
  return {
    ...detection('brand_name', `The name is that of ${found.brand}, the mail is from ${domain}.`, name),
    confidence: found.confidence,
  }
}

/** Phishing for mailboxes comes in the name of the reader's own domain, or of the one it addresses the reader at. */
function ofOwnHouse(name: string, domain: string, { inboxAddress, mail }: RiskMessage): Detection | null {
  const shown = fold(name).text
  const own = registrableDomain(inboxAddress)
  if (own !== null && own !== domain && shown.includes(own))
    return detection(
      'own_domain',
      `The name shows ${own}, the domain of this inbox, and the mail is from ${domain}.`,
      name,
    )
  // In the subject or the greeting; further on, an address is one to write to.
  const start = `${mail.subject.slice(0, 300)}\n${mail.body.trimStart().slice(0, 80)}`
  const greeted = addressee.exec(fold(start).text)
  const house = greeted === null || contact.test(greeted[0]) ? null : publicDomain(greeted[0])
  if (house === null || house === domain || freeMail.has(house)) return null
  const label = house.slice(0, house.indexOf('.'))
  if (label.length < 4 || !shown.split(/[^\p{L}\d-]+/u).includes(label)) return null
  return detection(
    'reader_domain',
    `The name shows ${label}, as if it were of ${house} where the mail addresses its reader; it is from ${domain}.`,
    name,
  )
}

/** An office that is written to, and nobody who is addressed. */
const contact =
  /^(?:support|info|hello|contact|sales|help|helpdesk|service|office|team|billing|customer|press|jobs|mail|feedback|booking|orders?)\b/
/** An address that a text speaks to. */
const addressee = /[a-z0-9._%+-]{1,64}@[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,3}/

/** `paypal-security.example`: registered to be mistaken. */
function ofBorrowedBrand(
  { name, address }: { name: string; address: string },
  message: RiskMessage,
): Detection | null {
  const host = address.slice(address.lastIndexOf('@') + 1)
  const domain = registrableDomain(address) ?? ''
  if (promiseOf(host) !== 'brand' || branched.some((brand) => isBranch(brand, name, domain, message)))
    return null
  return detection(
    'borrowed_brand',
    `The domain ${host} borrows the name of a brand that it is not of.`,
    address,
  )
}

const service =
  'account|accounts|admin|alert|alerts|bank|billing|care|center|centre|customer|customers|delivery|department|desk|email|express|fraud|help|helpdesk|inc|info|invoice|ltd|mail|member|notice|notification|notifications|online|order|orders|pay|payment|payments|prevention|protection|refund|resolution|safety|secure|security|service|services|shipping|sign-in|support|system|team|tech|update|updates|verification|wallet|noreply|no-reply|the|from|com|de|gmbh|kundenservice|sicherheit|servicio|soporte'
const serviceWords = new Set(service.split('|'))

/** Brands whose branches are houses of their own, at domains with the name of their place: `sparkasse-lindau.example`. */
const branched = ['sparkasse', 'volksbank', 'raiffeisenbank']
/** Letters of the name of a place; fewer may be of a word such as `tan`. */
const placeLetters = 5
/** What banks do, ask for and write about: parts of words that no place has. */
const ofBanking =
  /konto|kont[ae]n|kunde|karte|banking|service|sicher|schutz|login|online|portal|zentr|center|dienst|support|direkt|legitim|autoris|aktual|bestaet|verif|ident|frei(?:schalt|gabe)|anmeld|zugang|zugriff|sperr|daten|umstell|erneuer|zustimm|richtlin|formular|postfach|nachricht|mitteil|hinweis|betreu|beratung|hilfe|finanz|kredit|zahl(?:ung|en)|ueberweis|erstatt|guthaben|bonus|praemi|gewinn|pruef|registr|update|account|secure|versicher|tan$/

/**
 * Whether a name is that of a branch, and the domain has the brand, its place, and at most further places. Anybody can take
 * such a domain, so it has to be proven, and to have an ending and words that are none of those taken for scams.
 */
function isBranch(brand: string, name: string, domain: string, message: RiskMessage): boolean {
  if (!branched.includes(brand)) return false
  const address = message.mail.from?.address.toLowerCase() ?? ''
  const host = address.slice(address.lastIndexOf('@') + 1)
  // What stands before the domain has no other brand.
  const before = host.slice(0, Math.max(0, host.length - domain.length))
  if (provenSender(message) === null || endingDoubt(domain) > 0 || promiseOf(`${before}place.de`) !== null)
    return false
  const spelled = name
    .toLowerCase()
    .replaceAll('ä', 'ae')
    .replaceAll('ö', 'oe')
    .replaceAll('ü', 'ue')
    .replaceAll('ß', 'ss')
  const words = fold(spelled).text.split(/[^\p{L}]+/u)
  const label = domain.slice(0, domain.indexOf('.')).split('-')
  const places = label.filter((word) => word !== brand)
  return (
    words.includes(brand) &&
    label.includes(brand) &&
    places.every((word) => word.length >= placeLetters && !serviceWords.has(word) && !ofBanking.test(word)) &&
    places.some((word) => words.includes(word))
  )
}

/** Software that firms run themselves, and that writes under its own name from their domain. */
const ownSoftware = new Set(['wordpress', 'gitlab', 'jira', 'confluence', 'sentry'])

/** Whether it writes from the reader's own house, by DMARC, a signature or SPF; what others call so at their domains is theirs. */
function isOwnSoftware(brand: string, domain: string, message: RiskMessage): boolean {
  const { mail, authentication } = message
  if (!ownSoftware.has(brand) || !mail.from?.address.toLowerCase().startsWith(`${brand}@`)) return false
  const spf = authentication?.spf
  const proven =
    provenSender(message) !== null ||
    (authentication?.dmarc.result === 'none' &&
      spf?.result === 'pass' &&
      registrableDomain(spf.domain) === domain)
  return proven && isOwnHouse(domain, message)
}

/**
 * A brand written with letters that only look like its own: `PayPaI`, `NetfIix`, `Аmazon`; null where it is none. A
 * whole word of another script is a word of that script, and an accent is none of this.
 */
function disguisedBrandOf(name: string): string | null {
  for (const word of name.split(/[^\p{L}\d]+/u).slice(0, 12)) {
    if (word.length < 5 || !/[a-z]/i.test(word)) continue
    const plain = word.toLowerCase()
    const seen = [...word].map(seenAs).join('')
    if (seen !== plain && !brands.has(plain) && brands.has(seen)) return seen
  }
  return null
}

/** The letter that the eye takes a character for: capital I and 1 for l, 0 for o, those of other scripts for Latin. */
function seenAs(character: string): string {
  if (character === 'I' || character === '1') return 'l'
  if (character === '0') return 'o'
  if (/[\p{Script=Cyrillic}\p{Script=Greek}\uff21-\uff5a]/u.test(character))
    return skeleton(character.normalize('NFKC').toLowerCase())
  return character.toLowerCase()
}

/** Most words a brand's name has. */
const brandWords = 5
/** Letters from which a brand's name is no word or surname that others have. */
const unmistakable = 6

/**
 * The brand a name consists of, perhaps with words of office: not a person who happens to be called Chase. A name
 * that only begins with a brand's is less sure: resellers and pages of friends do so.
 */
function brandOf(name: string): { brand: string; confidence: number } | null {
  const words = fold(name)
    .text.split(/[^\p{L}\d&.-]+/u)
    .map((word) => word.replace(/^[.-]+|[.-]+$/g, ''))
    .filter((word) => word !== '')
  if (words.length === 0 || words.length > 6) return null
  for (let length = Math.min(brandWords, words.length); length > 0; length--)
    for (let start = 0; start + length <= words.length; start++) {
      const brand = words.slice(start, start + length).join(' ')
      if (!brands.has(brand)) continue
      const others = [...words.slice(0, start), ...words.slice(start + length)]
      if (others.every((word) => serviceWords.has(word)))
        return { brand, confidence: wordBrands.has(brand) ? 0.6 : 1 }
      if (start === 0 && (length > 1 || brand.length >= unmistakable)) return { brand, confidence: 0.6 }
    }
  return null
}

function ofDomain(domain: string, { inboxAddress, knownDomains }: RiskMessage): Detection | null {
  if (isDeceptiveHost(domain))
    return detection('deceptive_domain', `The domain ${domain} is written with look-alike letters.`, domain)
  if (freeMail.has(domain)) return null
  const own = registrableDomain(inboxAddress)
  const models = own === null ? knownDomains : [own, ...knownDomains]
  // Whoever wrote once is known from then on, an imitator as well: known, it is only less sure.
  const known = knownDomains.includes(domain) ? 0.5 : 1
  let best = { model: '', confidence: 0 }
  for (const model of models.slice(0, maxKnownDomains)) {
    const confidence = imitation(domain, model.toLowerCase()) * known
    if (confidence > best.confidence) best = { model, confidence }
  }
  if (best.confidence === 0 || domain === own) return null
  return {
    ...detection(
      'lookalike_domain',
      `The domain ${domain} resembles ${best.model}, which it is not.`,
      domain,
    ),
    confidence: best.confidence,
  }
}

function ofReplyTo(domain: string, { mail }: RiskMessage): Detection | null {
  const reply = mail.replyToMailboxes
    .map(({ address }) => registrableDomain(address))
    .find((other) => other !== null && other !== domain)
  if (reply === undefined || reply === null) return null
  // Lists and newsletters answer elsewhere by design.
  if (mail.headers.some(({ name }) => /^list-(?:id|unsubscribe|post)$/i.test(name))) return null
  const result = freeMail.has(reply) && !freeMail.has(domain) ? 'reply_to_free_mail' : 'reply_to_elsewhere'
  return detection(
    result,
    `Replies go to ${reply}, the mail is from ${domain}.`,
    mail.replyTo,
    'header:reply-to',
  )
}

/** A null reverse-path is for reports and automatic answers (RFC 5321 §4.5.5), not for letters. */
function ofNullSender(address: string, { envelope, mail }: RiskMessage): Detection | null {
  if (envelope.mailFrom !== '') return null
  if (/^(?:mailer-daemon|postmaster|mail-daemon|no-?reply|bounce|daemon|root|mdaemon)/i.test(address))
    return null
  const automatic = mail.headers.some(
    ({ name, value }) =>
      (/^auto-submitted$/i.test(name) && !/^\s*no\b/i.test(value)) ||
      (/^content-type$/i.test(name) && /multipart\/report|message\/(?:disposition|delivery)/i.test(value)) ||
      /^(?:x-auto-?reply|x-autorespond|x-failed-recipients)$/i.test(name),
  )
  if (automatic) return null
  return detection(
    'null_sender',
    'A letter was sent as if it were a bounce, with no return address.',
    address,
  )
}

const detection = (result: string, detail: string, text: string, where = 'header:from'): Detection => ({
  method: 'impersonation',
  result,
  detail: quote(detail),
  confidence: 1,
  evidence: [{ where, text: quote(text) }],
})
