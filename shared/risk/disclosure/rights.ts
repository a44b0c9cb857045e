/** Who of a draft's recipients has what it says already, and who is a stranger to the inbox. */
import type { OutboundContext } from '../outbound-context.ts'

/** What decides whether a value may be told to the recipients of a draft. */
export interface Rights {
  /** Whether a recipient is no correspondent of the inbox and not itself. Who has only written in stays a stranger. */
  strangers: boolean
  /**
   * How much telling them weighs, from 0 to 1: all of it for strangers, less for correspondents. Nobody becomes one by
   * the mail that asks, nor by another on the same day.
   */
  weight: number
  /** Whether each stranger (each recipient, where none is one) has written `value` himself, or was written it. */
  told(value: string): boolean
  /** The same of a passage, which may be quoted or broken otherwise. */
  toldPassage(text: string): boolean
}

/** Of what a known correspondent is told. */
const knownWeight = 0.4
/** Score from which a mail of the thread is no reason to trust who wrote it. */
const riskyFrom = 31
/** Letters and digits from which two texts can't have a value in common by chance. */
const tellingLength = 5
/** Values that are looked for in what was told, each through all of it; the rest counts as not told. */
const mostAsked = 200

/** Whether a draft goes to nobody but the tenant's own people. */
export const isAmongColleagues = ({ recipients, colleagues }: OutboundContext): boolean => {
  const own = new Set(colleagues.map(lower))
  return recipients.length > 0 && recipients.every((one) => own.has(lower(one)))
}

const cache = new WeakMap<OutboundContext, Rights>()

/** The rights of those a draft goes to. A draft that goes to nobody yet may go to anybody. */
export function rightsOf(context: OutboundContext): Rights {
  const had = cache.get(context)
  if (had !== undefined) return had
  const own = lower(context.inboxAddress)
  const known = new Set(context.correspondents.map(lower))
  const recipients = [...new Set(context.recipients.map(lower))].filter((one) => one !== own)
  const strangers = recipients.filter((one) => !known.has(one))
  const readers = strangers.length > 0 ? strangers : recipients
  let texts: string[] | null = null
  const answers = new Map<string, boolean>()
  const seen = (key: string): boolean => {
    if (key.length < tellingLength || readers.length === 0) return false
    const had = answers.get(key)
    if (had !== undefined) return had
    if (answers.size >= mostAsked) return false
    texts ??= readers.map((reader) => textsOf(reader, context).join(' '))
    const answer = texts.every((text) => text.includes(key))
    answers.set(key, answer)
    return answer
  }
  const rights: Rights = {
    strangers: strangers.length > 0 || recipients.length === 0,
    weight: strangers.length > 0 || recipients.length === 0 ? 1 : knownWeight,
    told: (value) => seen(keyOf(value)),
    toldPassage: (text) => seen(keyOf(text)),
  }
  cache.set(context, rights)
  return rights
}

/** Whether all recipients are correspondents, or wrote in the thread what was not judged risky. */
export function isAnswer({ recipients, correspondents, thread, inboxAddress }: OutboundContext): boolean {
  const answered = new Set(
    [
      inboxAddress,
      ...correspondents,
      ...thread.filter(({ riskScore }) => riskScore < riskyFrom).flatMap(({ from }) => from.slice(0, 1)),
    ].map(lower),
  )
  return recipients.length > 0 && recipients.every((one) => answered.has(lower(one)))
}

/** What `reader` has written to the inbox, or was written along with it. */
const textsOf = (reader: string, { thread, told }: OutboundContext): string[] => [
  ...thread
    .filter(({ from, recipients }) =>
      [...from.slice(0, 1), ...recipients].some((one) => lower(one) === reader),
    )
    .map(({ subject, text }) => keyOf(`${subject} ${text}`)),
  ...told.filter(({ from }) => lower(from) === reader).map(({ text }) => keyOf(text)),
]

/** Letters and digits alone: a number is the same however it is grouped. */
export const keyOf = (value: string): string => value.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

const lower = (text: string): string => text.toLowerCase()
