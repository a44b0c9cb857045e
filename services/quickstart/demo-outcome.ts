/** Waits for what becomes of the demo's mails, and lays it out as a table. */
import { setTimeout as delay } from 'node:timers/promises'
import { type MessageSummary, messagePage } from '../../shared/domain/message.ts'
import type { ApiClient } from './api-client.ts'
import { type DemoMail, demoInjection, demoMails } from './demo-mails.ts'

/** One mail and the message it became; undefined: not seen yet. */
export interface Outcome {
  mail: DemoMail
  message: MessageSummary | undefined
}

/** How outcomes are waited for; without antivirus those of mails with attachments are not. */
interface Waiting {
  antivirus: boolean
  signal: AbortSignal
}

/** Longer each time, so that a minute of asking stays below the rate limit of a key. */
const pollMs = { first: 150, factor: 1.25, last: 1_000 }
const patienceMs = 60_000

/**
 * Asks for the messages until each mail is past `processing`, for a minute at most. `ids` are the Message-IDs of {@link demoMails}, in order.
 */
export async function awaitOutcomes(
  api: ApiClient,
  slug: string,
  ids: string[],
  { since, antivirus, signal }: Waiting & { since: string },
): Promise<Outcome[]> {
  return settled(signal, async () => {
    const { messages } = await api.get(`/inboxes/${slug}/messages?limit=100&since=${since}`, messagePage)
    const seen = demoMails.map((mail, index) => ({
      mail,
      message: messages.find(({ message_id }) => message_id === ids[index]),
    }))
    const onTheirWay = seen.filter(({ message }) => message === undefined || message.status === 'processing')
    return { seen, waits: onTheirWay.some(({ mail }) => antivirus || mail.attachment === undefined) }
  })
}

/**
 * What became of the mails that an earlier start has sent, of those among the newest hundred. What is `processing` there
 * says no subject, and is waited for in the same way, whosever it is; undefined where the inbox holds no mail at all, none where it holds other mail alone.
 */
export async function earlierOutcomes(
  api: ApiClient,
  slug: string,
  { antivirus, signal }: Waiting,
): Promise<Outcome[] | undefined> {
  return settled(signal, async () => {
    const { messages } = await api.get(`/inboxes/${slug}/messages?limit=100`, messagePage)
    if (messages.length === 0) return { seen: undefined, waits: false }
    const inbound = messages.filter(({ direction }) => direction === 'inbound')
    const seen = demoMails.flatMap((mail) => {
      const message = inbound.find(({ subject }) => subject === mail.subject)
      return message === undefined ? [] : [{ mail, message }]
    })
    const onTheirWay = inbound.filter(({ status }) => status === 'processing')
    return { seen, waits: onTheirWay.some(({ has_attachments }) => antivirus || !has_attachments) }
  })
}

/** Looks until nothing that it sees is on its way, or patience ends. */
async function settled<Seen>(
  signal: AbortSignal,
  look: () => Promise<{ seen: Seen; waits: boolean }>,
): Promise<Seen> {
  const deadline = performance.now() + patienceMs
  for (let pause = pollMs.first; ; pause = Math.min(pause * pollMs.factor, pollMs.last)) {
    const { seen, waits } = await look()
    if (!waits || performance.now() > deadline) return seen
    await delay(pause, undefined, { signal })
  }
}

/** The id of the prompt injection, if it waits for a person still. */
export const waitingInjection = (outcomes: readonly Outcome[]): string | undefined =>
  outcomes.find(({ mail, message }) => mail === demoInjection && message?.status === 'withheld')?.message?.id

/** Whether the mail ended as it should. */
export const isAsExpected = ({ mail, message }: Outcome) =>
  message !== undefined && mail.isAsExpected(message)

/** What was withheld and is no more, a person has let in: in the words of the command line. */
function standingOf({ verdict, status }: MessageSummary): string {
  if (verdict !== 'withheld' || status === 'withheld') return status
  return status === 'clean' ? 'released' : `released, ${status}`
}

/** The outcomes as aligned lines, headed. */
export function outcomeTable(outcomes: Outcome[], antivirus: boolean): string[] {
  const head = ['Mail', 'Status', 'Score', 'Why']
  const rows = outcomes.map(({ mail, message }) => [
    mail.name,
    message === undefined ? 'not seen' : standingOf(message),
    String(message?.security_analysis?.risk_score ?? '-'),
    message?.security_analysis?.summary ?? (antivirus ? 'No decision yet.' : 'Waits for the antivirus.'),
  ])
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]!.length)),
  )
  const line = (cells: string[]) => {
    const [name, status, score, why] = cells as [string, string, string, string]
    const left = `  ${name.padEnd(widths[0]!)}  ${status.padEnd(widths[1]!)}  ${score.padStart(widths[2]!)}  `
    return wrap(why, 60).map((part, index) => (index === 0 ? left : ' '.repeat(left.length)) + part)
  }
  return [head, ...rows].flatMap(line)
}

function wrap(text: string, width: number): string[] {
  const lines = ['']
  for (const word of text.slice(0, 300).split(/\s+/)) {
    const last = lines.at(-1)!
    if (last !== '' && last.length + 1 + word.length > width) lines.push(word)
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`
  }
  return lines
}
