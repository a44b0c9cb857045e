/** Words by which a text says that it must not leave the house. */

const marks =
  /(?<!\p{L})(?:strictly (?:internal|confidential)|internal use only|internal only|(?:board|management|staff|employees?|committee|hr|leadership) (?:eyes )?only|not (?:yet )?public until|not for (?:external |onward )?(?:distribution|circulation|release)|for members of [^\n.]{3,50} only|do not (?:distribute|share|circulate|forward|hand out)(?: (?:externally|outside|this))?(?=[.\n,;!)]|$)|(?:this is )?under nda|nur (?:für den internen gebrauch|intern)|streng vertraulich|nicht (?:für außenstehende|zur weitergabe)|(?:à )?usage interne (?:uniquement|exclusivement)|diffusion (?:restreinte|interdite|limitée)|ne pas diffuser|(?:para )?uso (?:exclusivamente )?interno|no difundir|(?:solo per )?uso interno|non divulgare|uitsluitend voor intern gebruik|(?:tylko )?do użytku wewnętrznego|(?:streng|strikt) vertrouwelijk|endast för internt bruk|только для внутреннего пользования)(?!\p{L})/giu

/** What is the house's own, and that nobody is to hear of it: both together mark a text, too. */
const ofTheHouse =
  /(?<!\p{L})(?:internal(?:ly)? (?:\p{L}{2,14} ){0,2}(?:roadmap|memo|paper|report|notes?|documents?|minutes|price list|figures|plan|forecast|review)|board (?:paper|minutes|pack)|interne[rsn]? (?:\p{L}{2,14} )?(?:bericht|vermerk|papier|protokoll|unterlagen?|preisliste|planung)|vorstands(?:vorlage|protokoll)|note interne|(?:document|rapport|compte rendu) interne|(?:documento|informe|nota|acta) intern[oa]|(?:documento|verbale|nota) intern[oa])(?!\p{L})/iu
const discreet =
  /(?<!\p{L})(?:keep (?:it|this|that) (?:to yourself|between us|quiet|secret|confidential)|(?:just )?between (?:us|you and me)|not (?:yet )?(?:public|announced)|(?:don.t|do not) (?:tell|mention|pass (?:it|this) on)|vertraulich|unter uns|noch nicht öffentlich|behalten sie das für sich|behalte das für dich|confidentiel|entre nous|confidencial|entre nosotros|que quede entre|riservat[oa]|tra noi|vertrouwelijk|poufne)(?!\p{L})/iu
/** Whoever writes of marks, and not under one, says so before it, or puts it in quotes. */
const spokenOf =
  /(?:marked|labell?ed|stamped|classified|classification|labels?|levels?|says|policy|gekennzeichnet|markiert|vermerk|stufe|mention|marqué)[^\n.]{0,40}$|["“„«'‘][^\n"”]{0,20}$/iu
const mostMarks = 20
/** Characters around what is the house's own in which that is asked for. */
const near = 300

/** A place where a text says so. */
export interface Mark {
  start: number
  end: number
  /** `label`: the text stands under it; `word`: it is written of. */
  as: 'label' | 'word'
}

/** Where `text` says so, a label before all that is only written of; null: nowhere. */
export function internalMark(text: string): Mark | null {
  let first: Mark | null = null
  let count = 0
  for (const { 0: value, index } of text.matchAll(marks)) {
    const as = spokenOf.test(text.slice(Math.max(0, index - 60), index)) ? 'word' : 'label'
    const mark: Mark = { start: index, end: index + value.length, as }
    if (as === 'label' && saysSomething(text, mark)) return mark
    first ??= { ...mark, as: 'word' }
    if (++count >= mostMarks) break
  }
  const ours = ofTheHouse.exec(text)
  if (ours === null || !discreet.test(text.slice(Math.max(0, ours.index - near), ours.index + near)))
    return first
  const mark: Mark = { start: ours.index, end: ours.index + ours[0].length, as: 'label' }
  return saysSomething(text, mark) ? mark : first
}

/** A number, an amount or a date beside it: what is kept back. A mark above nothing is a template. */
const saysSomething = (text: string, { start, end }: Mark): boolean =>
  /\d/.test(text.slice(Math.max(0, start - 300), start)) || /\d/.test(text.slice(end, end + 800))
