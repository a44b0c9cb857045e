/** Numbers of a person's papers that a draft names by what they are: tax, social insurance, identity, beside account, birth or pay. */

/** What a number is of. */
type Paper = 'tax' | 'social' | 'identity' | 'account' | 'birth' | 'pay'

/** A label, and behind it what it may hold. */
const papers: Readonly<Record<Paper, RegExp>> = {
  tax: /(?<!\p{L})(?:tax (?:id|no|number|file number)|tin|utr|itin|steuer-?id(?:nr|ent\p{L}{0,20})?|steuer(?:identifikations)?nummer|idnr|num[ée]ro fiscal|nif|codice fiscale|c[oó]digo fiscal|cpf|rfc|nip)\.?(?: is| no\.?| nr\.?| n[º°]| ist| lautet| est| es| é| è)?[\s:#]{0,3}(?=[\p{L}\d][\p{L}\d ./-]{6,24})(?=\D{0,12}\d[\d ./-]{4})/giu,
  social:
    /(?<!\p{L})(?:ssn|social (?:security|insurance)(?: number| no\.?)?|national insurance(?: number| no\.?)?|ni (?:number|no\.?)|nino|sozialversicherung(?:s?nummer|snr\.?)?|sv-?(?:nummer|nr\.?)|rentenversicherungsnummer|ahv(?:-?(?:nummer|nr\.?))?|niss|s[ée]curit[ée] sociale|num[ée]ro de s[ée]cu|seguridad social|afiliaci[oó]n|seguran[çc]a social|pis|rijksregisternummer|bsn|burgerservicenummer|pesel|personnummer|cpr(?:-?nummer)?)(?: is| no\.?| nr\.?| n[º°]| ist| lautet| est| es| é| è)?[\s:#]{0,3}(?=[\p{L}\d][\p{L}\d ./-]{6,24})(?=\D{0,12}\d[\d ./-]{4})/giu,
  identity:
    /(?<!\p{L})(?:passport(?: number| no\.?)?|id card(?: number| no\.?)?|identity card(?: number| no\.?)?|driv(?:er['’]?s|ing) licen[cs]e(?: number| no\.?)?|reisepass(?:nummer|nr\.?)?|pass-?(?:nummer|nr\.?)|personalausweis(?:nummer|nr\.?)?|ausweis-?(?:nummer|nr\.?)|carte d['’]identit[ée]|passeport|dni|nie|pasaporte|cart[ãa]o de cidad[ãa]o|\bcc|passaporte|bilhete de identidade|carta d['’]identit[àa]|paspoort(?:nummer)?|identiteitskaart|dow[oó]d(?:u)? osobist\p{L}{1,4}|rijbewijs(?:nummer)?)(?: is| no\.?| nr\.?| n[º°]| n[uú]mero| ist| lautet| est| es| é| è)?[\s:#]{0,3}(?=[\p{L}\d][\p{L}\d ./-]{5,24})(?=\D{0,8}\d[\d ./-]{4})/giu,
  account:
    /(?<![\p{L}\d])[A-Z]{2}\d{2}(?: ?[A-Z\d]{4}){3,7}(?: ?[A-Z\d]{1,3})?(?![\p{L}\d])|(?<!\p{L})sort code[\s:]{0,2}\d{2}/giu,
  birth:
    /(?<!\p{L})(?:born|date of birth|dob|geb(?:oren(?: am)?|\.)|geburtsdatum|n[ée]e? le|date de naissance|nacid[oa] el|fecha de nacimiento|nascid[oa] (?:a|em)|data de nascimento|nat[oa] il|data di nascita|geboren(?: op)?|geboortedatum|ur\.|data urodzenia)[\s:]{0,3}\d/giu,
  pay: /(?<!\p{L})(?:salary|wages?|gross|net pay|earns?|brutto(?:lohn|gehalt)?|netto(?:lohn|gehalt)?|gehalt|lohn|salaire|n[oó]mina|sueldo|salario|vencimento|ordenado|stipendio|loon|salaris|pensja|zarobki)(?!\p{L})[^\n.]{0,50}?\d[\d.,' ]{2,10}/giu,
}
/** What a firm has none of, and what it has no number of. */
const ofPeople: readonly Paper[] = ['social', 'identity', 'birth']
const numbered: readonly Paper[] = ['social', 'identity']
/** Kinds of paper that are a person's file, and no single answer. */
const several = 3
/** That it is the reader's: `your passport number`. */
const readers =
  /(?<!\p{L})(?:your|deine?[rnms]?|ihre?[rnms]?|votre|vos|ton|ta|tes|tu|tus|su|sus|teu|tua|seu|sua|vosso|tuo|suo|uw|jouw|je|twój|twoj\p{L}{1,2})[ :]{1,2}(?:\p{L}{2,16} ){0,2}$/iu
/** Whose papers they are: somebody whom the writer speaks of to the reader. */
const somebody =
  /(?<!\p{L})(?:(?:our|my|your|his|her) (?:\p{L}{2,14} )?(?:employee|worker|colleague|client|patient|tenant|member|customer|brother|sister|husband|wife|son|daughter|mother|father|partner|driver|cleaner|nurse)|mr|mrs|ms|miss|(?:unser|mein|ihr|dein)e?[rnms]? (?:mitarbeiter(?:in)?|kollege|kollegin|mandant(?:in)?|patient(?:in)?|mieter(?:in)?|kund(?:e|in)|bruder|schwester|mann|frau|sohn|tochter|fahrer(?:in)?)|herrn?|frau|(?:notre|mon|ma|votre|ton|ta) (?:salari[ée]e?|employ[ée]e?|coll[èe]gue|cliente?|patiente?|locataire|fr[èe]re|s[œo]eur|mari|femme|fils|fille)|m\.|mme|(?:nuestr[oa]|mi|su|tu) (?:emplead[oa]|trabajador(?:a)?|client[ea]|paciente|inquilin[oa]|herman[oa]|marido|mujer|hij[oa])|sra?\.|do[ñn]a?|(?:noss[oa]|vosso|seu|sua|teu|tua) (?:trabalhador(?:a)?|funcion[áa]ri[oa]|client[ea]|paciente|inquilin[oa]|irm[ãao]{1,2}|marido|mulher|filh[oa])|o sr|a sra|(?:il|la|un[oa]?) (?:nostr[oa]|suo|sua|tuo|tua) (?:dipendente|collaboratore|cliente|paziente|inquilin[oa]|fratello|sorella|marito|moglie|figli[oa])|sig\.?(?:ra)?|(?:onze|mijn|uw|je) (?:medewerker|werknemer|klant|patiënt|huurder|broer|zus|man|vrouw|zoon|dochter)|meneer|mevrouw|pan(?:i|a|em)?|(?:nasz|mój|twój) (?:pracownik|klient|brat))(?![\p{L}])/iu

/** Characters within which papers are one person's, and a text that is read. */
const reach = 500
const mostCharacters = 40_000
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
    for (const { 0: whole, index } of read.matchAll(pattern)) {
      if (found.length >= mostLabels) break
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
