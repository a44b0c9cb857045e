/** What a comment in HTML says beside the mark-up and the style sheets that mail builders keep in it. */

const tag = /<[^<>]{0,2000}>/g
const condition = /\[(?:if|endif)[^\]]{0,100}\]/gi
const sheet = /<style\b[^>]{0,200}>[^<]{0,20000}<\/style\s{0,9}>/gi
/** Braces with what is in them, innermost: a rule of a style sheet, a slot of a template. */
const braces = /\{[^{}]{0,2000}\}/g
const reference = /&(?:#\d{2,7}|#x[\da-f]{2,6}|[a-z]{2,8});/gi

/**
 * The words of a comment; empty where it has none. Conditional comments are mark-up that Outlook shows, style
 * sheets are code: what is left of them may be prose all the same.
 */
export function wordsOfComment(text: string): string {
  let words = text.replace(sheet, ' ').replace(condition, ' ').replace(tag, ' ').replace(reference, ' ')
  // Rules within rules: `@media … { a { … } }`.
  for (let depth = 0; depth < 2 && words.includes('{'); depth++)
    words = words.replace(braces, (rule) => (isDeclarations(rule) ? ' ' : rule.slice(1, -1)))
  return /\p{L}{2}\P{L}{1,5}\p{L}{2}/u.test(words) ? words : ''
}

/** Words of a declaration, its name included: a list of fonts is about the longest. */
const longestValue = 8

/** Whether braces hold nothing but `name: value;`. */
function isDeclarations(rule: string): boolean {
  const parts = rule
    .slice(1, -1)
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '')
  return parts.every((part) => /^[\w-]{1,40}\s{0,9}:/.test(part) && part.split(/\s+/).length <= longestValue)
}
