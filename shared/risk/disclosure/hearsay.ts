/** What somebody else wrote or said, told on: by the words of the draft alone, whether or not that mail is known. */
import { tellsSecretly } from './in-confidence.ts'
import { isOfServant } from './nobodys-words.ts'

/** That a third person wrote or said something. What the reader, the writer or the house said is left out. */
const wrote = new RegExp(
  `(?<!\\p{L})(?:${[
    "(?<!(?:you|i|we|you['’]ve|i['’]ve|we['’]ve|you have|we have|i have|have been|was|were|i had|i just|i also|i already|we had|we just|we also|we already|i['’]d) )(?:wrote|e-?mailed|mailed|messaged|texted|told|answered|replied|complained|admitted|confided|writes|called|said)|in (?:her|his|their|\\p{L}{2,16}['’]s) (?:last |latest |private )?(?:e-?mail|mail|message|letter|reply|note)",
    '(?<!(?:sie|ich|wir|ihr) )(?:schrieb|schreibt|mailte|antwortete|meinte|beschwerte|gestand|sagte)|hat (?!du |ihr )(?:[^.!?\\n]{1,60} )?(?:geschrieben|gemailt|geantwortet|beschwert|gesagt|erzählt|zugegeben)|in (?:seiner|ihrer|einer) (?:e-?mail|mail|nachricht)',
    "(?:il|elle|\\p{L}{2,20}|on) (?:nous |m['’]|lui |leur |vous )?a (?:écrit|dit|répondu|confié|avoué|raconté)|(?:m|nous)['’ ]a (?:écrit|dit|répondu|confié|avoué|raconté)|s['’]est plainte?|dans (?:son|leur) (?:e-?mail|mail|courriel|message)",
    'escribi[óo]|(?:nos |me |le )?(?:ha|han) (?:escrito|dicho|respondido|contestado|contado)|(?:dijo|respondi[óo]|contest[óo]|confes[óo])|se (?:ha quejado|quej[óo])|en su (?:correo|mensaje|e-?mail)',
    'escreveu|respondeu|disse(?:-nos|-me)?|contou|confessou|(?:se queixou|reclamou)|no (?:seu )?e-?mail (?:dele|dela|d[eo] )|na mensagem',
    '(?:ci |mi |gli |le )?ha(?:nno)? (?:scritto|detto|risposto|raccontato|confidato)|si è lamentat[oa]|nell[ae] (?:sua|loro) (?:e-?mail|mail)',
    '(?:schreef|mailde|antwoordde|zei|klaagde|vertelde|bekende)|heeft (?:[^.!?\\n]{1,60} )?(?:geschreven|gemaild|gezegd|geklaagd|geantwoord)|in (?:haar|zijn|hun) (?:e-?mail|mail|bericht)',
    '(?:na|od)?pisa[łl]a?|powiedzia[łl]a?|odpowiedzia[łl]a?|poskarży[łl]a?|przyzna[łl]a?|w (?:jego|jej|swoim) (?:e-?mailu|mailu|liście)',
  ].join('|')})(?!\\p{L})`,
  'giu',
)
/** That it was written, and not said to somebody's face. */
const byMail =
  /(?<!\p{L})(?:wrote|writes|e-?mail(?:ed|s)?|mail(?:ed|te|de)?|messag(?:ed?|es)|texted|letter|answered|replied|schr(?:ieb|eibt)|geschrieben|gemailt|geantwortet|nachricht|écrit|répondu|courriel|escribi[óo]|escrito|respondi[óo]|contest[óo]|correo|escreveu|respondeu|mensagem|scritto|risposto|schreef|geschreven|gemaild|bericht|(?:na|od)?pisa[łl]a?|mailu|liście)(?!\p{L})/iu
