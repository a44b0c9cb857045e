/** Contract of policies: making, reading, changing, deleting and simulating them. */
import { RE2JS } from 're2js'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { newId } from '../../shared/domain/ids.ts'
import { limits } from '../../shared/domain/limits.ts'
import {
  type Answer,
  createTestApi,
  itemsOf,
  plantMessage,
  type TestAccount,
  type TestApi,
} from '../support/api.ts'

let api: TestApi
let account: TestAccount
let inboxId: string
beforeAll(async () => {
  api = await createTestApi()
  account = await api.signUp()
  inboxId = String((await api.call('POST', '/inboxes', account.liveKey, { slug: 'policy-agent' })).body.id)
})
afterAll(() => api.close())

const blocklist = (fields: Record<string, unknown> = {}) => ({
  name: 'No spam',
  type: 'domain_blocklist',
  action: 'block',
  config: { domains: ['spam.example'] },
  ...fields,
})
const create = (fields: Record<string, unknown> = {}, key = account.liveKey) =>
  api.call('POST', '/policies', key, blocklist(fields))
const detailsOf = ({ body }: Answer) => body.error?.details as unknown as { path: string; message: string }[]
const pathsOf = (answer: Answer) => detailsOf(answer).map(({ path }) => path)

async function keyOf(order: Record<string, unknown>, of = account): Promise<string> {
  const { body, text } = await api.call('POST', '/api_keys', of.liveKey, { name: 'limited', ...order })
  if (body.key === undefined) throw new Error(text)
  return String(body.key)
}

describe('patterns of a keyword filter', () => {
  const filter = (keywords: string[]) => ({ type: 'keyword_filter', config: { keywords, match: 'regex' } })
  const bombs = Array.from({ length: limits.policyKeywords }, (_, index) => `${index}${'a{1000}'.repeat(70)}`)

  test('that would take long to compile are refused, before one is compiled', async () => {
    const made = await create(filter(['wire\\s+transfer']))
    expect(made.status).toBe(201)
    const compile = vi.spyOn(RE2JS, 'compile')
    const refused = await create(filter(bombs))
    expect([refused.status, pathsOf(refused)]).toEqual([422, ['body.config.keywords']])
    const path = `/policies/${String(made.body.id)}`
    const changed = await api.call('PATCH', path, account.liveKey, { config: { keywords: bombs } })
    expect([changed.status, pathsOf(changed)]).toEqual([422, ['body.config.keywords']])
    expect(compile).not.toHaveBeenCalled()
  })

  test('are not compiled to be shown', async () => {
    const { body } = await create(filter(['seen once']))
    await api.database.query(
      `update policies set config = jsonb_set(config, '{keywords}', '["never compiled"]') where id = $1`,
      [body.id],
    )
    const compile = vi.spyOn(RE2JS, 'compile')
    const shown = await api.call('GET', `/policies/${String(body.id)}`, account.liveKey)
    expect(shown.body.config).toMatchObject({ keywords: ['never compiled'] })
    expect((await api.call('GET', '/policies', account.liveKey)).status).toBe(200)
    expect(compile).not.toHaveBeenCalled()
  })
})

