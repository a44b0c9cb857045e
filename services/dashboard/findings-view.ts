/** The score of a mail, and what was found in it, each finding with its points and with what it rests on. */
import type { Message } from '../../shared/domain/message.ts'
import { truncate } from '../../shared/lib/clean-text.ts'
import { type Html, html } from '../../shared/lib/html.ts'
import { shownLine, shownText } from '../../shared/lib/shown-text.ts'
import { reference } from './marked-text.ts'
import type { Evidence, FindingGroup, Grounds } from './passages.ts'
import { texts } from './texts.ts'
import { ofApi } from './words.ts'

const evidenceCharacters = 160
const words = () => texts().findings

/** `grounds` are those of the text that the page shows: what stands there is not said again. */
export function findingsView(
  { security_analysis: analysis, redactions = [] }: Message,
  { groups }: Pick<Grounds, 'groups'>,
  bounds: { withholdAbove: number; flagAbove: number },
): Html {
  if (analysis === null) return html`<p>${words().notJudged}</p>`
  const { risk_score: score, summary } = analysis
  const level = score > bounds.withholdAbove ? 'high' : score > bounds.flagAbove ? 'medium' : 'low'
  const named = new Set<number>()
  return html`<p>${words().score} <span class="score ${level}">${words().scoreOf(score, level)}</span>.${groups.length === 0 ? html` ${ofApi(shownLine(summary))}` : null}</p>
${groups.map((group) => groupView(group, named))}
${redactions.length === 0 ? null : html`<p>${words().takenOut(redactions.map(({ type, part, count }) => `${count} × ${type} (${part})`).join(', '))}</p>`}`
}

/** `named` are the numbers that a group above has already: an anchor stands once. */
function groupView({ passages, whole, quotes, findings }: FindingGroup, named: Set<number>): Html {
  const numbers = passages.map((number) => {
    const anchor = named.has(number) ? null : html` id="finding-${number}"`
    named.add(number)
    return html`<span${anchor}>${reference(`passage-${number}`, number, words().toPassage(number))}</span>`
  })
  const place = whole
    ? html`<p class="meta">${words().wholeText}</p>`
    : numbers.length === 0
      ? null
      : html`<p class="meta">${words().marked} ${numbers}</p>`
  return html`<div class="finding">${place}${quotes.map(
    ({ where, text }) =>
      html`<p class="meta">${shownLine(placeWords(where))}</p><blockquote>${quoted(text)}</blockquote>`,
  )}<ul>${findings.map(
    ({ detail, points }) =>
      html`<li><span>${ofApi(shownLine(detail))}</span>${points === 0 ? null : html` <span class="points">${words().points(points)}</span>`}</li>`,
  )}</ul></div>`
}

/** The part of a mail that a piece of evidence names, in words(). */
function placeWords(where: string): string {
  const [, part = where, encodings] = /^(.*?) \(([^)]*)\)$/s.exec(where) ?? []
  const { places } = words()
  const said = Object.hasOwn(places, part)
    ? places[part as keyof typeof places]
    : part.startsWith('header:')
      ? words().inHeader(part.slice('header:'.length))
      : part.startsWith('attachment:')
        ? words().inAttachment(part.slice('attachment:'.length))
        : part
  return encodings === undefined ? said : words().decoded(said, encodings)
}

/** The beginning of what a finding rests on: all of it stands in the message. */
function quoted(text: Evidence['text']): string {
  const cut = truncate(text, evidenceCharacters)
  return shownText(cut === text ? text : `${cut.trimEnd()}…`)
}
