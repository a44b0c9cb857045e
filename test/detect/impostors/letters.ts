/** Letters of impostors and of those who only look like one, to mailboxes that know some people. */
import type { RowFields } from '../row-format.ts'
import { linesOf } from '../texts.ts'

interface Mailbox {
  mailbox: string
  house: Required<RowFields>['house']
  /** Whom it knows, and how many clean messages it has of them. */
  known: { name: string; address: string; clean: number }[]
}

/** One letter: who writes, what it says, and what was before in its thread. */
export interface Letter {
  /** Whether its sender poses as somebody the mailbox knows. */
  posing: boolean
  /** The name of the mailbox. */
  to: string
  from: string
  subject: string
  text: string
  reply_to?: string
  /** What DMARC says of it; a pass where it isn't given. */
  dmarc?: 'pass' | 'fail' | 'none'
  /** Earlier mail of the thread: who wrote, and what. */
  thread?: [from: string, text: string][]
}

const mailboxes = new Map(
  linesOf<Mailbox>('impostors/mailboxes').map(({ mailbox, house, known }) => [
    mailbox,
    { house, known: known.map((one) => ({ ...one, days: one.clean * 3 })) },
  ]),
)

/** The letters of a half: the findings were set by the first, and nothing by the second. */
export const lettersOf = (half: 'first' | 'second'): Letter[] => linesOf<Letter>(`impostors/${half}-half`)

/** The row that a letter is; `index` makes its id. */
export const rowOf = (
  { posing: _, to, dmarc = 'pass', thread, ...letter }: Letter,
  kind: string,
  index: number,
) => ({
  id: `${kind}-${index}`,
  kind,
  group: `${kind} ${index}`,
  set: 'impostors',
  ...letter,
  ...mailboxes.get(to)!,
  authentication: { dmarc, spf: dmarc },
  ...(thread === undefined ? {} : { thread: thread.map(([from, text]) => ({ from, text })) }),
})