describe('making a policy', () => {
  test('answers it with its defaults, global, enabled; and costs 2 credits', async () => {
    const before = await api.balance(account.accountId)
    const { status, body } = await create()
    expect(status).toBe(201)
    expect(body).toEqual({
      id: expect.stringMatching(/^pol_[0-9a-z]{26}$/),
      name: 'No spam',
      type: 'domain_blocklist',
      action: 'block',
      inbox_id: null,
      enabled: true,
      config: { domains: ['spam.example'], direction: 'both' },
      created_at: expect.stringMatching(/Z$/),
      updated_at: expect.stringMatching(/Z$/),
    })
    expect(before - (await api.balance(account.accountId))).toBe(2)
  })

  test.each([
    ['domain_allowlist', 'withhold', { domains: ['*.example.com', 'ada@example.org'], direction: 'inbound' }],
    [
      'keyword_filter',
      'flag',
      {
        keywords: ['(?i)gift\\s+cards?'],
        match: 'regex',
        fields: ['subject', 'attachment_names'],
        case_sensitive: true,
        direction: 'outbound',
      },
    ],
    [
      'rate_limit',
      'block',
      { max_messages: 10, window_seconds: 3600, per: 'counterparty', direction: 'both' },
    ],
    [
      'pii_redaction',
      'redact',
      { entities: ['email', 'iban'], direction: 'both', replacement: '[{type} {n}]' },
    ],
    ['pii_redaction', 'block', { entities: ['us_ssn'], direction: 'outbound', replacement: 'x' }],
    [
      'output_scan',
      'withhold',
      { detectors: ['secrets', 'injection', 'links', 'pii', 'exfiltration'], max_score: 0 },
    ],
  ])('takes %s with %s, and reads back what was written', async (type, action, config) => {
    const made = await create({ type, action, config, inbox_id: inboxId, enabled: false })
    expect(made.status, made.text).toBe(201)
    expect(made.body).toMatchObject({ type, action, config, inbox_id: inboxId, enabled: false })
    const read = await api.call('GET', `/policies/${made.body.id}`, account.liveKey)
    expect([read.status, read.body]).toEqual([200, made.body])
  })

  test.each([
    [{ config: { domains: ['spam.example'], nonsense: 1 } }, ['body.config.nonsense']],
    [{ config: { domains: ['a b'] } }, ['body.config.domains.0']],
    [
      { type: 'output_scan', config: { detectors: ['pii'], direction: 'outbound' } },
      ['body.config.direction'],
    ],
    [
      { type: 'keyword_filter', config: { keywords: ['ok', '(?<=a)b'], match: 'regex' } },
      ['body.config.keywords.1'],
    ],
    [{ type: 'telepathy' }, ['body.type']],
    [{ type: undefined }, ['body.type']],
    [{ action: 'redact' }, ['body.action']],
    [{ action: undefined, name: undefined, config: undefined }, ['body.name', 'body.action', 'body.config']],
    [{ name: '' }, ['body.name']],
    [{ name: 'two\nlines' }, ['body.name']],
    [{ name: 'x'.repeat(limits.policyNameCharacters + 1) }, ['body.name']],
    [{ mood: 'grim', id: 'pol_1' }, ['body.mood', 'body.id']],
    [{ inbox_id: 'inb_nowhere' }, ['body.inbox_id']],
    [{ inbox_id: newId('inbox') }, ['body.inbox_id']],
    [{ enabled: 'yes' }, ['body.enabled']],
  ])('%j is 422 and names what is wrong', async (fields, paths) => {
    const before = await api.balance(account.accountId)
    const answer = await create(fields)
    expect(answer.status).toBe(422)
    expect(answer.body.error).toMatchObject({ code: 'validation_error' })
    expect(pathsOf(answer)).toEqual(paths)
    expect(await api.balance(account.accountId)).toBe(before)
  })

  test('a body that is no object is told so', async () => {
    const answer = await api.call('POST', '/policies', account.liveKey, [1])
    expect(answer.status).toBe(422)
    expect(detailsOf(answer)).toEqual([{ path: 'body', message: 'must be an object' }])
  })

  test('without credits it is 402, and nothing is made', async () => {
    const broke = await api.signUp()
    await api.database.query('update accounts set credits = 1 where id = $1', [broke.accountId])
    expect((await create({}, broke.liveKey)).status).toBe(402)
    expect(await api.database.query('select 1 from policies where tenant_id = $1', [broke.tenantId])).toEqual(
      [],
    )
    expect((await create({}, broke.sandboxKey)).status, 'sandbox keys use no credits').toBe(201)
  })

  test('needs the scope policies:write, and reading policies:read', async () => {
    const reader = await keyOf({ scopes: ['policies:read'] })
    const writer = await keyOf({ scopes: ['policies:write'] })
    const made = await create({}, writer)
    expect(made.status).toBe(201)
    const path = `/policies/${made.body.id}`
    const statuses = async (key: string) => [
      (await create({}, key)).status,
      (await api.call('GET', '/policies', key)).status,
      (await api.call('GET', path, key)).status,
      (await api.call('POST', '/policies/simulate', key, { message: { direction: 'inbound' } })).status,
      (await api.call('PATCH', path, key, { name: 'n' })).status,
      (await api.call('DELETE', path, key)).status,
    ]
    expect(await statuses(reader)).toEqual([403, 200, 200, 200, 403, 403])
    expect(await statuses(writer)).toEqual([201, 403, 403, 403, 200, 204])
  })
})

