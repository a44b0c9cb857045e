/** Words by which a text says that it must not leave the house. */

const marks =
  /(?<!\p{L})(?:strictly (?:internal|confidential)|internal use only|internal only|(?:board|management|staff|employees?|committee|hr|leadership) (?:eyes )?only|not (?:yet )?public until|not for (?:external |onward )?(?:distribution|circulation|release)|for members of [^\n.]{3,50} only|do not (?:distribute|share|circulate|forward|hand out)(?: (?:externally|outside|this))?(?=[.\n,;!)]|$)|(?:this is )?under nda|nur (?:für den internen gebrauch|intern)|streng vertraulich|nicht (?:für außenstehende|zur weitergabe)|(?:à )?usage interne (?:uniquement|exclusivement)|diffusion (?:restreinte|interdite|limitée)|ne pas diffuser|(?:para )?uso (?:exclusivamente )?interno|no difundir|(?:solo per )?uso interno|non divulgare|uitsluitend voor intern gebruik|(?:tylko )?do użytku wewnętrznego|(?:streng|strikt) vertrouwelijk|endast för internt bruk|только для внутреннего пользования)(?!\p{L})/giu

/** What is the house's own, and that nobody is to hear of it: both together mark a text, too. */
const ofTheHouse =
  /(?<!\p{L})(?:internally[:,]|intern:|en interne :|internamente:|(?:revenue|turnover|profits?|sales|losses|earnings) (?:will be|is going to be|came in at|are down|fell)|(?:umsatz|gewinn|verlust) (?:wird|liegt|beträgt)|(?:layoffs?|job cuts|stellenabbau)|internal(?:ly)? (?:\p{L}{2,14} ){0,2}(?:roadmap|memo|paper|report|notes?|documents?|minutes|price list|figures|plan|forecast|review)|board (?:paper|minutes|pack)|interne[rsn]? (?:\p{L}{2,14} )?(?:bericht|vermerk|papier|protokoll|unterlagen?|preisliste|planung)|vorstands(?:vorlage|protokoll)|note interne|(?:document|rapport|compte rendu) interne|(?:documento|informe|nota|acta) intern[oa]|(?:documento|verbale|nota) intern[oa])(?!\p{L})/iu
