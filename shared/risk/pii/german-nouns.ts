/** German nouns, which all have a capital letter: told from names by how they are made and by what mail is about. */

/** Endings of words that name no person. */
const made =
  /(?:heit|keit|schaft|tion|sion|tät|ismus|itis|ologie|gra[fp]h?ie|therapie|gymnastik|[^aeiou]ung|[ae]uung)(?:en|s)?$/
/** Names that end as such words do. */
const names = new Set('hartung hornung adelung deyoung mcclung christelle'.split(' '))

/** Words that stand alone and at the end of longer ones: `Nummer`, `Steuernummer`. */
const heads =
  'nummer termin vertrag datum konto kosten beitrag antrag kasse karte schein zeit schmerz pflege hilfe frist arzt ärztin praxis ' +
  'bescheid bericht befund akte stelle betrag gehalt steuer gericht anwalt anwältin kredit darlehen miete adresse straße ' +
  'urlaub woche monat jahr stunde minute medikament tablette allergie vorfall anfall unfall liste nachweis ausweis zeugnis ' +
  'bereich fläche größe höhe dauer beginn gelenk scheibe wirbel geburtstag feiertag arbeitstag werktag vormittag nachmittag ' +
  'mitglied mitarbeiter mitarbeiterin kollege kollegin patient patientin mieter vermieter gebühr grad diagnose infarkt syndrom ' +
  'tumor schwäche sucht logistik technik anlage anhang formular dokument kopie unterlage fahrzeug garage werkstatt schule büro ' +
  'vertrieb einkauf verkauf versand betrieb regel prozent'
/** Words that are family names as well, unless they end a longer one: `Kindergeld`. */
const tails = 'geld lohn preis plan druck bruch brief amt rente'
/** Words that hardly end others, and are no names beside a name. */
const plain =
  'anfang mitte ende januar februar märz juni juli september oktober november dezember ' +
  'montag dienstag mittwoch donnerstag heute gestern abend mittag diabetes asthma rheuma migräne grippe demenz arthrose ' +
  'thrombose psychose neurose burnout epilepsie leukämie herpes homeoffice kita lager rente bonus honorar kaution schufa ' +
  'inkasso typ stufe klasse gruppe seite punkt thema problem frage antwort uhr paket lieferant einschreiben tarif strom router laptop'

const endingIn = (words: string): RegExp =>
  new RegExp(`(?:${words.replaceAll(' ', '|')})(?:e|en|n|s|es|innen)?$`)
const ofHead = endingIn(heads)
const ofTail = endingIn(tails)
const alone = new Set(plain.split(' '))
/** Fewer letters ahead of an ending make names: `Estelle`. */
const fewest = 3
/** Characters of the longest word that is looked at. */
const longest = 60

/** Whether `word` is a German noun, in any letter case, and hardly ever a name. */
export function isGermanNoun(word: string): boolean {
  const lower = word.toLowerCase()
  if (lower.length > longest || names.has(lower)) return false
  if (alone.has(lower)) return true
  const at = (ending: RegExp): number => ending.exec(lower)?.index ?? -1
  return at(made) >= fewest || at(ofTail) >= fewest || at(ofHead) === 0 || at(ofHead) >= fewest
}
