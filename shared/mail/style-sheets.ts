/** The style sheets of HTML that apply where it is shown: its `style` elements, and not what looks like one. */
import { mediaHolds } from './css-media.ts'
import { type Attributes, type HtmlHandler, readHtmlEvents } from './html-events.ts'

/** The texts of the style sheets of `html`, in order; those in comments, in templates, of other types and for other media are none. */
export function sheetsOf(html: string): string[] {
  if (!/<style/i.test(html)) return []
  const gathering = new Gathering()
  readHtmlEvents(html, gathering)
  return gathering.sheets
}

class Gathering implements HtmlHandler {
  readonly sheets: string[] = []
  /** The sheet that is being read; null outside of one. */
  #pieces: string[] | null = null
  /** Open elements that hold nothing that applies. */
  #templates = 0

  open(name: string, attributes: Attributes, empty: boolean): void {
    if (empty) return
    if (name === 'template') this.#templates++
    if (name === 'style' && this.#templates === 0 && applies(attributes)) this.#pieces = []
  }

  close(name: string): void {
    if (name === 'template') this.#templates--
    if (name !== 'style' || this.#pieces === null) return
    this.sheets.push(this.#pieces.join(''))
    this.#pieces = null
  }

  text(text: string): void {
    this.#pieces?.push(text)
  }

  comment(): void {}
}

/** Whether a `style` element is a style sheet for a screen (HTML, 4.2.6). */
function applies(attributes: Attributes): boolean {
  const type = attributes.get('type')?.trim().toLowerCase() ?? ''
  return (type === '' || type === 'text/css') && mediaHolds(attributes.get('media') ?? '') === true
}