/** Named as where it is from: `according to our internal memo`, `im internen Protokoll steht`, `our internal ceiling is`. */
const cited = new RegExp(
  `(?<!\\p{L})(?:${[
    '(?:from|according to|per|summary of|as in|says|see) (?:our|the|an?|my) (?:\\p{L}{2,14} )?(?:internal|confidential) (?:\\p{L}{2,14} ){0,2}(?:deck|memo|paper|roadmap|price list|figures|plan|reports?|notes?|documents?|minutes|briefing|forecast|review|assessment|audit|evaluation)',
    "(?:my|our) (?:instructions|orders|mandate|guidelines|limits?) (?:say|says|is|are|allow)[^.\\n]{0,60}\\d|internally (?:approved|allowed|cleared)|(?:our|my) (?:own )?(?:unit |production |purchase )?(?:cost(?: price)?s?|margin|mark-?up) (?:is|are)(?: still| only| about| around)? [^\\s]{0,3}\\d|i(?:['’]m| am) (?:only )?(?:allowed|authori[sz]ed|permitted) to (?:go|offer|accept|pay)[^.\\n]{0,30}\\d",
    'intern (?:ist |sind |wurde |haben wir )?(?:freigegeben|genehmigt|vereinbart|beschlossen)|(?:unsere|meine) (?:selbstkosten|herstellungskosten|einkaufspreise?|marge|vorgaben?) (?:liegen?|beträgt|ist|sind|erlauben?)[^.\\n]{0,20}\\d|bis [^.\\n]{1,14} darf ich (?:gehen|runter)|darf (?:ich )?bis (?:auf )?[^.\\n]{1,14} (?:gehen|runter)',
    "en interne,? (?:on|nous|je)|(?:on m['’]autorise|je suis autorisée? à|j['’]ai le droit de) (?:à )?(?:descendre|aller|offrir|accepter)[^.\\n]{0,20}\\d|notre (?:marge|prix de revient|coût) (?:est|reste)[^.\\n]{0,20}\\d",
    '(?:me autorizan|estoy autorizad[oa]|puedo llegar) a (?:bajar |llegar )?(?:hasta|a)[^.\\n]{0,20}\\d|nuestro (?:coste|margen|costo)[^.\\n]{0,50} (?:es|está|del?)[^.\\n]{0,20}\\d|internamente (?:se |nos |podemos|está)|(?:estou autorizad[oa]|posso) a? ?(?:descer|baixar) até[^.\\n]{0,20}\\d|noss[oa] (?:custo|margem)[^.\\n]{0,50} (?:é|está)[^.\\n]{0,20}\\d',
    'onze (?:kostprijs|inkoopprijs|marge) is[^.\\n]{0,20}\\d|intern (?:is|mag|hebben)[^.\\n]{0,40}\\d|nasz(?:a)? (?:koszt|marża) (?:to|wynosi)[^.\\n]{0,20}\\d|wewnętrznie[^.\\n]{0,40}\\d',
    'our internal (?:price |cost )?(?:ceiling|limit|maximum|minimum|floor|budget|target|margins?|ranking|valuation|forecast)|internally (?:the \\p{L}{2,14}|we|they) (?:ranked|rated|valued|noted|decided|agreed|expect|budgeted)',
    '(?:laut|im|in|aus|gemäß|nach) (?:(?:dem|der|den|unserem|unserer|unseren) )?(?:internen|interner|vertraulichen|vertraulicher) (?:\\p{L}{2,14} )?\\p{Lu}?\\p{L}{0,14}(?:bericht|vermerk|papier|protokoll|unterlagen?|preisliste|planung|notiz|bewertung|akte|vorlage)|unsere interne (?:obergrenze|untergrenze|preisgrenze|planung)|unser internes (?:limit|budget|maximum)',
    "(?:d['’]après|selon|dans|voici|de) (?:(?:le|la|les|notre|nos|un|une) )?(?:document|note|rapport|compte rendu|fiche|mémo) (?:interne|confidentiel(?:le)?)s?|notre (?:plafond|budget|marge|seuil) interne",
    '(?:seg[uú]n|en|del?|de la|conforme a|no|na|do|da|segundo) (?:(?:el|la|un|una|nuestr[oa]|o|a|noss[oa]) )?(?:documento|informe|nota|acta|plan|memorando|relatório|ata|plano) (?:intern[oa]|confidencial|reservad[oa])|nuestro (?:límite|presupuesto|techo) interno|nosso (?:limite|orçamento|teto) interno',
    '(?:secondo|nel|dal|del) (?:(?:il|nostro) )?(?:documento|verbale|rapporto|piano) (?:intern[oa]|riservat[oa])',
  ].join('|')})(?!\\p{L})`,
  'iu',
)
const discreet =
  /(?<!\p{L})(?:keep (?:it|this|that) (?:to yourself|between us|quiet|secret|confidential)|(?:just )?between (?:us|you and me)|not (?:yet )?(?:public|announced)(?: yet)?|(?:don.t|do not) quote me|off the record|we announce (?:it |this )?on|before (?:the|we) announce\p{L}{0,5}|bitte nicht zitieren|ne me citez pas|no me cite\p{L}{0,2}|não me cite\p{L}{0,1}|(?:don.t|do not) (?:tell|mention|pass (?:it|this) on)|vertraulich|unter uns|noch nicht öffentlich|behalten sie das für sich|behalte das für dich|confidentiel|entre nous|confidencial|entre nosotros|que quede entre|riservat[oa]|tra noi|vertrouwelijk|poufne)(?!\p{L})/iu
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
  const source = cited.exec(text)
  if (source !== null) {
    const mark: Mark = { start: source.index, end: source.index + source[0].length, as: 'label' }
    if (saysSomething(text, mark)) return mark
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
