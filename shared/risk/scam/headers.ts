/** What the header of a message tells of the program that made it. */
import type { RiskMessage } from '../scorer.ts'
import type { Signal } from './signal.ts'

const bulkTools =
  /bulk|mass ?mail|group ?mail|mailking|gammadyne|blast|e-?mail ?extract|advanced mass|dark ?mailer|leaf ?phpmailer|phpmailer|alexus|send-?safe|stormpost|diffondi|v?mailer pro|jixing|foxmail|swiftmailer|sendblaster|atomic|turbo-?mailer|kana|ezine|calypso/i

export function headerSignals({ mail }: RiskMessage): Signal[] {
  const signals: Signal[] = []
  const say = (name: string, value: number, detail: string, where: string, text?: string): void => {
    signals.push({ name, value, detail, where, ...(text === undefined ? {} : { text }) })
  }
  const { headers, subject } = mail
  const first = (name: string): string | undefined =>
    headers.find((one) => one.name.toLowerCase() === name)?.value
  if (headers.length === 0) return signals
  if (mail.messageId === null)
    say('no_message_id', 1, 'The mail has no Message-ID, which mail programs give.', 'raw')
  if (mail.date === null)
    say('no_date', 1, 'The mail has no date that can be read.', 'header:date', first('date'))
  else if (/[-+](?:1[5-9]|[2-9]\d)\d\d\s*$/.test(first('date') ?? ''))
    say('odd_date', 1, 'The date is in a time zone that does not exist.', 'header:date', first('date'))
  const tool = first('x-mailer') ?? first('user-agent')
  if (tool !== undefined && bulkTools.test(tool.slice(0, 200)))
    say('bulk_tool', 1, 'The mail was made with a program for mass mailing.', 'header:x-mailer', tool)
  const { to } = mail
  if (to.trim() === '' && mail.cc.trim() === '')
    say('no_recipient', 1, 'The header names nobody the mail is for.', 'raw')
  else if (/undisclosed|recipient list/i.test(to.slice(0, 200)))
    say('no_recipient', 0.7, 'The header does not tell whom the mail is for.', 'header:to', to)
  else if (
    mail.from !== null &&
    mail.toMailboxes.length === 1 &&
    sameAddress(mail.toMailboxes[0]!, mail.from)
  )
    say('to_itself', 1, 'The mail is addressed to its own sender.', 'header:to', to)
  const type = first('content-type') ?? ''
  if (/^\s*text\/html/i.test(type)) {
    say('html_only', 1, 'The mail has HTML only, and no plain text.', 'header:content-type', type)
    if (/base64/i.test(first('content-transfer-encoding') ?? ''))
      say('encoded_html', 1, 'The whole text is HTML in base64, which filters see less of.', 'raw')
  }
  if (/^\s*1\b|high|urgent/i.test(first('x-priority') ?? first('importance') ?? ''))
    say('urgent_mark', 1, 'The mail is marked as urgent.', 'header:x-priority', first('x-priority'))

  const letters = subject.slice(0, 300).replace(/[^\p{L}]/gu, '')
  const capitals = letters.replace(/[^\p{Lu}]/gu, '').length
  if (letters.length >= 10 && capitals > letters.length * 0.8)
    say('shouted_subject', 1, 'The subject is in capitals.', 'subject', subject)
  const marks = subject.slice(0, 300).match(/[!?$€£*]/g)?.length ?? 0
  if (marks > 1)
    say('loud_subject', Math.min(1, marks / 4), 'The subject is full of marks.', 'subject', subject)
  if (/ {4,}\S{3,20}\s*$|\S[.]{6,}\s?\w+$|[\])\s][a-z]{0,6}\d{3,}[a-z]{2,}\s*$/.test(subject.slice(-120)))
    say('tagged_subject', 1, 'The subject ends in a random tag, as mass mailings do.', 'subject', subject)
  return signals
}

const sameAddress = (a: { address: string }, b: { address: string }): boolean =>
  a.address.toLowerCase() === b.address.toLowerCase()
