/** US social security numbers and individual taxpayer numbers (SSA and IRS ranges). */
import type { Span } from '../span.ts'
import { after, before, isOtherThing, isWordAt } from './context.ts'

const form = /\d{3}([-. ]?)\d{2}\1\d{4}/g
const said =
  /\b(?:ssns?|ss ?(?:#|no|nr|num|number)|soc(?:ial)?\.?(?: ?sec(?:urity)?)?|s\.s\.n?|itins?|tins?|tax ?payer|tax ?id|w-?[249]|1099|payroll|(?:credit|background) check|social insurance|seguro social|sozialversicherung\w{0,8})(?![\p{L}\p{N}])/u
const saidRightBefore = new RegExp(
  `${said.source}[\\s.:#=-]{0,3}(?:no|nr|num|number|is)?[\\s.:#=-]{0,3}$`,
  'u',
)
/** Numbers that SSA itself has published as examples, or that advertisements made famous. */
const famous = new Set(['078051120', '219099999', '123456789', '111111111', '987654321'])

/** The social security and taxpayer numbers of `text`. Without dashes only where a word says what it is. */
export function findSsns(text: string): Span[] {
  const spans: Span[] = []
  form.lastIndex = 0
  for (let match = form.exec(text); match !== null; match = form.exec(text)) {
    const start = match.index
    const end = start + match[0].length
    // Part of a longer number: the search goes on behind this run of digits.
    if (isPart(text, start, end)) {
      form.lastIndex = start + 1
      while (/\d/.test(text.charAt(form.lastIndex))) form.lastIndex++
      continue
    }
    const digits = match[0].replace(/\D/g, '')
    const separator = match[1]!
    // Nine digits in a row are many things: the word must be right before them.
    const reach = separator === '' ? 30 : 60
    const context =
      said.test(before(text, start, reach)) || (separator !== '' && said.test(after(text, end, 45)))
    // `SS#` and `soc. sec. no.` end like names of other things.
    const named = saidRightBefore.test(before(text, start, 40))
    if (!isIssued(digits) || (!named && isOtherThing(text, start)) || (famous.has(digits) && !context))
      continue
    if (context) spans.push({ type: 'us_ssn', start, end, confidence: separator === '' ? 0.85 : 0.97 })
    else if (separator === '-') spans.push({ type: 'us_ssn', start, end, confidence: 0.75 })
  }
  return spans
}

function isPart(text: string, start: number, end: number): boolean {
  const joined = (at: number, beyond: number): boolean =>
    /[-.,/]/.test(text.charAt(at)) && /\d/.test(text.charAt(beyond))
  return (
    isWordAt(text, start - 1) ||
    isWordAt(text, end) ||
    joined(start - 1, start - 2) ||
    joined(end, end + 1) ||
    text.charAt(start - 1) === '+'
  )
}

/** Area 001–665 and 667–899; from 900 on an ITIN, whose group is 50–65, 70–88, 90–92 or 94–99. */
function isIssued(digits: string): boolean {
  const area = Number(digits.slice(0, 3))
  const group = Number(digits.slice(3, 5))
  if (area === 0 || area === 666 || group === 0 || digits.endsWith('0000')) return false
  if (area < 900) return true
  return (group >= 50 && group <= 65) || (group >= 70 && group <= 88) || (group >= 90 && group !== 93)
}
