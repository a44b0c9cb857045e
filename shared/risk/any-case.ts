/** Patterns of which one part minds capitals and another does not. */

/**
 * `source` for a pattern without the flag `i`, its letters in either case. In place of `(?-i:…)`: V8 compiles that wrongly
 * once a process has much code of patterns (`--no-regexp-optimization` shows it at once).
 */
export const anyCase = (source: string): string =>
  source.replace(
    /\\[pP]\{[^}]{1,30}\}|\\.|\(\?<?[:=!]|\[(?:\\[pP]\{[^}]{1,30}\}|\\.|[^\]\\]){1,99}\]|\p{L}/gu,
    (atom) => (atom.startsWith('[') ? inClass(atom) : /^\p{L}/u.test(atom) ? `[${casesOf(atom)}]` : atom),
  )

/** The same for a class, ranges and all. */
const inClass = (atom: string): string =>
  atom.replace(/\\[pP]\{[^}]{1,30}\}|\\.|\p{L}-\p{L}|\p{L}/gu, (part) =>
    part.startsWith('\\') ? part : casesOf(part),
  )

/** A letter, or a range of letters, and the same in the other case where that is another one. */
function casesOf(part: string): string {
  const forms = [part, part.toLowerCase(), part.toUpperCase()]
  return [...new Set(forms.filter((form) => form.length === part.length))].join('')
}
