/** SPF records as mailauth reads them right: it takes the sender's domain for that of each record, and stumbles over modifiers. */

/** What is said of a record that isn't one (RFC 7208 §4.6). */
export type RecordFault = 'too long' | 'a modifier twice' | 'a modifier without value'

/** Characters of a record that is read; mailauth's patterns take quadratic time on longer ones. */
const maxCharacters = 4_096

/** Whether a TXT record is one of SPF (RFC 7208 §4.5). */
export const isSpfRecord = (text: string): boolean => /^\s*v=spf1(?:\s|$)/i.test(text)

/**
 * The record `text` of `domain`, which its macros stand for (RFC 7208 §7.2), also where another record leads to it. Its
 * modifiers are those that change the result. What is wrong with it where it is no record.
 */
export function plainSpfRecord(text: string, domain: string): { record: string } | { fault: RecordFault } {
  if (text.length > maxCharacters) return { fault: 'too long' }
  const terms: string[] = []
  const modifiers = new Set<string>()
  for (const term of text.split(' ')) {
    const modifier = /^(redirect|exp)=/i.exec(term)?.[1]?.toLowerCase()
    if (modifier !== undefined) {
      if (modifiers.has(modifier)) return { fault: 'a modifier twice' }
      if (term.endsWith('=')) return { fault: 'a modifier without value' }
      modifiers.add(modifier)
    }
    // One that is unknown may be empty (§6), and the names of domains are the same in any letter case.
    if (/^(?!v=)[a-z][\w.-]*=$/i.test(term)) continue
    terms.push(modifier === 'redirect' ? term.toLowerCase() : term)
  }
  const record = terms
    .map((term) => (/^[+?~-]?ptr$/i.test(term) ? `${term}:%{d}` : term))
    .join(' ')
    .replace(domainMacro, (macro, digits: string | undefined, reverse: string | undefined, marks = '') =>
      macro === '%%' ? macro : transformed(domain, digits, reverse !== undefined, marks),
    )
  return { record }
}

const domainMacro = /%%|%\{d(\d{1,3})?(r)?([.+,/_=-]*)\}/gi

/** The right-hand labels of a name, or those of it reversed; split at other marks than dots where that is asked for. */
function transformed(name: string, digits: string | undefined, reversed: boolean, marks: string): string {
  const labels = [...name].reduce<string[]>(
    (parts, character) => {
      if ((marks || '.').includes(character)) parts.push('')
      else parts[parts.length - 1] += character
      return parts
    },
    [''],
  )
  if (reversed) labels.reverse()
  return labels.slice(digits === undefined ? 0 : -Number(digits)).join('.')
}
