/** Calendars and cards (RFC 5545, RFC 6350) as their reader sees them: lines joined, escapes resolved, mark-up blank. */
import { blankMarkup } from './markup.ts'

/** What a calendar or card says, and where each unit of it is from. */
export interface CardText {
  text: string
  /** `text[i]` is written at `origin[i]`. */
  origin: Uint32Array
}

const begins = /^\s{0,20}BEGIN\s{0,5}:\s{0,5}(?:VCALENDAR|VCARD|VEVENT|VTODO|VJOURNAL)\b/i

/**
 * The text of a calendar or card; null where `text` is none. Lines are folded anywhere, in the middle of words even
 * (RFC 5545 §3.1), and breaks, commas and semicolons are written with a backslash (§3.3.11).
 */
export function readCard(text: string): CardText | null {
  if (!begins.test(text.slice(0, 100))) return null
  return unescaped(withPlainHtml(unfolded(text)))
}

class Builder {
  readonly #pieces: string[] = []
  readonly #origin: Uint32Array
  #length = 0

  constructor(most: number) {
    this.#origin = new Uint32Array(most)
  }

  put(unit: string, from: number): void {
    this.#pieces.push(unit)
    this.#origin[this.#length++] = from
  }

  result(): CardText {
    return { text: this.#pieces.join(''), origin: this.#origin.subarray(0, this.#length) }
  }
}

function unfolded(text: string): CardText {
  const built = new Builder(text.length)
  for (let i = 0; i < text.length; i++) {
    const unit = text.charAt(i)
    const feed = unit === '\r' && text.charAt(i + 1) === '\n' ? i + 1 : i
    if ((unit === '\r' || unit === '\n') && /[ \t]/.test(text.charAt(feed + 1))) i = feed + 1
    else built.put(unit, i)
  }
  return built.result()
}

function unescaped({ text, origin }: CardText): CardText {
  const built = new Builder(text.length)
  for (let i = 0; i < text.length; i++) {
    const next = text.charAt(i + 1)
    if (text.charAt(i) !== '\\' || !/[\\,;:nN]/.test(next)) built.put(text.charAt(i), origin[i]!)
    else built.put(/n/i.test(next) ? '\n' : next, origin[i++]!)
  }
  return built.result()
}

/** Values that are HTML (`X-ALT-DESC;FMTTYPE=text/html:…`) without their mark-up; of the same length. */
function withPlainHtml({ text, origin }: CardText): CardText {
  if (!/fmttype\s{0,5}=\s{0,5}"?text\/html/i.test(text)) return { text, origin }
  const lines = text.split('\n').map((line) => {
    const value = /^[^:\n]{0,200}fmttype\s{0,5}=\s{0,5}"?text\/html[^:\n]{0,200}:/i.exec(line)?.[0].length
    return value === undefined ? line : line.slice(0, value) + blankMarkup(line.slice(value))
  })
  return { text: lines.join('\n'), origin }
}
