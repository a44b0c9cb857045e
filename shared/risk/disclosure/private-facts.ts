/** What a sentence or a row says of one person: by how many sides it shows them, and whether it touches what is nobody else's business. */
import { findStreetAddresses } from '../pii/street-address.ts'
import type { Span } from '../span.ts'

/** A side of a person's life. */
export type Fact =
  | 'number'
  | 'condition'
  | 'birth'
  | 'age'
  | 'street'
  | 'amount'
  | 'income'
  | 'phone'
  | 'email'
  | 'relation'

/** Health, discipline, justice, belief: what the law of many countries lets nobody pass on (GDPR Art. 9 and 10 among them). */
const conditions = new RegExp(
  `(?<!\\p{L})(?:${[
    // health
    'hiv|aids|cancer|krebs\\p{L}{0,10}|c[aá]nc[eé]r|c[âa]ncer|tum[oó]u?r|oncolog\\p{L}{1,5}|onkolog\\p{L}{1,5}|chemo\\p{L}{0,10}|depress\\p{L}{1,6}|d[ée]pressi\\p{L}{1,3}|depresi[oó]n|diabet\\p{L}{1,6}|diab[ée]t\\p{L}{1,6}|(?:multiple |esclerosis |esclerose )?s[ck]lerosis|sklerose|scl[ée]rose|esclerosis|epilep\\p{L}{1,6}|[ée]pilep\\p{L}{1,6}',
    'pregnan(?:t|cy)|schwanger\\p{L}{0,8}|enceinte|grossesse|embaraz\\p{L}{1,5}|gr[aá]vida|gravidez|burn-?out|bipolar\\p{L}{0,3}|schizo\\p{L}{3,8}|esquizo\\p{L}{3,8}|dementia|demenz|d[ée]mence|alzheimer|parkinson|alcoholi\\p{L}{1,4}|alkohol(?:iker\\p{L}{0,3}|krank|sucht)|addict(?:ion|ed)|suchtkrank|abortion|abtreibung|miscarriage|fehlgeburt|insulin|interferon|antidepress\\p{L}{1,6}',
    'asthma\\p{L}{0,6}|asma|allerg(?:y|ies|ic)|allergi\\p{L}{1,6}|alergi[aá]s?|al[eé]rgic[oa]|diagnos\\p{L}{1,5}|diagn[oó]sti\\p{L}{1,3}|psychiatr\\p{L}{1,5}|psiqui[aá]tr\\p{L}{1,4}|psychotherap\\p{L}{1,4}|sick days?|days? sick|sick leave|tage krank|krankheitstage|arr[êe]ts? maladie|baja m[ée]dica|root canal|implants?|implantat\\p{L}{0,2}|veneers?|surgery|biopsy|hepatit\\p{L}{1,3}|std|disab(?:led|ility)|schwerbehindert\\p{L}{0,2}',
    // discipline and justice
    'abmahnung\\p{L}{0,2}|written warnings?|disciplinary|performance plan|pip|misconduct|harass(?:ment|ed|ing)|unentschuldigt\\p{L}{0,5}|fristlos\\p{L}{0,2}|expediente disciplinario|avertissement disciplinaire|faute grave|convicted|criminal record|vorbestraft|vorstrafen?|casier judiciaire|antecedentes(?: penales)?|arrested|on probation|verurteilt',
    // money in trouble
    'bankrupt(?:cy)?|insolven[tz]\\p{L}{0,3}|überschuldet|zahlungsunfähig|surendett\\p{L}{1,6}|garnish(?:ment|ed)|gepfändet|pfändung|credit score|schufa',
    // belief and belonging
    'registered [dri]|union member|gewerkschaftsmitglied|transgender|gay|lesbian|homosexual\\p{L}{0,5}|asylum|asyl\\p{L}{0,10}|undocumented',
  ].join('|')})(?!\\p{L})`,
  'iu',
)
/** What somebody earns, owns or owes, by name. */
const incomeWords =
  /(?<!\p{L})(?:salar(?:y|ies)|wages?|earn(?:s|ed|ings)?|income|pay(?:s|roll| ?slips?)?|bonus|makes|moves? to|owes?|debts?|arrears|gehalt|gehälter|lohn|verdien\p{L}{1,3}|einkommen|schuldet|schulden|rückstand|salaire|gagne|revenus?|dette|doit|sueldo|salario|n[oó]mina|gana|ingresos|debe|deuda|adeuda|sal[aá]rio|ordenado|ganha|rendimento|deve|d[ií]vida|stipendio|guadagna|reddito|debito)(?!\p{L})/iu
const amount =
  /(?:[€$£]|\b(?:EUR|USD|GBP|CHF|BRL)|R\$)\s?\d[\d.,' ]{0,12}|(?<![\d.,])\d[\d.,']{0,12}\s?(?:[€$£]|(?:EUR|USD|GBP|CHF|BRL|euros?|dollars?|k)(?!\p{L}))/iu
