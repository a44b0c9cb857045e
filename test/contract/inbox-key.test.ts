/** A key that is limited to one inbox, with all scopes: what it may do at each endpoint, and what never. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { EndpointName } from '../../shared/domain/endpoints.ts'
import { newId } from '../../shared/domain/ids.ts'
import { scopes } from '../../shared/domain/scopes.ts'
import { insertSuppressions } from '../../shared/store/suppression.ts'
import { createTestApi, type TestAccount, type TestApi } from '../support/api.ts'
import { attempts, everyPath, filled, makeOneOfEach, type Owner, stateOf } from '../support/one-of-each.ts'
import { readHere } from '../support/read-here.ts'

/** What docs/SENDING.md says, written down a second time. */
const refused: EndpointName[] = [
  'send_confirmation',
  'export_account',
  'delete_account',
  'create_user',
  'update_own_user',
  'update_user',
  'delete_user',
  'create_notice_channel',
  'list_notice_channels',
  'get_notice_channel',
  'update_notice_channel',
  'delete_notice_channel',
  'test_notice_channel',
  'create_inbox',
  'delete_inbox',
  'get_canary',
  'rotate_canary',
  'delete_message',
  'release_message',
  'give_feedback',
  'take_back_feedback',
  'approve',
  'reject',
  'edit_approval',
  'update_policy',
  'delete_policy',
  'purchase_credits',
  'create_payment_method',
  'update_payment_method',
  'delete_payment_method',
  'subscribe',
  'cancel_subscription',
  'set_auto_topup',
]

let api: TestApi
let account: TestAccount
let owner: Owner
/** All scopes, one inbox. */
let key: string
beforeAll(async () => {
  api = await createTestApi(
    {},
    {
      parser: {
        attachment: async () => ({ content: Buffer.from('content'), charset: null }),
        sanitizeHtml: async (html) => html,
        readForAgent: readHere,
      },
    },
  )
  account = await api.signUp()
  owner = await makeOneOfEach(api, account.liveKey, account.tenantId, 'agents-own')
  key = await keyWith(scopes)
})
afterAll(() => api.close())

async function keyWith(wanted: readonly string[], inbox_id: string | null = owner.inboxId): Promise<string> {
  const order = { name: 'agent', scopes: wanted, ...(inbox_id === null ? {} : { inbox_id }) }
  return String((await api.call('POST', '/api_keys', account.liveKey, order)).body.key)
}

const patch = (body: unknown, by = key) => api.call('PATCH', '/inboxes/agents-own', by, body)
const outcome = async (answer: ReturnType<TestApi['call']>) => {
  const { status, body } = await answer
  return [status, body.error?.code]
}
const forbidden = [403, 'forbidden']

const walk = everyPath.filter(({ scope, name }) => scope !== null && name !== 'stream_events')

describe('every endpoint', () => {
  test.each(walk.filter(({ name }) => refused.includes(name)))(
    '$method $path is refused, and changes nothing',
    async ({ name, method, path }) => {
      // Subscriptions and methods that are there make no difference.
      const attempt = name === 'cancel_subscription' ? {} : await attempts[name](owner)
      const before = await stateOf(api)
      const resources = { ...owner.resources, ...attempt.resources }
      expect(await outcome(api.call(method, filled(path, resources), key, attempt.body))).toEqual(forbidden)
      expect(await stateOf(api)).toBe(before)
    },
  )

  test.each(walk.filter(({ name }) => !refused.includes(name)))(
    '$method $path is not refused as such',
    async ({ name, method, path }) => {
      // Whose own these are, what is global and what is another inbox's is not there for it.
      const { resources, query = '', body } = await attempts[name](owner)
      const address = `${filled(path, { ...owner.resources, ...resources })}${query}`
      expect([200, 201, 202, 204, 404]).toContain((await api.call(method, address, key, body)).status)
    },
  )
})

