/** A language for tests: each English text in brackets and 40 % longer; and the English ones that a page still has. */
import type { Texts } from '../../shared/texts/index.ts'

const [open, close] = ['⟦', '⟧']
/** Keys whose values are for programs, or written by them. */
const kept = new Set(['language', 'dates', 'time'])

const lengthened = (text: string): string =>
  `${open}${text}${' lang'.repeat(Math.ceil((text.length * 0.4) / 5))}${close}`

function changed(value: unknown, key = ''): unknown {
  if (kept.has(key)) return value
  if (typeof value === 'string') return lengthened(value)
  if (typeof value === 'function') return (...given: unknown[]) => lengthened(String(value(...given)))
  if (Array.isArray(value)) return value.map((one) => changed(one))
  return Object.fromEntries(Object.entries(value as object).map(([name, one]) => [name, changed(one, name)]))
}

/** The texts, of the same shape. */
export const pseudo = (texts: Texts): Texts => ({
  ...(changed(texts) as Texts),
  language: 'en-XA',
})

/** Stands for what a text takes in. */
const hole = '\u0001'

function* sentences(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value
  else if (typeof value === 'function') {
    // A name that a text looks something up by is none of its words.
    const given = Array.from({ length: value.length }, () => hole)
    yield* String(value(...given)).split(hole)
  } else for (const [name, one] of Object.entries(value as object)) if (!kept.has(name)) yield* sentences(one)
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** Sentences and parts of them, of three words or more, as pages have them. */
export function sentencesOf(texts: Texts): string[] {
  const said = [...sentences(texts)].map((one) => one.trim())
  return [...new Set(said.filter((one) => one.split(/\s+/).length >= 3))].map(escaped)
}

/** A page without what is in brackets. */
export function outsideBrackets(page: string): string {
  const inner = new RegExp(`${open}[^${open}${close}]*${close}`, 'g')
  let [text, before] = [page, '']
  while (text !== before) [text, before] = [text.replaceAll(inner, ''), text]
  return text
}

/** Which sentences stand in a page, but for its script and for what is marked as English: that is the API's. */
export const found = (page: string, all: readonly string[]): string[] => {
  const text = page.replaceAll(/<script>.*?<\/script>|<style>.*?<\/style>|<span lang="en">.*?<\/span>/gs, '')
  return all.filter((one) => text.includes(one))
}
