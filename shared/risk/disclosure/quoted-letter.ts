/** A letter that somebody has written in confidence, shown to another one between quotation marks. */
import { confided } from './confided.ts'

/** A quotation of some length: the words between its marks. */
const quotation = /["“„«»](?=\S)([^"“”„«»]{60,2000})["”“»«]/gu
/** Lines that begin with a quote mark. */
const quotedLines = /(?:^|\n)((?:[ \t]{0,3}>[^\n]{0,1000}(?:\n|$)){1,60})/g
/** Who writes of himself. */
const first =
  /(?<!\p{L})(?:i|i['’](?:ve|m|d|ll)|my|me|we|our|us|ich|mich|mir|mein\p{L}{0,2}|wir|uns(?:er\p{L}{0,2})?|je|j['’]ai|mon|ma|mes|moi|nous|notre|yo|mi|mis|me|nosotros|nuestr[oa]s?|eu|meu|minha|n[óo]s|nosso|io|mio|mia|noi|nostr[oa]|ik|mijn|mij|wij|we|ons|onze|ja|mój|moja|moje|my|jag|jeg|min|mitt|vi)(?!\p{L})/iu
/** That it is theirs, or was written to somebody: before it, or right behind it. */
const ofAnother =
  /(?<!\p{L})(?:wrote|writes|said|says|told|advised|sent|mail(?:ed|s)?|e-?mail(?:ed|s)?|message|letter|note|reference|quote|words|forward(?:ed|ing)?|pass(?:ing|ed)? (?:it|them|this) on|below|schr(?:ieb|eibt)|geschrieben|sagt(?:e)?|mail|nachricht|brief|weiterleit\p{L}{0,3}|unten|[ée]cri(?:t|te|vait)|dit|message|lettre|courriel|ci-dessous|transf[èe]re|escrib\p{L}{1,5}|escrito|dijo|mensaje|correo|carta|abajo|escreve\p{L}{0,3}|escrito|disse|mensagem|e-mail|carta|abaixo|scri(?:tto|ve)|detto|messaggio|lettera|sotto|schreef|geschreven|zei|bericht|brief|hieronder|doorstu\p{L}{1,4}|napisa\p{L}{1,3}|wiadomo\p{L}{2,4}|list|poniżej|skrev|brev|meddelande)(?!\p{L})/iu
/** Characters before a quotation that say whose it is. */
const reach = 200
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
    if (!first.test(words) || !confided(words)) continue
    if (!ofAnother.test(read.slice(Math.max(0, start - reach), start))) continue
    if (!told(words.slice(0, opening))) return { start, end }
  }
  return null
}

function* quotations(text: string): Generator<{ start: number; end: number; words: string }> {
  let count = 0
  for (const pattern of [quotation, quotedLines])
    for (const { 0: whole, 1: words, index } of text.matchAll(pattern)) {
      if (++count > mostQuotations) return
      const start = index + whole.indexOf(words!)
      yield {
        start,
        end: start + words!.length,
        words: words!.replace(/(?:^|\n)[ \t]{0,3}>[> \t]{0,6}/g, '\n').trim(),
      }
    }
}
