/** Tenancy: what belongs to another account, or to the other mode of one's own, does not exist. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { scopes } from '../../shared/domain/scopes.ts'
import { type Answer, createTestApi, itemsOf, type TestAccount, type TestApi } from '../support/api.ts'
import {
  absent,
  attempts,
  everyPath,
  filled,
  makeOneOfEach,
  misshapen,
  type Owner,
  type Resources,
  stateOf,
} from '../support/one-of-each.ts'

let api: TestApi
let owner: TestAccount
let stranger: TestAccount
let live: Owner
let sandbox: Owner
/** A key of the owner's live side, with all scopes, that is limited to another inbox. */
let limitedKey: string
const nothing = absent()
/** An inbox of the caller's own, so that a path can begin with something that exists. */
const ownInbox: Record<string, string> = {}

beforeAll(async () => {
  api = await createTestApi()
  owner = await api.signUp()
  stranger = await api.signUp()
  live = await makeOneOfEach(api, owner.liveKey, owner.tenantId, 'owned-live')
  sandbox = await makeOneOfEach(api, owner.sandboxKey, owner.sandboxTenantId, 'owned-sandbox')
  for (const [name, key] of Object.entries({
    stranger: stranger.liveKey,
    other: owner.sandboxKey,
    live: owner.liveKey,
  })) {
    ownInbox[key] = `own-of-${name}`
    await api.call('POST', '/inboxes', key, { slug: ownInbox[key] })
  }
  const { body } = await api.call('GET', '/inboxes/own-of-live', owner.liveKey)
  const limited = { name: 'limited', inbox_id: body.id, scopes }
  limitedKey = String((await api.call('POST', '/api_keys', owner.liveKey, limited)).body.key)
  ownInbox[limitedKey] = 'own-of-live'
})
afterAll(() => api.close())

/** Every path of every endpoint that names something, but the download, which has no caller. */
const walk = everyPath.filter(({ scope, path }) => scope !== null && path.includes('{'))

/** What can be compared of an answer: all of it but the request's id and the standing of the rate limit. */
function comparable({ status, text, headers }: Answer) {
  const { 'x-request-id': _id, date: _date, ...rest } = headers
  return { status, text: text.replaceAll(/req_\w+/g, 'req'), headers: rest }
}

test('the walk covers every endpoint that names something', () => {
  expect(walk.length).toBeGreaterThanOrEqual(19)
})

/** What a key that is limited to an inbox is refused, whatever it names. */
const notForLimitedKeys = [
  'approve',
  'reject',
  'edit_approval',
  'delete_message',
  'release_message',
  'give_feedback',
  'take_back_feedback',
  'update_policy',
  'delete_policy',
  'get_notice_channel',
  'update_notice_channel',
  'delete_notice_channel',
  'test_notice_channel',
  'delete_inbox',
  'get_canary',
  'update_user',
  'delete_user',
  'rotate_canary',
]
/** What belongs to the account, and a key that is limited to an inbox may see where its scopes say so. */
const ofTheAccount = ['order_id', 'payment_method_id']
/** What belongs to the account, whichever its mode. */
const ofBothModes = ['user_id']

const callers = [
  { caller: 'another account', key: () => stranger.liveKey, target: () => live },
  { caller: 'another account, in sandbox', key: () => stranger.sandboxKey, target: () => sandbox },
  { caller: 'the sandbox of the same account', key: () => owner.sandboxKey, target: () => live },
  { caller: 'the live side of the same account', key: () => owner.liveKey, target: () => sandbox },
  { caller: 'a key limited to another inbox', key: () => limitedKey, target: () => live },
]

describe.each(callers)('$caller', ({ caller, key, target }) => {
  const limited = caller.startsWith('a key')
  const shared = [...(limited ? ofTheAccount : []), ...(caller.includes('same account') ? ofBothModes : [])]
  test.each(walk.filter(({ path }) => !shared.some((name) => path.includes(name))))(
    '$method $path answers as if it did not exist, and changes nothing',
    async ({ name, method, path }) => {
      const { resources: own, body } = await attempts[name](target())
      const theirs: Resources = { ...target().resources, ...own }
      const before = await stateOf(api)
      const call = (resources: Resources) => api.call(method, filled(path, resources), key(), body)
      const reference = comparable(await call(nothing))
      const [status, code] =
        limited && notForLimitedKeys.includes(name) ? [403, 'forbidden'] : [404, 'not_found']
      expect(JSON.parse(reference.text)).toEqual({
        error: {
          code,
          message: expect.any(String),
          status,
          docs: expect.stringMatching(/\/docs#error-/),
          fix: expect.any(String),
          request_id: 'req',
        },
      })
      expect(reference.status).toBe(status)
      expect(comparable(await call(theirs))).toEqual(reference)
      expect(comparable(await call(misshapen))).toEqual(reference)
      const within = ownInbox[key()]
      if (within !== undefined && path.startsWith('/inboxes/{slug}/') && path.split('{').length > 2) {
        const below = comparable(await call({ ...theirs, slug: within }))
        expect(below, 'below an inbox of the caller').toEqual(reference)
      }
      expect(await stateOf(api)).toBe(before)
    },
  )

  test('lists and filters show nothing of it', async () => {
    const [inbox] = await api.database.query<{ id: string }>('select id from inboxes where slug = $1', [
      target().resources.slug,
    ])
    for (const path of [
      '/inboxes?limit=100',
      '/api_keys?limit=100',
      '/policies?limit=100',
      ...(limited ? [] : ['/notice_channels']),
      '/audit_log?limit=100',
      `/audit_log?inbox_id=${inbox!.id}`,
    ]) {
      const answer = await api.call('GET', path, key())
      expect(answer.status).toBe(200)
      expect(answer.text).not.toContain(inbox!.id)
      expect(answer.text).not.toContain(target().resources.key_id)
      expect(answer.text).not.toContain(target().resources.policy_id)
      expect(answer.text).not.toContain(target().resources.channel_id)
    }
    const filteredOut = await api.call('GET', `/audit_log?inbox_id=${inbox!.id}`, key())
    expect(itemsOf(filteredOut, 'entries')).toEqual([])
  })

  test('a cursor of its lists is no cursor here', async () => {
    const issuer = target().key
    const { body } = await api.call('GET', '/audit_log?limit=1', issuer)
    expect((await api.call('GET', `/audit_log?limit=1&cursor=${body.next_cursor}`, issuer)).status).toBe(200)
    expect((await api.call('GET', `/audit_log?limit=1&cursor=${body.next_cursor}`, key())).status).toBe(422)
  })
})
