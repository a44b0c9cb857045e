/** One-time codes that somebody was sent and passes on. */
import type { Span } from '../span.ts'
import { isIssued, isPassedOn, speaksToOwner } from './issued.ts'

const codeWord =
  /(?<![\p{L}])(?:codes?|otp|2fa|(?:second|two|zwei\p{L}{0,4}|segundo|deuxième|secondo)[ -]?(?:factor|faktor|step|facteur|fattore)|tan|passcodes?|pin|one-time|verification|authenticator|(?:\p{L}{2,20})?code(?:s)?|sms|digits|ziffern|chiffres|cifre|cijfers|c[oó]digos?|codici|codice|kod(?:u|em|y)?|kode[rn]?|код|кода|验证码|認証コード)(?![\p{L}])/iu
/** Three to eight digits, in one or two groups, maybe with the letters of their issuer. */
const code =
  /(?<![\p{L}\d.,/:+#€$£-])(?:[A-Z]{1,3}-)?(?:\d{3}[ -]\d{3}|\d{4}[ -]\d{4}|\d{4}[ -]\d{2}|\d{2}[ -]\d{3}|\d{2}[ -]\d{2}[ -]\d{2}|\d{4,8})(?![\p{L}\d/:€%]|[.,]\d|[ -]\d|\s?(?:eur|usd|gbp|€|kr|px|ms|gb|mb)\b)/giu

/** A mail that asks for a code which its reader was sent. */
const askedFor =
  /\b(?:(?:reply|respond|answer|get back)[^.\n]{0,30} with[^.\n]{0,30} code|(?:send|tell|give|forward|read|text|share)[^.\n]{0,12} (?:me|us|it)?[^.\n]{0,20}(?:code|digits|otp)|(?:sent|texted) (?:you )?(?:a|the) (?:\p{L}{2,14} ){0,2}(?:code|pin)\b|(?:six|four|five|eight|\d|sechs|vier|acht|seis|cuatro|cinco|sei|quattro|quatre|huit|zes|sześć|sex|шесть)[ -]?(?:digits|figures|numbers|ziffern|zahlen|d[ií]gitos|n[uú]meros|cifre|chiffres|cijfers|cyfr|siffror|цифр)|was steht in der (?:sms|nachricht)|(?:get|got|received?) the (?:\d|six|four)?[ -]?(?:digits|code)|need the [^.\n]{0,30}code|(?:nennen|schicken|senden|geben|teilen) sie [^.\n]{0,40}code|communiquer [^.\n]{0,20}code|(?:env[ií]e|mande|diga)\p{L}{0,4} [^.\n]{0,20}c[oó]digo|(?:invi|mandi|comunichi)\p{L}{0,3} [^.\n]{0,20}codice)/iu

/** That a number was sent a moment ago, and is for getting in: it is a code, whatever it is called. */
const sentNow =
  /(?<!\p{L})(?:(?:has|have|was|were|’s|'s)? ?just (?:now )?(?:been )?(?:sent|texted|mailed)|acaba(?:n)? de (?:mandar|enviar|llegar)|vien(?:t|nent) d['’](?:envoyer|arriver)|(?:hat|haben) (?:gerade|eben|soeben) \p{L}{1,20}|(?:gerade|eben|soeben) (?:geschickt|gesendet|geschickt worden)|(?:ha|hanno) appena (?:mandato|inviato)|acab(?:ou|aram) de (?:mandar|enviar|chegar)|heeft (?:net|zojuist) \p{L}{1,20})(?!\p{L})/iu
const getsIn =
  /(?<!\p{L})(?:log(?:ging)?[ -]?(?:in|on)|sign(?:ing)?[ -]?in|get in(?:to)?|enter (?:it|the account)|confirm(?:s|ing)? (?:it|the (?:payment|transfer|sign-?in|login))|for the (?:payment|transfer|sign-?in|login)|für die (?:überweisung|zahlung|anmeldung)|pour le (?:virement|paiement)|para (?:la|a) transfer[eê]ncia|anmeld(?:en|ung)|einloggen|(?:para|pour|per|om in te) (?:entrar|acceder|confirmar|entrer|se connecter|confirmer|valider|entrare|accedere|confermare|loggen)|se connecter)(?!\p{L})/iu

/** A question, or a plea, of what a message on somebody's phone says: of a number that its reader was sent. */
const message =
  '(?:sms|text(?: message)?|message|nachricht|mensaje|mensagem|messaggio|berichte?|wiadomo[sś][cć]i?|сообщени[ея]|смс|phone|handy|telefon|t[eé]l[eé]phone|tel[eé]fono|telefone|telefono|telefoon)'
const number =
  '(?:numbers?|digits?|figures|codes?|zahl(?:en)?|ziffern|nummer|chiffres|num[eé]ro|n[uú]mero|cifras|d[ií]gitos|cifre|cijfers|getal|numer|cyfr[yę]?|liczb[aęy]|цифр[ыу]?|число|код)'
const ofMessage = new RegExp(
  `(?<!\\p{L})(?:${message}(?!\\p{L})[^.!?\\n]{0,60}(?<!\\p{L})${number}|${number}(?!\\p{L})[^.!?\\n]{0,60}(?<!\\p{L})${message})(?!\\p{L})`,
  'iu',
)
const pleads =
  /[?？]|(?<!\p{L})(?:please|could you|can you|bitte|merci|s.il vous pla[iî]t|por favor|per favore|alstublieft|graag|prosz[eę]|пожалуйста)(?!\p{L})/iu

/** Characters around a code in which the word for it stands. */
const reach = 90
const most = 20
/** Numbers that are looked at: a text with more is no letter. */
const mostLookedAt = 1_000

/**
 * The codes of `text` that are passed on: somebody received them, or a mail of the thread (`asked`) wants one that its
 * reader was sent. What an issuer tells its own user is none.
 */
export function passedCodes(text: string, asked: readonly string[]): Span[] {
  const wanted = asked.some((one) => askedFor.test(one) || (ofMessage.test(one) && pleads.test(one)))
  if (!wanted && !codeWord.test(text) && !sentNow.test(text)) return []
  const speaking = speaksToOwner(text)
  const spans: Span[] = []
  let looked = 0
  for (const { 0: value, index } of text.matchAll(code)) {
    const end = index + value.length
    const around = text.slice(Math.max(0, index - reach), end + reach)
    if (++looked > mostLookedAt) break
    const now = sentNow.test(around) && getsIn.test(around)
    if (!wanted && !now && !codeWord.test(around)) continue
    if (/^(?:19|20)\d\d$/.test(value) || isSample(value)) continue
    if (!now && !isPassedOn(around) && (!wanted || isIssued(text, index, end, speaking))) continue
    spans.push({ type: 'secret', start: index, end, confidence: 0.8, rule: 'one_time_code' })
    if (spans.length >= most) break
  }
  return spans
}

/** What examples of codes are. */
const isSample = (value: string): boolean => /^(?:123 ?456|1234|12345678|(\d)\1{2,7})$/.test(value)

/** Codes of six to eight digits, whatever is said of them. */
export const bareCodes = (text: string): { start: number; end: number }[] =>
  [...text.slice(0, 100_000).matchAll(/(?<![\p{L}\d.,/+-])(?:\d{3}[ -]\d{3}|\d{6,8})(?![\p{L}\d/]|[.,]\d)/gu)]
    .slice(0, mostLookedAt)
    .map(({ 0: value, index }) => ({ start: index, end: index + value.length }))

/** Those of them that `text` calls codes, as digits alone. */
const codesNamed = (text: string): string[] =>
  bareCodes(text)
    .filter(({ start, end }) => codeWord.test(text.slice(Math.max(0, start - reach), end + reach)))
    .map(({ start, end }) => text.slice(start, end).replace(/\D/g, ''))

/** What is called a code of some kind and opens nothing: of goods, parcels, journeys, places. */
const otherCodes =
  /(?:voucher|coupon|promo\p{L}{0,6}|discount|referral|gift|tracking|booking|reservation|reference|order|zip|post(?:al)?|area|country|colou?r|source|product|error|status|bar|qr|dress|tax|hs|swift|sort|gutschein|rabatt|aktions|buchungs|sendungs|post|farb|produkt|fehler|quell|r[ée]duction|postal|descuento|promocional|reserva|rastreo|rastreio|desconto|sconto)[\s-]{0,2}$/iu
/** A word for a code or password, and what is said to be one right behind it. */
const labelled =
  /(?<!\p{L})(?:(?:\p{L}{2,20})?codes?|otp|tan|pin|passcode|password|passwort|kennwort|mot de passe|contraseña|clave|senha|c[oó]digo|codice|kod|token|key|schlüssel)(?!\p{L})([^\d\n]{0,60}?[\s:"“„«(])((?:[A-Z]{1,3}-)?\d[\d -]{2,9}\d|(?=[^\s\d]{0,39}\d)[\p{L}\d!#$%&*+=?@^_~-]{6,40})(?![\p{L}\d])/giu
const mostLabelled = 100

/**
 * What `text` calls a code, password or key, as letters and digits alone: whoever else tells it has it from there. Words
 * are none, nor what stands for goods, parcels and journeys.
 */
export function opensFor(text: string): Set<string> {
  const found = new Set(codesNamed(text))
  let count = 0
  for (const { 0: whole, 2: value, index } of text.slice(0, 100_000).matchAll(labelled)) {
    if (++count > mostLabelled) break
    if (!/\d/.test(value!) || otherCodes.test(text.slice(Math.max(0, index - 20), index))) continue
    const word = /^\p{L}+/u.exec(whole)![0]
    if (otherCodes.test(word.replace(/codes?$/i, ''))) continue
    const key = value!.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
    if (key.length >= shortestCode && !/^(?:19|20)\d\d$/.test(key)) found.add(key)
  }
  return found
}

const shortestCode = 4
/** Words of a draft that may be codes: digits in them, with or without letters. */
const candidate =
  /(?<![\p{L}\p{N}.,/:€$£@])(?:\d[\d -]{2,9}\d|[\p{L}\d][\p{L}\d!#$%&*+=?@^_~-]{3,39})(?![\p{L}\p{N}]|[.,/:]\d)/gu

/** Values of `text` that may be such a code: with digits; short ones only where the text or `asked` speaks of codes. */
export function mayOpen(text: string, asked: readonly string[]): { start: number; end: number }[] {
  const spoken = codeWord.test(text) || asked.some((one) => codeWord.test(one))
  const found: { start: number; end: number }[] = []
  for (const { 0: value, index } of text.slice(0, 100_000).matchAll(candidate)) {
    if (found.length >= mostLookedAt) break
    if (!/\d/.test(value)) continue
    if (value.length >= 6 || spoken) found.push({ start: index, end: index + value.trimEnd().length })
  }
  return found
}
