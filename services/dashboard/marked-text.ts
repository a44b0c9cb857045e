/** A text with the passages that findings rest on marked where they stand. */
import { type Html, html } from '../../shared/lib/html.ts'
import { shownText } from '../../shared/lib/shown-text.ts'
import type { Passage } from './passages.ts'
import { texts } from './texts.ts'

/** Each passage with its number, which leads to the findings that rest on it; `shown` makes what strangers wrote plain. */
export function markedText(
  text: string,
  passages: readonly Passage[],
  shown: (text: string) => string = shownText,
): Html {
  const pieces: Html[] = []
  let at = 0
  for (const { number, start, end } of passages) {
    pieces.push(
      html`${shown(text.slice(at, start))}<mark id="passage-${number}">${shown(text.slice(start, end))}</mark>${reference(`finding-${number}`, number, texts().findings.toFindings(number))}`,
    )
    at = end
  }
  return html`${pieces}${shown(text.slice(at))}`
}

/** A number of a passage, which leads to what stands at the other end. */
export const reference = (target: string, number: number, label: string): Html =>
  html`<a class="ref" href="#${target}" aria-label="${label}">${number}</a>`