/** To whom, where that is neither the reader nor the house. */
const toOthers =
  /^(?: (?!(?:you|us|me|the house)(?!\p{L}))(?:to |an |à |a |al |alla |allo |aan |do )?(?:(?:the|her|his|their|den|die|der|dem|das|ihrem?|ihrer|seine[rm]?|le|la|l['’]|son|sa|el|su|o|sua|seu|il|lo|de|het|haar|zijn) )?(?:\p{Lu}\p{Ll}{2,}|(?:\p{Ll}{2,14} )?(?:planner|architect|counsell?or|teacher|doctor|nurse|therapist|hr|manager|boss|partner|wife|husband|brother|sister|mother|father|lawyer|colleague|board|committee|chef|chefin|frau|mann|anwalt|kollegin|kollegen|mari|femme|avocat|patron|jefe|jefa|marido|mujer|abogado|chefe|marido|advogado|moglie|marito|avvocato|capo|baas|vrouw|man|advocaat)))|^ (?:to|an|à|a|alla|al|aan|do) (?!(?:you|us|me|uns|mich|dich|sie|ihnen|nous|vous|moi|toi|nosotros|mí|ti|nós|mim|noi|voi|me|te|ons|mij|u|jou|nas|mnie)(?!\p{L}))/u
/** People whom the house owes silence. */
const owed =
  /(?<!\p{L})(?:(?:our|my|the|one of our) (?:\p{L}{2,14} )?(?:client|patient|customer|tenant|employee|candidate|applicant|student|pupil|member|guest|donor|whistleblower|neighbou?r)|(?:unser|mein)e?[rn]? (?:mandant\p{L}{0,2}|patient\p{L}{0,2}|kund(?:e|in)|mieter(?:in)?|mitarbeiter(?:in)?|bewerber(?:in)?|schüler(?:in)?)|(?:notre|mon|ma|une?) (?:cliente?|patiente?|locataire|salariée?|candidate?|élève|voisine?)|(?:nuestr[oa]|mi|una?) (?:client[ea]|paciente|inquilin[oa]|emplead[oa]|candidat[oa]|alumn[oa]|vecin[oa])|(?:noss[oa]|um|uma) (?:cliente|paciente|inquilin[oa]|funcion[áa]ri[oa]|candidat[oa]|alun[oa]|vizinh[oa])|(?:il nostro|la nostra|un|una) (?:cliente|paziente|inquilin[oa]|dipendente|candidat[oa]|alliev[oa]|vicin[oa])|(?:onze|een) (?:cliënt\p{L}{0,2}|patiënt\p{L}{0,2}|klant|huurder|medewerker|kandidaat|leerling|buur\p{L}{0,5})|nasz(?:a)? (?:klient(?:ka)?|pacjent(?:ka)?|lokator(?:ka)?|pracowni[kc]\p{L}{0,2}|kandydat(?:ka)?))(?!\p{L})/iu
/** A quotation of some words. */
const quoted = /["“„«»‘][^"”“»«\n]{8,400}["”“»«’]/u
/** What others think of the reader, or have of him. */
const ofReader =
  /(?<!\p{L})(?:your?|yours|dein\p{L}{0,2}|ihr(?:e[mnrs]?)?|dich|dir|vous|votre|vos|ton|ta|tes|tu|tus|te|usted|su|sus|seu|sua|voc[êe]|tuo|tua|tuoi|tue|suoi|sue|lei|jij|jou|jouw|je|uw|u|pan[aui]?|twój|twoj\p{L}{1,3}|ciebie)(?!\p{L})/iu

/** Who it was, or what somebody thinks: a question that only somebody's mail answers. */
const asksForIt =
  /(?<!\p{L})(?:who(?:['’]s| has| is| was)? (?:it |that )?(?:complain|report|said|told|wrote|been complain|objected|voted|gave)\p{L}{0,4}|who (?:it )?was|what (?:does|did|do|is|are|has|have) (?:\p{L}{2,16} ){1,3}(?:really |actually |honestly )?(?:think|thinks|say|said|saying|write|written|want|offer|feel)|(?:mailbox|inbox|e-?mails?) and (?:tell|see|check|find)|on board with|wer (?:hat|war|ist)|wer (?:sich )?(?:beschwert|gemeldet)|was (?:hält|denkt|sagt|schreibt|meint|will) |qui (?:s['’]est plaint|a (?:dit|écrit|signalé)|est-ce)|que (?:pense|dit|veut) |qui[ée]n (?:se (?:ha )?quej|ha (?:dicho|escrito)|fue|ha sido)|qu[ée] (?:piensa|opina|dice|quiere) |quem (?:reclamou|se queixou|foi|disse|escreveu)|o que (?:\p{L}{1,14} )?(?:pensa|acha|disse) |chi (?:si è lamentato|è stato|ha (?:detto|scritto))|cosa (?:pensa|dice|vuole) |wie (?:heeft|was|is) (?:er |het )?(?:over \p{L}{2,10} )?(?:geklaagd|gemeld|gezegd|geweest|dat)|wat (?:vindt|denkt|zegt|wil) |kto (?:to|się|napisa|zg[łl]osi|by[łl])|co (?:myśli|sądzi|mówi) |skarży[łl]\p{L}{0,3})/iu

/** Characters behind the verb that are read as what was written. */
const reach = 320
const mostVerbs = 60
/** Characters of a text that are read. */
const mostCharacters = 20_000

const lastSentence = (text: string): string =>
  text.slice(1 + Math.max(...['.', '!', '?', '\n'].map((mark) => text.lastIndexOf(mark))))

/** Where a draft tells on what somebody wrote; `sure`: nobody has a right to it, known or not. */
export interface Hearsay {
  start: number
  end: number
  sure: boolean
}

/**
 * Where `text` tells on what somebody else has written or said; `asked` are the mails of its readers, who may have written it
 * themselves (`told`). One sign is none: it takes that the words are told as a secret or wanted by a question, or that they
 * passed between others and are about the reader, or that they are quoted and of somebody who is owed silence.
 */
export function hearsayIn(
  text: string,
  asked: readonly string[],
  told: (passage: string) => boolean,
): Hearsay | null {
  const read = text.slice(0, mostCharacters)
  const secret = tellsSecretly(read)
  const wanted = asked.some((one) => asksForIt.test(one.slice(0, 4_000)))
  let looked = 0
  let unsure: Hearsay | null = null
  for (const { 0: verb, index } of read.matchAll(wrote)) {
    if (++looked > mostVerbs) break
    const end = index + verb.length
    const behind = read.slice(end, end + reach)
    const before = read.slice(Math.max(0, index - 100), index)
    if (isOfServant(lastSentence(read.slice(Math.max(0, index - 2 * reach), index)))) continue
    const sentence = lastSentence(before) + verb + behind
    const quote = quoted.exec(behind)
    if (quote !== null && told(quote[0])) continue
    const mailed = byMail.test(sentence)
    const words = quote === null ? 0 : (quote[0].match(/\p{L}+/gu)?.length ?? 0)
    const between = toOthers.test(behind)
    const found = { start: index, end, sure: true }
    if ((secret || wanted) && (words > 3 || mailed || (secret && between))) return found
    if (mailed && between && words > 1 && ofReader.test(behind)) return found
    if (mailed && words > 3 && owed.test(before)) unsure ??= { ...found, sure: false }
  }
  return unsure
}