describe('the number of policies', () => {
  test('is limited for each scope, exactly, also for requests at once', async () => {
    const owner = await api.signUp()
    const { body: inbox } = await api.call('POST', '/inboxes', owner.liveKey, { slug: 'many-policies' })
    const before = limits.policiesPerScope - 3
    await fill(owner.tenantId, String(inbox.id), before)
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => create({ inbox_id: inbox.id }, owner.liveKey)),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 422, 422, 422, 422, 422])
    const refused = answers.find(({ status }) => status === 422)!
    expect(detailsOf(refused)).toEqual([
      {
        path: 'body.inbox_id',
        message: 'there are 50 policies for this inbox, which is the most; delete one first',
      },
    ])
    const global = await create({}, owner.liveKey)
    expect(global.status, 'another scope').toBe(201)
    const moved = await api.call('PATCH', `/policies/${global.body.id}`, owner.liveKey, {
      inbox_id: inbox.id,
    })
    expect([moved.status, pathsOf(moved)]).toEqual([422, ['body.inbox_id']])
  })

  test('is limited for the whole tenant', async () => {
    const owner = await api.signUp()
    for (let i = 0; i < limits.policies / limits.policiesPerScope; i++) {
      const { body } = await api.call('POST', '/inboxes', owner.liveKey, { slug: `all-policies-${i}` })
      await fill(owner.tenantId, String(body.id), limits.policiesPerScope)
    }
    const answer = await create({}, owner.liveKey)
    expect([answer.status, detailsOf(answer)]).toEqual([
      422,
      [{ path: 'body', message: 'there are 1000 policies, which is the most; delete one first' }],
    ])
    // One that is moved is no further one.
    const [{ id }] = (await api.database.query('select id from policies where tenant_id = $1 limit 1', [
      owner.tenantId,
    ])) as [{ id: string }]
    const moved = await api.call('PATCH', `/policies/${id}`, owner.liveKey, { inbox_id: null })
    expect([moved.status, moved.body.inbox_id], moved.text).toEqual([200, null])
  })

  const fill = (tenantId: string, inbox: string, count: number) =>
    api.database.query(
      `insert into policies (tenant_id, id, inbox_id, name, type, action, enabled, config)
       select $1, 'pol_' || right($2, 22) || lpad(n::text, 4, '0'), $2, 'n', 'domain_blocklist', 'block', false, '{"domains":["spam.example"],"direction":"both"}' from generate_series(1, $3) n`,
      [tenantId, inbox, count],
    )
})

