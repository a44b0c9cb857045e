/** Dates of birth, by the words beside them, and ages. */
import type { Span } from '../span.ts'
import { after, before, inSentence, isWordAt } from './context.ts'

const months =
  'jan(?:uar[yi]?|vier|uari)?|feb(?:ruar[yi]?|ruari)?|febbraio|febrero|f[eé]vrier|fevereiro|mar(?:ch|zo|s|ts?|[cç]o)?|m[aä]rz|maart|apr(?:il[e]?)?|abril|avril|ma[iy]o?|mei|maggio|jun[ei]?o?|juin|giugno|jul[yi]?o?|juillet|luglio|aug(?:ust(?:us)?)?|ao[uû]t|agosto|sep(?:t(?:ember|embre|iembre)?)?|settembre|setembro|o[ck]t(?:ober|obre|ubre)?|ottobre|outubro|nov(?:ember|embre|iembre|embro)?|de[cz](?:ember|embre|iembre|embro)?|d[eé]cembre|dicembre|diciembre|gennaio|janeiro|enero|' +
  'stycznia|lutego|marca|kwietnia|maja|czerwca|lipca|sierpnia|września|października|listopada|grudnia|ledna|února|března|dubna|května|června|července|srpna|září|října|listopadu|prosince|január|február|március|április|május|június|július|augusztus|szeptember|október|mars|maj|augusti|desember|ocak|şubat|mart|nisan|mayıs|haziran|temmuz|ağustos|eylül|ekim|kasım|aralık|ianuarie|februarie|martie|aprilie|mai|iunie|iulie|septembrie|octombrie|noiembrie|decembrie|января|февраля|марта|апреля|мая|июня|июля|августа|сентября|октября|ноября|декабря|січня|лютого|березня|квітня|травня|червня|липня|серпня|вересня|жовтня|листопада|грудня|ιανουαρίου|φεβρουαρίου|μαρτίου|απριλίου|μαΐου|ιουνίου|ιουλίου|αυγούστου|σεπτεμβρίου|οκτωβρίου|νοεμβρίου|δεκεμβρίου|(?:tammi|helmi|maalis|huhti|touko|kesä|heinä|elo|syys|loka|marras|joulu)kuuta|januar|februar|oktober|dezember|januari|februari'
/** Days of a month in words: `third`, `twenty-first`. */
const days =
  '(?:(?:twenty|thirty)[- ])?(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth)|tenth|eleventh|twelfth|(?:thir|four|fif|six|seven|eigh|nine)teenth|twentieth|thirtieth'
const date = new RegExp(
  [
    '(?:19|20)\\d{2}[-./ ](?:1[0-2]|0?[1-9])[-./ ](?:3[01]|[12]\\d|0?[1-9])',
    '(?:3[01]|[12]\\d|0?[1-9])[-./ ](?:3[01]|[12]\\d|0?[1-9])[-./ ](?:(?:19|20)\\d{2}|\\d{2})',
    '(?:3[01]|[12]\\d|0?[1-9])\\. ?(?:I{1,3}|IV|VI{0,3}|IX|XI{0,2})\\. ?(?:19|20)\\d{2}',
    `(?:3[01]|[12]\\d|0?[1-9])-(?:${months})-\\d{2}(?!\\d)`,
    '(?:3[01]|[12]\\d|0?[1-9])\\. (?:1[0-2]|0?[1-9])\\. (?:19|20)\\d{2}',
    `(?:(?:3[01]|[12]\\d|0?[1-9])(?:st|nd|rd|th|\\.|º|er|ος)?|${days})(?:[ -]|day of | of | de )?(?:${months})\\.?,?(?:[ -]|, | de | del )?(?:19|20)\\d{2}`,
    `(?:19|20)\\d{2}\\. ?(?:${months}) (?:3[01]|[12]\\d|0?[1-9])`,
    `(?:${months})\\.?[ -](?:the )?(?:3[01]|[12]\\d|0?[1-9])(?:st|nd|rd|th)?,?[ -](?:19|20)\\d{2}`,
    `(?:19|20)\\d{2}[ -](?:${months})[ -](?:3[01]|[12]\\d|0?[1-9])`,
    '(?:3[01]|[12]\\d|0[1-9])(?:3[01]|[12]\\d|0[1-9])(?:19|20)\\d{2}',
    '(?:19|20)\\d{2} ?년 ?\\d{1,2} ?월 ?\\d{1,2} ?일',
    '(?:18|19|20)\\d{2} ?年 ?\\d{1,2} ?月 ?\\d{1,2} ?日',
    '(?:19|20)\\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\\d|3[01])',
  ].join('|'),
  'gi',
)

const wholeDate = new RegExp(`^(?:${date.source})$`, 'i')
/** Whether `text` is a date and nothing else. */
export const isDate = (text: string): boolean => wholeDate.test(text)