/** Pay for a year, or what somebody has in the bank. */
const largeAmount =
  /(?<![\d.,])[1-9]\d{1,2}[.,' ]\d{3}(?![\d])|(?<![\d.,])[1-9]\d{4,5}(?!\d)|\d{2,3}k(?!\p{L})/u
/** A number of years behind a name, or said to be one. */
const age =
  /^,? ?\(?(?:aged? )?(?:1[6-9]|[2-9]\d)\)?(?=[,;)]|$)|(?<!\p{L})(?:aged? \d{2}|\d{2} (?:years old|jahre alt|ans|años|anos|anni))(?!\p{L})/u
const someMonth =
  '(?:jan|feb|fe[bv]r|m[aä]r|mar|a[pv]r|abr|ma[iyg]|jui?n|giu|jui?l|lug|au?g|ao[uû]|ago|sep|set|o[ck]t|ott|out|nov|de[cz]|dic)\\p{L}{0,7}'
/** A full date on which somebody who lives may have been born, up to some who are children. */
const birth = new RegExp(
  `(?<![\\d./-])(?:\\d{1,2}\\.? (?:de )?${someMonth},? (?:de )?|${someMonth} \\d{1,2},? |\\d{1,2}[./-]\\d{1,2}[./-])(?:19[2-9]|20[01])\\d(?!\\d)|(?<![\\d./-])(?:19[2-9]|20[01])\\d-\\d\\d-\\d\\d(?!\\d)`,
  'iu',
)
/** Whom the house deals with, and has to keep to itself. */
const relations =
  /(?<!\p{L})(?:patients?|patient(?:en|in|innen)|customers?|clients?|mandanten?|kund(?:en|innen)|schuldner\p{L}{0,5}|deudores|clientes|pacientes|expedientes|huéspedes|devedores|hóspedes|alun[oa]s|alumn[oa]s|debtors?|claimants?|tenants?|guests?|voters?|students?|pupils?|schüler\p{L}{0,5}|bewerber\p{L}{0,5}|applicants?|members?|mitglieder\p{L}{0,3}|abonnent\p{L}{1,5}|abonn[ée]s|adh[ée]rents?|subscribers?|donors?|spender(?:innen)?|employees|mitarbeiter(?:innen|n)?|salari[ée]s|empleados|funcion[aá]rios|interessenten|inadimplentes|morosos|leads)(?!\p{L})/iu

/** Words for documents of a person, and what stands right behind a name and looks like the number of one. */
const documents =
  /(?<!\p{L})(?:passports?|pass(?:nummern?)?|reisep[aä]ss?e?|ausweis\p{L}{0,8}|personalausweis\p{L}{0,4}|passeports?|pasaportes?|passaportes?|passaporti|dni|nie|nif|cpf|rg|ssns?|social security|licen[cs]e numbers?|führerschein\p{L}{0,8}|permis|steuer-?ids?|tax ids?|identity cards?|id (?:numbers?|cards?)|codici? fiscal[ei])(?!\p{L})/iu
const documentNumber = /^[\s,:(–-]{1,4}(?=[A-Z\d .-]{0,15}\d{3})[A-Z\d](?:[ .-]?[A-Z\d]){6,15}(?![\p{L}\d])/u

/** What is dialled, though nothing says so: it stands with somebody's name. */
const dialled = /(?<![\d.,/-])(?:\+\d|0\d|\(\d{2,4}\)|[67]\d\d[ .-]\d)[\d ./-]{5,14}\d(?!\d)/

const numberTypes = new Set(['credit_card', 'us_ssn', 'passport', 'driver_license', 'national_id'])

/** Whether `text` speaks of people whom the house deals with. */
export const namesRelation = (text: string): boolean => relations.test(text)
/** Whether `text` speaks of pay or debts. */
export const namesIncome = (text: string): boolean => incomeWords.test(text)

/**
 * The sides of the life of who is called `name` that `text` from `start` to `end` shows. `own` says of which values its readers have told
 * them already.
 */
export function factsIn(
  text: string,
  { name, start, end }: { name: string; start: number; end: number },
  spans: readonly Span[],
  own: (value: string) => boolean,
): Set<Fact> {
  const said = text.slice(start, end)
  const facts = new Set<Fact>()
  const add = (fact: Fact, value: string): void => {
    if (!own(value)) facts.add(fact)
  }
  for (const span of spans) {
    if (span.start < start || span.end > end) continue
    const value = text.slice(span.start, span.end)
    if (numberTypes.has(span.type)) add('number', value)
    else if (span.type === 'date_of_birth') add('birth', value)
    else if (span.type === 'phone') add('phone', value)
    else if (span.type === 'email') add('email', value)
  }
  const number = documentNumber.exec(said)
  if (number !== null && !facts.has('number') && documents.test(text)) add('number', number[0])
  const phone = dialled.exec(said)
  if (phone !== null) add('phone', phone[0])
  const condition = conditions.exec(said)
  // A short word says nothing alone: with what leads to it, it was told.
  if (condition !== null && !own(name + said.slice(0, condition.index + condition[0].length)))
    add('condition', condition[0])
  const born = birth.exec(said)
  if (born !== null) add('birth', born[0])
  if (age.test(said)) facts.add('age')
  const money = amount.exec(said)
  if (money !== null) {
    add('amount', money[0])
    if (largeAmount.test(money[0]) || incomeWords.test(said)) add('income', money[0])
  }
  if (/\d/.test(said))
    for (const one of findStreetAddresses(said)) add('street', said.slice(one.start, one.end))
  return facts
}
