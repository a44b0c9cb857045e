/** What an earlier start has left in the live inbox, told by its subjects. */
import { messagePage } from '../../shared/domain/message.ts'
import type { ApiClient } from './api-client.ts'
import { demoInjection } from './demo-mails.ts'
import { draftSubject } from './demo-queue.ts'
import { sentSubjects } from './demo-sends.ts'

/**
 * `nothing`: the inbox is empty. `others`: it holds other mail alone. `sent`: what was sent, but a start was cut off before it left
 * anything waiting. `all`: also what it left waiting, whatever has become of that.
 */
export type LeftEarlier = 'nothing' | 'others' | 'sent' | 'all'

/** Looks at the newest hundred messages of the inbox. */
export async function leftEarlier(api: ApiClient, slug: string): Promise<LeftEarlier> {
  const { messages } = await api.get(`/inboxes/${slug}/messages?limit=100`, messagePage)
  if (messages.length === 0) return 'nothing'
  const holds = (wanted: 'inbound' | 'outbound', ...subjects: string[]) =>
    messages.some(({ direction, subject }) => direction === wanted && subjects.includes(subject))
  if (holds('inbound', demoInjection.subject) || holds('outbound', draftSubject)) return 'all'
  return holds('outbound', ...Object.values(sentSubjects)) ? 'sent' : 'others'
}
