/** A letter that somebody has written in confidence, shown to another one between quotation marks. */
import { confided } from './confided.ts'

/** A quotation of some length: the words between its marks. */
const quotation = /(?<![^\s(:])["“„«»](?=\s?\S)([^"“”„«»]{60,2000})["”“»«]/gu
/** Lines that begin with a quote mark. */
const quotedLines = /(?:^|\n)((?:[ \t]{0,3}>[^\n]{0,1000}(?:\n|$)){1,60})/g
/** Who writes of himself. */
const first =
  /(?<!\p{L})(?:i|i['’](?:ve|m|d|ll)|my|me|ich|mich|mir|mein\p{L}{0,2}|je|j['’]ai|mon|ma|mes|moi|yo|mi|mis|me|eu|meu|minha|io|mio|mia|ik|mijn|mij|ja|mój|moja|moje|my|jag|jeg|min|mitt)(?!\p{L})/iu
/** A house that writes of itself, and asks for something: its terms say `we` as well, and ask for nothing. */
const house =
  /(?<!\p{L})(?:we|us|our|wir|uns\p{L}{0,4}|nous|notre|nosotros|nuestr[oa]s?|n[óo]s|noss[oa]|noi|nostr[oa]|wij|we|ons|onze|my|nas|nasz\p{L}{0,2})(?!\p{L})/iu
const pleads =
  /(?<!\p{L})(?:please|bitte|s['’]il (?:vous|te) pla[iî]t|merci de|por favor|per favore|la prego|alstublieft|alsjeblieft|graag|proszę|prosimy|snälla)(?!\p{L})/iu
/** What stands below all mail of an office. */
const disclaimer =
  /(?<!\p{L})(?:intended|addressee|recipients?|unauthori[sz]ed|disclaimer|empfänger|adressat\p{L}{0,2}|unbefugt\p{L}{0,2}|destinataire|destinatari[oa]s?|destinat[áa]rios?|geadresseerde)(?!\p{L})/iu
/** That it is theirs, or was written to somebody: before it, or right behind it (`wrote Jonas`). */
const ofAnother =
  /(?<!\p{L})(?:wrote|writes|said|says|told|advised|sent|mail(?:ed|s)?|e-?mail(?:ed|s)?|message|letter|reference (?:that|which|he|she|they|\p{L}{3,14} sent)|quote|words|forward(?:ed|ing)?|pass(?:ing|ed)? (?:it|them|this) on|schr(?:ieb|eibt)|geschrieben|sagt(?:e)?|mail|nachricht|brief|weiterleit\p{L}{0,3}|[ée]cri(?:t|te|vait)|dit|message|lettre|courriel|transf[èe]re|escrib\p{L}{1,5}|escrito|dijo|mensaje|correo|carta|escreve\p{L}{0,3}|escrito|disse|mensagem|e-mail|carta|scri(?:tto|ve)|detto|messaggio|lettera|schreef|geschreven|zei|bericht|brief|hieronder|doorstu\p{L}{1,4}|napisa\p{L}{1,3}|wiadomo\p{L}{2,4}|skrev|brev|meddelande)(?!\p{L})/iu
/** Characters before a quotation that say whose it is. */
const reach = 200
/** The same behind it. */
const shortReach = 40
/** Words from which a quotation is a passage of a letter. */
const fewestWords = 12
/** Characters from which its readers may know it. */
const opening = 60
/** Characters of a text that are read, and quotations in it. */
const mostCharacters = 40_000
const mostQuotations = 40

/**
 * Where `text` shows what somebody else wrote in the first person and asked to be kept; null: nowhere. `told` says whether
 * its readers have a passage already.
 */
export function quotedInConfidence(
  text: string,
  told: (passage: string) => boolean,
): { start: number; end: number } | null {
  const read = text.slice(0, mostCharacters)
  for (const { start, end, words } of quotations(read)) {
    if ((words.match(/\p{L}+/gu)?.length ?? 0) < fewestWords) continue
    const isPersonal = first.test(words) || (house.test(words) && pleads.test(words))
    if (!isPersonal || disclaimer.test(words) || !confided(words)) continue
    const around = `${read.slice(Math.max(0, start - reach), start)} ${read.slice(end, end + shortReach)}`
    if (!ofAnother.test(around)) continue
    if (!told(words.slice(0, opening))) return { start, end }
  }
  return null
}

function* quotations(text: string): Generator<{ start: number; end: number; words: string }> {
  for (const pattern of [quotation, quotedLines]) {
    let count = 0
    for (const { 0: whole, 1: words, index } of text.matchAll(pattern)) {
      if (++count > mostQuotations) break
      const start = index + whole.indexOf(words!)
      yield {
        start,
        end: start + words!.length,
        words: words!.replace(/(?:^|\n)[ \t]{0,3}>[> \t]{0,6}/g, '\n').trim(),
      }
    }
  }
}
