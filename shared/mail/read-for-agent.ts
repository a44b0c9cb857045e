/** Reads in a message what an agent looks for: where its links really lead, one-time codes, and links that confirm something. */
import { truncate } from '../lib/clean-text.ts'
import { linkCharacters } from '../lib/link-address.ts'
import { visible } from '../lib/piece.ts'
import { readHtml } from './html-text.ts'
import { textLinks } from './text-links.ts'

/** A link as it is shown, and where it leads. */
export interface ShownLink {
  url: string
  /** The host that it leads to; of another scheme, the scheme. */
  host: string
  /** What is shown for it; '' for one that is written out. */
  text: string
  /** Whether its text names another host than that it leads to. */
  misleading: boolean
}

/** A code that somebody is to type in. `confidence` is from 0 to 1. */
export interface FoundCode {
  code: string
  confidence: number
}

/** A link that confirms an address, a sign-in or an order: how surely, from 0 to 1. */
export interface FoundConfirmation extends ShownLink {
  confidence: number
}

/** What is found in a message. */
export interface AgentReading {
  links: ShownLink[]
  /** Whether there are more of them. */
  linksCut: boolean
  codes: FoundCode[]
  confirmations: FoundConfirmation[]
}

const most = {
  readLinks: 500,
  links: 50,
  linkCharacters: 100_000,
  codes: 5,
  confirmations: 5,
  characters: 100_000,
}

/** Reads the visible text and the HTML of a message; the first that is found is the likeliest. */
export function readForAgent(subject: string, text: string, html: string | null): AgentReading {
  const body = text.slice(0, most.characters)
  const found = [...(html === null ? [] : readHtml(html).links), ...textLinks(body)]
  const links = oncePerAddress(
    found.flatMap(({ href, text: shown }) => {
      const link = shownLink(href, shown)
      return link === null ? [] : [link]
    }),
  ).slice(0, most.readLinks)
  const introduced = introductions(body)
  const shown = bounded(links.slice(0, most.links))
  return {
    links: shown,
    linksCut: links.length > shown.length,
    codes: findCodes(`${subject}\n${body}`).slice(0, most.codes),
    confirmations: links
      .flatMap((link) => confirmationOf(link, introduced.get(link.url) ?? ''))
      .toSorted((a, b) => b.confidence - a.confidence)
      .slice(0, most.confirmations),
  }
}

/** Each address once, as it is shown most tellingly: where one place of many misleads, all of it does. */
function oncePerAddress(links: readonly ShownLink[]): ShownLink[] {
  const known = new Map<string, ShownLink>()
  for (const link of links) {
    const before = known.get(link.url)
    const tellsMore =
      before === undefined || (before.misleading ? false : link.misleading || before.text === '')
    if (tellsMore) known.set(link.url, link)
  }
  return [...known.values()]
}

/** Characters before an address in a text that may say what it is for. */
const introductionCharacters = 200

/** The sentence that leads to what stands behind `text`: of its last line with words, and of lines that run on into it. */
const lastSentence = (text: string): string =>
  /(?:[^\n]*[^\n.!?:;\s][^\S\n]*\n)*[^\n]+\s*$/.exec(text)?.[0] ?? ''

/** What stands before each address that `text` writes out, by where it leads: from the address before it on. */
function introductions(text: string): Map<string, string> {
  const found = new Map<string, string>()
  let from = 0
  for (const { href } of textLinks(text).slice(0, most.readLinks)) {
    const written = text.indexOf(href, from)
    const at = written < 0 ? text.indexOf(href.replace('http://', ''), from) : written
    const url = URL.parse(href)
    if (at < 0 || url === null) continue
    found.set(
      truncate(url.href, linkCharacters),
      lastSentence(text.slice(Math.max(from, at - introductionCharacters), at)),
    )
    from = at + href.length
  }
  return found
}

/** The first of `links`, as many as have no more characters together than a view may have. */
function bounded(links: readonly ShownLink[]): ShownLink[] {
  let left = most.linkCharacters
  const end = links.findIndex(({ url }) => {
    left -= url.length
    return left < 0
  })
  return end < 0 ? [...links] : links.slice(0, end)
}

