/** Keys, tokens, passwords and private keys in a text. */
import { plainForm, stretchIn } from '../plain-form.ts'
import type { Span } from '../span.ts'
import { withoutOverlaps } from '../span.ts'
import { WordFinder } from '../word-finder.ts'
import { isPlaceholder, isSerial } from './allow-list.ts'
import { findAssigned } from './assignments.ts'
import { findBareTokens } from './bare-tokens.ts'
import { findAtPlaces, placeKeywords } from './credentials.ts'
import { findNearAccess } from './near-access.ts'
import { entropyOf, wordShare } from './randomness.ts'
import { findRecoveryWords, findSpoken } from './spoken.ts'
import { type TokenShape, tokenShapes } from './token-shapes.ts'

const finder = new WordFinder([...tokenShapes.map(({ keywords }) => keywords), ...placeKeywords])

/** What follows a name that is part of a file's. */
const file = /^\.(?:png|jpe?g|gif|svg|webp|ico|css|m?js|html?|pdf)\b/i

/**
 * A word that is long for a word and has a digit: what most keys are, and little else in mail. Looked for from its digit,
 * so that each letter of a long word isn't tried as its beginning.
 */
const longToken =
  /\d(?:[A-Za-z0-9_.+/=~%-]{12}|(?<=[A-Za-z0-9_.+/=~%-]{12}\d))|[a-z][A-Z]{1,4}[a-z]{1,4}[A-Z]{1,4}[a-z]{1,4}[A-Z]/

export interface SecretOptions {
  /** Which vendors' shapes are used; default: all. For measuring what the general rules alone find. */
  shapes?: (shape: TokenShape) => boolean
  /** What the text is read with: its subject, the mail that it answers. */
  around?: string
  /** Whether somebody reads it as a text; a field of a header is none, and full of marks. Default: true. */
  prose?: boolean
}

/** What is written wide is read as it is meant. */
const wide = /[\uff10-\uff5a]/

/**
 * The secrets of `text`, without overlaps: of what is written, and of what is read where characters that nobody sees
 * stand in it. Linear; ordinary mail has no word that a rule needs.
 */
export function findSecrets(text: string, options: SecretOptions = {}): Span[] {
  const found = secretsIn(text, options)
  const plain = plainForm(text)
  if (plain.origin === null && !wide.test(text)) return found
  const read = secretsIn(plain.text, options).map((span) => ({ ...span, ...stretchIn(text, plain, span) }))
  return withoutOverlaps([...found, ...read])
}

function secretsIn(text: string, { shapes, around = '', prose = true }: SecretOptions): Span[] {
  const lower = text.toLowerCase()
  const present = finder.find(lower, 0, lower.length)
  const found: Span[] = []
  const long = longToken.test(text)
  for (const [index, shape] of tokenShapes.entries())
    if ((long || !shape.long) && present[index] === 1 && (shapes === undefined || shapes(shape)))
      found.push(...ofShape(text, shape))
  found.push(...findAtPlaces(text, (index) => present[tokenShapes.length + index] === 1))
  found.push(...findAssigned(text), ...findSpoken(text))
  if (prose) found.push(...findNearAccess(text, around), ...findRecoveryWords(text, around))
  if (long) found.push(...findBareTokens(text))
  return withoutOverlaps(found)
}

function ofShape(text: string, { name, pattern }: TokenShape): Span[] {
  const spans: Span[] = []
  for (const match of text.matchAll(pattern)) {
    const token = match[0]
    if (
      (isPlaceholder(token) && name !== 'crypt_hash') ||
      isSerial(token) ||
      entropyOf(token) < 2.5 ||
      wordShare(token) > 0.6
    )
      continue
    if (file.test(text.slice(match.index + token.length, match.index + token.length + 6))) continue
    spans.push({
      type: 'secret',
      start: match.index,
      end: match.index + token.length,
      confidence: 0.95,
      rule: name,
    })
  }
  return spans
}
