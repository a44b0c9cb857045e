/** Passwords, keys, codes and links that open what is not their reader's. */
import type { Detection } from '../../domain/analysis.ts'
import { masked } from '../masked.ts'
import type { OutboundContext } from '../outbound-context.ts'
import type { OutboundText } from '../outbound-texts.ts'
import type { Span } from '../span.ts'
import { askedBy } from './asked-by.ts'
import { found } from './finding.ts'
import { isFirstPassword } from './first-password.ts'
import {
  isExample,
  isForGuests,
  isInLink,
  isIssued,
  isOfAnother,
  isPassedOn,
  isPlaceholder,
  isSomebodyElses,
  speaksToOwner,
} from './issued.ts'
import { doubtful, passedCodes } from './passed-codes.ts'
import type { Rights } from './rights.ts'
import { passedLinks } from './sign-in-links.ts'

/** Rules of secrets that a person may be given as his own. */
const issuable = new Set([
  'assignment',
  'one_time_code',
  'door_code',
  'url_token',
  'user_and_password',
  'app_password',
  'query_key',
])
/** Looks alone are no reason: identifiers are drawn at random, too. */
const looks = new Set(['bare_token'])

/** Of a first password, which is probably its reader's: a person who is warned can look. */
const ofFirst = 0.1
/** Rules of what may be a first password: no key, no code of a door, and nothing of a file of settings. */
const firstRules = new Set(['assignment', 'user_and_password'])
const ofSettings = /[A-Z0-9_]{3,40}\s?=\s?["']?$/

/** Secrets that the reader has not written, nor is given as his own; least of first passwords alone. */
export function secrets(
  texts: readonly OutboundText[],
  { recipients, thread }: OutboundContext,
  rights: Rights,
): Detection[] {
  let most = 0
  const asked = askedBy(recipients, thread)
  const evidence = texts.flatMap(({ where, text, spans }) => {
    const secret = spans.filter(({ type, rule = '' }) => type === 'secret' && !looks.has(rule))
    if (secret.length === 0) return []
    const speaking = speaksToOwner(text)
    const isOwn = ({ start, end, rule = '' }: Span): boolean =>
      issuable.has(rule) && (isIssued(text, start, end, speaking) || isForGuests(text, start, asked))
    const isFirst = (span: Span): boolean =>
      firstRules.has(span.rule ?? '') &&
      !ofSettings.test(text.slice(Math.max(0, span.start - 48), span.start)) &&
      isFirstPassword(text, span.start, span.end) &&
      !isSomebodyElses(text, span) &&
      !isPassedOn(around(text, span))
    return secret
      .filter((span) => {
        const value = text.slice(span.start, span.end)
        if (rights.told(value) || isExample(value) || isPlaceholder(value)) return false
        if (isBelowPadding(text, span.start)) return false
        // A link that signs somebody in is mailed to him; another's is passed on.
        return isInLink(text, span.start) ? isPassedOn(around(text, span)) : !isOwn(span)
      })
      .map((span) => {
        const { start, end } = span
        const weight = isFirst(span)
          ? ofFirst
          : // Somebody else's is for no correspondent either.
            isOfAnother(text, span)
            ? 1
            : rights.weight
        most = Math.max(most, weight)
        return { where, text: masked(text.slice(start, end)), offset: start }
      })
  })
  const detail =
    'Tells a password, key or code to somebody who never sent it to this inbox, and nothing says that it is theirs.'
  return found('secret_for_stranger', detail, most, evidence)
}

/** Lines of base64 end in equals signs, which make no assignment of the next line. */
const isBelowPadding = (text: string, start: number): boolean =>
  /=[ \t\r]{0,3}\n\s{0,8}$/.test(text.slice(Math.max(0, start - 12), start))

const around = (text: string, { start, end }: Span): string => text.slice(Math.max(0, start - 160), end + 80)

/** Of a number that is called something else where a code is wanted: somebody looks at it. */
const ofDoubtful = 0.45

/** Numbers whose parts look like codes. */
const ofSomethingElse: ReadonlySet<string> = new Set([
  'phone',
  'national_id',
  'us_ssn',
  'passport',
  'driver_license',
  'iban',
  'credit_card',
])

/** Codes that somebody else was sent. */
export function codes(
  texts: readonly OutboundText[],
  { thread }: OutboundContext,
  rights: Rights,
): Detection[] {
  const asked = thread.map(({ subject, text }) => `${subject}\n${text}`)
  let most = 0
  const evidence = texts.flatMap(({ where, text, spans }) =>
    passedCodes(
      text,
      asked,
      spans.filter(({ type }) => ofSomethingElse.has(type)),
    )
      .filter(({ start, end }) => !rights.told(text.slice(start, end)))
      .map(({ start, end, confidence }) => {
        most = Math.max(most, confidence > doubtful ? 1 : ofDoubtful)
        return { where, text: masked(text.slice(start, end)), offset: start }
      }),
  )
  // What was sent to another is for nobody else, known or not.
  return found('code_passed_on', 'Passes on a code that was sent to somebody else.', most, evidence)
}

/** Of a link that nothing says is another's, and nothing says is the reader's own. */
const unclaimed = 0.6

/** Links that sign somebody else in. */
export function links(
  texts: readonly OutboundText[],
  { thread, recipients }: OutboundContext,
  rights: Rights,
): Detection[] {
  const old = new Set(thread.flatMap((mail) => mail.links))
  const readers = recipients.map((one) => one.toLowerCase())
  let most = 0
  const evidence = texts.flatMap(({ where, text }) =>
    passedLinks(text, readers)
      .filter(({ start, end }) => !old.has(text.slice(start, end)) && !rights.told(text.slice(start, end)))
      .map(({ start, end, sure }) => {
        most = Math.max(most, sure ? 1 : unclaimed * rights.weight)
        return { where, text: masked(text.slice(start, end)), offset: start }
      }),
  )
  const detail = 'Passes on a link that signs its reader in as somebody else.'
  return found('link_passed_on', detail, most, evidence)
}
