/** Text that is written so that people read it and filters don't, or that nobody declared how to read. */
import type { RiskMessage } from '../scorer.ts'
import type { Signal } from './signal.ts'

/** Characters of the text that are looked at. */
const reach = 4_000

/** A letter of another script, or a phonetic one, inside a word of Latin letters; a capital I for an l. */
const mixedWord = /[a-z][\u0250-\u02af\u0391-\u03c9\u0400-\u04ff][a-z]|[a-z]I{2,3}[a-z]/gi
const capitalInside = /[a-z]I{2,3}[a-z]/
/** Letters that stand alone between marks: `v [ i ' a . g`. */
const brokenWord = /(?:\b[a-z]\b ?[^\w\s] ?){4,12}/gi

/** The signals of how the text of a message is written. */
export function disguiseSignals({ mail }: RiskMessage): Signal[] {
  const signals: Signal[] = []
  const say = (name: string, value: number, detail: string, text: string): void => {
    signals.push({ name, value: Math.min(1, value), detail, where: 'body', text })
  }
  const text = `${mail.subject.slice(0, 300)}\n${(mail.from?.name ?? '').slice(0, 200)}\n${mail.body.slice(0, reach)}`
  const mixed = (text.match(mixedWord) ?? []).filter(
    (found) => /[^\p{ASCII}]/u.test(found) || capitalInside.test(found),
  )
  if (mixed.length > 0)
    say(
      'disguised_letters',
      mixed.length / 3,
      'Words are written with letters that only look like those that belong there.',
      mixed[0]!,
    )
  const broken = (text.match(brokenWord) ?? []).filter(
    (found) => new Set(found.replace(/[\w\s]/g, '')).size > 1,
  )
  if (broken.length > 0)
    say(
      'broken_words',
      broken.length / 2,
      'Words are broken up by marks between their letters, which filters read past.',
      broken[0]!,
    )
  const unreadable = mail.body.slice(0, reach).match(/\ufffd/g)?.length ?? 0
  if (unreadable > 4)
    say(
      'undeclared_charset',
      (unreadable * 10) / Math.min(reach, mail.body.length),
      'Much of the text is in a character set that the mail does not declare.',
      '\ufffd',
    )
  return signals
}
