/** Numbers of a person's papers that a draft names by what they are: tax, social insurance, identity, beside account, birth or pay. */

/** What a number is of. */
type Paper = 'tax' | 'social' | 'identity' | 'account' | 'birth' | 'pay'

/** A label, and behind it what it may hold. */
const papers: Readonly<Record<Paper, RegExp>> = {
  tax: /(?<!\p{L})(?:tax (?:id|no|number|file number)|utr|itin|steuer-?id(?:nr|ent\p{L}{0,20})?|steuer(?:identifikations)?nummer|idnr|num[ée]ro fiscal|nif|codice fiscale|c[oó]digo fiscal|cpf)\.?(?: is| no\.?| nr\.?| n[º°]| ist| lautet| est| es| é| è)?[\s:#]{0,3}(?=[\p{L}\d][\p{L}\d ./-]{6,24})(?=\D{0,12}\d[\d ./-]{4})/giu,
  social:
    /(?<!\p{L})(?:ssn|social (?:security|insurance)(?: number| no\.?)?|national insurance(?: number| no\.?)?|ni (?:number|no\.?)|nino|sozialversicherung(?:s?nummer|snr\.?)?|sv-?(?:nummer|nr\.?)|rentenversicherungsnummer|ahv(?:-?(?:nummer|nr\.?))?|niss|s[ée]curit[ée] sociale|num[ée]ro de s[ée]cu|seguridad social|afiliaci[oó]n|seguran[çc]a social|rijksregisternummer|bsn|burgerservicenummer|pesel|personnummer|cpr(?:-?nummer)?)(?: is| no\.?| nr\.?| n[º°]| ist| lautet| est| es| é| è)?[\s:#]{0,3}(?=[\p{L}\d][\p{L}\d ./-]{6,24})(?=\D{0,12}\d[\d ./-]{4})/giu,
  identity:
    /(?<!\p{L})(?:passport(?: number| no\.?)?|id card(?: number| no\.?)?|identity card(?: number| no\.?)?|driv(?:er['’]?s|ing) licen[cs]e(?: number| no\.?)?|reisepass(?:nummer|nr\.?)?|pass-?(?:nummer|nr\.?)|personalausweis(?:nummer|nr\.?)?|ausweis-?(?:nummer|nr\.?)|carte d['’]identit[ée]|passeport|dni|pasaporte|cart[ãa]o de cidad[ãa]o|passaporte|bilhete de identidade|carta d['’]identit[àa]|paspoort(?:nummer)?|identiteitskaart|dow[oó]d(?:u)? osobist\p{L}{1,4}|rijbewijs(?:nummer)?)(?: is| no\.?| nr\.?| n[º°]| n[uú]mero| ist| lautet| est| es| é| è)?[\s:#]{0,3}(?=[\p{L}\d][\p{L}\d ./-]{5,24})(?=\D{0,8}\d[\d ./-]{4})/giu,
  account:
    /(?<![\p{L}\d])[A-Z]{2}\d{2}(?: ?[A-Z\d]{4}){3,7}(?: ?[A-Z\d]{1,3})?(?![\p{L}\d])|(?<!\p{L})sort code[\s:]{0,2}\d{2}/giu,
  birth:
    /(?<!\p{L})(?:born(?: on)?|date of birth(?: is)?|dob|geb(?:oren(?: am)?|\.)|geburtsdatum|n[ée]e? le|date de naissance|nacid[oa] el|fecha de nacimiento|nascid[oa] (?:a|em)|data de nascimento|nat[oa] il|data di nascita|geboren(?: op)?|geboortedatum|ur\.|data urodzenia)[\s:]{0,3}\d/giu,
  pay: /(?<!\p{L})(?:salary|wages?|gross|net pay|earns?|brutto(?:lohn|gehalt)?|netto(?:lohn|gehalt)?|gehalt|lohn|salaire|n[oó]mina|sueldo|salario|vencimento|ordenado|stipendio|loon|salaris|pensja|zarobki)(?!\p{L})[^\n.]{0,50}?\d[\d.,' ]{2,10}/giu,
}
/** What a firm has none of, and what it has no number of. */
const ofPeople: readonly Paper[] = ['social', 'identity', 'birth']
const numbered: readonly Paper[] = ['social', 'identity']
/** Kinds of paper that are a person's file, and no single answer. */
const several = 3
/** That it is the reader's, or the writer's own: `your passport number`, `my IBAN`. */
const readers =
  /(?<!\p{L})(?:[Yy]our|[Mm]y|[Oo]ur|[Dd]eine?[rnms]?|[Mm]eine?[rnms]?|[Uu]nser\p{L}{0,2}|Ihre?[rnms]?|[Vv]otre|[Vv]os|[Tt]on|[Tt]a|[Mm]on|[Mm]a|[Nn]otre|[Tt]us?|[Mm]is?|[Nn]uestr[oa]|Su|Sus|[Tt]eu|[Tt]ua|[Mm]eu|[Mm]inha|Seu|Sua|[Tt]uo|[Mm]io|Suo|[Uu]w|[Jj]ouw|[Mm]ijn|[Oo]nze?|[Tt]w[óo]j\p{L}{0,2}|[Mm][óo]j\p{L}{0,2})[ :]{1,2}(?:\p{L}{2,16} ){0,2}$/u
/** Whose papers they are: somebody whom the writer speaks of to the reader. */
const somebody =
  /(?<!\p{L})(?:(?:[Oo]ur|[Mm]y|[Yy]our|[Hh]is|[Hh]er|[Tt]he) (?:\p{L}{2,14} )?(?:employee|worker|colleague|client|patient|tenant|member|customer|starter|brother|sister|husband|wife|son|daughter|mother|father|partner|driver|cleaner|nurse)|(?:Mr|Mrs|Ms|Miss|Herrn?|Frau|M\.|Mme|Sra?\.?|Don|Doña|Dona|Sig\.?|Sig\.ra|Meneer|Mevrouw|[Dd]e heer|[Mm]evrouw|Pani?|Pana) \p{Lu}\p{Ll}|[Oo] [Ss]r\.? \p{Lu}|[Aa] [Ss]ra\.? \p{Lu}|(?:[Uu]nser|[Mm]ein|[Ii]hr|[Dd]ein)e?[rnms]{0,2} (?:neue[rn]? )?(?:Mitarbeiter(?:in)?|Kollege|Kollegin|Mandant(?:in)?|Patient(?:in)?|Mieter(?:in)?|Kund(?:e|in)|Bruder|Schwester|Mann|Sohn|Tochter|Fahrer(?:in)?)|(?:[Nn]otre|[Mm]on|[Mm]a|[Vv]otre|[Tt]on|[Tt]a) (?:salari[ée]e?|employ[ée]e?|coll[èe]gue|cliente?|patiente?|locataire|fr[èe]re|s[œo]eur|mari|femme|fils|fille)|(?:[Nn]uestr[oa]|[Mm]i|[Ss]u|[Tt]u) (?:emplead[oa]|trabajador(?:a)?|client[ea]|paciente|inquilin[oa]|herman[oa]|marido|mujer|hij[oa])|(?:[Nn]oss[oa]|[Vv]osso|[Ss]eu|[Ss]ua|[Tt]eu|[Tt]ua) (?:trabalhador(?:a)?|funcion[áa]ri[oa]|client[ea]|paciente|inquilin[oa]|irm[ãao]{1,2}|marido|mulher|filh[oa])|(?:[Nn]ostr[oa]|[Ss]uo|[Ss]ua|[Tt]uo|[Tt]ua) (?:dipendente|collaboratore|cliente|paziente|inquilin[oa]|fratello|sorella|marito|moglie|figli[oa])|(?:[Oo]nze|[Mm]ijn|[Uu]w|[Jj]e) (?:medewerker|werknemer|klant|patiënt|huurder|broer|zus|man|vrouw|zoon|dochter)|(?:[Nn]asz|[Mm]ój|[Tt]wój) (?:pracownik|klient|brat))/u

/** Characters within which papers are one person's, and a text that is read. */
const reach = 500
const mostCharacters = 40_000
/** Labels of each kind that are read. */
const mostLabels = 60
const before = 50

/**
 * Where `text` names the numbers of several papers of one person who is spoken of, and who is not its reader; null:
 * nowhere. `told` says whether its readers have a value already.
 */
export function papersOfSomebody(
  text: string,
  told: (value: string) => boolean,
): { start: number; end: number } | null {
  const read = text.slice(0, mostCharacters)
  if (!/\d{4}/.test(read) || !somebody.test(read)) return null
  const found: { paper: Paper; at: number; end: number }[] = []
  for (const [paper, pattern] of Object.entries(papers) as [Paper, RegExp][])
    for (const { 0: whole, index } of read.matchAll(pattern).take(mostLabels)) {
      if (readers.test(read.slice(Math.max(0, index - before), index))) continue
      const value =
        /[\p{L}\d]{0,4}\d[\d ./-]{4,20}/u.exec(read.slice(index, index + whole.length + 24))?.[0] ?? whole
      if (!told(value)) found.push({ paper, at: index, end: index + whole.length })
    }
  found.sort((a, b) => a.at - b.at)
  for (const [index, one] of found.entries()) {
    const near = found.slice(index).filter(({ at }) => at - one.at <= reach)
    const kinds = new Set(near.map(({ paper }) => paper))
    const isAnyOf = (some: readonly Paper[]): boolean => some.some((paper) => kinds.has(paper))
    const whole = kinds.size >= several && isAnyOf(ofPeople)
    if (whole || (isAnyOf(numbered) && kinds.has('account'))) return { start: one.at, end: near.at(-1)!.end }
  }
  return null
}
