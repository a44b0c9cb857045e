/** Who a mail says that it is from, as far as names can be held against domains. */
import { fold } from '../fold.ts'
import { publicDomain } from '../lookalike.ts'

/** Words of a name that say nothing of whose it is: legal forms, offices, tools of sending. */
const empty = new Set(
  (
    'gmbh inc ltd llc llp plc corp corporation company group holding holdings ag kg ohg ug sa sas sarl srl spa bv nv oy ab as aps ' +
    'sl lda ltda the and und et de la le les der die das of for at via from team support service services customer care ' +
    'account accounts billing invoice invoices invoicing payment payments finance accounting orders order shop store online ' +
    'security alert alerts notification notifications notice notices info mail mailer email noreply reply update updates ' +
    'admin administrator help helpdesk desk center centre office newsletter news app com net org www bank banking no'
  ).split(' '),
)

/** The telling words of a name, folded, in order; none where it isn't written in Latin letters. */
export function wordsOfName(name: string): string[] {
  return fold(name.slice(0, 200))
    .text.split(/[^a-z0-9]+/)
    .filter((word) => word.length > 1 && !empty.has(word))
    .slice(0, 6)
}

/** The label that a domain was registered by, without hyphens. */
export const labelOf = (domain: string): string => domain.slice(0, domain.indexOf('.')).replaceAll('-', '')

/** Whether a domain bears the name made of `words`: one of them, all of them run together, or their initials. */
export function bears(domain: string, words: readonly string[]): boolean {
  const label = labelOf(domain)
  const whole = words.join('')
  if (whole.length >= 3 && label.includes(whole)) return true
  if (label.length >= 5 && whole.includes(label)) return true
  if (words.some((word) => word.length >= 4 && label.includes(word))) return true
  const initials = words.map((word) => word.charAt(0)).join('')
  return initials.length >= 2 && label.startsWith(initials) && label.length <= initials.length + 4
}

/** An address or a host as it stands in a text. */
const written = /(?<![\w.@-])(?:[a-z0-9._%+-]{1,64}@)?(?:[a-z0-9-]{1,63}\.){1,4}[a-z]{2,24}(?![\w@-])/g
/** Characters of a text, and names in it, that are looked at. */
const reach = 20_000
const maxWritten = 40

/** The registrable domains that a text writes out, addresses and hosts alike. */
export function domainsIn(text: string): Set<string> {
  const found = new Set<string>()
  let count = 0
  for (const [name] of text.slice(0, reach).toLowerCase().matchAll(written)) {
    if (++count > maxWritten) break
    const domain = publicDomain(name)
    if (domain !== null) found.add(domain)
  }
  return found
}
