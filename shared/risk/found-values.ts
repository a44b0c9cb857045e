/** The values that findings rest on: evidence leaves their middle out, and says where they stand. */
import { withWholeWords } from '../lib/unseen.ts'
import { readHtmlSource } from './html-source.ts'
import { masked } from './masked.ts'

/** The texts of a mail in which values are found again. */
export interface ReadTexts {
  subject: string
  body: string
  html: string | null
}

/** What is needed of evidence and of detections. */
interface Piece {
  where: string
  text: string
  offset?: number | undefined
}
interface Found {
  method: string
  result: string
  evidence?: readonly Piece[] | undefined
}

/** A value, as the text of its part has it. */
export interface FoundValue {
  value: string
  start: number
}

/** As `masked` writes them: a passage that a mail is quoted with, which may end in such words, is longer. */
const shape = /^.{1,4}….{0,2} \((\d{1,7}) characters\)$/s

/**
 * Finds the values that evidence in a mail leaves the middle of out; null for what is no such, or where the text says
 * something else there. Each part is read once, however much is found in it.
 */
export function valueFinder(texts: ReadTexts): (piece: Piece) => FoundValue | null {
  const parts = new Map<string, { source: string; read: string }>()
  const partOf = (where: string) => {
    const known = parts.get(where)
    if (known !== undefined) return known
    const source = sourceOf(where, texts)
    // As detectors read it: without what nobody sees within words.
    const part = { source, read: withWholeWords(source) }
    parts.set(where, part)
    return part
  }
  return ({ where, text, offset }) => {
    const length = Number(shape.exec(text)?.[1] ?? 0)
    if (offset === undefined || length === 0) return null
    const { source, read } = partOf(where)
    if (masked(read.slice(offset, offset + length)) !== text) return null
    const [start, end] = read === source ? [offset, offset + length] : placesIn(source, read, offset, length)
    return { value: source.slice(start, end), start }
  }
}

function sourceOf(where: string, { subject, body, html }: ReadTexts): string {
  if (where === 'subject') return subject
  if (where === 'body') return body
  return where === 'html' && html !== null ? readHtmlSource(html).text : ''
}

/** Where a stretch of `read` begins and ends in `source`, which has more. */
function placesIn(source: string, read: string, offset: number, length: number): [number, number] {
  let [at, first] = [0, 0]
  for (let index = 0; index < offset + length; index++, at++) {
    while (source.charCodeAt(at) !== read.charCodeAt(index)) at++
    if (index === offset) first = at
  }
  return [first, at]
}

/** What tells of passwords, keys and codes: all of it opens something, whatever it looks like. */
const opening = new Set([
  'code_passed_on',
  'link_passed_on',
  'secret_for_stranger',
  'value_of_others',
  'canary',
])

const secretPieces = (detections: readonly Found[]): Piece[] =>
  detections
    .filter(
      ({ method, result }) => method === 'secrets' || (method === 'exfiltration' && opening.has(result)),
    )
    .flatMap(({ evidence = [] }) => evidence)

/** Whether a secret that findings quote from another text may stand in this subject as well: it has how that begins. */
export function mayRepeat(detections: readonly Found[], subject: string): boolean {
  const read = withWholeWords(subject)
  return secretPieces(detections).some(
    ({ where, text }) =>
      where !== 'subject' && shape.test(text) && read.includes(text.slice(0, text.indexOf('…'))),
  )
}

/** The secrets that findings name, each once: those also that nothing tells from other numbers by their looks. */
export function secretsFound(detections: readonly Found[], texts: ReadTexts): string[] {
  const find = valueFinder(texts)
  const values = secretPieces(detections)
    .map((piece) => find(piece)?.value.trim() ?? '')
    // In another place it may be written without what nobody sees.
    .flatMap((value) => [value, withWholeWords(value)])
  return [...new Set(values)].filter((value) => value !== '')
}
