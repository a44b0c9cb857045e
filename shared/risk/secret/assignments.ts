/** Secrets by the name they are assigned to: `api_key = …`, `password: …`, `vendor_token => …`. */
import { isAlphanumeric } from '../pii/context.ts'
import type { Span } from '../span.ts'
import { isOfInvitation, isPlaceholder, isSerial } from './allow-list.ts'
import { entropyOf, isHexadecimal, isMachineMade, isUuid, looksRandom, wordShare } from './randomness.ts'
import { namesVendor } from './vendors.ts'

/** Names of what opens something. */
const credential =
  /pass(?:word|wd|phrase|code)|passw\b|\bpass\b|(?:^|[_-]|db|user|admin|root|smtp|mail|ftp|mysql|ldap|ssh)pass$|\bpwd|pwd$|\bpw$|\bpsk$|\bmdp$|unseal key|\bwi-?fi[ _-]?key|secret|(?:api|access|auth|app|client|private|master|account|service|storage|encryption|signing|license|licence|consumer|session|shared|deploy|admin|root|ssh|host|hmac|jwt|webhook|bot|user|security|subscription|integration|functions?)[ _.-]{0,2}(?:key|token|secret)|apikey|token|\bcreds?\b|credential|bearer|\bauth\b|authorization|authkey|kennwort|passwort|zugangsdaten|mot[ _-]de[ _-]passe|contrase[nñ]a|parola[ _]d['’]?[ _]?(?:ordine|accesso)|contrase[nñ]a|\bclave\b|\bsenha\b|wachtwoord|has[lł]o|parol[aey]?\b|l[oö]senord|salasana|пароль|密码|密碼|口令|パスワード|비밀번호|암호|סיסמה|كلمة المرور|jelsz[oó]|\bheslo\b|şifre|passord|adgangskode/i
/** `pass` alone: of a bus, of a mountain, and a password only in front of a sign that assigns, or beside who signs in. */
const ticket = /(?:^|[^\p{L}])pass$/iu
const signsIn =
  /(?<!\p{L})(?:user(?: ?name)?|log-?in|account|sign(?:ing)? in|wi-?fi|wlan|ssid|network|router|admin|root)(?!\p{L})/iu
/** Names of what looks like one and is not secret. */
export const harmless =
  /public|(?:site|domain)[ _-]?verification|domainkey|acme[ _-]?challenge|pub[ _-]?key|publishable|fingerprint|check ?sum|\bsha\d*\b|sha(?:1|256|384|512)|\bmd5\b|\bhash\b|digest|integrity|etag|commit|revision|\brev\b|uuid|guid|trace|span|request[ _-]?id|message[ _-]?id|correlation|signature|\bsig\b|\bbh\b|(?:credentials?|secrets?|tokens?|key)[ _-]?ids?\b|nonce|\biv\b|salt|version|build|csrf|xsrf|authenticity|captcha|cursor|page[ _-]?token|next[ _-]?token|continuation|sync[ _-]?token|primary[ _-]?key|foreign[ _-]?key|sort[ _-]?key|partition[ _-]?key|cache[ _-]?key|idempotency|key[ _-]?(?:name|id|size|length|type|code|path|file|alias|store|word|board|vault|ring|usage)|secret[ _-]?(?:name|id|length|type|path|ref|manager|santa)|token[ _-]?(?:type|name|count|length|limit|size|url|uri|endpoint|id|address|izer)|password[ _-]?(?:reset|policy|length|hash|field|type|file|hint|manager|url|input|strength|confirmation)|pass(?:word)?_?file|max[ _-]?tokens?|tokens?[ _-]?(?:used|per)|(?:boarding|ski|bus|day|season|hall|press|guest|visitor|lift|travel|parking) pass\b|pass (?:rate|mark)|resolution|boundary|thread[ _-]?index|author\b|keyword|monkey|turkey|hockey|whiskey|keyboard/i

/** `name`, perhaps in quotes (percent-encoded ones too), an operator, perhaps quotes; the name ends right before the operator. */
const operator =
  /(?:(?:["'`\]} \t]|%2[27]){0,3}(?:\|\||:{1,3}=|=>|\?=|==?(?!=)|[:：]|>|->|←|,|%3[ad])(?:[=\s"'`]|%2[027]){0,8}(?:>[ "'`]{0,3})?)/gi
const said = /(?:\b(?:is|are|was|ist|est|es|è|é|lautet)[ :]{1,3}|\n)(?=\S)/g

const maxName = 50
const maxValue = 1_200
const valueEnd = /["'`\s<>;,)}\]|\\（）「」、。]|$/

