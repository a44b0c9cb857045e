/** Keys, passwords and codes in lists of mail: masked as on the page of one. */
import type { MessageSummary } from '../../shared/domain/message.ts'
import type { ThreadPool } from '../../shared/lib/thread-pool.ts'
import { maskTexts, secretsOf } from './mask.ts'

/** What of a message a list shows that its sender wrote, and what was found in it. */
interface Listed extends Pick<MessageSummary, 'subject' | 'body' | 'security_analysis'> {
  from_name: string
  attachments: readonly { filename: string }[]
}

/** The same messages, with what secrets their subjects, names and names of files have masked. */
export async function maskListed<Message extends Listed>(
  assessors: ThreadPool,
  messages: readonly Message[],
): Promise<Message[]> {
  const { masked } = await maskTexts(
    assessors,
    messages.flatMap(({ subject, from_name, attachments }) => [
      subject,
      from_name,
      ...attachments.map(({ filename }) => filename),
    ]),
    secretsOf(messages),
  )
  const texts = masked.values()
  const next = (): string => texts.next().value!
  return messages.map((one) => ({
    ...one,
    subject: next(),
    from_name: next(),
    attachments: one.attachments.map((file) => ({ ...file, filename: next() })),
  }))
}
