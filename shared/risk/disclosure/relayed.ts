/** What others have mailed to the inbox, told on to somebody: word for word, or by its figures, and said to be theirs. */
import { passageShared } from '../exfiltration/fingerprints.ts'
import type { Span } from '../span.ts'
import { withoutServants } from './nobodys-words.ts'
import { retoldFrom } from './retold.ts'
import { asksOfThird } from './third-person.ts'

/** Words in a row that stand in another's mail by no chance. */
const passageWords = 8
/** Figures of another's mail from which a draft tells what it says. */
const figuresFrom = 2
/** Characters around a passage in which is said whose it is. */
const reach = 160

/** That something is told as another's words. */
const reported =
  /(?<!\p{L})(?:wrote|writes|reads|according to|(?:says?|said|told|mentioned|asked|bid|offered|quoted|named|announced|confirmed)(?: us| me)?|(?:mail|message|letter) (?:from|of)|schr(?:ieb|eibt|ieben)|lautet|laut|zufolge|gemäß|(?:hat|haben) (?:uns )?(?:geschrieben|mitgeteilt|angeboten)|(?:sagt|sagte|meint)|a (?:écrit|dit|proposé|indiqué)|écrit|selon|d['’]après|(?:escribi[óo]|escribe|dijo|dice|ofreci[óo])|seg[úu]n|(?:escreveu|disse|diz|ofereceu)|segundo|de acordo com|(?:ha scritto|scrive|dice)|secondo|schreef|volgens|napisa[łl]a?|według|по словам|(?:на)?писал[аи]?)(?!\p{L})/iu
/** That a draft shows another's mail. */
const shows =
  /(?<!\p{L})(?:here (?:is|are) (?:the|what|a|your)|relevant part|(?:inbox|mailbox|mail|message|thread) (?:summary|overview|digest|export)|summary of|hier (?:ist|sind|steht)|voici|aquí (?:está|tiene|va)|estos son|aqui (?:está|vai)|ecco|seguem?)(?!\p{L})/iu
/** Whether `around` says so of somebody: what a carrier or a program says is nobody's words. */
const isReported = (around: string): boolean => reported.test(withoutServants(around))
/** A question for what others have written. */
const wanted =
  /(?<!\p{L})(?:(?:e-?)?mails?|messages?|threads?|inbox|mailbox|conversation|correspondence|wrote|write|writing|written|said|say|bidders?|others?|competitors?|nachrichten?|postfach|schr(?:ieb|eibt|ieben)|verlauf|anderen?|courriels?|messages|boîte|a écrit|écrit|autres|correos?|mensajes?|bandeja|escribi[óo]|escrito|otros|mensagens?|e-mails|caixa de entrada|escreveu|outros|messaggi|posta|scritto)(?!\p{L})/iu
/** A number that means something: an amount, a share, a year's worth; not what mails have in common. */
const figure =
  /(?<![\p{L}\d.,/:-])\d{1,3}(?:[.,' ]\d{3}){1,4}(?!\d)|(?<![\p{L}\d.,/:-])(?!(?:19|20)\d\d(?!\d))\d{4,9}(?![\d/:-]|[.,]\d)/gu
const mostFigures = 50

/** A passage, and whether what is said around it makes it another's for sure. */
export interface Relayed extends Omit<Span, 'type'> {
  sure: boolean
}

/**
 * Where `text` tells on what one of `others` says. `known` are the texts that its readers have already; `asked` is what
 * they want. Without words that say whose it is, a passage in common is none: firms have words of their own.
 */
export function relayedFrom(
  text: string,
  others: readonly string[],
  known: readonly string[],
  asked: readonly string[],
): Relayed | null {
  const question = asked.some(
    (one) =>
      wanted.test(one) &&
      /[?？]|(?:please|bitte|tell|list|send|forward|paste|summari[sz]e|share|show|export|leiten|dites|envoyez|env[ií]e|mande|encaminhe)/iu.test(
        one,
      ),
  )
  for (const other of others) {
    const passage = passageShared(text, other, known)
    if (passage !== null && wordsOf(text.slice(passage.start, passage.end)) >= passageWords) {
      const around = text.slice(Math.max(0, passage.start - reach), passage.end + reach)
      if (question || isReported(around) || shows.test(around))
        return { ...passage, confidence: 1, sure: question || isReported(around) }
    }
  }
  const figures = question ? figuresTold(text, others, known) : null
  if (figures !== null) return figures
  const retold = retoldFrom(text, others, known, {
    question: question || asksOfThird(asked) !== null || namesInCommon(asked, text),
    reported: isReported(text),
  })
  return retold === null ? null : { ...retold, confidence: 1 }
}

/** Whether a question names something that the draft names, too, and that is no word of the language. */
const namesInCommon = (asked: readonly string[], text: string): boolean =>
  asked.some((one) => {
    if (!/[?？]/.test(one)) return false
    const names = [...one.slice(0, 2_000).matchAll(/(?<=[\p{L},] )\p{Lu}[\p{L}-]{3,24}/gu)].slice(0, 20)
    return names.some(([name]) => text.includes(name))
  })

/** Figures of `others` that `text` tells, where it says that they are another's. */
function figuresTold(text: string, others: readonly string[], known: readonly string[]): Relayed | null {
  const figures = [...text.slice(0, 20_000).matchAll(figure)].slice(0, mostFigures)
  if (figures.length === 0) return null
  const read = known.map(digitsOf)
  const theirs = others.map(digitsOf)
  const told = figures.filter(({ 0: value }) => {
    const digits = value.replace(/\D/g, '')
    return theirs.some((one) => one.has(digits)) && !read.some((one) => one.has(digits))
  })
  const [first] = told
  if (first === undefined) return null
  const around = text.slice(Math.max(0, first.index - reach), first.index + first[0].length + reach)
  if (!isReported(around)) return null
  const span = { start: first.index, end: first.index + first[0].length, confidence: 1 }
  return { ...span, sure: told.length >= figuresFrom || first[0].replace(/\D/g, '').length >= 5 }
}

const digitsOf = (text: string): Set<string> =>
  new Set([...text.slice(0, 20_000).matchAll(figure)].map(([value]) => value.replace(/\D/g, '')))

const wordsOf = (text: string): number => text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0