function shownLink(href: string, text: string): ShownLink | null {
  const url = URL.parse(href.trim())
  if (url === null || url.protocol === 'cid:') return null
  const shown = text.replaceAll(/\s+/g, ' ').trim()
  const web = url.protocol === 'http:' || url.protocol === 'https:'
  const named = web ? hostsIn(visible(shown)) : []
  return {
    url: truncate(url.href, linkCharacters),
    host: web ? url.hostname : url.protocol,
    text: shown.slice(0, 200),
    misleading: named.some((host) => !sameSite(host, url.hostname)),
  }
}

const hostName = String.raw`(?:[\p{L}\d-]{1,63}\.){1,6}\p{L}{2,24}`
const onlyAnAddress = new RegExp(String.raw`^\W{0,4}(${hostName})(?:[/:?#]\S*)?\W{0,4}$`, 'iu')
const writtenOut = new RegExp(String.raw`(?:https?:\/\/|(?<![\p{L}\d.@-])(?=www\.))(${hostName})`, 'giu')

/** The hosts that a link's text names: of each address that it writes out, or of the one that it is, as in `bank.example/login`. */
function hostsIn(text: string): string[] {
  const all = [...text.slice(0, 2_000).matchAll(writtenOut)].map(([, host]) => host!)
  const [, only] = onlyAnAddress.exec(text.slice(0, 2_000)) ?? []
  return [...all, ...(only === undefined ? [] : [only])].flatMap((host) => {
    const url = URL.parse(`http://${host}`)
    return url === null ? [] : [url.hostname]
  })
}

const sameSite = (one: string, other: string): boolean => {
  const [a, b] = [one.replace(/^www\./, ''), other.replace(/^www\./, '')]
  return a === b || a.endsWith(`.${b}`) || b.endsWith(`.${a}`)
}

