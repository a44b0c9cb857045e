/** Passwords and keys that a sentence or a table gives: `the password for the router is …`, `creds are joe / …`. */
import { isWordAt } from '../pii/context.ts'
import type { Span } from '../span.ts'
import { isOfInvitation, isPlaceholder, isSerial } from './allow-list.ts'
import { harmless } from './assignments.ts'
import { isHexadecimal, isMachineMade } from './randomness.ts'

/** Words for what opens something and is made by people, in some twenty languages. */
const passwordWords =
  'pass(?:words?|worte?|codes?|phrases?|wd)|pass|pwd?|pw|creds?|credentials|log-?in|kennw[oö]rt(?:er)?|(?:wlan|w-lan|wi-?fi|netzwerk)[- ]?schlüssel|zugangsdaten|mots?[ _-]de[ _-]passe|parola d.?(?:ordine|accesso)|mdp|contrase[nñ]as?|clave|senhas?|palavra-passe|wachtwoord(?:en)?|has[lł][oa]|l[oö]senord(?:et)?|passord(?:et)?|adgangskode(?:n)?|salasana|jelsz[oó]|heslo|parola?|parol[aăeyė]|şifre(?:si)?|parool|пароль|пароля|密码|密碼|口令|パスワード|비밀번호|암호|סיסמה|كلمة المرور|كلمة السر'
/** Words for what a machine draws. */
const keyWords =
  '(?:api|app(?:lication)?|access|auth(?:entication|orization)?|secret|private|client|account|licen[cs]e|service|session|security|encryption|signing|admin|master|bot|deploy|refresh|bearer|webhook|setup|wi-?fi|wpa2?|network|unseal|recovery|server|project|user|ingest(?:ion)?|write|consumer|developer|subscription|integration)[ -]?(?:keys?|tokens?|secrets?)|tokens?|secrets?|keys?|clé d.api|api-schlüssel|clave de api'
const nouns = new RegExp(
  `(?:(${passwordWords})|(?:${keyWords}))(?![\\w\u00c0-\u024f\u0400-\u04ff]|-[\\w\u00c0-\u024f])`,
  'gi',
)
/** Scripts that write words without spaces: what stands before a noun is no part of it. */
const unspaced = /^[\u3040-\u30ff\u3400-\u9fff]/
/** Nouns that name users as often as they do passwords. */
const alsoAName = /^log-?in$/i
/** What stands right before a value: then less is asked of it. */
const connector =
  /^(?:is|it['’]s|are|was|be|to|=|==|:|->|=>|→|\||ist|lautet|est|c['’]est|es|será|é|è|är|er|on|jest|to|это|は|은|는|為|为|是)$/i
/** Words between a noun and a value that make the value something else. */
const otherThings =
  /^(?:ids?|hash(?:es|ed)?|sha\d*|md5|commit|revision|fingerprint|checksum|digest|trace|span|request|order|ticket|case|ref|reference|version|build|expired?|invalid|missing|without|error|uuid|guid|session|public|policy|length|characters?|chars|manager|reset|generator|usage|type|format|header|endpoint|uri|url|file|counts?|limit|per)$/i
/** Kinds of key that aren't secret, right before the word. */
const otherKeys =
  /(?:gpg|pgp|ssh|host|rsa|dsa|ed25519|ecdsa|primary|foreign|sort|partition|cache|s3|object|row|hash|map|dict|registry|sub|signed|signing|dkim|selector|redis|storage)[ -]?$/i
