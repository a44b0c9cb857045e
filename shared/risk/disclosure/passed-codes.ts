/** One-time codes that somebody was sent and passes on. */
import type { Span } from '../span.ts'
import { isIssued, isPassedOn, speaksToOwner } from './issued.ts'

const codeWord =
  /(?<![\p{L}])(?:codes?|otp|2fa|(?:second|two|zwei\p{L}{0,4}|segundo|deuxième|secondo)[ -]?(?:factor|faktor|step|facteur|fattore)|tan|passcodes?|pin|one-time|verification|authenticator|(?:\p{L}{2,20})?code(?:s)?|sms|digits|ziffern|chiffres|cifre|cijfers|c[oó]digos?|codici|codice|kod(?:u|em|y)?|kode[rn]?|код|кода|验证码|認証コード)(?![\p{L}])/iu
/** Three to eight digits, in one or two groups, maybe with the letters of their issuer. */
const code =
  /(?<![\p{Script=Latin}\p{Script=Cyrillic}\d.,/:+#€$£-])(?:[A-Z]{1,3}-)?(?:\d{3}[ -]\d{3}|\d(?: \d){3,7}|\d(?: \d){2}[ -]{1,3}\d(?: \d){2}|\d{4}[ -]\d{4}|\d{4}[ -]\d{2}|\d{2}[ -]\d{3}|\d{2}[ -]\d{2}[ -]\d{2}|\d{4,8})(?![\p{Script=Latin}\p{Script=Cyrillic}\d/:€%円]|[.,]\d|[ -]\d|\s?(?:eur|usd|gbp|€|kr|px|ms|gb|mb)\b)/giu

/** A mail that asks for a code which its reader was sent. */
const askedFor =
  /\b(?:(?:reply|respond|answer|get back)[^.\n]{0,30} with[^.\n]{0,30} code|(?:send|tell|give|forward|read|text|share)[^.\n]{0,12} (?:me|us|it)?[^.\n]{0,20}(?:code|digits|otp)|(?:sent|texted) (?:you )?(?:a|the) (?:\p{L}{2,14} ){0,2}(?:code|pin)\b|(?:six|four|five|eight|\d|sechs|vier|acht|seis|cuatro|cinco|sei|quattro|quatre|huit|zes|sześć|sex|шесть)[ -]?(?:digits|figures|numbers|ziffern|zahlen|d[ií]gitos|n[uú]meros|cifre|chiffres|cijfers|cyfr|siffror|цифр)|was steht in der (?:sms|nachricht)|(?:get|got|received?) the (?:\d|six|four)?[ -]?(?:digits|code)|need the [^.\n]{0,30}code|(?:nennen|schicken|senden|geben|teilen) sie [^.\n]{0,40}code|communiquer [^.\n]{0,20}code|(?:env[ií]e|mande|diga)\p{L}{0,4} [^.\n]{0,20}c[oó]digo|(?:invi|mandi|comunichi)\p{L}{0,3} [^.\n]{0,20}codice)/iu

/** That a number was sent a moment ago, and is for getting in: it is a code, whatever it is called. */
const sentNow =
  /(?<!\p{L})(?:(?:has|have|was|were|’s|'s)? ?just (?:now )?(?:been )?(?:sent|texted|mailed)|acaba(?:n)? de (?:mandar|enviar|llegar)|vien(?:t|nent) d['’](?:envoyer|arriver)|(?:hat|haben) (?:gerade|eben|soeben) \p{L}{1,20}|(?:gerade|eben|soeben) (?:geschickt|gesendet|geschickt worden)|(?:ha|hanno) appena (?:mandato|inviato)|acab(?:ou|aram) de (?:mandar|enviar|chegar)|heeft (?:net|zojuist) \p{L}{1,20})(?!\p{L})/iu
const getsIn =
  /(?<!\p{L})(?:log(?:ging)?[ -]?(?:in|on)|sign(?:ing)?[ -]?in|get in(?:to)?|enter (?:it|the account)|confirm(?:s|ing)? (?:it|the (?:payment|transfer|sign-?in|login))|for the (?:payment|transfer|sign-?in|login)|für die (?:überweisung|zahlung|anmeldung)|pour le (?:virement|paiement)|para (?:la|a) transfer[eê]ncia|anmeld(?:en|ung)|einloggen|(?:para|pour|per|om in te) (?:entrar|acceder|confirmar|entrer|se connecter|confirmer|valider|entrare|accedere|confermare|loggen)|se connecter)(?!\p{L})/iu

/** That a message with it came on somebody's phone: it was meant for whoever has that. */
const onTheirPhone = new RegExp(
  `(?<!\\p{L})(?:${[
    "(?:(?:text|sms|message|whatsapp)(?: message)?|code|pin|number) (?:[^.\\n«\"“]{0,40} )?(?:on|to) (?:his|her|their|the \\p{L}{3,14}['’]s|(?:mr|mrs|ms|dr)\\.? \\p{L}{2,20}['’]s|my boss['’]s?|our) (?:phone|mobile|cell|handset|tablet|line)|(?:his|her|their) (?:phone|mobile|cell|screen|authenticator|app) (?:just )?(?:shows?|says?|reads?|buzzed|lit up|got)|(?:says|reads|shows|is) [^.\\n]{0,24} on (?:his|her|their) (?:phone|mobile|cell|screen|authenticator|app|watch)|on (?:his|her|their) (?:authenticator|token|key ?fob)|(?:text|sms|message)(?: message)? (?:also |just |that )?(?:came|popped|landed|arrived)(?: in)?",
    '(?:sms|nachricht|code|tan) [^.\\n]{0,40}(?:auf (?:seinem|ihrem|dem) (?:handy|telefon|display|diensthandy)|(?:ein|an)gegangen|(?:ein|an)gekommen|kam)|(?:auf|in) (?:seinem|ihrem) (?:handy|telefon|display) (?:steht|stand|erschien)',
    "(?:sms|message|texto|code) [^.\\n]{0,40}(?:sur (?:son|leur) (?:portable|téléphone|mobile)|(?:vient d['’]|est |qui est )?arriv(?:er|ée?))|j['’]ai (?:le|son) (?:message|sms|texto|téléphone) sous",
    '(?:sms|mensaje|c[óo]digo) [^.\\n]{0,40}(?:en su (?:m[óo]vil|tel[ée]fono|celular)|(?:acaba de |ha )?lleg(?:ar|ado|[óo]))',
    '(?:sms|mensagem|c[óo]digo) [^.\\n]{0,40}(?:no (?:telem[óo]vel|telefone|celular) d[eoa]|(?:acabou de |acaba de )?cheg(?:ar|ou))',
    '(?:sms|messaggio|codice) [^.\\n]{0,40}(?:sul suo (?:telefono|cellulare)|(?:appena )?arrivat[oa])',
    '(?:sms|bericht|berichtje|code) [^.\\n]{0,40}(?:op (?:zijn|haar) (?:telefoon|mobiel|toestel)|binnen(?:gekomen|kwam|kreeg)?)',
    '(?:sms|sms-a|wiadomoś[ćc]i?|kod) [^.\\n]{0,40}(?:na (?:jego|jej) (?:telefon|komórkę)|przysz(?:edł|ła|ło))',
  ].join('|')})(?!\\p{L})`,
  'iu',
)

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

/** Something to get in by, that its reader was sent, by whatever means, and that is wanted of him: all three in a mail. */
const anyCode =
  /(?<!\p{L})(?:(?:\p{L}{2,20}[ -]?)?codes?|otp|2fa|m?tans?|pins?|token|digits|figures|numbers?|ziffern|zahlen|(?:\p{L}{2,20})?code|chiffres|c[oó]digos?|cifras|codic[ei]|cijfers|kod(?:u|y|em)?|cyfr[yę]?|код[а]?|цифры)(?!\p{L})|コード|番号|数字|验证码|인증/iu
const arrives =
  /(?<!\p{L})(?:sms|text(?:ed)?(?: message)?|whatsapp|authenticator|(?:trusted|your|my) (?:device|phone|mobile|number)|(?:we|i|they|it|bank|system)(?:['’]ve| have| has)? (?:just |also )?(?:sent|texted|mailed|e-?mailed)|sent (?:to )?you|you(?:['’]ve| have| should have| will| ?['’]ll)? (?:just )?(?:received?|got|get)|just (?:received|got|came|arrived)|by (?:mistake|accident)|accidentally|accident|shows? (?:up )?on|pops? up|handy|telefon|deine nummer|ihre nummer|(?:geschickt|gesendet|gesandt|geschickten|bekommen|erhalten)|(?:aus )?versehen(?:tlich)?|gerade (?:kam|gekommen)|re[çc]ue?s?|envoy[ée]e?s?|t[ée]l[ée]phone|par erreur|recibid[oa]|recibi[óo]|llegad[oa]|lleg[óo]|enviad[oa]|enviamos|mand(?:ad[oa]|amos)|m[óo]vil|celular|por error|por engano|recebid[oa]|recebeu|chegou|veio|kreeg|gekregen|ontvangen|gestuurd|per ongeluk|telefoon|otrzyma\p{L}{1,4}|dosta\p{L}{1,4}|wys[łl]a\p{L}{1,4}|przysz\p{L}{1,4}|pomy[łl]k\p{L}{1,3}|sms-?a|ricevut[oa]|arrivat[oa]|inviat[oa]|per sbaglio|cellulare)(?!\p{L})|смс|пришел|届い|送っ|送り|送信|受信|受け取/iu
const wants =
  /[?？]|(?<!\p{L})(?:please|send|tell|give|forward|read|text|share|reply|need(?:s|ed)?|require[sd]?|confirm|provide|what(?:['’]s| is)|bitte|schick\p{L}{0,3}|sende\p{L}{0,3}|nenn\p{L}{0,3}|gib|geben|brauch\p{L}{0,3}|benötig\p{L}{0,3}|merci|communique[rz]|envoye[rz]|envoie|donne[rz]?|besoin|por favor|env[ií]\p{L}{1,4}|mand[ae]\p{L}{0,3}|d[ií]game|dime|dicte|diga|inform[ae]\p{L}{0,3}|necesit\p{L}{1,4}|precis\p{L}{1,4}|passa\p{L}{0,2}|geef|stuur|doorgeven|graag|nodig|prosz[eę]|poda[jć]|podanie|wy[śs]lij|invi[ai]|mandi|comunichi|serve)(?!\p{L})|пришлите|сообщите|ください|教えて|お知らせ|いただけ/iu
const mostOfMail = 8_000

/** Whether a mail of the thread wants what its reader was sent. */
export function wantsCode(asked: string): boolean {
  const text = asked.slice(0, mostOfMail)
  return anyCode.test(text) && arrives.test(text) && wants.test(text)
}

/** What is bought and sold by its code. */
const giftCard =
  /(?<!\p{L})(?:gift ?cards?|vouchers?|prepaid cards?|steam cards?|itunes|google play|paysafe(?:card)?s?|gutschein(?:e|karten?|codes?)?|geschenkkarten?|cartes? cadeaux?|tarjetas? (?:de )?regalo|cart(?:[ãa]o|[õo]es)[ -]presente|cadeaukaart(?:en)?|cadeaubonnen|karty podarunkowe?|ギフトカード|プリペイド)(?!\p{L})/iu
const giftCode = /(?<![\w-])(?=[A-Z0-9-]{0,30}\d)[A-Z0-9]{3,6}(?:-[A-Z0-9]{3,6}){2,5}(?![\w-])/g

/** Codes of gift cards that somebody has asked for; their seller tells the buyer of his own. */
function giftCodes(text: string, asked: readonly string[]): Span[] {
  if (!asked.some((one) => anyCode.test(one.slice(0, mostOfMail)) && wants.test(one.slice(0, mostOfMail))))
    return []
  if (!giftCard.test(text) && !asked.some((one) => giftCard.test(one.slice(0, mostOfMail)))) return []
  const speaking = speaksToOwner(text)
  return [...text.slice(0, 100_000).matchAll(giftCode)]
    .slice(0, most)
    .map(
      ({ 0: value, index }): Span => ({
        type: 'secret',
        start: index,
        end: index + value.length,
        confidence: 0.8,
        rule: 'one_time_code',
      }),
    )
    .filter(({ start, end }) => !isIssued(text, start, end, speaking))
}

/** What stands right before the number of something that opens nothing. */
const numbered =
  /(?<!\p{L})(?:orders?|case|ticket|invoice|booking|customer|reference|ref|account|contract|bestell\p{L}{0,8}|auftrag\p{L}{0,8}|rechnung\p{L}{0,8}|kunden\p{L}{0,8}|vorgang\p{L}{0,8}|commande|facture|dossier|client|pedido|factura|fatura|expediente|encomenda|bestelling|factuur|klant\p{L}{0,8}|zam[óo]wieni\p{L}{1,2}|faktur\p{L}{1,2}|注文|ご注文|問い合わせ)[ .:#]{0,3}(?:(?:no|nr|num(?:ber|mer)?|id|n[º°])[ .:#]{0,3})?$/iu
/** The same of numbers of people and offices, which a code that is asked for may be called, too. */
const calledElse =
  /(?<!\p{L})(?:orders?|case|ticket|invoice|booking|customer|reference|ref|account|contract|policy|agency|branch|badge|staff|employee|member(?:ship)?|supplier|vendor|licen[cs]e|registration|vat|tax|eori|customs|tariff|hs|commodity|extension|ext|agentur\p{L}{0,8}|filial\p{L}{0,8}|personal\p{L}{0,8}|mitglieds?\p{L}{0,8}|lieferanten\p{L}{0,8}|policen\p{L}{0,8}|agence|adh[ée]rent|police|matricule|agencia|socio|p[óo]liza|sucursal|ag[êe]ncia|s[óo]cio|ap[óo]lice|agenzia|polizza|filiaal|lid(?:maatschaps)?|polis|bestell\p{L}{0,8}|auftrag\p{L}{0,8}|rechnung\p{L}{0,8}|kunden\p{L}{0,8}|vorgang\p{L}{0,8}|commande|facture|dossier|client|pedido|factura|fatura|expediente|encomenda|bestelling|factuur|klant\p{L}{0,8}|zam[óo]wieni\p{L}{1,2}|faktur\p{L}{1,2}|注文|ご注文|問い合わせ)[ .:#]{0,3}(?:(?:no|nr|num(?:ber|mer)?|id|n[º°]|nummer|num[ée]ro|n[úu]mero|numero)[ .:#]{0,3})?(?:(?:is|are|ist|lautet|est|es|é|è|to)[ :]{1,3})?$/iu

/** A postcode between the number of a house and a place: `7, 9000 Gent`. */
const postcode = /(?<!\d)\d{1,4}\p{L}?,[ \n]\d{4,5} \p{Lu}\p{Ll}{1,6}/u
/** What is called a code and is of goods or of an office: `customs: value 410, code 6912 00`. */
const ofGoods =
  /(?<!\p{L})(?:customs|tariff|commodity|hs|taric|zoll\p{L}{0,8}|douane|arancel\p{L}{0,6}|dogana)(?!\p{L})[^\n]{0,80}$|(?<!\p{L})(?:sort|branch|agency|supplier|vendor|filial\p{L}{0,2}|agence|sucursal)[ -]?code(?: is|:)? $/iu
/** The code of a lock or an alarm: the house's own. Whether its reader may have it is asked of secrets, not of what was sent to somebody. */
const ofLock =
  /(?<!\p{L})(?:door|gate|entry|entrance|alarm|key ?(?:safe|box)|lock ?box|barrier|garage|t(?:ü|ue)r|tor|haust(?:ü|ue)r|schlüssel(?:safe|tresor|kasten)|schranken?|portail|porte|digicode|puerta|portal|porta|port[ãa]o|cancello|deur|poort|drzwi|bramy?)[ -]?(?:access )?(?:code|pin|c[oó]digo|codice|kod)?(?!\p{L})[^\d\n.;]{0,40}$/iu

/** Numbers that not every row of digits is. */
const checked: ReadonlySet<string> = new Set(['national_id', 'iban', 'credit_card'])
/** Confidence in what is called something else where a code is wanted: somebody who was talked into it calls it so. */
export const doubtful = 0.4

/** Characters around a code in which the word for it stands. */
const reach = 90
const most = 20
/** Numbers that are looked at: a text with more is no letter. */
const mostLookedAt = 1_000

/**
 * The codes of `text` that are passed on: somebody received them, or a mail of the thread (`asked`) wants one that its
 * reader was sent. What an issuer tells its own user is none, nor a part of one of `numbers`, which are telephones' and those of papers.
 */
export function passedCodes(
  text: string,
  asked: readonly string[],
  numbers: readonly Pick<Span, 'type' | 'start' | 'end'>[] = [],
): Span[] {
  const wanted = asked.some(
    (one) => askedFor.test(one) || (ofMessage.test(one) && pleads.test(one)) || wantsCode(one),
  )
  const gifts = giftCodes(text, asked)
  if (gifts.length > 0) return gifts
  if (!wanted && !codeWord.test(text) && !sentNow.test(text) && !onTheirPhone.test(text)) return []
  const speaking = speaksToOwner(text)
  const spans: Span[] = []
  let looked = 0
  for (const { 0: value, index } of text.matchAll(code)) {
    const end = index + value.length
    const around = text.slice(Math.max(0, index - reach), end + reach)
    if (++looked > mostLookedAt) break
    const now = (sentNow.test(around) && getsIn.test(around)) || onTheirPhone.test(around)
    if (!wanted && !now && !codeWord.test(around)) continue
    if (/^(?:19|20)\d\d$/.test(value) || isSample(value)) continue
    const before = text.slice(Math.max(0, index - 120), index)
    if (numbered.test(before.slice(-40))) continue
    const here = now || isPassedOn(around)
    if (!here && (!wanted || isIssued(text, index, end, speaking))) continue
    const whole = numbers.find((one) => one.start < index && end <= one.end)
    // What has a form of its own and a check digit is what it looks like.
    if (!here && whole !== undefined && checked.has(whole.type)) continue
    const innocent =
      postcode.test(`${before.slice(-8)}${text.slice(index, end + 8)}`) ||
      calledElse.test(before.slice(-60)) ||
      ofGoods.test(before) ||
      whole !== undefined ||
      ofLock.test(before.slice(-80))
    const confidence = innocent && !here ? doubtful : 0.8
    spans.push({ type: 'secret', start: index, end, confidence, rule: 'one_time_code' })
    if (spans.length >= most) break
  }
  return spans
}

/** What examples of codes are. */
const isSample = (value: string): boolean => /^(?:123 ?456|1234|12345678|(\d)\1{2,7})$/.test(value)

/** Codes of five to eight digits, whatever is said of them. */
export const bareCodes = (text: string): { start: number; end: number }[] =>
  [
    ...text
      .slice(0, 100_000)
      .matchAll(/(?<![\p{Script=Latin}\d.,/+-])(?:\d{3}[ -]\d{3}|\d{5,8})(?![\p{Script=Latin}\d/]|[.,]\d)/gu),
  ]
    .slice(0, mostLookedAt)
    .map(({ 0: value, index }) => ({ start: index, end: index + value.length }))

/** Those of them that `text` calls codes, as digits alone. */
const codesNamed = (text: string): string[] =>
  bareCodes(text)
    .filter(({ start, end }) => {
      const around = text.slice(Math.max(0, start - reach), end + reach)
      return codeWord.test(around) || getsIn.test(around)
    })
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
  const spoken = codeWord.test(text) || getsIn.test(text) || asked.some((one) => codeWord.test(one))
  const found: { start: number; end: number }[] = []
  for (const { 0: value, index } of text.slice(0, 100_000).matchAll(candidate)) {
    if (found.length >= mostLookedAt) break
    if (!/\d/.test(value)) continue
    if (value.length >= 6 || spoken) found.push({ start: index, end: index + value.trimEnd().length })
  }
  return found
}