const codeWord =
  /(?<!\p{L})(?:(?:verification|security|confirmation|access|login|sign-?in|one-?time|auth\w{0,12}|bestätigungs|sicherheits|anmelde|einmal|zugangs|prüf)?[ -]?(?:code|pin|tan|otp|passcode|kennwort)|(?:code|clave|c[oó]digo|codice) (?:de|di|d['’])|c[oó]digo|codice|kod|код|one-time password|einmalpasswort)(?!\p{L})|验证码|驗證碼|確認コード|認証コード|인증번호/giu
/** What makes something else of "code". */
const otherWord = {
  before: /(?:\bof|source|qr|bar|dress|zip)[ -]?$/i,
  after: /^ (?:of\b|reviews?\b|base\b|snippet|freeze)/i,
}
const candidate =
  /(?<![\p{L}\d.,/:+#€$£@_=&?-])(?<!\d[ -])(?:[A-Z]-(?=\d{6})\d{6}|\d{3}[ -]\d{3}|\d{4}[ -]\d{4}|\d{4,8}|(?=[A-Z\d]{6,10}(?![\p{L}\d]))(?=[A-Z]*\d)(?=\d*[A-Z])[A-Z\d]{6,10}|[A-Z\d]{4}-[A-Z\d]{4})(?![A-Za-z\d/:€%@_=]|[.,]\d|[ -]\d)/gu
/** What makes an amount of a number before it. */
const unit = /^ ?(?:eur|usd|gbp|chf|euros?|dollars?|€|kr|px|ms|gb|mb|km|kg|lines|times|hours|days)(?!\p{L})/iu
/** What a number before it makes something else of. */
const otherNumber =
  /(?<!\p{L})(?:order|invoice|ticket|case|customer|account|reference|ref|booking|tracking|article|item|serial|contract|room|flight|bestell\p{L}{0,12}|rechnungs?\p{L}{0,12}|kunden\p{L}{0,12}|vertrags?\p{L}{0,12}|auftrags?\p{L}{0,12}|commande|facture|dossier|pedido|factura|cliente|fattura|ordine|zip|postal|plz|promo\p{L}{0,12}|discount|coupon|voucher|gutschein\p{L}{0,12}|rabatt\p{L}{0,12}|dress|area|country|error|qr|bar|source|phone|tel|fax|mobile)(?:[ -]?(?:no\.?|nr\.?|number|nummer|code|id|n°|num[eé]ro|n[uú]mero))?\s?[:#.]?\s{0,2}$/iu
/** Letters between a code and the word for it. */
const reach = 80

/** Codes of a text, the surest first, each once. */
export function findCodes(text: string): FoundCode[] {
  const words = codeWords(text)
  if (words.length === 0) return []
  const found = new Map<string, number>()
  let looked = 0
  for (const { 0: value, index } of text.matchAll(candidate)) {
    if (++looked > 2_000) break
    const end = index + value.length
    if (/^(?:19|20)\d\d$/.test(value) || unit.test(text.slice(end, end + 12))) continue
    if (otherNumber.test(text.slice(Math.max(0, index - 40), index))) continue
    const before = words.findLast((word) => word.end <= index)
    const after = words.find((word) => word.index >= end)
    const distance = Math.min(
      before === undefined ? Number.POSITIVE_INFINITY : index - before.end,
      after === undefined ? Number.POSITIVE_INFINITY : after.index - end,
    )
    if (distance > reach) continue
    const alone =
      /(?:^|\n)[ \t*]*$/.test(text.slice(Math.max(0, index - 10), index)) &&
      /^[ \t*]*(?:\n|$)/.test(text.slice(end, end + 10))
    const confidence = alone || distance <= 6 ? 0.95 : distance <= 30 ? 0.8 : 0.6
    const code = value.replaceAll(/[ -]/g, /^[\d -]+$/.test(value) ? '' : '-')
    found.set(code, Math.max(found.get(code) ?? 0, confidence))
  }
  return [...found]
    .map(([code, confidence]) => ({ code, confidence }))
    .toSorted((a, b) => b.confidence - a.confidence)
}

function codeWords(text: string): { index: number; end: number }[] {
  const words = []
  for (const { 0: word, index } of text.matchAll(codeWord)) {
    const end = index + word.length
    const other =
      otherWord.before.test(text.slice(Math.max(0, index - 8), index)) ||
      otherWord.after.test(text.slice(end, end + 10))
    if (!other) words.push({ index, end })
    if (words.length === 200) break
  }
  return words
}

const confirms =
  /(?<!\p{L})(?:confirm|verif|activat|validat|magic|sign[ -]?in|log[ -]?in|reset|accept invit|join|bestätig|aktivier|verifizier|anmeld|zurücksetz|confirmer|vérifi|activer|valider|connecter|réinitialis|confirmar|verificar|activar|iniciar sesi|restablecer|conferm|attiva|accedi|reimpost|подтверд|active)/iu
const confirmsInPath =
  /\/(?:[\w-]*(?:confirm|verify|verification|activate|validate|magic|sign-?in|log-?in|auth|reset|invit|accept)[\w-]*)(?:[/?#]|$)/i
/** A long word that nobody chose: what tells the one who clicks apart. */
const token = /[\w.~%-]{20,}/

/** What is left of the confidence in a link that misleads: any that doesn't stands before it. */
const misleads = 1 / 3

/** `before` is what introduces an address that a text writes out. */
function confirmationOf(link: ShownLink, before: string): FoundConfirmation[] {
  const { url, host, text, misleading } = link
  if (!/^https?:/.test(url)) return []
  const behindHost = url.slice(url.indexOf(host) + host.length)
  const [said, introduced, inPath, hasToken] = [
    confirms.test(text),
    confirms.test(before),
    confirmsInPath.test(behindHost),
    token.test(behindHost),
  ]
  const sure = (said ? 0.45 : introduced ? 0.3 : 0) + (inPath ? 0.3 : 0) + (hasToken ? 0.2 : 0)
  if (sure < 0.45 || !(said || introduced || inPath)) return []
  return [{ ...link, confidence: Math.round(sure * (misleading ? misleads : 1) * 100) / 100 }]
}