/** What is assigned to a name of a credential, a vendor's or, where it is drawn at random, any. */
export function findAssigned(text: string): Span[] {
  const spans: Span[] = []
  for (const pattern of [operator, said]) {
    pattern.lastIndex = 0
    for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
      const span = assignedAt(text, match.index, match[0], pattern === said)
      if (span === null) {
        // One step: what follows the operator may be an assignment itself.
        if (match[0].length > 1 && pattern === operator) pattern.lastIndex = match.index + leadOf(match[0])
        continue
      }
      spans.push(span)
      pattern.lastIndex = span.end
    }
  }
  return spans
}

const leadOf = (operatorText: string): number => Math.max(1, operatorText.search(/[|:=?>,←-]/) + 1)

function assignedAt(text: string, at: number, operatorText: string, prose: boolean): Span | null {
  const name = nameBefore(text, at)
  if (name.length < 2 || !/\p{L}/u.test(name)) return null
  const start = at + operatorText.length
  const encoded = /%2[27]$/.test(operatorText)
  const quoted = encoded || (/["'`]$/.test(operatorText.trimEnd()) && /["'`][=\s>]{0,4}$/.test(operatorText))
  const value = encoded ? valueInEncoded(text, start, operatorText.slice(-3)) : valueAt(text, start, quoted)
  if (value.length < 6 || value.length > maxValue) return null
  if (isOfInvitation(text.slice(Math.max(0, start - 240), start))) return null
  const confidence = judge(name, value, operatorText, quoted, prose, text.slice(Math.max(0, at - 100), at))
  return confidence === 0
    ? null
    : { type: 'secret', start, end: start + value.length, confidence, rule: 'assignment' }
}

/** The words right before an operator, on its line, as far as a name may reach. */
function nameBefore(text: string, at: number): string {
  let start = at
  while (start > 0 && at - start < maxName) {
    const unit = text.charCodeAt(start - 1)
    if (
      isAlphanumeric(unit) ||
      unit >= 0xc0 ||
      unit === 0x5f ||
      unit === 0x2d ||
      unit === 0x2e ||
      unit === 0x20 ||
      unit === 0x27
    )
      start--
    else break
  }
  return text.slice(start, at).trim()
}

/** Up to the closing quote where there is one on the line, else up to the end of the word. */
function valueAt(text: string, start: number, quoted: boolean): string {
  const rest = text.slice(start, start + maxValue + 1)
  const close = quoted ? rest.search(/["'`\n\r\\]/) : -1
  if (close >= 0 && /["'`]/.test(rest.charAt(close))) return rest.slice(0, close)
  return rest.slice(0, rest.search(valueEnd)).replace(/[.:]+$/, '')
}

/** Up to the quote that closes what an encoded one opened (`%22…%22`), as values stand in links and in what was sent by a form. */
function valueInEncoded(text: string, start: number, mark: string): string {
  const rest = valueAt(text, start, false)
  const close = rest.indexOf(mark)
  return close < 0 ? rest : rest.slice(0, close)
}

/** How sure it is that `value` is a secret; 0: it is none. */
function judge(
  name: string,
  value: string,
  operatorText: string,
  quoted: boolean,
  prose: boolean,
  lead: string,
): number {
  // A comma assigns in code only, beside quotes.
  if (/^[\s"'`\]}]{0,3},/.test(operatorText) && !/["'`=]/.test(operatorText)) return 0
  // Of a sentence only the last words name what follows.
  const close = ofValue.test(name) ? labelOf(lead) : name.split(' ').slice(-4).join(' ')
  const code = quoted || /[=>|?]/.test(operatorText)
  const named = credential.test(close) || (code && isKeyOfSomething(close, value))
  if (!named && !isOfVendor(close, value, code, prose) && !isAnybodys(name, value, code, lead)) return 0
  if (prose && ticket.test(close) && !signsIn.test(`${lead} ${name}`)) return 0
  if (harmless.test(close) || (/^value$/i.test(close) && harmless.test(lead))) return 0
  if (isPlaceholder(value) || isSerial(value) || isAddress(value)) return 0
  // On the next line: that is an assignment of its own, and the name above it has no value.
  if (operatorText.includes('\n') && /^[A-Z][A-Z\d_]{2,40}=/.test(value)) return 0
  if (named) return asCredential(close, value, code, prose)
  return isOfVendor(close, value, code, prose) ? 0.75 : 0.6
}

/** Under such a name stands what the name before it is of: `variable "db_password" { default = …`. */
const ofValue = /^(?:value|default|val)$/i
const labelOf = (lead: string): string =>
  /(?:["'`]|name: )([\w.-]{2,50})["'`]?[\s,{}"'`:]{1,20}(?:value|default|val)["'`]?$/i.exec(
    lead.trimEnd(),
  )?.[1] ?? ''

/** `p@ss w0rd9`: in quotes behind an equals sign. */
const isTwoWords = (value: string, code: boolean): boolean =>
  code && value.length <= 24 && /^\S{3,}\s\S{3,}$/.test(value) && /[a-z]\d[a-z\d]/i.test(value)

/** `acme_key = …`, `{"key": "…"}`: keys of other kinds are named so, too, so that a hash doesn't count without a name. */
const isKeyOfSomething = (name: string, value: string): boolean =>
  /[\p{L}\d][ _-]?key$/iu.test(name) && isMachineMade(value)
    ? true
    : /^["'`]?(?:key|auth)$/i.test(name) && !isHexadecimal(value) && !isUuid(value) && isMachineMade(value)

/** A key beside the name of a service that gives keys. */
function isOfVendor(close: string, value: string, code: boolean, prose: boolean): boolean {
  if (prose || !/[\dA-Z]/.test(value)) return false
  if (!isMachineMade(value) && !(code && isKeyLike(value))) return false
  return code ? namesVendor(close, true) : namesVendor(close.split(' ').slice(-2).join(' '), false)
}

/** Under any name of a program: only what can hardly be anything else. */
const isAnybodys = (name: string, value: string, code: boolean, lead: string): boolean =>
  code &&
  value.length >= 18 &&
  !/[ .]/.test(name) &&
  /^[\w.+/=~-]+$/.test(value) &&
  !/(?::\/\/|www\.)[^\s<>"'`]{0,100}$|[?&;][\w.-]{0,50}$/.test(lead) &&
  !isUuid(value) &&
  !isHexadecimal(value) &&
  !/^[A-Z][A-Z\d]*(?:_[A-Z\d]+)+$|^[A-Za-z_]\w{0,40}\.[A-Za-z_]\w{0,40}$/.test(value) &&
  looksRandom(value)

function asCredential(name: string, value: string, code: boolean, prose: boolean): number {
  if (/\s/.test(value) && !/pass ?phrase/i.test(name) && !isTwoWords(value, code)) return 0
  if (isMachineMade(value)) return 0.85
  // A password that a person made: mixed kinds of characters, or a word with digits.
  const isPassword =
    /pass|pwd|\bpw$|psk|kennwort|contrase|clave|senha|wachtwoord|has[lł]o|parol|l[oö]senord|salasana|пароль|密|口令|パス|비밀|암호|סיסמה|كلمة|jelsz|heslo|şifre|adgangskode|mdp|creds?|secret/i.test(
      name,
    )
  if (!isPassword) return 0
  if (!/\p{L}/u.test(value)) return 0
  // `Verschlüsselung`: a word, and the name of the next line's value.
  if (/^\p{L}+$/u.test(value) && !/^[A-Za-z]+$/.test(value)) return 0
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z0-9]/].filter((kind) => kind.test(value)).length
  const identifier = /^(?:[A-Za-z_][A-Za-z_.:]*(?:\(.*\)?)?|[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)$/.test(value)
  if (identifier) return code && value.length >= 10 && isShuffled(value) ? 0.65 : 0
  if (/[()[\]{}]/.test(value)) return 0
  if (kinds >= 3 && value.length >= 6) return code ? 0.75 : 0.7
  if (kinds >= 2 && /\d/.test(value) && value.length >= 6 && entropyOf(value) >= 2.2)
    return prose && !/[a-z]\d|\d[a-z]/i.test(value) ? 0 : 0.65
  return 0
}

/** Letters of both cases that change often and make no words. */
const isShuffled = (value: string): boolean =>
  /^[A-Za-z]+$/.test(value) &&
  (value.match(/[a-z][A-Z]|[A-Z][a-z]/g)?.length ?? 0) >= 4 &&
  wordShare(value) < 0.3

/** What a program would take for a key: one word of letters and digits, or a long number, that says nothing. */
const isKeyLike = (value: string): boolean =>
  value.length >= 10 &&
  /^[\w.=~%+/-]+$/.test(value) &&
  ((/\d/.test(value) && /[A-Za-z]/.test(value)) || /^\d{12,}$/.test(value) || value.length >= 16) &&
  wordShare(value) < 0.5

/** Where something is, and not what opens it. */
const isAddress = (value: string): boolean =>
  /^(?:[a-z][a-z0-9+.-]{1,20}:\/\/|\/|\.{1,2}\/|~\/|[A-Za-z]:\\|www\.)|^[^\s@]{1,64}@[^\s@]{1,100}\.[a-z]{2,10}$|^(?:[\w-]{1,63}\.){1,8}[a-z]{2,10}(?::\d{1,5})?(?:\/\S*)?$/i.test(
    value,
  )