/** Some part of a word of {@link bornBefore} or {@link bornAfter}: a quick look before the search. */
const bornWords =
  /bor[nt]|\bb\.|birth|b-?day|dob|d[./]o[./]b|geb|\bn[eé](?:e|\(e\))? |naci|naissance|\bnac|cumplea|compleann|anniversaire|aniversário|verjaard|urodz|narozen|\bnat[oa]\b|nasc|f[oø]d|föd|synt|\bur\.|urodz|naro|szület|doğum|рожд|родил|роден|народ|naște|rođen|rojen|γέννη|γεννή|לידה|sinh|lahir|जन्म|เกิด|syntym|生|出|誕|생년|생일|ميلاد/i
const bornBefore =
  /(?:(?<!\p{L})(?:born|date_?of_?birth|birth(?:[ _-]?date|day)?|b-?day|dob|d\.o\.b\.?|d\/o\/b|geb(?:oren|urtsdatum|urtstag)?|n[eé](?:e|\(e\))? (?:le|el|en)|naci[oó]|födelsedag|cumpleaños|compleanno|anniversaire|aniversário|verjaardag|urodziny|narozeniny|fødselsdag|date de naissance|naissance|fecha de nacimiento|fecha de nac|f\. ?nac|nacid[oa]|nacimiento|data di nascita|nat[oa] (?:il|a)|nascita|data de nascimento|nascid[oa]|nascimento|nasc|geboortedatum|geboren|f[oø]d(?:selsdag|selsdato|t|d)?|födelsedatum|född|syntymäaika|syntynyt|b\.|urodzon[yaą]|data urodzenia|ur\.|narozen[aá]?|datum narození|született|doğum tarihi|data nașterii|născut[ăa]?|datum rođenja|rođen[ao]?|datum rojstva|dátum narodenia|narodený|syntymäpäivä|ngày sinh|tanggal lahir|tgl\.? lahir|lahir)(?![\p{L}])|рожд|родил|роден|народж|народив|生日|생일|γέννησης|γεννήθηκ|תאריך לידה|जन्म|วันเกิด|生年月日|出生|誕生日|생년월일|تاريخ الميلاد)[^\n]{0,32}(?:[:#?] {0,3}\n\s{0,3})?$/u
const bornAfter =
  /^[ ,)(]{0,3}(?:\(?(?:dob|d\.o\.b|date of birth|birth ?date|birthday|born)\b|(?:is|was) (?:my|his|her|their|the|your|our|its) (?:birth ?-?da(?:y|te)|date of birth|dob))|^ ?(?:出生|生(?:まれ)?(?!\p{Script=Han}))/u
const otherDate =
  /\b(?:expir\w{1,4}|valid|issued|until|due|since|dated|joined|hired|meeting|deadline|party|celebrat\w{1,4}|dinner|lunch|cake|gift|event|order(?:ed)?|project|company|product|idea)\b[^\n]{0,24}$/

/** The dates of birth in `text`. */
export function findBirthDates(text: string): Span[] {
  if (!bornWords.test(text)) return []
  const spans: Span[] = []
  for (const match of text.matchAll(date)) {
    const start = match.index
    const end = start + match[0].length
    const unspaced = /日$/.test(match[0])
    if (!unspaced && (isWordAt(text, start - 1) || isWordAt(text, end))) continue
    const lead = before(text, start, 48)
    if ((bornBefore.test(lead) && !otherDate.test(inSentence(lead))) || bornAfter.test(after(text, end, 32)))
      spans.push({ type: 'date_of_birth', start, end, confidence: 0.95 })
  }
  return spans
}

const age =
  /\b(?:aged?(?: of)?:? |turn(?:ed|ing|s)? |(?:i am|i'm|is|was|he's|she's) (?:only |just |already )?)(\d{1,3})(?= ?(?:years?|yrs?|y\/o|yo\b)|[.,;!?)]|$| and\b)|\b(\d{1,3})[ -](?:years?|yrs?)[ -]old\b|\b(\d{1,3}) ?(?:y\/o|yo)\b/gim

/** Ages that are said of someone. */
export function findAges(text: string): Span[] {
  const spans: Span[] = []
  for (const match of text.matchAll(age)) {
    const digits = match[1] ?? match[2] ?? match[3]
    if (digits === undefined || Number(digits) > 120) continue
    const start = match.index + match[0].indexOf(digits)
    // `is 12.` may be anything; `turned 12`, `aged 12` and `12 years old` are of a person.
    const sure = /years?|yrs?|y\/?o|turn|age/i.test(text.slice(match.index, start + digits.length + 12))
    if (sure) spans.push({ type: 'age', start, end: start + digits.length, confidence: 0.6 })
  }
  return spans
}
