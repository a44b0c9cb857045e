/** E-mail addresses in text (RFC 5321 mailboxes, international ones too). */
import type { Span } from '../span.ts'
import { before } from './context.ts'

const maxLocal = 64
const maxDomain = 253
const inLocal = /[\p{L}\p{N}._%+'~-]/u
const inDomain = /[\p{L}\p{M}\p{N}.-]/u
const domainForm =
  /^(?:[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?\.){1,8}(?:\p{L}[\p{L}\p{M}]{1,23}|xn--[a-z0-9-]{2,59})$/iu
/** `logo@2x.png` is a file, `lodash@4.17.js` a package. */
const fileEnding = /\.(?:png|jpe?g|gif|svg|webp|css|m?js|ts|json|md|html?|woff2?)$/i
/** `name (at) domain (dot) com`, as people write it for other people. */
const spelled =
  /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}][\p{L}\p{N}._%+-]{0,63}(?: ?[[({]dot[\])}] ?[\p{L}\p{N}._%+-]{1,63}){0,2} ?(?:\[at\]|\(at\)|\{at\}|<at>| at ) ?[\p{L}\p{N}-]{1,63}(?: ?(?:\[dot\]|\(dot\)|\{dot\}|<dot>| dot |\.) ?[\p{L}\p{N}-]{2,63}){1,4}(?![\p{L}\p{N}])/giu

/** The e-mail addresses of `text`. */
export function findEmails(text: string): Span[] {
  const spans: Span[] = []
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    const span = addressAround(text, at)
    if (span !== null) spans.push(span)
  }
  if (/[[({<]at[\])}>]| dot |[[({<]dot[\])}>]/i.test(text)) spans.push(...findSpelled(text))
  return spans
}

function addressAround(text: string, at: number): Span | null {
  let start = at
  while (start > 0 && at - start < maxLocal && inLocal.test(text.charAt(start - 1))) start--
  if (start === at && text.charAt(at - 1) === '"') {
    const open = text.lastIndexOf('"', at - 2)
    if (open < 0 || at - open > maxLocal) return null
    start = open
  } else while (start < at && /['.~]/.test(text.charAt(start))) start++
  let end = at + 1
  while (end < text.length && end - at <= maxDomain && inDomain.test(text.charAt(end))) end++
  while (end > at + 1 && /[.-]/.test(text.charAt(end - 1))) end--
  const domain = text.slice(at + 1, end)
  if (start === at || !domainForm.test(domain) || fileEnding.test(domain)) return null
  // `git@host:path` is where a repository is, a Message-ID is no mailbox.
  if (
    text.charAt(end) === ':' &&
    /^[\w~/-]/.test(text.charAt(end + 1)) &&
    /^(?:git|hg|svn)$/.test(text.slice(start, at))
  )
    return null
  if (/(?:message-id|in-reply-to|references|content-id): ?[^\n]{0,200}$/.test(before(text, start, 240)))
    return null
  return { type: 'email', start, end, confidence: 0.99 }
}

function findSpelled(text: string): Span[] {
  const spans: Span[] = []
  for (const match of text.matchAll(spelled)) {
    const bracketed = /[[({<](?:at|dot)[\])}>]/i.test(match[0])
    // Without brackets only where both words stand: `meet me at example.com` is none.
    if (!bracketed && !/ at .* dot /i.test(match[0])) continue
    spans.push({
      type: 'email',
      start: match.index,
      end: match.index + match[0].length,
      confidence: bracketed ? 0.85 : 0.6,
    })
  }
  return spans
}
