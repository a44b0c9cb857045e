/** Takes the markup out of HTML without moving its text, so that offsets stay those of the HTML. */

const inline = new Set(
  'a abbr acronym b bdi bdo big cite code del dfn em font i ins kbd mark q s samp small span strike strong sub sup tt u var wbr'.split(
    ' ',
  ),
)
const skipped = /^<(script|style|title|noscript)\b/i
const named: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  zwnj: '\u0001',
  zwj: '\u0001',
  shy: '\u0001',
}

/**
 * HTML of the same length in which tags, comments, scripts and styles are blank and entities are decoded.
 * Inline tags and comments become U+0001, which folding drops (so `ig<b>nore</b>` reads `ignore`),
 * other tags a line feed. Linear: each character is passed once.
 */
export function blankMarkup(html: string): string {
  const parts: string[] = []
  let at = 0
  while (at < html.length) {
    const open = html.indexOf('<', at)
    if (open < 0) break
    parts.push(decodeEntities(html.slice(at, open)))
    const end = endOfTag(html, open)
    if (end === open) {
      parts.push('<')
      at = open + 1
      continue
    }
    parts.push(blank(html, open, end))
    at = end
  }
  parts.push(decodeEntities(html.slice(at)))
  return parts.join('')
}

/** Index after the tag, comment or skipped element at `open`; `open` itself where it is only a `<`. */
function endOfTag(html: string, open: number): number {
  if (html.startsWith('<!--', open)) return after(html, html.indexOf('-->', open + 4), 3)
  const next = html.charCodeAt(open + 1) | 0x20
  if (!((next >= 0x61 && next <= 0x7a) || next === 0x2f || next === 0x21 || next === 0x3f)) return open
  const skip = skipped.exec(html.slice(open, open + 12))
  if (skip === null) return after(html, html.indexOf('>', open), 1)
  const close = html.indexOf(`</${skip[1]}`, open)
  return after(html, close < 0 ? -1 : html.indexOf('>', close), 1)
}

const after = (html: string, found: number, length: number): number =>
  found < 0 ? html.length : found + length

function blank(html: string, open: number, end: number): string {
  const name = /^<\/?([a-z0-9]{1,12})/i.exec(html.slice(open, open + 14))?.[1]?.toLowerCase() ?? ''
  const joins = html.startsWith('<!--', open) || inline.has(name)
  return joins ? '\u0001'.repeat(end - open) : `\n${' '.repeat(end - open - 1)}`
}

function decodeEntities(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(
    /&(?:#(\d{2,7})|#[xX]([0-9A-Fa-f]{2,6})|([a-z]{2,6}));/g,
    (whole, decimal, hex, name) => {
      const code = decimal !== undefined ? Number(decimal) : hex !== undefined ? Number.parseInt(hex, 16) : -1
      const char = code >= 0 ? (code <= 0x10ffff ? String.fromCodePoint(code) : '') : named[name as string]
      return char === undefined ? whole : char.padEnd(whole.length, '\u0001')
    },
  )
}
