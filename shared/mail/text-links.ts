/** Finds the web addresses in plain text. */
import type { Link } from '../domain/parsed-mail.ts'
import { boundedAddress } from '../lib/link-address.ts'

const maxLinks = 1_000
const address = /\b(?:https?:\/\/|www\.)[^\s<>"'`\u2028\u2029]+/gi

/** Links of `text`, of {@link boundedAddress} each: their text is empty, for it is the address itself. Punctuation after an address is left out. */
export function textLinks(text: string): Link[] {
  const found = new Set<string>()
  for (const match of text.matchAll(address)) {
    if (found.size >= maxLinks) break
    found.add(withoutEnding(withoutPunctuation(boundedAddress(match[0]))))
  }
  return [...found].map((href) => ({ href: /^www/i.test(href) ? `http://${href}` : href, text: '' }))
}

function withoutPunctuation(href: string): string {
  let end = href.length
  const open = href.indexOf('(')
  while (end > 0 && '.,;:!?)]}*_'.includes(href[end - 1]!)) {
    if (href[end - 1] === ')' && open >= 0 && open < end) break
    end--
  }
  return href.slice(0, end)
}

/**
 * The address without what its language adds to it as to any noun (`example.org-ի`): letters that are not ASCII, behind a
 * hyphen, at the very end, where nothing else of the address is beyond ASCII. No top-level domain looks so.
 */
const withoutEnding = (href: string): string =>
  href.replace(/^([\x21-\x7e]{1,8000}[a-z\d/])-[^\x00-\x7f]{1,12}$/i, '$1')
