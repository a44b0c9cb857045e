/** Reads in a message what an agent looks for: where its links really lead, one-time codes, and links that confirm something. */
import { truncate } from '../lib/clean-text.ts'
import { linkCharacters } from '../lib/link-address.ts'
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

/** A link that confirms an address, a sign-in or an order. */
export interface FoundConfirmation {
  url: string
  host: string
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
  const links = [...new Map(found.map((link) => [link.href, link])).values()]
    .slice(0, most.readLinks)
    .flatMap(({ href, text: shown }) => {
      const link = shownLink(href, shown)
      return link === null ? [] : [link]
    })
  const shown = bounded(links.slice(0, most.links))
  return {
    links: shown,
    linksCut: links.length > shown.length,
    codes: findCodes(`${subject}\n${body}`).slice(0, most.codes),
    confirmations: links
      .flatMap((link) => confirmationOf(link))
      .toSorted((a, b) => b.confidence - a.confidence)
      .slice(0, most.confirmations),
  }
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
  const named = web ? hostIn(shown) : null
  return {
    url: truncate(url.href, linkCharacters),
    host: web ? url.hostname : url.protocol,
    text: shown.slice(0, 200),
    misleading: named !== null && !sameSite(named, url.hostname),
  }
}

/** The host that a link's text looks like: `www.bank.example/login`. */
function hostIn(text: string): string | null {
  const [, host] = /^(?:https?:\/\/)?((?:[a-z\d-]{1,63}\.){1,6}[a-z]{2,24})(?:[/:?#]\S*)?$/i.exec(text) ?? []
  return host?.toLowerCase() ?? null
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

function confirmationOf({ url, host, text }: ShownLink): FoundConfirmation[] {
  if (!/^https?:/.test(url)) return []
  const behindHost = url.slice(url.indexOf(host) + host.length)
  const [said, inPath, hasToken] = [
    confirms.test(text),
    confirmsInPath.test(behindHost),
    token.test(behindHost),
  ]
  const confidence = (said ? 0.45 : 0) + (inPath ? 0.3 : 0) + (hasToken ? 0.2 : 0)
  return confidence >= 0.45 && (said || inPath)
    ? [{ url, host, confidence: Math.round(confidence * 100) / 100 }]
    : []
}
