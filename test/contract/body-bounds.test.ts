/** What a body may be: its bytes, depth, values and keys are counted before any of it becomes an object. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpointDefinitions } from '../../shared/api/endpoints/index.ts'
import { limits } from '../../shared/domain/limits.ts'
import { createTestApi, type Json, type TestApi } from '../support/api.ts'
import { type Attempt, attempts, filled, makeOneOfEach, type Owner } from '../support/one-of-each.ts'

let api: TestApi
let owner: Owner
beforeAll(async () => {
  api = await createTestApi()
  const account = await api.signUp()
  owner = await makeOneOfEach(api, account.sandboxKey, account.sandboxTenantId, 'target')
})
afterAll(() => api.close())

const post = (url: string, payload: string | Buffer, headers: Record<string, string> = {}) =>
  api.inject({
    method: 'POST',
    url: `/api/v1${url}`,
    headers: {
      'content-type': 'application/json',
      ...(url === '/signup' ? {} : { authorization: `Bearer ${owner.key}` }),
      ...headers,
    },
    payload,
  })
const manyKeys = (count: number): string =>
  `{${Array.from({ length: count }, (_, n) => `"k${n}":0`).join(',')}}`

describe('bytes', () => {
  const sized = endpointDefinitions.filter(
    ({ endpoint, definition }) => endpoint.method !== 'GET' && definition.bodyBytes !== 'message',
  )

  test('each endpoint takes as many as are named for it, and not one more', async () => {
    for (const { definition, endpoint } of sized) {
      if (definition.name === 'delete_account' || definition.rawBody === true) continue
      const { resources, body } = (await attempts[definition.name](owner)) as Attempt
      const limit = Number(definition.bodyBytes ?? limits.bodyBytes)
      const text = JSON.stringify(body ?? {})
      const send = (bytes: number) =>
        api.inject({
          method: endpoint.method,
          url: `/api/v1${filled(endpoint.paths[0], { ...owner.resources, ...resources })}`,
          headers: {
            'content-type': 'application/json',
            ...(endpoint.scope === null ? {} : { authorization: `Bearer ${owner.key}` }),
          },
          payload: text + ' '.repeat(bytes - text.length),
        })
      const refused = await send(limit + 1)
      expect([definition.name, refused.status, refused.body.error?.code]).toEqual([
        definition.name,
        413,
        'body_too_large',
      ])
      expect((await send(limit)).status, definition.name).not.toBe(413)
    }
  })

  test('they are the named ones: 4 KB to sign up, 64 KB where nothing else is said', () => {
    const bytes = (name: string) =>
      sized.find(({ definition }) => definition.name === name)?.definition.bodyBytes
    expect(bytes('sign_up')).toBe(4 * 1024)
    expect(bytes('create_api_key')).toBeUndefined()
    expect(limits.bodyBytes).toBe(64 * 1024)
    expect(bytes('create_policy')).toBe(limits.policyBodyBytes)
    expect(bytes('simulate_policies')).toBe(limits.textBodyBytes)
    expect(bytes('update_inbox')).toBe(limits.metadataBodyBytes)
    expect(bytes('receive_stripe_event')).toBe(limits.gatewayEventBytes)
  })

  test('metadata and patterns as large as they may be are no bodies too large, each character escaped', async () => {
    const escaped = (text: string) =>
      text.replaceAll(/[^\0-\x7f]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)
    const metadata = Object.fromEntries(
      Array.from({ length: 50 }, (_, n) => [`key ${n} `.padEnd(40, 'x'), '猫'.repeat(500)]),
    )
    const inbox = await post('/inboxes', escaped(JSON.stringify({ slug: 'full-metadata', metadata })))
    expect(inbox.status).toBe(201)
    const domains = Array.from(
      { length: 1_000 },
      (_, n) => `${'a'.repeat(60)}.${'b'.repeat(60)}.${'c'.repeat(60)}.x${n}.example`,
    )
    const policy = { name: 'Many', type: 'domain_blocklist', action: 'flag', config: { domains } }
    expect((await post('/policies', JSON.stringify(policy))).status).toBe(201)
  })
})

describe('shape', () => {
  test('forty megabytes of elements are refused before they are objects', async () => {
    const elements = Buffer.from(
      `{"to":"a@b.example","subject":"x","body":"y","cc":[${'0,'.repeat(20_000_000)}0]}`,
    )
    const answer = await post('/inboxes/target/messages', elements)
    expect([answer.status, answer.body.error?.details]).toEqual([
      422,
      [{ path: 'body', message: `has more than ${limits.bodyValues} values and keys` }],
    ])
  })

  test('so are keys without end, and nesting deeper than any field', async () => {
    const detail = async (payload: string) => (await post('/inboxes', payload)).body.error?.details
    expect(await detail(manyKeys(limits.bodyValues))).toEqual([
      { path: 'body', message: `has more than ${limits.bodyValues} values and keys` },
    ])
    const deep = (levels: number) => `{"slug":"x","metadata":${'['.repeat(levels)}${']'.repeat(levels)}}`
    expect(await detail(deep(limits.bodyDepth))).toEqual([
      { path: 'body', message: `nests deeper than ${limits.bodyDepth} levels` },
    ])
    expect(await detail(deep(limits.bodyDepth - 1))).toMatchObject([
      { path: 'body.slug' },
      { path: 'body.metadata' },
    ])
  })

  test('a body that is read on a thread says the same as one that is not', async () => {
    const padding = ' '.repeat(limits.bodyInlineBytes)
    const mail = { to: 'ada@peer.example', subject: 'Order 1815', body: 'It left. 🦊' }
    const sent = await post('/inboxes/target/messages', JSON.stringify(mail) + padding)
    expect([sent.status, sent.body.body]).toEqual([201, mail.body])
    for (const bad of [
      '{"to":',
      '{"to":"\\ud800"}',
      '{"__proto__":1}',
      '{"to":"a\\u0000"}',
      '{"nope":1}',
      Buffer.from('{"a":"\xff"}', 'latin1'),
    ]) {
      const [large, small] = await Promise.all([
        post('/inboxes/target/messages', Buffer.concat([Buffer.from(bad), Buffer.from(padding)])),
        post('/inboxes/target/messages', bad),
      ])
      expect(large.status).toBe(422)
      expect(large.body.error?.details).toEqual(small.body.error?.details)
    }
  })
})

describe('details', () => {
  const detailsOf = (answer: { body: Json }) => answer.body.error?.details as unknown as { path: string }[]

  test('an answer names twenty invalid fields at most', async () => {
    const keys = await post('/signup', manyKeys(450))
    expect(keys.status).toBe(422)
    expect(detailsOf(keys)).toHaveLength(limits.errorDetails)
    const elements = await post(
      '/policies',
      JSON.stringify({
        name: 'x',
        type: 'domain_blocklist',
        action: 'block',
        config: { domains: Array(900).fill(0) },
      }),
    )
    expect(detailsOf(elements)).toHaveLength(limits.errorDetails)
    const config = await api.call('PATCH', `/policies/${owner.resources.policy_id}`, owner.key, {
      config: JSON.parse(manyKeys(1_000)),
    })
    expect(config.status).toBe(422)
    expect(detailsOf(config)).toHaveLength(limits.errorDetails)
    const query = await api.call(
      'GET',
      `/inboxes?${Array.from({ length: 500 }, (_, n) => `q${n}=1`).join('&')}`,
      owner.key,
    )
    expect(query.status).toBe(422)
    expect(detailsOf(query)).toHaveLength(limits.errorDetails)
  })

  test('the name of a field is shown as far as it tells something', async () => {
    const answer = await post('/inboxes', JSON.stringify({ slug: 'long-name', ['x'.repeat(60_000)]: 1 }))
    expect(answer.text.length).toBeLessThan(1_000)
    expect(detailsOf(answer)[0]!.path).toHaveLength(limits.errorPathCharacters)
  })
})
