/** HTML by template: whatever is put in is text, and escaped, unless it was made here itself. */

/** HTML that is safe as it is; made by {@link html} and {@link trusted} only. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  toString(): string {
    return this.text
  }
}

type Value = Html | string | number | null | readonly Value[]

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '`': '&#96;',
}

/** `text` for content and for quoted attributes. */
export const escapeHtml = (text: string): string => text.replaceAll(/[&<>"'`]/g, (char) => escapes[char]!)

/** A template whose values are escaped: strings and numbers as text, lists one after the other, null as nothing. */
export function html(strings: TemplateStringsArray, ...values: readonly Value[]): Html {
  return new Html(strings.map((part, i) => (i === 0 ? part : rendered(values[i - 1]!) + part)).join(''))
}

/** HTML of our own making, such as a stylesheet. Never for what comes from anybody else. */
export const trusted = (text: string): Html => new Html(text)

function rendered(value: Value): string {
  if (value === null) return ''
  if (value instanceof Html) return value.text
  return typeof value === 'object' ? value.map(rendered).join('') : escapeHtml(String(value))
}
