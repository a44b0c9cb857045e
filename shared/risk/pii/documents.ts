/** Numbers of passports and driver's licences, by the words before them. */
import { anyCase } from '../any-case.ts'
import type { Span } from '../span.ts'
import { inSentence, isWordAt } from './context.ts'

/** Between the word and the number: `no.`, `number is`, a country, a colon and the end of its line; no other number, no other sentence. */
const between =
  '(?:[^\\d.\\n]|(?<=\\b(?:n(?:o|r|um)?|lic))\\.|(?<=[:#] ?)\\n|\\n(?=n(?:o|r|um|umber)\\b)){0,36}?'

const passportWords = new RegExp(
  `${anyCase(`(?:passports?|pp ?[:#]|travel doc(?:ument)?s?|\\bpp[tn]? ?(?:no|nr|number|#)|paspor[ta]?\\b|pasaport\\w{0,3}|pašaport|pasoš\\w{0,2}|pașaport\\w{0,4}|putovnic\\w{1,2}|passin numero|διαβατ[ηή]ρι\\p{L}{1,2}|דרכון|جواز(?: السفر| سفر)?|hộ chiếu|หนังสือเดินทาง|पासपोर्ट|reisepass\\w{0,7}|pass(?:nummer|-?nr)|passeport|pasaporte|passaporto|passaporte|paspoort\\w{0,7}|pass(?:number|no)\\b|paszport\\w{0,2}|passnummer|pas ?nummer|útlevél\\w{0,4}|pasu?\\b|(?:загран)?паспорт\\p{L}{0,3}|護照|护照|旅券|パスポート|여권)${between}`)}(?<![\\p{L}\\p{N}])((?:[A-Z]{1,3} ?-?)?\\d(?:[ -]?\\d){5,9}[A-Z]?|\\d{2}[A-Z]{2}\\d{5}|[A-Z](?=[A-Z]{0,5}\\d[A-Z]{0,2}\\d[A-Z]{0,2}\\d)[A-Z\\d]{7,8}|[CFGHJKLMNPRTVWXYZ][CFGHJKLMNPRTVWXYZ\\d]{8})(?![\\p{L}\\p{N}]|[-.]\\d)`,
  'gu',
)
const licenceWords = new RegExp(
  `${anyCase(`(?:driv(?:er|ing)['’]?s?'?[ _]?-?(?:licen[cs]es?|permits?|lic\\b)|licen[cs]e (?:\\(driv\\w{2,3}\\)|to drive|details)|class [a-e]m? licen[cs]e|num[eé]ro de permis|n[uú]mero de licencia|drivers? lic\\b|driver ?id|\\bc?dl\\b|\\bd[./]l\\b|\\bdln\\b|\\bdmv\\b|licen[cs]e (?:no|number|#)|(?:his|her|my|your|their|our|state|operator(?:['’]?s)?|commercial|the) licen[cs]e|führerschein\\w{0,8}|fuehrerschein\\w{0,8}|permis de condu(?:ire|cere)|permisul(?: de conducere)?|permis n[°ºo.]|sürücü belgesi|ehliyet\\w{0,6}|řidičsk\\p{L}{1,3} průkaz\\p{L}{0,2}|vodičsk\\p{L}{1,3} preukaz\\p{L}{0,2}|(?:δίπλωμα|άδεια) οδήγησης|vozačk\\p{L}{1,2} dozvol\\p{L}{1,2}|bằng lái(?: xe)?|giấy phép lái xe|ใบขับขี่|운전면허\\p{L}{0,4}|jogosítvány\\p{L}{0,4}|licencia de manejo|juhiluba|водительск\\p{L}{2,4} права|(?<=^|[\\s])права|permiso de conduc\\w{1,4}|licencia de conduc\\w{1,4}|carnet de conducir|patente(?: di guida)?|carta de condu[cç][aã]o|carteira de (?:motorista|habilita[cç][aã]o)|\\bcnh\\b|rijbewijs\\w{0,7}|prawo jazdy|prawa jazdy|körkort\\w{0,7}|førerkort\\w{0,7}|kørekort\\w{0,7}|ajokortt?i?\\w{0,5}|vezetői engedély|водительск\\p{L}{2,4} (?:удостоверени\\p{L}{1,2}|прав\\p{L}{0,2})|駕照|驾照|運転免許)${between}`)}(?<![\\p{L}\\p{N}])([A-Z9]{5} ?\\d{6} ?[A-Z9]{2}\\d[A-Z]{2}(?: ?\\d{2})?|\\d{2}[A-Z]{2}\\d{5}|\\d{5}/\\d{2}/\\d{4}|(?:[A-Z]{1,5}[- ]?)?\\d(?:[ -]?\\d){4,13}[A-Z]{0,2}|[A-Z]{1,5}\\d[A-Z\\d]{5,14})(?![\\p{L}\\p{N}]|[-.]\\d)`,
  'gu',
)

/** The word behind the number: `X1234567 (passport)`. */
const passportBehind =
  /(?<![\p{L}\p{N}-])((?:[A-Z]{1,2} ?)?\d{6,9}|[CFGHJKLMNPRTVWXYZ][CFGHJKLMNPRTVWXYZ\d]{8})(?= ?[(–-] ?(?:passport|reisepass|passeport|pasaporte|passaporto)| (?:is|was) (?:my|his|her|their|our|the) (?:[A-Za-z]{2,12} ){0,2}passport)/gu
const licenceBehind =
  /(?<![\p{L}\p{N}-])([A-Z]{0,2}\d{6,14}|[A-Z]\d{2,4}(?:-\d{2,5}){2,4}|[A-Z]{5}\d{6}[A-Z\d]{5})(?= ?[(–-] ?(?:driv(?:er|ing)|DL\b|führerschein)| (?:is|was) (?:my|his|her|their|our|the) (?:[A-Za-z]{2,12} ){0,2}driv(?:er|ing))/gu
/** A licence without a word for driving: only where its number begins with a letter. */
const anyLicence = new RegExp(
  `${anyCase('(?<!(?:software|business|medical|fishing|product|site|user|gun|plate|volume|server|trial|open|mit|gpl) )\\blicen[cs]e[ :#]{1,3}(?:is )?')}([A-Z]{1,2}\\d{6,13}|[A-Z]\\d{2,4}(?:-\\d{2,5}){2,4})(?![\\p{L}\\p{N}-])`,
  'gu',
)

/** A licence of a state, which says nothing of driving either. */
const stateLicence =
  /(?<![\p{L}\p{N}])(?:A[KLRZ]|C[AOT]|D[CE]|FL|GA|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|PA|RI|S[CD]|T[NX]|UT|V[AT]|W[AIVY]|California|Texas|Florida|New York|Illinois|Ohio|Georgia|Virginia|Washington|Arizona|Colorado|Oregon|Nevada|Michigan|Ontario|Alberta|Quebec|British Columbia|NSW|Victoria|Queensland|UK) [Ll]icen[cs]e(?: (?:no\.?|number|#))?[ :#]{1,3}(?:is )?((?:[A-Z]{1,2} ?)?\d(?:[ -]?\d){6,14}|WDL[A-Z\d]{9}|[A-Z9]{5} ?\d{6} ?[A-Z9]{2}\d[A-Z]{2})(?![\p{L}\p{N}]|[-.]\d)/gu

/** Passport numbers in `text`. */
export const findPassports = (text: string): Span[] => [
  ...numbersAfter(text, passportWords, 'passport'),
  ...numbersAfter(text, passportBehind, 'passport'),
]

/** Driver's licence numbers in `text`. */
export const findLicences = (text: string): Span[] => [
  ...numbersAfter(text, licenceWords, 'driver_license'),
  ...numbersAfter(text, licenceBehind, 'driver_license'),
  ...numbersAfter(text, anyLicence, 'driver_license'),
  ...numbersAfter(text, stateLicence, 'driver_license'),
]

function numbersAfter(text: string, pattern: RegExp, type: 'passport' | 'driver_license'): Span[] {
  const spans: Span[] = []
  for (const match of text.matchAll(pattern)) {
    const number = match[1]!
    const end = match.index + match[0].length
    const start = end - number.length
    if (isWordAt(text, match.index - 1) || !/\d/.test(number)) continue
    if (isOther(inSentence(text.slice(Math.max(0, match.index - 12), start)))) continue
    if (counted.test(text.slice(end, end + 16))) continue
    spans.push({ type, start, end, confidence: 0.9 })
  }
  return spans
}

/** What makes the number a quantity. */
const counted =
  /^ (?:(?:users?|people|downloads?|applica\w{2,5}|travell?ers|copies|visitors|holders|passengers|trips|rupees|rials|dollars|euros?|yen|miles|km|bytes|seats|requests|citizens|members)\b|%|€)/i

/** Whether another kind of number is named between the word and the number. */
const isOther = (words: string): boolean =>
  /\b(?:tel|phone|mobile|call|fax|cell|ssn|social|iban|(?<!passport )card|account|order|invoice|born|dob|birth|expires?|expiry|fee|price|page|room|appointment|agreement|plan|keys?|seats?|servers?|software|contract|terms?|renewal|speed|rate|download|upload|bytes)\b[^\n]{0,20}$/i.test(
    words,
  )
