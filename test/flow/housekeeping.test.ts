/** Chores that go from tenant to tenant: one that fails holds up no other, and its failure is told. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditEntry } from '../../shared/domain/audit.ts'
import { limits } from '../../shared/domain/limits.ts'
import { linkAuditEntries } from '../../shared/flow/audit/link.ts'
import { lookAfter, payWhatIsDue } from '../../shared/flow/billing/work.ts'
import { purgeEvents } from '../../shared/flow/events/purge.ts'
import { enqueueChannelNotices } from '../../shared/flow/outbound/approval/channel-notice.ts'
import { expireApprovals } from '../../shared/flow/outbound/approval/expire.ts'
import { enqueueWithheldNotices } from '../../shared/flow/outbound/approval/withheld-notice.ts'
import { purgeTaintedValues } from '../../shared/flow/retention/taints.ts'
import { countCredits, countStatistics } from '../../shared/flow/statistics/count.ts'
import { markOf } from '../../shared/risk/exfiltration/named-values.ts'
import { insertAuditEntries } from '../../shared/store/audit.ts'
import { insertEvents } from '../../shared/store/event.ts'
import { insertTaints } from '../../shared/store/taint.ts'
import { createTestApi, plantMessage, type TestAccount, type TestApi } from '../support/api.ts'
import { billingParts } from '../support/billing.ts'

interface House extends TestAccount {
  slug: string
  inboxId: string
}

let api: TestApi
let houses: House[]
beforeAll(async () => {
  api = await createTestApi()
  houses = []
  for (const slug of ['first', 'second', 'third']) {
    const account = await api.signUp()
    const made = await api.call('POST', '/inboxes', account.liveKey, { slug, security_level: 4 })
    houses.push({ ...account, slug, inboxId: String(made.body.id) })
  }
})
afterAll(() => api.close())

const { signal } = new AbortController()

const isThere = async (sql: string, { tenantId }: House, ...more: unknown[]) =>
  (await api.database.query(sql, [tenantId, ...more])).length > 0

const happened = async (
  house: House,
  status = 'clean',
  type: 'message.received' | 'message.withheld' = 'message.received',
) => {
  const { tenantId, inboxId } = house
  const { id: messageId } = await plantMessage(api.database, tenantId, inboxId, { status })
  await api.database.transaction((tx) =>
    insertEvents(tx, [{ tenantId, inboxId, messageId, type, facts: {}, deliveryId: null }]),
  )
  return messageId
}

const subscribed = ({ tenantId }: House) =>
  api.database.query(
    "update subscriptions set current_period_end = now() where tenant_id = $1 and status = 'active'",
    [tenantId],
  )

interface Chore {
  name: string
  /** What fails for one tenant: its rows of a table. */
  fault: { table: string; on: 'insert' | 'update' | 'delete' }
  /** Gives a house something to be done. */
  prepare: (house: House) => Promise<unknown>
  work: () => Promise<unknown>
  isDone: (house: House) => Promise<boolean>
}

