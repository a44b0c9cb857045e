/** The words of a text as they are compared: what changes from one copy of a notice to the next is the same word. */

import { publicDomain } from '../lookalike.ts'
import { dateWords } from './date-words.ts'

/** In the place of links, of addresses and domains, of numbers, and of months and days of the week. */
const masked = { link: '\u0001', address: '\u0002', number: '\u0003', date: '\u0004' } as const

export interface Words {
  words: string[]
  /** Addresses and domains in the text, as they stand there. */
  addresses: string[]
}

/** Numbers in a row that count as one: an amount, a date and a time are written in many ways. */
const joined = 4

const plain = /^[a-z']+[.,;:!?)]?$/
const edges = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu
const apart = /[^\p{L}\p{N}\p{M}']+/u
const withoutSpaces = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u

/** Reads folded text (see `fold`), at most `most` characters of it. */
export function wordsOf(folded: string, most = Number.POSITIVE_INFINITY): Words {
  const words: string[] = []
  const addresses: string[] = []
  let numbers = 0
  const put = (word: string): void => {
    if (word === masked.number) {
      if (numbers++ % joined !== 0) return
    } else numbers = 0
    if (word !== masked.link || words.at(-1) !== masked.link) words.push(word)
  }
  for (const chunk of (folded.length > most ? folded.slice(0, most) : folded).split(/\s+/)) {
    if (plain.test(chunk)) {
      const word = chunk.replace(/[.,;:!?)]$/, '')
      put(dateWords.has(word) ? masked.date : word)
      continue
    }
    if (/:\/\/|^www\./.test(chunk)) {
      put(masked.link)
      continue
    }
    const bare = chunk.replace(edges, '')
    if (bare === '') continue
    if (isAddress(bare)) {
      addresses.push(bare)
      put(masked.address)
    } else if (isNumber(bare)) put(masked.number)
    else
      for (const word of bare.split(apart))
        if (withoutSpaces.test(word)) for (const sign of word) put(sign)
        else if (word !== '') put(isNumber(word) ? masked.number : dateWords.has(word) ? masked.date : word)
  }
  return { words, addresses }
}

/** A name with an ending of the DNS: `report-7.pdf` is a file. */
function isAddress(chunk: string): boolean {
  if (/[^\s@]@[^\s@]+\.[^\s@]/.test(chunk)) return true
  const host = /^((?:[\p{L}\d-]{1,63}\.)+[\p{L}\d-]{2,63})(?:[/:?#].*)?$/u.exec(chunk.slice(0, 300))
  return host !== null && publicDomain(host[1]!) !== null
}

const measured = /^(?:[a-z]{1,3}\d+|\d+[a-z]{1,3})$/
const hexadecimal = /^(?=(?:.*\d){2})[0-9a-f-]{8,}$/

/** Of a number most is digits, unless it has a unit or is hexadecimal: `1gn0r3` is a word in disguise. */
function isNumber(chunk: string): boolean {
  if (measured.test(chunk) || hexadecimal.test(chunk)) return true
  let digits = 0
  let letters = 0
  for (const sign of chunk)
    if (sign >= '0' && sign <= '9') digits++
    else if (/\p{L}/u.test(sign)) letters++
  return digits > letters
}

/** Whether a word is one that anything may stand for. */
export const isMasked = (word: string): boolean => word.charCodeAt(0) < 5
