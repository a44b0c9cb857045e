/** The style sheets of HTML that apply where it is shown: its `style` elements, and not what looks like one. */
import type { Holds } from './css-holds.ts'
import { mediaHolds } from './css-media.ts'
import { type Attributes, type HtmlHandler, readHtmlEvents } from './html-events.ts'

export interface Sheet {
  css: string
  /** null where nobody knows whether it applies. */
  holds: true | null
}

export interface Sheets {
  /** In order; those in comments, in templates, of other types and for other media are none. */
  sheets: readonly Sheet[]
  /** Which of `html` and `body` are written; not told where there are no sheets. */
  written: ReadonlySet<string>
}

export function sheetsOf(html: string): Sheets {
  const gathering = new Gathering()
  if (/<style/i.test(html)) readHtmlEvents(html, gathering)
  return gathering
}

class Gathering implements HtmlHandler, Sheets {
  readonly sheets: Sheet[] = []
  readonly written = new Set<string>()
  /** The sheet that is being read; null outside of one. */
  #pieces: string[] | null = null
  #holds: true | null = true
  /** Open elements that hold nothing that applies. */
  #templates = 0

  open(name: string, attributes: Attributes, empty: boolean): void {
    if (empty) return
    if (name === 'template') this.#templates++
    else if (name === 'html' || name === 'body') this.written.add(name)
    if (name !== 'style' || this.#templates > 0) return
    const holds = applies(attributes)
    if (holds === false) return
    this.#pieces = []
    this.#holds = holds
  }

  close(name: string): void {
    if (name === 'template') this.#templates--
    if (name !== 'style' || this.#pieces === null) return
    this.sheets.push({ css: this.#pieces.join(''), holds: this.#holds })
    this.#pieces = null
  }

  text(text: string): void {
    this.#pieces?.push(text)
  }

  comment(): void {}
}

/** Whether a `style` element is a style sheet for a screen (HTML, 4.2.6). */
function applies(attributes: Attributes): Holds {
  const type = attributes.get('type')?.trim().toLowerCase() ?? ''
  return type === '' || type === 'text/css' ? mediaHolds(attributes.get('media') ?? '') : false
}
