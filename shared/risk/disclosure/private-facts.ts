/** What a sentence or a row says of one person: by how many sides it shows them, and whether it touches what is nobody else's business. */
import { isSampleSsn } from '../pii/samples.ts'
import { findStreetAddresses } from '../pii/street-address.ts'
import type { Span } from '../span.ts'
import { keyOf } from './rights.ts'

/** A side of a person's life. */
export type Fact =
  | 'number'
  | 'account'
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
    'tested positive|test(?:s)? (?:was|were|came back|is) positive|positiv(?:e[nr]?)? getestet|test[ée]e? positi(?:f|ve)|dio positivo|chlamydi\\p{L}{1,3}|syphilis|gonorrh\\p{L}{1,4}|herpes|tubercul\\p{L}{1,4}|tuberkulose|gruźlic\\p{L}{1,2}|pada[cs]zk\\p{L}{1,3}|autis(?:m|mus|me|mo|tic|tisch)|ad(?:hd|hs)|tdah|anxiety|angststörung\\p{L}{0,2}|panic attacks?|panikattacken?|suicid\\p{L}{1,4}|suizid\\p{L}{0,7}|self-harm\\p{L}{0,4}|(?:cutting|harming|harmed) (?:her|him)self|ritzt sich|overdose\\p{L}{0,1}|überdosis|sobredosis|rehab|detox|entziehungs?\\p{L}{0,6}|entzugs\\p{L}{2,8}|suchtklinik|d[ée]sintoxication|desintoxicaci[oó]n|desintoxica[çc][ãa]o|verslaafd|uzależni\\p{L}{1,5}',
    'interrupci[oó]n del embarazo|ivg|interruption (?:volontaire )?de (?:la )?grossesse|zwanger\\p{L}{0,6}|abortus|ci[ąa]ż[aęy]|w ci[ąa]ży|miscarried|stroke|schlaganfall|avc|heart attack|herzinfarkt|infarto|infarctus|leuk\\p{L}{2,6}|lymphom\\p{L}{0,2}|metasta\\p{L}{2,5}|prescribed|(?:is|was|are) on (?:lithium|methadone|medication)|psychologist|psycholog(?:e[n]?|in|ue|o|a)|schulpsycholog\\p{L}{1,4}|therapist|in therapy|in therapie|en th[ée]rapie|en terapia|em terapia|opname|gebroken|operiert|disciplinary',
    // discipline and justice
    'abmahnung\\p{L}{0,2}|written warnings?|disciplinary|performance plan|pip|misconduct|harass(?:ment|ed|ing)|unentschuldigt\\p{L}{0,5}|fristlos\\p{L}{0,2}|expediente disciplinario|avertissement disciplinaire|faute grave|convicted|criminal record|vorbestraft|vorstrafen?|casier judiciaire|antecedentes(?: penales)?|arrested|on probation|verurteilt',
    // money in trouble
    'bankrupt(?:cy)?|insolven[tz]\\p{L}{0,3}|überschuldet|zahlungsunfähig|surendett\\p{L}{1,6}|garnish(?:ment|ed)|gepfändet|pfändung|credit score|schufa',
    // belief and belonging
    'registered [dri]|union member|gewerkschaftsmitglied|transgender|gay|lesbian|homosexual\\p{L}{0,5}|asylum|asyl\\p{L}{0,10}|undocumented',
  ].join(
    '|',
  )})(?!\\p{L})|うつ病|抗うつ|癌|がん(?:治療|の)|妊娠|中絶|流産|糖尿病|結核|てんかん|統合失調|適応障害|発達障害|入院|通院|休職|服薬|服用|手術|診断|性病|陽性|逮捕|前科|破産|借金|滞納`,
  'iu',
)
/** What somebody earns, owns or owes, by name. */
const incomeWords =
  /(?<!\p{L})(?:salar(?:y|ies)|wages?|earn(?:s|ed|ings)?|income|(?:an|per) hour|pay(?:s|roll| ?slips?)?|bonus|makes|moves? to|owes?|debts?|arrears|gehalt|gehälter|lohn|verdien\p{L}{1,3}|einkommen|schuldet|schulden|rückstand|salaire|gagne|revenus?|dette|doit|sueldo|salario|n[oó]mina|gana|ingresos|debe|deuda|adeuda|sal[aá]rio|ordenado|ganha|rendimento|deve|d[ií]vida|stipendio|guadagna|reddito|debito)(?!\p{L})/iu
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
/** What is told of somebody who was asked for: marks and discipline, debts and courts, where they are and when. */
const matters =
  /(?<!\p{L})(?:(?:final |written |third )?warnings?|let (?:him|her|them) go|sacked|laid off|tribunal|social services|police|theft|stole|cannabis|cocaine|drug test|expecting (?:a (?:baby|child)|twins)|(?:is|wife is|she['’]s) expecting|custody|bailiffs?|rausgeworfen|gefeuert|entlassen|jugendamt|polizei|diebstahl|gestohlen|sorgerecht|viré[e]?|tribunal|prud['’]hommes|police|vol[ée]|sa séparation|son divorce|despidieron|despido|juicio|polic[íi]a|rob[óo]|custodia|demiss[ãa]o|pol[íi]cia|roubou|furto|guarda dos|licenziat[oa]|polizia|furto|rubato|separazione|ontslag|politie|diefstal|gestolen|voogdij|jeugdzorg|policj[aię]|kradzie[żz]\p{L}{0,2}|ukrad[łl]a?|dismiss(?:ed|al)|fired|suspended|expelled|resign(?:ed|ing)|contract ends|on probation|evict(?:ed|ion)|court order|sued|prosecuted|in (?:prison|jail|custody)|behind (?:with|on) (?:the |his |her |their )?(?:rent|payments?)|(?:months?|weeks?) (?:behind|late)|divorc(?:ed|e|ing)|separated from|affair|failed|flunked|repeat(?:s|ed|ing)? the (?:year|class)|grades? (?:is|are|was)|with (?:his|her) (?:girlfriend|boyfriend|lover)|abgemahnt|gekündigt|kündigung|räumung(?:sklage)?|mietrückstand|im rückstand|durchgefallen|nicht versetzt|(?:klasse|jahr) wiederholen|sitzengeblieben|in \p{Lu}\p{L}{2,14} eine? [1-6]|geschieden|getrennt lebend|haft|gefängnis|licenci[ée]e?|renvoy[ée]e?|expuls(?:[ée]e?|ion)|loyers? (?:de|en) retard|de retard|redouble|divorc[ée]e?|en prison|en arrêt|despedid[oa]|desahucio|impag[oa]d[oa]s?|suspendi[óo]|suspens[oa]|repite curso|separad[oa]|en la c[áa]rcel|con su (?:novi[oa]|amante)|demitid[oa]|despej[oa]|em atraso|reprovad[oa]|repetir o ano|pres[oa]|afastad[oa]|ontslagen|uitgezet|huurachterstand|gezakt|blijft zitten|gescheiden|gevangenis|zwolnion[yaą]|zaleg\p{L}{2,6}|rozwiedzion[yaą]|więzieni\p{L}{1,2})(?!\p{L})/iu
/** When and where somebody is. */
const whereabouts =
  /(?<!\p{L})(?:(?:on |am |le |los |el |op |na |w |we )?(?:mon|tues|wednes|thurs|fri|satur|sun)days?|(?:montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag)s?|lundis?|mardis?|mercredis?|jeudis?|vendredis?|samedis?|dimanches?|lunes|martes|mi[ée]rcoles|jueves|viernes|s[áa]bados?|domingos?|(?:segunda|ter[çc]a|quarta|quinta|sexta)(?:-feira)?s?|(?:maan|dins|woens|donder|vrij|zater|zon)dag(?:en)?|poniedzia[łl]\p{L}{1,3}|wtor\p{L}{2,3}|środ\p{L}{1,2}|czwart\p{L}{2,3}|piąt\p{L}{2,3})(?!\p{L})|(?<!\p{L})(?:room|ward|zimmer|station|chambre|habitaci[óo]n|quarto|kamer|pok[óo]j) \d|(?<!\p{L})(?:lives|parks|is staying|has booked|checked in|wohnt|parkt|habite|vive|mora|woont|mieszka)(?!\p{L})/iu
const clock =
  /(?<!\d)\d{1,2}(?:[:.h]\d{2}| ?(?:am|pm|uhr|h|heures?|horas?|uur)(?!\p{L}))|(?<!\p{L})(?:at|um|à|a las?|às?|om|o(?: godzinie)?) \d{1,2}(?!\d)/iu

/** What leads to a date on which nobody was born. */
const since =
  /(?<!\p{L})(?:since|from|as of|until|till|joined|started|hired|dated|expir\p{L}{1,4}|seit|ab|vom|bis|zum|depuis|du|jusqu['’]au|le contrat du|desde(?: el)?|hasta el|at[ée]|sinds|vanaf|tot|od|do)(?: the| dem| den)? $/iu

/** Whom the house deals with, and has to keep to itself. */
const relations =
  /(?<!\p{L})(?:patients?|patient(?:en|in|innen)|customers?|clients?|mandanten?|kund(?:en|innen)|schuldner\p{L}{0,5}|deudores|clientes|pacientes|expedientes|huéspedes|devedores|hóspedes|alun[oa]s|alumn[oa]s|debtors?|claimants?|tenants?|guests?|voters?|students?|pupils?|schüler\p{L}{0,5}|bewerber\p{L}{0,5}|applicants?|members?|mitglieder\p{L}{0,3}|abonnent\p{L}{1,5}|abonn[ée]s|adh[ée]rents?|subscribers?|donors?|spender(?:innen)?|employees|mitarbeiter(?:innen|n)?|salari[ée]s|empleados|funcion[aá]rios|interessenten|inadimplentes|morosos|leads)(?!\p{L})/iu

/** Words for documents of a person, and what stands right behind a name and looks like the number of one. */
const documents =
  /(?<!\p{L})(?:passports?|pass(?:nummern?)?|reisep[aä]ss?e?|ausweis\p{L}{0,8}|personalausweis\p{L}{0,4}|passeports?|pasaportes?|passaportes?|passaporti|dni|nie|nif|cpf|rg|ssns?|social security|licen[cs]e numbers?|führerschein\p{L}{0,8}|permis|steuer-?ids?|tax ids?|identity cards?|id (?:numbers?|cards?)|codici? fiscal[ei]|pesel|bsn|burgerservicenummer|ni ?numbers?|nino|insurance (?:ids?|numbers?)|versicherten ?nummern?|sozialversicherungs ?nummern?|svnr|num[ée]ros? (?:de )?s[ée]cu(?:rit[ée] sociale)?|nss|personnummer|rodn[ée] č[íi]sl[oa]|curp|マイナンバー)(?!\p{L})/iu
const documentNumber =
  /^[\s,:(–-]{1,4}(?:\p{L}[\p{L}.-]{1,22}[ .:]{1,3}(?:(?:no|nr|number|id)[ .:]{1,3})?)?((?=[A-Z\d .-]{0,15}\d{3})[A-Z\d](?:[ .-]?[A-Z\d]){6,15})(?![\p{L}\d])/u

/** What is dialled, though nothing says so: it stands with somebody's name. */
const dialled = /(?<![\d.,/-])(?:\+\d|0\d|\(\d{2,4}\)|[67]\d\d[ .-]\d)[\d ./-]{5,14}\d(?!\d)/

const numberTypes = new Set(['credit_card', 'us_ssn', 'passport', 'driver_license', 'national_id'])

/** Whether what is `said` of somebody tells of marks, discipline, debts or courts. */
export const tellsMatters = (said: string): boolean => matters.test(said)
/** How many such things are `said`. */
export const mattersTold = (said: string): number => said.match(allMatters)?.length ?? 0
const allMatters = new RegExp(matters, 'giu')
/** Whether what is `said` of somebody tells where they are to be found, and when. */
export const tellsWhereabouts = (said: string): boolean => whereabouts.test(said) && clock.test(said)

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
    if (numberTypes.has(span.type)) {
      if (!(span.type === 'us_ssn' && isSampleSsn(keyOf(value)))) add('number', value)
    } else if (span.type === 'iban' || span.type === 'bank_account') add('account', value)
    else if (span.type === 'date_of_birth') add('birth', value)
    else if (span.type === 'phone') add('phone', value)
    else if (span.type === 'email') add('email', value)
  }
  const number = documentNumber.exec(said)
  if (number !== null && !facts.has('number') && (documents.test(number[0]) || documents.test(text)))
    add('number', number[1]!)
  const phone = dialled.exec(said)
  if (phone !== null) add('phone', phone[0])
  const condition = conditions.exec(said)
  // A short word says nothing alone: with what leads to it, it was told.
  if (condition !== null && !own(name + said.slice(0, condition.index + condition[0].length)))
    add('condition', condition[0])
  const born = birth.exec(said)
  if (born !== null && !since.test(said.slice(0, born.index))) add('birth', born[0])
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
