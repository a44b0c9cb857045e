/** What a message is searched by: the words of its fields with their places and weights, as Postgres reads a tsvector. */
import { limits } from '../../domain/limits.ts'
import { eachWord } from './words.ts'

/** What of a message can be searched: what is shown of it. */
export interface SearchedText {
  subject: string
  /** Names and addresses, of the sender and of recipients. */
  people: string[]
  /** Names of attachments. */
  files: string[]
  /** Visible text only. */
  body: string
}

/** Postgres keeps no more places of a word, and no later ones. */
const places = { perWord: 255, last: 16_383 }
/** Bytes of words and places: Postgres refuses a megabyte. */
const vectorBytes = 512 * 1024
/** Subject, people and names of files together have this part of the characters at most. */
const headShare = 4
/** Between two fields, so that no phrase reaches from one into the other. */
const gap = 2

/** The lexeme that all messages of an inbox have, and no query can name: words have no spaces. */
export const inboxLexeme = (inboxId: string): string => `' ${inboxId}'`

/** The text form of the tsvector; weights A to D are subject, people, files, body. Never too large for Postgres. */
export function searchVector(inboxId: string, { subject, people, files, body }: SearchedText): string {
  const found = new Map<string, { text: string; count: number; last: number }>()
  // A mail to thousands has its text found, too.
  const ofHead = Math.floor(limits.searchedCharacters / headShare)
  const budget = { head: ofHead, characters: limits.searchedCharacters, bytes: vectorBytes, place: 0 }
  const add = (text: string, weight: string) => {
    const searched = text.slice(0, weight === '' ? budget.characters : budget.head)
    budget.characters -= searched.length
    budget.head -= searched.length
    budget.place += gap
    eachWord(searched, (word) => {
      budget.place++
      const known = found.get(word)
      if (known === undefined && found.size >= limits.searchedWords) return
      if (budget.bytes < 0 || (known !== undefined && known.count >= places.perWord)) return
      if (known !== undefined && known.last >= places.last) return
      const place = Math.min(budget.place, places.last)
      budget.bytes -= known === undefined ? Buffer.byteLength(word) + 8 : 2
      if (known === undefined) found.set(word, { text: `${place}${weight}`, count: 1, last: place })
      else {
        known.text += `,${place}${weight}`
        known.count++
        known.last = place
      }
    })
  }
  add(subject, 'A')
  for (const one of people) add(one, 'B')
  for (const one of files) add(one, 'C')
  add(body, '')
  let vector = inboxLexeme(inboxId)
  for (const [word, { text }] of found) vector += ` '${word}':${text}`
  return vector
}
