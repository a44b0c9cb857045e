/** A greeting of the machine, as people write it who know that one reads their mail, and who ask nothing of it but to tell somebody. */
import type { Hit } from './hits.ts'

/** The most that such a greeting counts for where no rule finds anything else: the mail is flagged. */
export const greetingAlone = 0.4

/** Who speaks of whatever reads this very text greets nobody. */
const readingThis = /\b(?:read|pars|process|summari|index|see)[a-z]*\s(?:this|these|the)\b/
/** What is to be done for the writer, in the languages of the rules: then it is an order to the machine. */
const deed =
  /(?:^|[.:;!?,\n–-]\s?|\b(?:please|kindly|(?:could|can|would|will) you|you (?:can|may|should|must)|and|then|just|also|to)\s)(?:move|cancel|delete|remove|reschedule|postpone|shift|book|rebook|reserve|change|update|edit|add|enter|accept|approve|confirm|grant|unlock|open up|reset|order|buy|pay|transfer|refund|sign|subscribe|unsubscribe|register|create|set up|archive|mark|assign|give (?:the|us|me|them)|hand|share|send|forward|reply|export|upload|download|search|look up|find|list|collect|gather|copy|bring|fetch)\b|\b(?:verschieben?|absagen?|stornieren?|loschen?|buchen?|andern?|trag\w*|bestatig\w*|genehmig\w*|uberweis\w*|bezahl\w*|schick\w*|send\w*|leit\w*|deplac\w*|annul\w*|supprim\w*|reserv\w*|modifi\w*|ajout\w*|confirm\w*|approuv\w*|pay\w*|envoy\w*|transfer\w*|muev\w*|mov\w*|cancel\w*|borr\w*|cambi\w*|anad\w*|aprueb\w*|pag\w*|envi\w*|reenvi\w*|spost\w*|annull\w*|elimin\w*|prenot\w*|aggiung\w*|approv\w*|invi\w*|inoltr\w*|mand\w*|apag\w*|alter\w*|adicion\w*|encaminh\w*|verplaats\w*|annuleer|verwijder\w*|boek\w*|wijzig\w*|bevestig\w*|betaal\w*|stuur\w*|przenies\w*|anuluj\w*|usun\w*|zarezerwuj\w*|zmien\w*|dodaj\w*|potwierdz\w*|zaplac\w*|wyslij\w*)\b/
const reach = 500

/** What the machine is told not to do, the verb alone: behind `do not forget to` and `do not wait and` stands a deed. */
const notToDo = /\b(?:do not|don't|no need to)\s[a-z]{1,20}\b/g
/**
 * To show it to somebody, or to tell him: all that some ask of whatever reads their text. Not to tell the writer, nor to tell
 * or show what the machine knows.
 */
const toTell =
  /^\s?[:,.-]?\s?(?:hello|hi|please|kindly|then|just|\s){0,3}(?:show\s(?:it|this|that|him|her|them)|tell\s(?!(?:me|us)\b|(?:[a-z]{1,20}\s){1,3}(?:the|your|all|any|every|what|which|who|whose)\b)[a-z]{2,20})\b/

/** Whether a match does no more than greet the machine. */
export function isGreeting({ rule, layer: { text, concealed }, start, end }: Hit): boolean {
  if (rule.result !== 'addressed_to_ai' || concealed) return false
  const behind = text.slice(end, end + reach).replace(notToDo, ' ')
  if (readingThis.test(text.slice(start, end)) && !toTell.test(behind)) return false
  return !deed.test(behind)
}
