/** A passage that stands in one of the two forms of a mail, its text and its HTML, and not in the other. */
import type { Evidence } from '../domain/analysis.ts'
import type { RiskMessage } from './scorer.ts'
import { layersOf, type TextLayer } from './text-layers.ts'

/** Words of a passage, from which it is no mere other wording of a link, an image or a footer. */
const passageWords = 15
/** Words that a form must have in all, and share of its passages of three words that the other has: else it is a stub. */
const formWords = 25
const leastShared = 0.5
/** Characters of each form that are compared. */
const longest = 40_000

/** Where a person who sees one form does not read what the other says; null where both say the same, or one is a stub. */
export function onlyInOne(message: RiskMessage): Evidence[] | null {
  if (message.mail.html === null) return null
  const layers = layersOf(message).filter(({ encodings }) => encodings.length === 0)
  const pages = layers.filter(({ where }) => where === 'html')
  // Quoted history counts, too: some programs leave it out of one of them.
  const texts = layers.filter(({ where }) => where === 'body')
  if (pages.length === 0 || texts.length === 0) return null
  const [inText, inHtml] = [texts.flatMap(wordsOf), pages.flatMap(wordsOf)]
  if (Math.min(inText.length, inHtml.length) < formWords) return null
  const hidden = layers.filter(({ where }) => where === 'hidden').flatMap(wordsOf)
  return alone(inText, triplesOf(inHtml)) ?? alone(inHtml, triplesOf([...inText, ...hidden]))
}

interface Word {
  layer: TextLayer
  text: string
  start: number
  end: number
}

function wordsOf(layer: TextLayer): Word[] {
  return [...layer.text.slice(0, longest).matchAll(/(?:https?:\/\/|www\.)\S{1,2000}|\p{L}{1,40}/gu)]
    .filter(([text]) => !/[:.]/.test(text))
    .map(({ 0: text, index }) => ({ layer, text, start: index, end: index + text.length }))
}

const triple = (words: readonly Word[], at: number): string =>
  `${words[at]!.text} ${words[at + 1]?.text ?? ''} ${words[at + 2]?.text ?? ''}`

const triplesOf = (words: readonly Word[]): Set<string> => new Set(words.map((_, at) => triple(words, at)))

/** The longest run of words of which the other form has no three in a row. */
function alone(words: readonly Word[], others: ReadonlySet<string>): Evidence[] | null {
  let shared = 0
  let run = 0
  let longestRun = 0
  let end = 0
  for (let at = 0; at + 2 < words.length; at++) {
    if (others.has(triple(words, at))) {
      shared++
      run = 0
    } else if (++run > longestRun) {
      longestRun = run
      end = at
    }
  }
  if (longestRun + 2 < passageWords || shared < leastShared * (words.length - longestRun - 2)) return null
  const first = words[end - longestRun + 1]!
  const last = words[Math.min(words.length - 1, end + 2)]!
  return first.layer.evidence(first.start, first.layer === last.layer ? last.end : first.end)
}