describe('listing policies', () => {
  test('newest first, page by page, by inbox and by type; and costs 1 credit', async () => {
    const owner = await api.signUp()
    const { body: inbox } = await api.call('POST', '/inboxes', owner.liveKey, { slug: 'listed-policies' })
    const ids: unknown[] = []
    for (const order of [
      {},
      { inbox_id: inbox.id },
      { type: 'rate_limit', config: { max_messages: 1, window_seconds: 1 } },
      { inbox_id: inbox.id },
    ])
      ids.unshift((await create(order, owner.liveKey)).body.id)
    const list = async (query: string) => {
      const answer = await api.call('GET', `/policies?${query}`, owner.liveKey)
      expect(answer.status).toBe(200)
      return answer
    }
    const idsOf = (answer: Answer) => itemsOf(answer, 'policies').map(({ id }) => id)
    const before = await api.balance(owner.accountId)
    const first = await list('limit=3')
    expect(before - (await api.balance(owner.accountId))).toBe(1)
    expect([idsOf(first), first.body.has_more]).toEqual([ids.slice(0, 3), true])
    const second = await list(`limit=3&cursor=${first.body.next_cursor}`)
    expect([idsOf(second), second.body.has_more, second.body.next_cursor]).toEqual([
      ids.slice(3),
      false,
      null,
    ])
    expect(idsOf(await list(`inbox_id=${inbox.id}`))).toEqual([ids[0], ids[2]])
    expect(idsOf(await list('type=rate_limit'))).toEqual([ids[1]])
    expect(idsOf(await list(`type=rate_limit&inbox_id=${inbox.id}`))).toEqual([])
    expect(idsOf(await list(`inbox_id=${newId('inbox')}`))).toEqual([])
  })

  test.each(['type=telepathy', 'limit=0', 'limit=101', 'cursor=made-by-hand', 'mood=grim'])(
    '?%s is 422',
    async (query) => {
      expect((await api.call('GET', `/policies?${query}`, account.liveKey)).status).toBe(422)
    },
  )
})

describe('changing a policy', () => {
  const change = (id: unknown, changes: unknown, key = account.liveKey) =>
    api.call('PATCH', `/policies/${id}`, key, changes)

  test('changes what is present, keys of the config one by one, and costs nothing', async () => {
    const { body: made } = await create({ config: { domains: ['a.example'], direction: 'inbound' } })
    const before = await api.balance(account.accountId)
    const named = await change(made.id, { name: 'Renamed', enabled: false })
    expect(named.body).toEqual({ ...made, name: 'Renamed', enabled: false, updated_at: expect.any(String) })
    const configured = await change(made.id, { config: { domains: ['b.example'] }, action: 'flag' })
    expect(configured.body).toMatchObject({
      action: 'flag',
      config: { domains: ['b.example'], direction: 'inbound' },
    })
    const moved = await change(made.id, { inbox_id: inboxId })
    expect(moved.body).toMatchObject({ inbox_id: inboxId, name: 'Renamed' })
    expect((await change(made.id, { inbox_id: null })).body).toMatchObject({ inbox_id: null })
    expect((await change(made.id, {})).body).toMatchObject({ inbox_id: null, action: 'flag' })
    expect(await api.balance(account.accountId)).toBe(before)
  })

  test.each([
    [{ config: { nonsense: 1, more: 2 } }, ['body.config.nonsense', 'body.config.more']],
    [{ config: { domains: ['a b'] } }, ['body.config.domains.0']],
    [{ config: { keywords: ['x'] } }, ['body.config.keywords']],
    [{ config: ['x'] }, ['body.config']],
    [{ action: 'redact' }, ['body.action']],
    [{ type: 'keyword_filter' }, ['body.type']],
    [{ inbox_id: newId('inbox') }, ['body.inbox_id']],
    [{ name: null }, ['body.name']],
  ])('%j is 422, names what is wrong, and changes nothing', async (changes, paths) => {
    const { body: made } = await create()
    const answer = await change(made.id, changes)
    expect([answer.status, pathsOf(answer)]).toEqual([422, paths])
    expect((await api.call('GET', `/policies/${made.id}`, account.liveKey)).body).toEqual(made)
  })

  test('deleting is for good', async () => {
    const { body: made } = await create()
    const gone = await api.call('DELETE', `/policies/${made.id}`, account.liveKey)
    expect([gone.status, gone.text]).toEqual([204, ''])
    for (const method of ['GET', 'DELETE', 'PATCH'])
      expect(
        (await api.call(method, `/policies/${made.id}`, account.liveKey, method === 'PATCH' ? {} : undefined))
          .status,
      ).toBe(404)
  })

  test('making, changing and deleting are on record, with who did it and without the config', async () => {
    const { body: made } = await create({
      inbox_id: inboxId,
      config: { domains: ['secret-customer.example'] },
    })
    await change(made.id, { enabled: false, name: 'Off' })
    await api.call('DELETE', `/policies/${made.id}`, account.liveKey)
    const answer = await api.call(
      'GET',
      `/audit_log?event_type=settings&inbox_id=${inboxId}&limit=3`,
      account.liveKey,
    )
    const common = { policy_id: made.id, type: 'domain_blocklist', action: 'block' }
    const by = { user_id: expect.stringMatching(/^usr_/), key_id: expect.stringMatching(/^key_/) }
    expect(itemsOf(answer, 'entries').map(({ description, metadata }) => [description, metadata])).toEqual([
      ['Policy "Off" was deleted.', { ...common, ...by, enabled: false }],
      ['Policy "Off" was changed.', { ...common, ...by, enabled: false, fields: ['name', 'enabled'] }],
      ['Policy "No spam" was made.', { ...common, ...by, enabled: true }],
    ])
    expect(answer.text).not.toContain('secret-customer')
  })

  test('an inbox takes its policies with it', async () => {
    const { body: inbox } = await api.call('POST', '/inboxes', account.liveKey, {
      slug: 'short-lived-policies',
    })
    const { body: made } = await create({ inbox_id: inbox.id })
    await api.call('DELETE', '/inboxes/short-lived-policies', account.liveKey)
    expect((await api.call('GET', `/policies/${made.id}`, account.liveKey)).status).toBe(404)
  })
})