const chores: Chore[] = [
  {
    name: 'events are purged',
    fault: { table: 'events', on: 'delete' },
    prepare: async (house) => {
      await happened(house)
      await api.database.query(
        `update events set created_at = now() - make_interval(days => $2) where tenant_id = $1`,
        [house.tenantId, limits.eventDays + 1],
      )
    },
    work: () => purgeEvents(api.database),
    isDone: async (house) => !(await isThere('select from events where tenant_id = $1', house)),
  },
  {
    name: 'what has happened is counted',
    fault: { table: 'statistics', on: 'insert' },
    prepare: async (house) => {
      await api.database.query('delete from statistics where tenant_id = $1', [house.tenantId])
      await happened(house)
    },
    work: () => countStatistics(api.database),
    isDone: (house) => isThere('select from statistics where tenant_id = $1', house),
  },
  {
    name: 'credits are counted',
    fault: { table: 'statistics', on: 'insert' },
    prepare: async (house) => {
      await api.database.query('delete from statistics where tenant_id = $1', [house.tenantId])
      await api.call('GET', '/inboxes', house.liveKey)
    },
    work: () => countCredits(api.database),
    isDone: (house) => isThere('select from statistics where tenant_id = $1', house),
  },
  {
    name: 'the audit log is linked',
    fault: { table: 'audit_chain', on: 'insert' },
    prepare: ({ tenantId }) =>
      insertAuditEntries(api.database, [auditEntry(tenantId, null, 'settings', 'low', 'A change.', {})]),
    work: () => linkAuditEntries(api.database),
    isDone: async (house) => !(await isThere('select from audit_unlinked where tenant_id = $1', house)),
  },
  {
    name: 'approvals expire',
    fault: { table: 'approvals', on: 'update' },
    prepare: async ({ slug, liveKey, tenantId }) => {
      const mail = { to: 'ada@peer.example', subject: 'Order', body: 'It is on its way.' }
      await api.call('POST', `/inboxes/${slug}/messages`, liveKey, mail)
      await api.database.query(
        "update approvals set expires_at = now() - interval '1 second' where tenant_id = $1 and status = 'pending'",
        [tenantId],
      )
    },
    work: () => expireApprovals(api, signal),
    isDone: async (house) =>
      !(await isThere("select from approvals where tenant_id = $1 and status = 'pending'", house)),
  },
  {
    name: 'people are told of withheld mail',
    fault: { table: 'rare_states', on: 'update' },
    prepare: (house) => happened(house, 'withheld', 'message.withheld'),
    work: () => enqueueWithheldNotices(api, signal),
    isDone: async (house) =>
      !(await isThere(
        "select from rare_states where tenant_id = $1 and state = 'withheld' and not told",
        house,
      )),
  },
  {
    name: 'channels are told',
    fault: { table: 'rare_states', on: 'update' },
    prepare: async (house) => {
      await api.database.query(
        `insert into notice_channels (tenant_id, id, kind, name, sealed_url, masked_url, events)
         select $1, 'chn_' || $1, 'slack', 'Here', 'sealed', 'masked', '{message.withheld}'
         where not exists (select from notice_channels where tenant_id = $1)`,
        [house.tenantId],
      )
      await happened(house, 'withheld', 'message.withheld')
    },
    work: () => enqueueChannelNotices(api, signal),
    isDone: async (house) =>
      !(await isThere(
        "select from rare_states where tenant_id = $1 and state = 'withheld' and not posted",
        house,
      )),
  },
  {
    name: 'what mail has named beyond what a tenant may have is forgotten',
    fault: { table: 'taints', on: 'delete' },
    prepare: async (house) => {
      const { tenantId } = house
      const messageId = await happened(house)
      const marks = Array.from({ length: 3 }, (_, n) => markOf({ kind: 'phone', value: `${messageId}${n}` }))
      await insertTaints(api.database, [{ tenantId, messageId, withheld: false, marks }])
    },
    work: () => purgeTaintedValues(api.database, signal, 1),
    isDone: async (house) => !(await isThere('select from taints where tenant_id = $1 offset 1', house)),
  },
  {
    name: 'top-ups are ordered',
    fault: { table: 'auto_topups', on: 'update' },
    prepare: async ({ liveKey, tenantId }) => {
      const settings = { enabled: true, threshold: 1, credits: 1_000 }
      await api.call('PUT', '/billing/auto-topup', liveKey, settings)
      await api.database.query('update auto_topups set due_at = now() where tenant_id = $1', [tenantId])
    },
    work: () => payWhatIsDue(billingParts(api.database)),
    isDone: async (house) =>
      !(await isThere('select from auto_topups where tenant_id = $1 and due_at is not null', house)),
  },
  {
    name: 'subscriptions are renewed',
    fault: { table: 'subscriptions', on: 'update' },
    prepare: async (house) => {
      const { body } = await api.call('GET', '/credits', house.liveKey)
      if (String(body.plan) === 'free')
        await api.call('POST', '/billing/subscribe', house.liveKey, { plan: 'pro' })
      await subscribed(house)
    },
    work: () => lookAfter(billingParts(api.database)),
    isDone: async (house) =>
      !(await isThere(
        "select from subscriptions where tenant_id = $1 and status = 'active' and current_period_end <= now()",
        house,
      )),
  },
]

/** Fails what is done to the rows of a tenant, until it is ended. */
async function failFor({ tenantId }: House, { table, on }: Chore['fault']): Promise<() => Promise<unknown>> {
  await api.database.query(
    `create or replace function fail_on_purpose() returns trigger language plpgsql as
     $$ begin raise exception 'failing on purpose' using errcode = 'P0001'; end $$`,
  )
  const row = on === 'delete' ? 'old' : 'new'
  await api.database.query(
    `create trigger fails before ${on} on ${table} for each row when (${row}.tenant_id = '${tenantId}')
     execute function fail_on_purpose()`,
  )
  return () => api.database.query(`drop trigger fails on ${table}`)
}

test.each(chores)('$name of all others, whichever tenant fails', async ({ fault, prepare, work, isDone }) => {
  for (const failing of houses) {
    for (const house of houses) {
      await prepare(house)
      expect(await isDone(house)).toBe(false)
    }
    const end = await failFor(failing, fault)
    try {
      await expect(work()).rejects.toThrow('failing on purpose')
      for (const house of houses) expect(await isDone(house), house.slug).toBe(house !== failing)
    } finally {
      await end()
    }
    await work()
    expect(await isDone(failing)).toBe(true)
  }
})
