/** Text of strangers made plain: what turns its direction, breaks its line or can't be seen is shown by its code point. */

const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu
/** Tab, line feed, and the selector that makes a sign an emoji. */
const usual: ReadonlySet<string> = new Set(['\t', '\n', '\ufe0f'])

/** `text` with such characters as `[U+202E]`; a line ends with a line feed. */
export const shownText = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(unseen, (char) =>
      usual.has(char) ? char : `[U+${char.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}]`,
    )

/** The same on one line. */
export const shownLine = (text: string): string => shownText(text).replaceAll(/[\n\t]+/g, ' ')