describe('a key that is limited to one inbox', () => {
  test('makes and sees the policies of that inbox only, and changes none', async () => {
    const owner = await api.signUp()
    const ids: string[] = []
    for (const slug of ['limited-own', 'limited-other'])
      ids.push(String((await api.call('POST', '/inboxes', owner.liveKey, { slug })).body.id))
    const [own, other] = ids
    const key = await keyOf({ inbox_id: own, scopes: ['policies:read', 'policies:write'] }, owner)
    const foreign = [await create({}, owner.liveKey), await create({ inbox_id: other }, owner.liveKey)]

    const made = await create({}, key)
    expect(made.body, 'an inbox that is left out is its own').toMatchObject({ inbox_id: own })
    expect((await create({ inbox_id: own }, key)).status).toBe(201)
    for (const inbox_id of [null, other, newId('inbox')]) {
      const answer = await create({ inbox_id }, key)
      expect([answer.status, answer.body.error?.code]).toEqual([403, 'forbidden'])
    }
    for (const { body } of foreign) {
      expect((await api.call('GET', `/policies/${body.id}`, key)).status).toBe(404)
    }
    for (const { body } of [...foreign, made]) {
      expect((await api.call('DELETE', `/policies/${body.id}`, key)).status).toBe(403)
      expect((await api.call('PATCH', `/policies/${body.id}`, key, { enabled: false })).status).toBe(403)
    }
    const listed = itemsOf(await api.call('GET', '/policies', key), 'policies')
    expect(new Set(listed.map(({ inbox_id }) => inbox_id))).toEqual(new Set([own]))
    expect(itemsOf(await api.call('GET', `/policies?inbox_id=${other}`, key), 'policies')).toEqual([])
    const elsewhere = await api.call('POST', '/policies/simulate', key, {
      message: { direction: 'inbound', inbox_id: other },
    })
    expect([elsewhere.status, pathsOf(elsewhere)]).toEqual([422, ['body.message.inbox_id']])
  })
})

