/** What style sheets consist of, as a browser cuts them: strings, comments, escapes (CSS Syntax Level 3, §4). */

/** Where the next of `signs` (a pattern of one character, global) stands from `at` on; the end of `css` where there is none. */
export function nextOf(signs: RegExp, css: string, at: number): number {
  signs.lastIndex = at
  return signs.exec(css)?.index ?? css.length
}

/** Where the string that begins at `at` ends: at its quote, its line's end, or the end of `css`. */
export function endOfString(css: string, at: number): number {
  const quote = css.charAt(at)
  for (let end = at + 1; end < css.length; end++) {
    const char = css.charAt(end)
    if (char === '\\') end++
    else if (char === quote || char === '\n') return end
  }
  return css.length
}

/** Where what follows the comment that begins at `at` begins. */
export function endOfComment(css: string, at: number): number {
  const close = css.indexOf('*/', at + 2)
  return close < 0 ? css.length : close + 2
}

/** `text` with its escapes resolved (`d\69splay`). */
export function unescaped(text: string): string {
  if (!text.includes('\\')) return text
  return text.replace(
    /\\(?:([0-9a-fA-F]{1,6})\s?|([^\n]))/g,
    (_, hex: string | undefined, char: string | undefined) =>
      hex === undefined ? char! : String.fromCodePoint(Math.min(Number.parseInt(hex, 16), 0x10ffff)),
  )
}