describe('what guards its inbox', () => {
  test('goes up, and never down', async () => {
    expect(await outcome(patch({ security_level: 'guarded_receive' }))).toEqual(forbidden)
    expect(await outcome(patch({ security_level: 3, display_name: 'Same' }))).toEqual([200, undefined])
    expect(await outcome(patch({ security_level: 'full_lockdown' }))).toEqual([200, undefined])
    expect(await outcome(patch({ security_level: 'guarded_send' }))).toEqual(forbidden)
    expect((await patch({})).body.security_level).toBe('full_lockdown')
    expect(await outcome(patch({ security_level: 'guarded_send' }, account.liveKey))).toEqual([
      200,
      undefined,
    ])
  })

  test('an inbox that only receives is not made one that sends', async () => {
    const allowed: Record<number, number[]> = { 1: [1, 2], 2: [2], 3: [3, 4], 4: [4] }
    for (const from of [1, 2, 3, 4])
      for (const to of [1, 2, 3, 4]) {
        expect((await patch({ security_level: from }, account.liveKey)).status).toBe(200)
        const expected = allowed[from]!.includes(to) ? [200, undefined] : forbidden
        expect(await outcome(patch({ security_level: to })), `${from} to ${to}`).toEqual(expected)
      }
    expect((await patch({ security_level: 3 }, account.liveKey)).status).toBe(200)
  })

  test('a pause is begun, and not ended', async () => {
    expect(await outcome(patch({ status: 'active' }))).toEqual([200, undefined])
    expect(await outcome(patch({ status: 'paused' }))).toEqual([200, undefined])
    expect(await outcome(patch({ status: 'active' }))).toEqual(forbidden)
    expect(await outcome(patch({ status: 'active' }, account.liveKey))).toEqual([200, undefined])
  })

  test('mail is not removed sooner', async () => {
    expect(await outcome(patch({ retention_days: 1 }))).toEqual(forbidden)
    await patch({ retention_days: 30 }, account.liveKey)
    expect(await outcome(patch({ retention_days: 29 }))).toEqual(forbidden)
    expect(await outcome(patch({ retention_days: 31 }))).toEqual([200, undefined])
    expect(await outcome(patch({ retention_days: null }))).toEqual([200, undefined])
  })

  test('a stricter policy is made; an allow list, which adds to others, is not', async () => {
    const policy = (type: string) => ({
      name: 'mine',
      type,
      action: 'block',
      config: { domains: ['peer.example'] },
    })
    const made = await api.call('POST', '/policies', key, policy('domain_blocklist'))
    expect(made.status).toBe(201)
    expect(await outcome(api.call('POST', '/policies', key, policy('domain_allowlist')))).toEqual(forbidden)
    expect(await outcome(api.call('DELETE', `/policies/${made.body.id}`, key))).toEqual(forbidden)
  })

  test('who bounced or complained stays on the suppression list', async () => {
    for (const reason of ['hard_bounce', 'complaint'] as const) {
      const address = `${reason}@peer.example`
      const cameBack = {
        tenantId: account.tenantId,
        id: newId('suppression'),
        address,
        reason,
        detail: null,
        inboxId: owner.inboxId,
        messageId: null,
      }
      const twice = { ...cameBack, id: newId('suppression'), address: address.toUpperCase() }
      // Whoever has put it there before it bounced or complained does not take it off afterwards.
      for (const first of [() => null, () => api.call('POST', '/suppressions', key, { address })]) {
        expect((await first())?.status ?? 201).toBe(201)
        await insertSuppressions(api.database, [cameBack, twice])
        expect(await outcome(api.call('DELETE', `/suppressions/${address}`, key))).toEqual(forbidden)
        const list = await api.call('GET', `/suppressions?address=${address}`, key)
        expect(list.body.suppressions).toMatchObject([{ address, reason, inbox_id: owner.inboxId }])
        expect((await api.call('DELETE', `/suppressions/${address}`, account.liveKey)).status).toBe(204)
      }
      await api.call('POST', '/suppressions', account.liveKey, { address, reason: 'Asked on the phone.' })
      await insertSuppressions(api.database, [cameBack])
      const kept = await api.call('DELETE', `/suppressions/${address}`, key)
      expect(kept.status).toBe(404)
      const list = await api.call('GET', `/suppressions?address=${address}`, account.liveKey)
      expect(list.body.suppressions).toMatchObject([{ reason: 'manual', detail: 'Asked on the phone.' }])
    }
  })

  test('a key that it makes is limited as it is itself', async () => {
    const { body } = await api.call('POST', '/api_keys', key, { name: 'child', scopes })
    expect(body.inbox_id).toBe(owner.inboxId)
    expect(await outcome(patch({ security_level: 1 }, String(body.key)))).toEqual(forbidden)
  })
})

describe('where events go', () => {
  const url = 'https://hooks.example/elsewhere'
  const lacking = 'The API key lacks the scope webhooks:write.'

  test('is changed with webhooks:write beside inboxes:write', async () => {
    for (const inboxId of [owner.inboxId, null]) {
      const weak = await keyWith(['inboxes:read', 'inboxes:write'], inboxId)
      for (const change of [
        { webhook_url: url },
        { webhook_url: null },
        { webhook_events: ['message.sent'] },
      ]) {
        const answer = await patch({ ...change, display_name: 'Renamed' }, weak)
        expect([answer.status, answer.body.error?.message]).toEqual([403, lacking])
      }
      expect((await patch({}, weak)).body).toMatchObject({
        webhook_url: 'https://hooks.example/',
        display_name: expect.not.stringContaining('Renamed'),
      })
    }
    const strong = await keyWith(['inboxes:write', 'webhooks:write'])
    expect((await patch({ webhook_url: url }, strong)).body.webhook_url).toBe(url)
  })

  test('is said with an inbox that is made by the same scopes', async () => {
    const weak = await keyWith(['inboxes:write'], null)
    for (const more of [{ webhook_url: url }, { webhook_events: ['message.sent'] }]) {
      const answer = await api.call('POST', '/inboxes', weak, { slug: 'pushed', ...more })
      expect([answer.status, answer.body.error?.message]).toEqual([403, lacking])
    }
    expect((await api.call('POST', '/inboxes', weak, { slug: 'pushed', webhook_url: null })).status).toBe(201)
  })
})
