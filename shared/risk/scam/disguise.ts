/** Text that is written so that people read it and filters don't, or that nobody declared how to read. */
import type { RiskMessage } from '../scorer.ts'
import type { Signal } from './signal.ts'

/** Characters of the text that are looked at. */
const reach = 4_000

/** A look-alike of another script inside a word of Latin letters; a capital I for an l. Units and phonetic letters are none. */
const mixedWord =
  /[a-z][\u0391\u0392\u0395-\u0397\u0399\u039a\u039c\u039d\u039f\u03a1\u03a4\u03a5\u03a7\u03b1\u03b5\u03b9\u03ba\u03bd\u03bf\u03c1\u03c4\u03c5\u03c7\u0400-\u04ff][a-z]|[a-z]I{2,3}[a-z]/gi
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