describe('simulating', () => {
  let owner: TestAccount
  let inbox: string
  const simulate = (body: unknown, key = owner.liveKey) => api.call('POST', '/policies/simulate', key, body)
  beforeAll(async () => {
    owner = await api.signUp()
    inbox = String((await api.call('POST', '/inboxes', owner.liveKey, { slug: 'simulated' })).body.id)
  })

  test('tells which policies fire on a message, why, and what would become of it; and changes nothing', async () => {
    const block = (await create({}, owner.liveKey)).body
    const flag = (
      await create(
        {
          name: 'Words',
          inbox_id: inbox,
          type: 'keyword_filter',
          action: 'flag',
          config: { keywords: ['gift card'], direction: 'inbound' },
        },
        owner.liveKey,
      )
    ).body
    const before = await state()
    const answer = await simulate({
      message: {
        direction: 'inbound',
        inbox_id: inbox,
        from: 'x@spam.example',
        subject: 'Hello',
        html: '<p>Buy a <b>gift</b>\ncard</p>',
      },
    })
    expect(answer.status, answer.text).toBe(200)
    expect(answer.body).toEqual({
      direction: 'inbound',
      inbox_id: inbox,
      message_id: null,
      action: 'block',
      policy_id: block.id,
      reason: 'The sender x@spam.example is on the block list.',
      effect: 'The sender is refused at RCPT: 550 5.7.1.',
      fired: [
        {
          policy_id: block.id,
          name: 'No spam',
          type: 'domain_blocklist',
          action: 'block',
          inbox_id: null,
          stage: 'rcpt',
          reason: 'The sender x@spam.example is on the block list.',
        },
        {
          policy_id: flag.id,
          name: 'Words',
          type: 'keyword_filter',
          action: 'flag',
          inbox_id: inbox,
          stage: 'message',
          reason: 'The body holds "gift card".',
        },
      ],
      redacted: null,
    })
    expect(await state()).toBe(before)
  })

  test('without an inbox only the policies for all inboxes count', async () => {
    const answer = await simulate({
      message: { direction: 'inbound', from: 'ada@example.com', body: 'gift card' },
    })
    expect(answer.body).toMatchObject({
      action: null,
      policy_id: null,
      reason: null,
      effect: 'No policy fires.',
    })
  })

  test('a sender on an allow list counts only when it is authenticated', async () => {
    const partners = { name: 'Partners', type: 'domain_allowlist', action: 'withhold' }
    const { body: made } = await create(
      { ...partners, config: { domains: ['example.com'], direction: 'inbound' }, inbox_id: inbox },
      owner.liveKey,
    )
    const from = async (address: string, authenticated?: boolean) =>
      (
        await simulate({
          message: {
            direction: 'inbound',
            inbox_id: inbox,
            from: address,
            ...(authenticated === undefined ? {} : { authenticated }),
          },
        })
      ).body
    expect(await from('ada@example.com')).toMatchObject({ action: null })
    expect(await from('ada@example.com', false)).toMatchObject({ action: 'withhold', policy_id: made.id })
    expect(await from('ada@example.org')).toMatchObject({ effect: 'The message is withheld.' })
    await api.call('DELETE', `/policies/${made.id}`, owner.liveKey)
  })

  test('outbound, recipients and what the detectors find count', async () => {
    const scan = (
      await create(
        {
          name: 'Scan',
          type: 'output_scan',
          action: 'block',
          config: { detectors: ['secrets'] },
          inbox_id: inbox,
        },
        owner.liveKey,
      )
    ).body
    const sent = (message: Record<string, unknown>) =>
      simulate({ message: { direction: 'outbound', inbox_id: inbox, ...message } })
    expect((await sent({ to: ['ada@example.com', 'x@spam.example'] })).body).toMatchObject({
      action: 'block',
      reason: 'The recipient x@spam.example is on the block list.',
      effect: 'The send is refused: 403 policy_blocked.',
    })
    expect((await sent({ to: ['ada@example.com'], body: 'All is well.' })).body).toMatchObject({
      action: null,
    })
    const secret = await sent({
      to: ['ada@example.com'],
      body: `The key is ${['AKIA', 'QX7DN4PLM2WRTB3Z'].join('')} and its secret ${['wJalrXUtnFEMI/K7MDENG/', 'bPxRfiCYzq9TRkL2vA'].join('')}`,
    })
    expect(secret.body).toMatchObject({ action: 'block', policy_id: scan.id })
  })

  test('a redaction shows what would be left', async () => {
    const redaction = (
      await create(
        {
          name: 'No addresses',
          type: 'pii_redaction',
          action: 'redact',
          config: { entities: ['email'], replacement: '<hidden>'.replaceAll(/[<>]/g, '*') },
          inbox_id: inbox,
        },
        owner.liveKey,
      )
    ).body
    const answer = await simulate({
      message: {
        direction: 'inbound',
        inbox_id: inbox,
        from: 'ada@example.com',
        subject: 'For ada.lovelace@example.com',
        body: 'Write to grace.hopper@example.org.',
      },
    })
    expect(answer.body).toMatchObject({
      action: 'redact',
      policy_id: redaction.id,
      effect: 'The message is delivered without what was redacted.',
      redacted: { subject: 'For *hidden*', body: 'Write to *hidden*.', html: null },
    })
  })

  test('a stored message is looked at as if it came now, within reach only', async () => {
    const stored = { type: 'keyword_filter', action: 'withhold', config: { keywords: ['voucher'] } }
    await create({ ...stored, inbox_id: inbox }, owner.liveKey)
    const { id } = await plantMessage(api.database, owner.tenantId, inbox, { body: 'About that voucher.' })
    const parsed = {
      subject: 'Order',
      hidden: [],
      links: [],
      findings: [],
      from: { name: '', address: 'ada@example.com' },
    }
    const envelope = { mailFrom: 'ada@example.com', rcptTo: ['simulated@inbox.localhost'] }
    await api.database.query('update message_contents set parsed = $2, envelope = $3 where message_id = $1', [
      id,
      JSON.stringify(parsed),
      JSON.stringify(envelope),
    ])
    const answer = await simulate({ message_id: id })
    expect(answer.status, answer.text).toBe(200)
    expect(answer.body).toMatchObject({
      message_id: id,
      inbox_id: inbox,
      direction: 'inbound',
      action: 'withhold',
      redacted: null,
    })
    for (const key of [owner.sandboxKey, account.liveKey])
      expect((await simulate({ message_id: id }, key)).status).toBe(404)
    expect((await simulate({ message_id: newId('message') })).status).toBe(404)
    expect((await simulate({ message_id: 'nonsense' })).status).toBe(404)
    const { id: pending } = await plantMessage(api.database, owner.tenantId, inbox, {
      status: 'processing',
      verdict: null,
    })
    const early = await simulate({ message_id: pending })
    expect([early.status, pathsOf(early)]).toEqual([422, ['body.message_id']])
  })

  test.each([
    [{}, ['body.message']],
    [{ message_id: newId('message'), message: { direction: 'inbound' } }, ['body.message']],
    [{ message: {} }, ['body.message.direction']],
    [{ message: { direction: 'inbound', mood: 1 } }, ['body.message.mood']],
    [{ message: { direction: 'inbound', inbox_id: 'inb_1' } }, ['body.message.inbox_id']],
    [
      { message: { direction: 'outbound', to: Array(limits.recipients + 1).fill('a@b.example') } },
      ['body.message.to'],
    ],
  ])('%j is 422', async (body, paths) => {
    const answer = await simulate(body)
    expect([answer.status, pathsOf(answer)]).toEqual([422, paths])
  })

  /** All that a simulation must leave alone. */
  async function state(): Promise<string> {
    const tables = ['policies', 'policy_counters', 'messages', 'audit_entries']
    const rows = await Promise.all(
      tables.map((table) => api.database.query(`select to_jsonb(t) as row from ${table} t order by 1`)),
    )
    return JSON.stringify([rows, await api.balance(owner.accountId)])
  }
})
