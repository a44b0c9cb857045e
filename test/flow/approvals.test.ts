/** Approvals under a race, and at the end of their time. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ServiceError } from '../../shared/domain/errors.ts'
import { expireApprovals } from '../../shared/flow/outbound/approval/expire.ts'
import { resolveApproval } from '../../shared/flow/outbound/approval/resolve.ts'
import { lockForDeletion } from '../../shared/store/message-deletion.ts'
import { createTestApi, type TestAccount, type TestApi } from '../support/api.ts'

let api: TestApi
let account: TestAccount
beforeAll(async () => {
  api = await createTestApi()
  account = await api.signUp()
  await api.call('POST', '/inboxes', account.liveKey, { slug: 'vault', security_level: 4 })
})
afterAll(() => api.close())

const reviewer = { userId: 'usr_00000000000000000000000000', keyId: null }
const hold = async () => {
  const mail = { to: 'ada@peer.example', subject: 'Order', body: 'It is on its way.' }
  const { body } = await api.call('POST', '/inboxes/vault/messages', account.liveKey, mail)
  return { id: String(body.id), approvalId: String(body.approval?.id) }
}
const state = async (id: string) => {
  const [row] = await api.database.query<{
    message: string
    approval: string
    jobs: number
    audit: number
    events: number
  }>(
    `select m.status as message, a.status as approval,
       (select count(*)::int from pgboss.job j where j.name = 'relay' and j.data ->> 'messageId' = m.id) as jobs,
       (select count(*)::int from audit_entries e where e.event_type = 'approval' and e.metadata ->> 'message_id' = m.id
          and e.metadata ->> 'status' <> 'pending') as audit,
       (select count(*)::int from events e where e.message_id = m.id and e.type = 'approval.resolved') as events
     from messages m join approvals a on a.message_id = m.id where m.id = $1`,
    [id],
  )
  return row!
}

test('fifty who approve and fifty who reject, a hundred times: one resolution each, one job at most', async () => {
  await api.database.query('update accounts set credits = 10000 where id = $1', [account.accountId])
  const outcomes = { approved: 0, rejected: 0 }
  for (let round = 0; round < 100; round++) {
    const { id, approvalId } = await hold()
    const which = { tenantId: account.tenantId, approvalId }
    const answers = await Promise.allSettled(
      Array.from({ length: 100 }, (_, n) =>
        resolveApproval(
          { ...api, learn: async () => null },
          which,
          { status: (n + round) % 2 === 0 ? 'approved' : 'rejected' },
          reviewer,
        ),
      ),
    )
    const heard = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []))
    expect(heard).toHaveLength(1)
    for (const answer of answers)
      if (answer.status === 'rejected') {
        expect(answer.reason).toBeInstanceOf(ServiceError)
        expect((answer.reason as ServiceError).code).toBe('approval_resolved')
      }
    const won = heard[0]!.status
    outcomes[won]++
    expect(await state(id)).toEqual({
      message: won === 'approved' ? 'queued' : 'rejected',
      approval: won,
      jobs: won === 'approved' ? 1 : 0,
      audit: 1,
      events: 1,
    })
  }
  expect(Math.min(outcomes.approved, outcomes.rejected)).toBeGreaterThan(0)
})

test('who decides on a message that is being deleted waits for that, and neither ends the other', async () => {
  const { id, approvalId } = await hold()
  const which = { tenantId: account.tenantId, approvalId }
  let deciding: Promise<unknown> | undefined
  await api.database.transaction(async (tx) => {
    await lockForDeletion(tx, account.tenantId, id)
    deciding = resolveApproval(
      { ...api, learn: async () => null },
      which,
      { status: 'rejected' },
      reviewer,
    ).catch((error: unknown) => error)
    await expect
      .poll(() =>
        api.database.query(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        ),
      )
      .toHaveLength(1)
    await tx.query('delete from messages where tenant_id = $1 and id = $2', [account.tenantId, id])
  })
  expect(await deciding).toMatchObject({ code: 'not_found' })
})

test('what nobody resolved in time expires, once, however many look; the rest stays', async () => {
  const lapsed = await Promise.all(Array.from({ length: 60 }, hold))
  const pending = await hold()
  await api.database.query(
    "update approvals set expires_at = now() - interval '1 second' where id = any($1)",
    [lapsed.map(({ approvalId }) => approvalId)],
  )
  const { signal } = new AbortController()
  await Promise.all([1, 2, 3].map(() => expireApprovals(api, signal)))
  for (const { id } of lapsed)
    expect(await state(id)).toEqual({ message: 'expired', approval: 'expired', jobs: 0, audit: 1, events: 1 })
  expect(await state(pending.id)).toMatchObject({ message: 'withheld', approval: 'pending' })
})
