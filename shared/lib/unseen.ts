/** Characters that nobody sees: they split a word for a program and not for a reader. */

/** What Unicode lets be ignored, marks of annotations, and controls but for white space. */
const unseen =
  /[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb\u0000-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f]+/gu
/** The same and more, by UTF-16 unit: a quick look before the search. */
const unusual = /[^\t-\r -~]/
const wordCharacter = /[\p{L}\p{N}]/u

/** `text` without them. */
export const withoutUnseen = (text: string): string =>
  unusual.test(text) ? text.replaceAll(unseen, '') : text

/** `text` without those that stand within words and numbers; the very text where there are none. */
export function withWholeWords(text: string): string {
  if (!unusual.test(text)) return text
  return text.replaceAll(unseen, (run, at: number) => {
    const before = characterBefore(text, at)
    const after = String.fromCodePoint(text.codePointAt(at + run.length) ?? 0x20)
    return wordCharacter.test(before) && wordCharacter.test(after) ? '' : run
  })
}

function characterBefore(text: string, at: number): string {
  const low = text.charCodeAt(at - 1)
  return low >= 0xdc00 && low <= 0xdfff && at >= 2
    ? text.slice(at - 2, at)
    : text.slice(Math.max(0, at - 1), at)
}
