/** Reads bounces that are written for people only: by older systems, and by some that are large. */
import type { BouncedRecipient } from '../../domain/mail-report.ts'
import { codesIn } from './codes.ts'
import { isHard, reasonOf } from './reason.ts'

/** Characters of the text that are read. */
const longest = 20_000
const address = /[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9.-]{0,250}[A-Za-z0-9])?/g

/** Where the text of the bounce ends and the message that came back begins. */
const original =
  /\n(?:-{2,}[^\n]{0,40}(?:below this line|original message|returned message|message (?:header|text|follows)|copy of|included|unsent|undelivered message)[^\n]{0,80}|-{3,}\s*(?:\w+ ){0,4}(?:original|returned|this is a copy)[^\n]{0,80}|(?:return-path|received):[^\n]{1,300}\n)/i

/** Addresses of systems that report, and of no recipient. */
const reporter = /^(?:postmaster|mailer-daemon|mailerdaemon|mail-daemon|noreply|no-reply|bounce[^@]*)@/i

/**
 * What `text` says; `ours` are addresses of the sender, which are no recipients. Nothing where it names no recipient
 * and says nothing that a bounce says.
 */
export function readPlainBounce(
  text: string,
  ours: readonly string[],
  hinted: readonly string[],
): BouncedRecipient[] {
  const whole = `\n${text.slice(0, longest).replaceAll('\r\n', '\n')}`
  const end = whole.search(original)
  const said = (end < 0 ? whole : whole.slice(0, end)).trim()
  const own = new Set(ours.map((one) => one.toLowerCase()))
  const named = [...said.matchAll(address)]
    .map(([found]) => found.replace(/[.]+$/, ''))
    .filter((found) => !own.has(found.toLowerCase()) && !reporter.test(found))
  const addresses = hinted.length > 0 ? [...hinted] : [...new Set(named)].slice(0, 1)
  const { code, enhancedCode } = codesIn(said)
  const reason = reasonOf(said, enhancedCode)
  if (addresses.length === 0 && code === null && enhancedCode === null && reason === 'unknown') return []
  const delayed =
    /still (?:trying|being)|will (?:be retried|keep trying|continue)|no action is required|warning message only|temporarily deferred|delayed/i.test(
      said,
    )
  return (addresses.length === 0 ? [''] : addresses).map((one) => ({
    address: one,
    originalAddress: null,
    action: delayed ? 'delayed' : 'failed',
    code,
    enhancedCode,
    reason,
    hard: isHard(reason),
    text: said.replaceAll(/\s+/g, ' ').slice(0, 500),
  }))
}
