/** Finds the place in the HTML where a text stands that its reader does not see. */
import { fold } from './fold.ts'
import { type HtmlSource, readHtmlSource } from './html-source.ts'

/** A stretch `[start, end)` of the HTML. */
export interface Place {
  start: number
  end: number
}

/** Characters of the HTML that are searched. */
const longest = 1_000_000

/** Looks for texts in `html`, which is read when the first one is asked for. */
export function placesIn(html: string): (text: string) => Place | null {
  let source: HtmlSource | null = null
  return (text) => {
    const wanted = plain(text).text
    if (wanted === '') return null
    source ??= readHtmlSource(html.slice(0, longest))
    return inText(source, wanted) ?? inComments(source, wanted, html) ?? inAttributes(source, wanted)
  }
}

/** Folded, each gap a space: white space differs between the source and what was read from it. */
function plain(text: string): ReturnType<typeof fold> {
  const { text: folded, origin } = fold(text)
  return { text: folded.replaceAll('\n', ' '), origin }
}

function inText({ text, starts, ends }: HtmlSource, wanted: string): Place | null {
  const found = within(text, wanted)
  return found === null ? null : { start: starts[found.start]!, end: ends[found.end - 1]! }
}

function inComments({ comments }: HtmlSource, wanted: string, html: string): Place | null {
  for (const { start, end } of comments) {
    const found = within(html.slice(start, end), wanted)
    if (found !== null) return { start: start + found.start, end: start + found.end }
  }
  return null
}

function inAttributes({ attributes }: HtmlSource, wanted: string): Place | null {
  const found = attributes.find(({ value }) => plain(value).text.includes(wanted))
  return found === undefined ? null : { start: found.start, end: found.end }
}

function within(text: string, wanted: string): Place | null {
  const { text: folded, origin } = plain(text)
  const at = folded.indexOf(wanted)
  return at < 0 ? null : { start: origin[at]!, end: origin[at + wanted.length - 1]! + 1 }
}
