/** Files that stand in a mail's own HTML, in the data URLs of its attributes (RFC 2397). */

import { dataUrls } from '../lib/data-urls.ts'

/** What stands for characters of a URL: by number, or by the names of those that a browser leaves out or that mark it. */
const reference =
  /&(?:#x([\da-f]{1,8});?|#(\d{1,8});?|(tab|newline|colon|semi|comma|sol|plus|equals|lowbar|period|quot|amp|lt|gt);)/gi
const named: Record<string, string> = {
  tab: '',
  newline: '',
  colon: ':',
  semi: ';',
  comma: ',',
  sol: '/',
  plus: '+',
  equals: '=',
  lowbar: '_',
  period: '.',
  quot: '"',
  amp: '&',
  lt: '<',
  gt: '>',
}

/** `html` as its URLs are read: character references resolved, and without tabs and line ends (WHATWG URL, 4.4). */
export function withPlainUrls(html: string): string {
  const resolved = html.includes('&')
    ? html.replace(reference, (whole, hex: string | undefined, decimal: string | undefined, name = '') => {
        const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
        if (name !== '') return named[name.toLowerCase()]!
        return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole
      })
    : html
  return resolved.replace(/[\t\r\n]+/g, '')
}

/** What a colon stands behind in `data:`, whatever is left out between; and what may stand for one of these letters. */
const beforeColon = new Set(['a', 'A', '\t', '\r', '\n', ';'])
const letter =
  /&(?:#0*(?:100|97|116|58|68|65|84|9|10|13)(?!\d)|#x0*(?:64|61|74|3a|44|41|54|9|a|d)(?![\da-f])|(?:tab|newline|colon);)/iy

/** Whether `data:` may be written in `html` at all: of most mail not, which is told from its colons and references. */
function mayNameData(html: string): boolean {
  for (let at = html.indexOf(':'); at !== -1; at = html.indexOf(':', at + 1))
    if (beforeColon.has(html[at - 1]!)) return true
  for (let at = html.indexOf('&'); at !== -1; at = html.indexOf('&', at + 1)) {
    letter.lastIndex = at
    if (letter.test(html)) return true
  }
  return false
}

/** Whether a file may stand in `html`. Linear: a browser reads a URL however it is written, and so does this. */
export const holdsDataUrl = (html: string): boolean =>
  mayNameData(html) && !dataUrls(withPlainUrls(html)).next().done
