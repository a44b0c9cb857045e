/** What others have mailed to the inbox, told on in other words: by the telling words that a draft has in common with one mail. */
import { isCommonWord } from '../pii/common-words.ts'
import { confided, mayBeTold } from './confided.ts'

/** Characters of a mail and of a draft that are compared. */
const mostCharacters = 20_000
/** Letters of a word that are compared: what follows is how it is bent. */
const stemLetters = 5
/** Words in common from which a text tells what a mail says: where that was asked for, and where it wasn't. */
const telling = { asked: 4, unasked: 6 }
/** The share that they have of the words of their sentences. */
const leastShare = 0.34
/** Mails from which on a word that stands in several of them is the house's own. */
const manyMails = 4

/** Words of four letters and more, figures, and pairs of characters of scripts without spaces. */
const words =
  /\d[\d.,]*\d|\p{Script=Latin}[\p{L}’'-]{3,}|\p{Script=Cyrillic}[\p{L}-]{3,}|\p{Script=Greek}\p{L}{3,}/gu
const unspaced = /[\p{Script=Han}\p{Script=Katakana}ー]{2,}/gu
/** Words of four letters and more that say nothing, beside the common ones. */
const empty = new Set(
  'dass nicht auch noch schon mehr sehr oder aber wenn dann dort hier haben hatte hatten wird wurde werden kann können muss soll eine einen einem einer unser unsere ihre ihrer ihren diese dieser dieses wieder also viel viele alle sich ihm ihr ihnen mich mein meine dich dein bitte danke guten hallo liebe lieber gerne gern heute morgen que para como mais isso esta este está pela pelo seus suas muito também quando onde foram seja sejam obrigado obrigada olá bom pour dans avec sans mais plus tout tous cette nous vous leur leurs elle elles sont était être avoir fait comme merci bonjour donc alors aussi bien très pero porque cuando donde desde hasta sobre entre todo todos esto esta ese esos nuestro nuestra buenos días hola gracias también muy usted ustedes niet voor maar naar deze onze zijn wordt worden heeft hebben hallo beste graag groeten alle omdat jest tego oraz przez przy jako tylko bardzo dzień dobry proszę dziękuję from with that this have your they them their there what when which would could should about been were will into than then some just like also very more much many most back over same here each other'.split(
    ' ',
  ),
)

/** A stretch of a draft that tells what a mail says, and whether the mail was asked for or told in confidence. */
export interface Retold {
  start: number
  end: number
  sure: boolean
}

/**
 * Where `text` tells what one of `others` says. `known` are the texts that its readers have already. It takes that
 * they have asked (`question`), that the mail was told in confidence, or that the draft says whose words they are
 * (`reported`); a mail that is to be told is no secret.
 */
export function retoldFrom(
  text: string,
  others: readonly string[],
  known: readonly string[],
  { question, reported }: { question: boolean; reported: boolean },
): Retold | null {
  const mails = others
    .map((other) => other.slice(0, mostCharacters))
    .filter((other) => !mayBeTold(other) || confided(other))
  if (mails.length === 0) return null
  const read = new Set(known.flatMap((one) => [...stemsOf(one.slice(0, mostCharacters))]))
  const uses = new Map<string, number>()
  const theirs = mails.map((mail) => stemsOf(mail))
  for (const stems of theirs) for (const stem of stems) uses.set(stem, (uses.get(stem) ?? 0) + 1)
  const usual = (stem: string): boolean =>
    theirs.length >= manyMails && (uses.get(stem) ?? 0) * 3 > theirs.length
  const sentences = sentencesOf(text.slice(0, mostCharacters))
  for (const [index, stems] of theirs.entries()) {
    const isSecret = confided(mails[index]!)
    if (!question && !isSecret && !reported) continue
    const told = new Set<string>()
    let all = 0
    let start = -1
    let end = 0
    for (const sentence of sentences) {
      const common = [...sentence.stems].filter((stem) => stems.has(stem) && !read.has(stem) && !usual(stem))
      if (common.length === 0) continue
      for (const stem of common) told.add(stem)
      all += [...sentence.stems].filter((stem) => !read.has(stem)).length
      if (start === -1) start = sentence.start
      end = sentence.end
    }
    const sure = question || isSecret
    const from = sure ? telling.asked : telling.unasked
    if (told.size >= from && told.size >= all * leastShare) return { start, end, sure }
  }
  return null
}

interface Sentence {
  start: number
  end: number
  stems: Set<string>
}

const sentencesOf = (text: string): Sentence[] =>
  [...text.matchAll(/[^.!?。\n]+(?:[.](?=\d)[^.!?。\n]+)*/gu)].map(({ 0: said, index }) => ({
    start: index,
    end: index + said.length,
    stems: stemsOf(said),
  }))

/** The words of `text` that say something, each cut to its first letters. */
function stemsOf(text: string): Set<string> {
  const stems = new Set<string>()
  for (const [word] of text.matchAll(words)) {
    const plain = word.toLowerCase()
    if (/^\d/.test(plain)) stems.add(plain.replace(/[.,](?:00|-)$/, '').replace(/\D/g, ''))
    else if (!empty.has(plain) && !isCommonWord(plain)) stems.add(plain.slice(0, stemLetters))
  }
  for (const [run] of text.matchAll(unspaced))
    for (let i = 0; i + 2 <= run.length; i++) stems.add(run.slice(i, i + 2))
  return stems
}
