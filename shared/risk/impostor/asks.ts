/** What impostors ask for: another account, money at once, silence, data. Orders by mail that a call would have stopped. */

/** Characters of a text that are read. */
const reach = 6_000

export type Ask = 'account' | 'money' | 'secrecy' | 'data'

/** Patterns of folded text: lower case, without accents. */
const sources: Record<Ask, string> = {
  account: [
    '\\b(?:new|updated|changed|different|revised|alternative|correct|current|following|our) (?:\\w{1,12} ){0,2}(?:bank(?:ing)?|payment|remittance|wire|wiring|ach|beneficiary|settlement) (?:\\w{1,12} )?(?:details|accounts?|information|instructions|coordinates|info)\\b',
    '\\b(?:bank(?:ing)?|payment|remittance|wire|beneficiary|account|ach) (?:\\w{1,12} )?(?:details|information|instructions|accounts?|info) (?:\\w{1,12} ){0,3}(?:changed|updated|new|closed|frozen|under audit|replaced|audited)\\b',
    "(?<!(?:\\bnever|\\bnot|n't) )\\b(?:chang|switch|updat|mov)\\w{0,4} (?:\\w{1,12} ){0,3}(?:banks?|bank accounts?|banking details|bank details|direct deposit|account on file|payroll account|salary account)\\b",
    '\\b(?:direct deposit|payroll|salary|wages?)\\b[^.\\n]{0,60}\\b(?:new|another|different|change|update|switch)\\w{0,3}\\b',
    '\\b(?:pay|send|wire|transfer|remit|deposit)\\w{0,4} (?:\\w{1,12} ){0,6}(?:to|into) (?:the|our|my|this) (?:\\w{1,12} ){0,1}(?:new|other|different|following|below|alternative|subsidiary|offshore)\\b',
    '\\bneue(?:n|r)? (?:bankverbindung|kontoverbindung|iban|bankdaten|konto)|\\b(?:bankverbindung|kontoverbindung|bankdaten|iban) (?:\\w{1,14} ){0,4}(?:geandert|gewechselt|aktualisiert)',
    '\\bnouve(?:au|lles?|l) (?:rib|iban|compte|coordonnees bancaires)|\\bcoordonnees bancaires (?:\\w{1,14} ){0,3}(?:change|modifie)',
    '\\bnuev[oa]s? (?:datos bancarios|cuenta|iban|numero de cuenta)|\\b(?:cambiado|actualizado) (?:\\w{1,12} ){0,3}(?:datos bancarios|cuenta|banco)',
    '\\bnov[oa]s? (?:dados bancarios|conta|iban)|\\bnuov[eoi] (?:coordinate bancarie|iban|conto|dati bancari)|\\bnieuwe? (?:bankgegevens|rekeningnummer|bankrekening|iban)|\\bnow(?:y|e|ego) (?:numer konta|rachun|konto|dane bankowe)',
  ].join('|'),
  money: [
    '\\bgift ?cards?\\b|\\b(?:itunes|steam|amazon|google play|apple|visa|vanilla|ebay) (?:gift )?(?:cards?|vouchers?)\\b',
    '\\b(?:wire|bank|urgent|immediate|same day|swift|international) (?:\\w{1,12} )?(?:transfers?|payments?)\\b|\\bwire (?:\\w{1,12} ){0,3}(?:funds|money|the amount|[$€£]|usd|eur|gbp)',
    '\\b(?:process|make|arrange|initiate|send|release|settle|execute|schedule|handle|complete|authori[sz]e|push|clear) (?:\\w{1,12} ){0,4}(?:payments?|transfers?|wires?|invoices?|funds|deposit|balance)\\b',
    '\\b(?:outstanding|overdue|unpaid|open|pending|due) (?:\\w{1,12} )?(?:invoices?|payments?|balances?)\\b|\\binvoice (?:\\w{1,14} ){0,4}(?:due|overdue|outstanding|unpaid)\\b',
    '\\b(?:uberweis|zahlung (?:\\w{1,12} ){0,3}(?:veranlass|ausfuhr|freigeb)|gutscheinkarte)|\\b(?:effectu\\w{0,3}|faire|proceder) (?:\\w{1,12} ){0,3}(?:virement|paiement)|\\bvirement (?:\\w{1,12} )?(?:urgent|bancaire)',
    '\\b(?:hacer|realizar|efectuar|gestionar) (?:\\w{1,12} ){0,3}(?:transferencia|pago)|\\b(?:fazer|efetuar|realizar) (?:\\w{1,12} ){0,3}(?:transferencia|pagamento)|\\b(?:fare|effettuare|eseguire|disporre) (?:\\w{1,12} ){0,3}(?:bonifico|pagamento)|\\boverboek|\\bspoedbetaling|\\bprzelew',
    '\\b(?:bitcoins?|crypto|usdt|btc)\\b',
  ].join('|'),
  secrecy: [
    '\\b(?:are you|r u|you) (?:\\w{1,12} )?(?:available|free|at your desk|in the office|around|there|busy|online)\\b(?: \\w{1,12}){0,3} ?[?]',
    "\\b(?:in|into|between|stuck in|going into) (?:\\w{1,12} ){0,3}(?:meetings?|conference|board|flight|negotiations?)\\b[^.\\n]{0,80}|\\b(?:cannot|can't|can not|unable to|not able to|won't be able to|don't) (?:\\w{1,12} ){0,3}(?:call|calls|phone|talk|speak)\\b|\\bno calls\\b|\\bonly (?:by|via|through|on) (?:e-?mail|text|whatsapp)\\b|\\be-?mail me only\\b",
    "\\b(?:keep|treat|handle) (?:\\w{1,12} ){0,4}(?:between us|confidential|quiet|discreet|private|to yourself|secret)\\w{0,6}\\b|\\b(?:strictly|highly) confidential\\b|\\bdo not (?:discuss|mention|share|tell|involve|copy|inform)\\b|\\bdon't (?:discuss|mention|tell|involve|copy|inform)\\b|\\bsurprise\\b|\\bwithout (?:\\w{1,12} )?(?:telling|informing|involving)\\b",
    '\\b(?:quick|small|urgent|personal|little) (?:favou?r|task|errand|request|assignment|job|thing)\\b|\\bneed (?:\\w{1,12} ){0,2}(?:favou?r|your help with)\\b|\\b(?:something|a matter|an issue) (?:\\w{1,12} )?urgent|\\burgent(?:ly)? (?:\\w{1,12} )?(?:matter|need|request|task)|\\b(?:asap|immediately|right away|right now|before (?:noon|close|end of)|within the hour|today)\\b',
    '\\b(?:your|send me your|share your) (?:\\w{1,12} )?(?:cell|mobile|personal|whatsapp|phone) (?:number|no)\\b|\\b(?:text|whatsapp) me\\b|\\bmy (?:new|other|personal) (?:\\w{1,12} )?(?:number|e-?mail|address|mobile)\\b',
    '\\b(?:sind sie|bist du) (?:\\w{1,12} )?(?:erreichbar|verfugbar|am platz|im buro)|\\bvertraulich|\\bnicht telefonieren|\\bdringend|\\betes[- ]vous disponible|\\bconfidentiel|\\burgence|\\bestas? disponible|\\bconfidencial|\\burgente|\\briservat[oa]|\\bvertrouwelijk|\\bpilne',
  ].join('|'),
  data: [
    '\\b(?:w-?2s?|w-?9s?|p60s?|payslips?|pay slips?|payroll (?:file|report|data|list)|employee (?:list|records|data|files)|staff list|salary list)\\b',
    '\\b(?:aging|ageing|receivables?|a\\/r) (?:\\w{1,12} )?(?:report|list|statement|summary)\\b|\\b(?:customer|client|vendor|supplier) (?:\\w{1,12} )?(?:list|database|contacts)\\b',
    '\\b(?:send|share|forward|give|tell|confirm|need) (?:\\w{1,12} ){0,5}(?:passwords?|log ?in|credentials|one[- ]time code|verification code|access codes?|passports?|social security|tax id|api keys?|tokens?|backup codes?)\\b',
    '\\b(?:export|dump|spreadsheet|copy) of (?:\\w{1,12} ){0,4}(?:customers?|clients?|employees|staff|users|accounts|contracts)\\b',
  ].join('|'),
}

const asks = Object.keys(sources) as Ask[]
const patterns = Object.fromEntries(asks.map((ask) => [ask, new RegExp(sources[ask])])) as Record<Ask, RegExp>

/** What a text asks for, and the words that say so, by the kind; `text` is folded. */
export function asksOf(
  text: string,
  wanted: readonly Ask[] = asks,
): Map<Ask, { start: number; text: string }> {
  const read = text.slice(0, reach)
  const found = new Map<Ask, { start: number; text: string }>()
  for (const ask of wanted) {
    const match = patterns[ask].exec(read)
    if (match !== null) found.set(ask, { start: match.index, text: match[0] })
  }
  return found
}