/** Plain words with a number that are names, and what looks like one. */
const names =
  /^(?:base\d\d|oauth\d(?:\.\d)?|sha-?\d+|argon2\w*|pbkdf2|log4j\d?|office-?365|microsoft365|m365|windows-?\d+|win\d+|web3|python[\d.]+|mysql\d+|postgres\d+|auth0|x\.?509|ipv[46]|utf-?\d+|iso-?\d+|pkcs#?\d*|route53|neo4j|http\/?\d(?:\.\d)?|tls[v\d.]+|wpa\d|covid-?19|v\d[\w.]*|q\d|fy\d+|h\d|[a-z]+-?\d{1,2}(?:st|nd|rd|th)|\d+(?:st|nd|rd|th|am|pm|px|gb|mb|kb|ms|min|hrs?|days?|years?|bits?|chars?|characters)|(?:server|host|user|account|room|step|page|section|part|phase|version|level|number|no|line|item|team|group|port|slot|unit|site|gate|building|floor|table|figure|appendix|release|test|prod|stage|dev|node|web|db|mail|app|vm|pc|srv)[-_]?\d+)$/i
const opening = /^[\s：:"'`“”„«»‘’(<[{*_|]+/
const closing = /[\s"'`“”„«»‘’)>\]},;.:|]{1,20}$/
/** What scripts without spaces put in brackets right behind a value. */
const remark = /(?<=.{4})[（「『【].*$/
/** Marks that passwords have and other words with digits hardly. */
const mark = /[!#$%^&*@?+=~]/

/** Characters behind a noun that are read. */
const reach = 140
const maxWords = 9

/** What passwords and keys `text` gives in words. Linear: a bounded stretch is read behind each noun. */
export function findSpoken(text: string): Span[] {
  const spans: Span[] = []
  let until = 0
  for (const match of text.matchAll(nouns)) {
    const joined = isWordAt(text, match.index - 1) && !unspaced.test(match[0])
    if (match.index < until || joined || /[_?&]/.test(text.charAt(match.index - 1))) continue
    const found =
      match[1] === undefined
        ? keysBehind(text, match.index, match[0])
        : passwordsBehind(text, match.index + match[0].length, match[0])
    for (const span of found) {
      spans.push(span)
      until = span.end
    }
  }
  return spans
}

/** Words for what restores a wallet, in the text or in what it answers. */
const walletWords =
  /(?:seed|recovery|backup|secret|mnemonic|wallet|restore|wiederherstell|sicherungs|merk|récup|portefeuille|recuper|semilla|carteira|monedero|cartera|herstel|odzysk|portfel)\p{L}{0,10}[ -]?(?:phrases?|words?|w[öo]rter|mots?|palabras?|palavras?|frase|woorden|słow\p{L}{0,2}|wallet|keys?)|(?:12|24|twelve|twenty-four|zwölf|douze|doce|doze|twaalf)[ -](?:\p{L}{1,10} )?(?:words?|w[öo]rter|mots|palabras|palavras|woorden|słów)/iu
/** Twelve or more words of small letters with nothing between them but spaces or commas: no sentence has as many without a word of its grammar. */
const wordRun = /(?<![\p{L}\d])(?:[a-z]{3,8}[ ,]{1,2}){11,23}[a-z]{3,8}(?![\p{L}\d])/gu
const grammar =
  /(?<![a-z])(?:the|and|you|your|for|with|that|this|are|was|were|have|has|had|not|from|they|will|can|but|all|our|who|what|when|where|how|there|their|which|would|could|should|been|than|then|its|his|her|der|die|das|und|ist|sie|wir|ich|mit|von|den|dem|ein|eine|nicht|que|los|las|una|por|para|con|les|des|est|pas|vous|nous|pour|dans|het|een|niet|van|voor)(?![a-z])/

/** The words that restore a wallet, where `text` or what it answers (`around`) speaks of such. */
export function findRecoveryWords(text: string, around: string): Span[] {
  if (!walletWords.test(text) && !walletWords.test(around)) return []
  return [...text.matchAll(wordRun)]
    .filter(([run]) => !grammar.test(run))
    .map(({ 0: run, index }) => ({
      type: 'secret',
      start: index,
      end: index + run.length,
      confidence: 0.9,
      rule: 'recovery_phrase',
    }))
}

interface Word {
  /** Without what quotes and ends it. */
  value: string
  start: number
  /** Whether quotes stood before it. */
  quoted: boolean
  /** Whether a sentence or a cell ended with it. */
  ends: boolean
}

const word = /\S+/g

/** The words of `text` from `at` on: tags between them are spaces. */
function* wordsFrom(text: string, at: number): Generator<Word> {
  const near = text.slice(at, at + reach)
  const window = near.includes('<')
    ? near.replace(/<\/?[a-z][^<>]{0,40}>/gi, (tag) => '\t'.repeat(tag.length))
    : near
  for (const { 0: raw, index } of window.matchAll(word)) {
    // The window may have cut the last word.
    if (at + index + raw.length === at + reach && isWordAt(text, at + reach)) return
    const head = opening.exec(raw)?.[0].length ?? 0
    const value = raw.slice(head).replace(remark, '').replace(closing, '')
    yield {
      value: value === '' ? raw : value,
      start: at + index + (value === '' ? 0 : head),
      quoted: /["'`“„«‘(]/.test(raw.slice(0, head)),
      ends: /[.?!;](?:["'”»’)]{0,2})$/.test(raw),
    }
  }
}

function passwordsBehind(text: string, at: number, noun: string): Span[] {
  const near = text.slice(at, at + reach)
  const phrase = /phrase/i.test(noun)
  const nameToo = alsoAName.test(noun)
  if (!phrase && !/\d/.test(near)) return []
  const spans: Span[] = []
  const spanOf = (start: number, length: number, confidence: number): Span => ({
    type: 'secret',
    start,
    end: start + length,
    confidence,
    rule: 'assignment',
  })
  const whole = /^\s{0,2}(?:(?:is|was|to|ist|est|es)\s|[:=])?\s{0,2}["“„«]([^"“”„«»\n]{12,80})["”“»]/.exec(
    near,
  )
  if (phrase && whole !== null && whole[1]!.trim().split(/\s+/).length >= 3) {
    const start = at + whole[0].length - whole[1]!.length - 1
    return [spanOf(start, whole[1]!.length, 0.8)]
  }
  let count = 0
  // Two columns and signs put a value right behind its name.
  let joined = /^(?:["'`]?\s{0,2}[:=|?]|[ ]?\t|[ ]{2,40}|\s{0,3}<\/?t[dh]|\s{0,2}[("“„«])/.test(
    text.slice(at, at + 8),
  )
  for (const { value, start, quoted, ends } of wordsFrom(text, at)) {
    if (++count > maxWords) break
    if (!/[\p{L}\p{N}]/u.test(value)) {
      joined ||= connector.test(value)
      continue
    }
    // A login is first of all a name: what follows it alone is a password only by its look.
    const named = nameToo && !/\/\s{0,2}["'`]?$/.test(text.slice(at, start))
    if (isStrong(value)) spans.push(spanOf(start, value.length, joined || quoted ? 0.8 : 0.7))
    else if (!named && (joined || quoted) && isWordWithDigits(value))
      spans.push(spanOf(start, value.length, 0.65))
    else if (!named && count === 1 && (isMixed(value) || isNameWithNumber(value) || isJoined(value)))
      spans.push(spanOf(start, value.length, 0.65))
    else if (otherThings.test(value)) break
    if (ends && !isStrong(value)) break
    joined = connector.test(value)
  }
  return spans.length > 0 && isOfInvitation(text.slice(Math.max(0, at - 240), at)) ? [] : spans
}

function keysBehind(text: string, at: number, noun: string): Span[] {
  if (harmless.test(text.slice(Math.max(0, at - 24), at + noun.length))) return []
  // A key may be one of a table, a map or a signature: the value must be next to it.
  const plain = /^keys?$/i.test(noun)
  if (plain && otherKeys.test(text.slice(Math.max(0, at - 24), at))) return []
  if (!/\d|\S{16}/.test(text.slice(at + noun.length, at + noun.length + reach))) return []
  let count = 0
  for (const { value, start, ends } of wordsFrom(text, at + noun.length)) {
    if (++count > (plain ? 2 : maxWords) || otherThings.test(value)) break
    if (value.length >= 16 && isMachineMade(value) && !isPlaceholder(value) && !isSerial(value)) {
      if (harmless.test(text.slice(at + noun.length, start))) break
      if (plain && text.slice(at, start).includes('\n')) break
      // Of hexadecimal digits the name is all that there is to go by: it must be near.
      if (isHexadecimal(value) && count > 6) break
      return [{ type: 'secret', start, end: start + value.length, confidence: 0.75, rule: 'assignment' }]
    }
    // `the WiFi key Gu3st!2024`
    if (count === 1 && isStrong(value) && /[!@#$%^&*]/.test(value))
      return [{ type: 'secret', start, end: start + value.length, confidence: 0.7, rule: 'assignment' }]
    if (/^[A-Z]{2,5}-?\d{2,4}$/.test(value) && text.charAt(start - 1) === '(') continue
    if (ends || /\d/.test(value)) break
  }
  return []
}

/** Letters, digits and a mark such as `!` among them: hardly anything that people write but a password. */
function isStrong(value: string): boolean {
  if (value.length < 6 || value.length > 64 || !/\d/.test(value) || !/\p{L}/u.test(value)) return false
  if (isUnlikely(value)) return false
  if (/^[#$@+~*]/.test(value) && !mark.test(value.slice(1))) return false
  return mark.test(value) && !/^[\p{L}\d]+[+?*]$/u.test(value)
}

/** Letters of both cases and digits that change at least three times. */
export const isMixed = (value: string): boolean =>
  value.length >= 8 &&
  value.length <= 40 &&
  /^[A-Za-z\d-]+$/.test(value) &&
  /[a-z]/.test(value) &&
  /[A-Z]/.test(value) &&
  (value.match(/[A-Za-z]-?\d|\d-?[A-Za-z]/g)?.length ?? 0) >= 3 &&
  !isUnlikely(value)

/** `Erdbeere.1975`: a name joined to a number by a mark, which only passwords are right behind the word for one. */
const isNameWithNumber = (value: string): boolean =>
  /^\p{Lu}\p{Ll}{4,20}[._-]\d{2,6}$/u.test(value) && !isUnlikely(value)

/** `Tilleul-Orage-47`: words joined by marks, with a capital and a digit among them; so are passwords that people make. */
const isJoined = (value: string): boolean =>
  value.length >= 8 &&
  value.length <= 60 &&
  /\d/.test(value) &&
  /\p{Lu}/u.test(value) &&
  /\p{Ll}{3}/u.test(value) &&
  /^[\p{L}\d]{1,24}(?:[-_.][\p{L}\d]{1,24}){1,6}$/u.test(value) &&
  !/(?:19|20)\d\d$/.test(value) &&
  !isUnlikely(value)

/** A word of small letters with digits in or behind it: a password where it stands in the place of one. */
function isWordWithDigits(value: string): boolean {
  if (value.length < 7 || value.length > 40 || isUnlikely(value)) return false
  return (
    /[a-z]/.test(value) &&
    /\p{L}[-._]?\d|\d[-._]?\p{L}/u.test(value) &&
    /^[\p{L}\d_.-]+$/u.test(value) &&
    !/[.]\p{L}{2,4}$/u.test(value)
  )
}

/** Addresses, files, dates, code, and what is said to stand for a value. */
export const isUnlikely = (value: string): boolean =>
  names.test(value) ||
  /^\d{1,2}[-./]\p{L}{3,10}[-./](?:19|20)?\d\d$/u.test(value) ||
  isPlaceholder(value) ||
  isSerial(value) ||
  /^(?:[a-z][a-z0-9+.-]{1,20}:\/\/|\/|\.{1,2}\/|~\/|[A-Za-z]:\\|www\.|--?[a-z])/i.test(value) ||
  /@[\w-]+\.[\w.-]+$|\.(?:com|net|org|edu|gov|html?|aspx?|php|pdf|docx?|xlsx?|zip|exe|js|py|ts|json|ya?ml)\b/i.test(
    value,
  ) ||
  /[<>{}[\]\\]|\(\)|&(?:amp|lt|gt|nbsp|#)|^[\w.]+\(|[=&?][^=&?]{0,60}[=&]|^[\w-]+=["'#\w]|^#?(?:v?\d[\d.:,]*|[A-Z]-\d+\S{0,3})(?:[ap]m|[a-z]{1,2})?[^\p{L}\d]{0,3}$/u.test(
    value,
  )
