/** Reads bounces that are written for people only: by older systems, and by some that are large. */
import type { BouncedRecipient } from '../../domain/mail-report.ts'
import { codesIn } from './codes.ts'
import { refusedCommand } from './command.ts'
import { isHard, reasonOf } from './reason.ts'
import { oneLine, sectionsOf } from './sections.ts'

/** Characters of the text that are read. */
const longest = 20_000
const address = /[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9.-]{0,250}[A-Za-z0-9])?/g

/** Where the text of the bounce ends and the message that came back begins. */
const original =
  /\n(?:-{2,}[^\n]{0,40}(?:below this line|original message|original mail|returned message|message (?:header|text|follows)|copy of|included|unsent|undelivered message)[^\n]{0,80}|-{3,}\s*(?:\w+ ){0,4}(?:original|returned|this is a copy)[^\n]{0,80}|(?:return-path|received):[^\n]{1,300}\n|message headers follow)/i

/** Addresses of systems that report, and of no recipient. */
const reporter = /^(?:postmaster|mailer-daemon|mailerdaemon|mail-daemon|noreply|no-reply|bounce[^@]*)@/i

const delayed =
  /still (?:trying|being)|will (?:be retried|keep trying|continue)|no action is required|warning message only|temporarily deferred|delayed/i

/** Of all that may sound like a delay: that it was one, and is over. */
const final =
  /g[ai]v(?:e|en|ing) up|permanent (?:fatal )?(?:error|failure)|failed permanently|will not be retried|no longer be retried|has expired|expired/i

/** The recipient as James and others name it. */
const rcpt = /\brcpt to: {0,3}<?([^\s<>]{1,64}@[^\s<>]{1,255})/i

/** What is known of the report beside its text. */
export interface PlainHints {
  /** Addresses of the sender, which are no recipients. */
  ours: readonly string[]
  /** Recipients that its header names. */
  named: readonly string[]
  /** Recipients of the message that came back. */
  returned: readonly string[]
  /** Whether a filter reports, which takes mail before it knows whether there is a mailbox. */
  filter: boolean
  /** Whether it calls itself a report, or brings back what was sent. */
  reports: boolean
}

/** That something wasn't delivered, in the words of mail systems. */
const undelivered =
  /undeliver|non[- ]?deliver|returned (?:mail|to sender)|(?:could|can|was|were)(?: ?not|n.t) (?:be )?(?:deliver|sent)|(?:unable|not able|failed) to (?:deliver|send)|delivery (?:fail|has failed|to the following|status notification)/i

/**
 * What `text` says. Nothing where it names no recipient and says nothing that a bounce says; nor where it is no more than
 * a mail that names an address, as programs write for who is away, or for a desk.
 */
export function readPlainBounce(
  text: string,
  { ours, named, returned, filter, reports }: PlainHints,
): BouncedRecipient[] {
  const whole = `\n${text.slice(0, longest).replaceAll('\r\n', '\n')}`
  const end = whole.search(original)
  const said = (end < 0 ? whole : whole.slice(0, end)).trim()
  const { code, enhancedCode, reason } = recipient('', said, said, filter)
  const refused = enhancedCode !== null || (code !== null && reason !== 'unknown')
  if (!reports && named.length === 0 && !refused && !undelivered.test(said)) return []
  const own = new Set(ours.map((one) => one.toLowerCase()))
  const isTheirs = (one: string) => !own.has(one.toLowerCase()) && !reporter.test(one)
  const all = sectionsOf(said, isTheirs)
  const sections = all.filter(({ text }) => codesIn(text).code !== null || text.length > 60)
  if (named.length === 0 && sections.length > 1)
    return sections.map((section) => recipient(section.address, section.text, said, filter))
  const mentioned = [
    ...all.map((section) => section.address),
    ...(rcpt.exec(said)?.slice(1) ?? []),
    ...[...said.matchAll(address)].map(([found]) => found.replace(/\.+$/, '')),
  ].filter(isTheirs)
  const found =
    [named, mentioned.slice(0, 1), returned.filter(isTheirs)].find((some) => some.length > 0) ?? []
  if (found.length === 0 && code === null && enhancedCode === null && reason === 'unknown') return []
  return (found.length === 0 ? [''] : found).map((one) => recipient(one, said, said, filter))
}

/** What `text`, a part of `said`, says of an address; all of it counts where the part gives no reason. */
function recipient(one: string, text: string, said: string, filter: boolean): BouncedRecipient {
  const { code, enhancedCode } = codesIn(text)
  const command = refusedCommand(text) ?? refusedCommand(said)
  const own = reasonOf(text, enhancedCode, command)
  const whole = own === 'unknown' && enhancedCode === null ? reasonOf(said, null, command) : own
  const reason = filter && isHard(whole) ? 'policy' : whole
  return {
    address: one,
    originalAddress: null,
    action: delayed.test(said) && !final.test(said) ? 'delayed' : 'failed',
    code,
    enhancedCode,
    reason,
    hard: isHard(reason),
    text: oneLine(text),
  }
}
