/** Makes HTML of Markdown, in time that grows with its length alone. */
import MarkdownIt from 'markdown-it'
import { limits } from '../../domain/limits.ts'

/** What became of a text: its HTML, which isn't sanitized yet, or in a few words why there is none. */
export type Rendered = { html: string } | { problem: string }

// Of what is nested deeper the parser would leave out the rest without a word: hence one level more than is taken.
const parser = new MarkdownIt({ html: true, linkify: true, breaks: true }).set({
  maxNesting: limits.markdownDepth + 1,
})
// Only what says how it is reached is a link, or an address: neither `report.md` nor `//report`.
parser.linkify.set({ fuzzyLink: false }).add('//', null)

/** Tokens behind which stands what is nested. */
const holding = /^(?:blockquote|(?:bullet|ordered)_list|list_item)_open$/

/** Reads `markdown` (CommonMark, tables, ~~struck~~ words, addresses as links, line breaks as they are). */
export function renderMarkdown(markdown: string): Rendered {
  if (markdown.length > limits.markdownCharacters)
    return { problem: `is Markdown of more than ${limits.markdownCharacters} characters` }
  const environment = {}
  const tokens = parser.parse(markdown, environment)
  if (tokens.some(({ level, type }) => level >= limits.markdownDepth && holding.test(type)))
    return { problem: `nests quotes and lists more than ${limits.markdownDepth} levels deep` }
  // A link that is defined once can be used in ten thousand places.
  if (sizeOf(tokens) > limits.bodyCharacters)
    return { problem: `makes more than ${limits.bodyCharacters} characters of HTML` }
  const html = parser.renderer.render(tokens, parser.options, environment)
  return html.length > limits.bodyCharacters
    ? { problem: `makes more than ${limits.bodyCharacters} characters of HTML` }
    : { html }
}

type Tokens = ReturnType<typeof parser.parse>

/** Characters that tokens hold: what is written of them is longer by their tags. */
function sizeOf(tokens: Tokens): number {
  let size = 0
  for (const { content, attrs, children } of tokens) {
    for (const [name, value] of attrs ?? []) size += name.length + String(value).length
    size += children === null ? content.length : sizeOf(children)
  }
  return size
}
