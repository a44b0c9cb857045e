/** The demo's two sent mails: one goes at once, one waits for a reviewer, who approves it. */
import { setTimeout as delay } from 'node:timers/promises'
import { approvalResolution } from '../../shared/domain/approval.ts'
import { inbox } from '../../shared/domain/inbox.ts'
import { message as messageContract } from '../../shared/domain/message.ts'
import type { ApiClient } from './api-client.ts'

/** What became of one of them, step by step. */
export interface SendOutcome {
  name: string
  /** What the API answered, and what came of it. */
  steps: string[]
  /** Id of the message; its file in the outbox has that name. */
  id: string
  isAsExpected: boolean
}

/** Reserved by RFC 2606; captured anyway. */
const to = 'Ada <ada@customer.example>'
const patienceMs = 30_000

/** The subjects of both. */
export const sentSubjects = { atOnce: 'Your meeting on Thursday', held: 'Your refund' }

/** Who takes part: the agent can send and not approve, the reviewer holds the key of the account. */
export interface DemoPeople {
  agent: ApiClient
  reviewer: ApiClient
}

/** The agent sends from the live inbox `slug` at `guarded_send`, then at `full_lockdown`; the reviewer approves what waits. */
export async function demoSends(
  { agent, reviewer }: DemoPeople,
  slug: string,
  signal: AbortSignal,
): Promise<SendOutcome[]> {
  const level = (security_level: string) => reviewer.patch(`/inboxes/${slug}`, { security_level }, inbox)
  const send = (subject: string, body: string) =>
    agent.answer('POST', `/inboxes/${slug}/messages`, { to, subject, body }, messageContract)

  const outcome = async (
    name: string,
    id: string,
    steps: string[],
    expected: string,
  ): Promise<SendOutcome> => {
    const status = await finalStatus(agent, id, signal)
    const all = [...steps, status]
    return { name, steps: all, id, isAsExpected: all.join(' ') === expected }
  }

  await level('guarded_send')
  const atOnce = await send(sentSubjects.atOnce, 'Hello Ada,\n\n11:00 it is.\n\nYour agent\n')
  // The level is looked at again when a message leaves: this one has to be gone before it changes.
  const first = await outcome(
    'A mail sent at once',
    atOnce.body.id,
    [`${atOnce.status} ${atOnce.body.status}`],
    '201 queued sent',
  )
  await level('full_lockdown')
  const held = await send(sentSubjects.held, 'Hello Ada,\n\nthe refund is on its way.\n\nYour agent\n')
  const approvalId = held.body.approval?.id ?? ''
  const { status: resolution } = await reviewer.post(
    `/approvals/${approvalId}/approve`,
    undefined,
    approvalResolution,
  )
  await level('guarded_send')
  const second = await outcome(
    'A mail that waits for approval',
    held.body.id,
    [`${held.status} ${held.body.status}`, resolution],
    '202 withheld approved sent',
  )
  return [first, second]
}

async function finalStatus(api: ApiClient, id: string, signal: AbortSignal): Promise<string> {
  const deadline = performance.now() + patienceMs
  for (let pause = 300; ; pause *= 1.5) {
    await delay(pause, undefined, { signal })
    const { status } = await api.get(`/messages/${id}`, messageContract)
    if (!['queued', 'scheduled'].includes(status) || performance.now() > deadline) return status
  }
}

/** The outcomes as aligned lines, headed. */
export function sendTable(outcomes: SendOutcome[]): string[] {
  const rows = [['Sent', 'What happened'], ...outcomes.map(({ name, steps }) => [name, steps.join(' → ')])]
  const width = Math.max(...rows.map(([name]) => name!.length))
  return rows.map(([name, what]) => `  ${name!.padEnd(width)}  ${what}`)
}
