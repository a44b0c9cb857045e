/** Words that are nobody's mail: what carriers, machines and those who serve the reader say. */

/** Who says so, each with the word in front of it: the house's own people are not among them, nor the reader's colleagues. */
const servant = `(?:${[
  "(?:the|your) (?:\\p{L}{2,14} )?(?:carrier|courier|haulier|forwarder|depot|driver|engineer|technician|installer|fitter|airline|tracking|system|software|app|website|portal|server|machine|scanner|display|screen|log|label|help ?desk|service desk|hotline|call cent(?:er|re))(?:['’]s (?:app|site|website|tracking|page))?",
  '(?:der|die|das|ihre?) (?:paketdienst|spedition|kurier(?:dienst)?|zusteller|fahrer|techniker|monteur|sendungsverfolgung|system|software|app|anzeige|protokoll|webseite|hotline|kundendienst)',
  "(?:le |la |l['’]|votre )(?:transporteur|livreur|chauffeur|technicien|suivi|syst[èe]me|logiciel|appli(?:cation)?|site|[ée]cran|hotline)",
  '(?:el|la|su|tu) (?:transportista|repartidor|mensajero|t[ée]cnico|seguimiento|sistema|aplicaci[óo]n|programa|web|pantalla)',
  '(?:o|a|seu|sua) (?:transportadora|estafeta|motorista|t[ée]cnico|rastreio|sistema|aplicaç[ãa]o|programa|site|ecr[ãa])',
  "(?:il |la |lo |l[’']|(?:il )?suo )(?:corriere|autista|tecnico|tracciamento|sistema|app|programma|sito|schermo)",
  '(?:de|het|uw) (?:vervoerder|koerier|bezorger|chauffeur|monteur|tracking|systeem|app|website|scherm)',
  '(?:ten |ta |pa[nń]\\p{L}{0,3} )?(?:przewo[źz]nik|kurier|kierowca|technik|monter|system|aplikacja|strona)',
].join('|')})`
/** The servant right before the verb, perhaps with a word between: `the carrier now says`. */
const rightBefore = new RegExp(`(?<!\\p{L})${servant}(?: \\p{L}{2,12})?[ ,]{0,2}$`, 'iu')
/** The sentence is about what one did, and this is the next of it: `Your engineer cut the cable, said`. */
const begins = new RegExp(`^\\s{0,3}(?:and |but |then )?${servant}(?!\\p{L})`, 'iu')
const goesOn = /(?:,| and| und| et| y| e| en| i) ?$/iu

/** A name behind the one who serves: `the engineer Marta`, `your driver, Mrs Abara,`. */
const named = / \p{Lu}\p{Ll}/u

/** Whether the verb that follows `before`, its sentence up to there, has such a subject, and one without a name. */
export function isOfServant(before: string): boolean {
  const found = rightBefore.exec(before) ?? (goesOn.test(before) ? begins.exec(before) : null)
  if (found === null) return false
  const servants = new RegExp(servant, 'iu').exec(before.slice(found.index))!
  return !named.test(` ${before.slice(found.index + servants.index + servants[0].length).trim()}`)
}

const verb =
  '(?:says?|said|writes?|wrote|reads?|shows?|reports?|confirm(?:s|ed)|answer(?:s|ed)|told|sagt|sagte|meldet|meldete|schreibt|schrieb|meint|zeigt|dit|a dit|indique|écrit|dice|indica|escribe|diz|scrive|zegt|meldt|schrijft|m[óo]wi|pisze|podaje)'
const servantSays = new RegExp(`(?<!\\p{L})${servant}(?: \\p{L}{2,12})? ${verb}(?!\\p{L})`, 'giu')

/** `text` without that such a one has said something. */
export const withoutServants = (text: string): string => text.replace(servantSays, ' ')
