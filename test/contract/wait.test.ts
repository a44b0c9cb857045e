/** Contract of waiting for a message: who is answered what, when, and that nobody misses one. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AgentEmail } from '../../clients/typescript/src/index.ts'
import { hashKey } from '../../shared/domain/api-key.ts'
import { limits } from '../../shared/domain/limits.ts'
import { emitEvents } from '../../shared/flow/events/emit.ts'
import { EventFeed } from '../../shared/flow/events/feed.ts'
import { Waiters } from '../../shared/flow/events/wait.ts'
import { createLog } from '../../shared/lib/log.ts'
import { PostgresListener } from '../../shared/lib/postgres-listener.ts'
import { findPrincipal } from '../../shared/store/api-key.ts'
import { findPositionAgo } from '../../shared/store/event.ts'
import {
  type Answer,
  createTestApi,
  type Planted,
  plantMessage,
  type TestAccount,
  type TestApi,
} from '../support/api.ts'

let api: TestApi
let account: TestAccount
const inboxes: Record<string, string> = {}
/** Told, one after the other, when a waiting request has taken its first look. */
const looking: (() => void)[] = []
beforeAll(async () => {
  api = await createTestApi()
  const { query } = api.serviceDatabase
  api.serviceDatabase.query = async <Row extends object>(text: string, values?: unknown[]) => {
    const rows = await query<Row>(text, values)
    if (text.includes('as w("from" text') && !text.includes('left join lateral')) looking.shift()?.()
    return rows
  }
  account = await api.signUp()
  for (const slug of ['waiting', 'other', 'busy', 'queue', 'late']) await makeInbox(slug)
})
afterAll(() => api.close())

async function makeInbox(slug: string): Promise<void> {
  inboxes[slug] = String((await api.call('POST', '/inboxes', account.sandboxKey, { slug })).body.id)
}

const wait = (slug: string, query = '', key = account.sandboxKey): Promise<Answer> =>
  api.call('GET', `/inboxes/${slug}/wait?${query}`, key)

let address: Promise<string> | undefined
/** The address of the API, for those who come by a socket. */
const listening = (): Promise<string> => (address ??= api.app.listen({ port: 0, host: '127.0.0.1' }))

/** Stores a message and tells of it as the pipeline does; answers its id. */
async function arrive(slug: string, planted: Planted = {}, from?: string): Promise<string> {
  const tenantId = account.sandboxTenantId
  const inboxId = inboxes[slug]!
  const { id } = await plantMessage(api.database, tenantId, inboxId, planted)
  if (from !== undefined)
    await api.database.query('update messages set "from" = $2 where id = $1', [id, from])
  await tell(slug, id, planted.status === 'withheld')
  return id
}
const tell = (slug: string, messageId: string, withheld = false) =>
  api.database.transaction((tx) =>
    emitEvents(tx, api.queue, [
      {
        type: withheld ? 'message.withheld' : 'message.received',
        tenantId: account.sandboxTenantId,
        inboxId: inboxes[slug]!,
        messageId,
        facts: {},
      },
    ]),
  )

/** Resolves when the request has looked for what is there already, and waits for what comes. */
async function begun<T>(answer: Promise<T>): Promise<{ answer: Promise<T> }> {
  await new Promise<void>((resolve) => looking.push(resolve))
  return { answer }
}

describe('waiting', () => {
  test('is answered with the whole message as soon as it can be read', async () => {
    const { answer } = await begun(wait('waiting'))
    const id = await arrive('waiting', { subject: 'Your code', body: '123456', html: '<p>123456</p>' })
    const { status, body } = await answer
    expect(status).toBe(200)
    expect(body.message).toEqual((await api.call('GET', `/messages/${id}`, account.sandboxKey)).body)
    expect(body.message).toMatchObject({ id, html: '<p>123456</p>', labels: [] })
  })

  test('does not count what could be read before the call, and nothing from another inbox', async () => {
    await arrive('waiting', { subject: 'before' })
    const { answer } = await begun(wait('waiting'))
    await arrive('other', { subject: 'elsewhere' })
    const id = await arrive('waiting', { subject: 'after' })
    expect((await answer).body.message?.id).toBe(id)
  })

  test('counts a message that came in before the call, and is assessed after it', async () => {
    const tenantId = account.sandboxTenantId
    const { id } = await plantMessage(api.database, tenantId, inboxes.waiting!, {
      status: 'processing',
      verdict: null,
      createdAt: new Date(Date.now() - 5_000).toISOString(),
    })
    const { answer } = await begun(wait('waiting'))
    await api.database.query("update messages set status = 'clean', verdict = 'clean' where id = $1", [id])
    await tell('waiting', id)
    expect((await answer).body.message).toMatchObject({ id, status: 'clean' })
  })

  test('with since counts the oldest from then on, and otherwise goes on waiting', async () => {
    const since = new Date().toISOString()
    const first = await arrive('other', { subject: 'first' })
    await arrive('other', { subject: 'second' })
    expect((await wait('other', `since=${since}`)).body.message?.id).toBe(first)
    expect((await wait('other', `since=${since}&subject=SECOND`)).body.message?.subject).toBe('second')
    const { answer } = await begun(wait('other', `since=${since}&subject=third`))
    const third = await arrive('other', { subject: 'The Third' })
    expect((await answer).body.message?.id).toBe(third)
  })

  test('begun with since and gone on with its cursor takes every message once, what could be read before it too', async () => {
    const since = new Date().toISOString()
    const at = (ms: number) => ({ createdAt: new Date(Date.parse(since) + ms).toISOString() })
    const before = [
      await arrive('late', at(1)),
      await arrive('late', { ...at(2), status: 'withheld' }),
      await arrive('late', at(3)),
    ]
    const taken: unknown[] = []
    let next = `since=${since}`
    const take = async () => {
      const { body } = await wait('late', next)
      taken.push(body.message?.id)
      next = `cursor=${body.next_cursor}`
    }
    await take()
    // Told of while the backlog is gone through: an earlier one that is released, and new ones.
    await api.database.query("update messages set status = 'clean', verdict = 'clean' where id = $1", [
      before[1],
    ])
    await tell('late', before[1]!)
    const meanwhile = [await arrive('late'), await arrive('late')]
    for (let left = 0; left < 4; left++) await take()
    expect(taken).toEqual([before[0], before[2], before[1], ...meanwhile])
    expect((await wait('late', `timeout=1&${next}`)).body.message).toBeNull()
  })

  test('looks at sender, subject and thread, all together', async () => {
    const bySender = await begun(wait('waiting', 'from=@Bank.example'))
    const bySubject = await begun(wait('waiting', 'subject=code%20is'))
    const ofBoth = await begun(wait('waiting', 'from=ada&subject=code'))
    await arrive('waiting', { subject: 'Hello' }, 'eve@evil.example')
    const a = await arrive('waiting', { subject: 'Statement' }, 'ada@bank.example')
    const b = await arrive('waiting', { subject: 'Your CODE is 1' }, 'bot@shop.example')
    const c = await arrive('waiting', { subject: 'Code' }, 'ada@shop.example')
    expect((await bySender.answer).body.message?.id).toBe(a)
    expect((await bySubject.answer).body.message?.id).toBe(b)
    expect((await ofBoth.answer).body.message?.id).toBe(c)
    const { body } = await api.call('GET', `/messages/${c}`, account.sandboxKey)
    const threadId = String(body.thread_id)
    const inThread = await begun(wait('waiting', `thread_id=${threadId}`))
    await arrive('waiting', { subject: 'Code' })
    const d = await arrive('waiting', { threadId })
    expect((await inThread.answer).body.message?.id).toBe(d)
  })

  test.each(['ΚΩΔΙΚΟΣ', 'κωδικοσ', 'İSTANBUL', 'Straße', 'ÜBERWEISUNG'])(
    'finds %s, as the database tells letter case',
    async (word) => {
      const { answer } = await begun(wait('waiting', `subject=${encodeURIComponent(word)}`))
      const id = await arrive('waiting', { subject: `Your ${word} is 1` })
      expect((await answer).body.message?.id).toBe(id)
    },
  )

  test('passes over what is withheld until it is released, unless asked for it', async () => {
    const usual = await begun(wait('waiting'))
    const held = await begun(wait('waiting', 'status=withheld'))
    const flagged = await begun(wait('waiting', 'status=flagged'))
    const id = await arrive('waiting', { status: 'withheld', verdict: 'withheld', subject: 'Held' })
    expect((await held.answer).body.message).toMatchObject({ id, status: 'withheld' })
    expect((await api.call('POST', `/messages/${id}/release`, account.sandboxKey)).status).toBe(200)
    expect((await usual.answer).body.message).toMatchObject({ id, status: 'clean' })
    const other = await arrive('waiting', { status: 'flagged', verdict: 'flagged' })
    expect((await flagged.answer).body.message?.id).toBe(other)
  })

  test('answers once what was withheld and released between two requests', async () => {
    const { body } = await wait('other', 'timeout=1')
    const held = await wait('other', `status=withheld&timeout=1&cursor=${body.next_cursor}`)
    const id = await arrive('other', { status: 'withheld', verdict: 'withheld' })
    expect((await api.call('POST', `/messages/${id}/release`, account.sandboxKey)).status).toBe(200)
    const first = (await wait('other', `timeout=1&cursor=${body.next_cursor}`)).body
    expect(first.message?.id).toBe(id)
    expect((await wait('other', `timeout=1&cursor=${first.next_cursor}`)).body.message).toBeNull()
    // Nor is it withheld any more.
    const withheld = `status=withheld&timeout=1&cursor=${held.body.next_cursor}`
    expect((await wait('other', withheld)).body.message).toBeNull()
  })

  test('ends with null when the time is up, and its cursor goes on right there', async () => {
    const { status, body } = await wait('other', 'timeout=1')
    expect([status, body.message]).toEqual([200, null])
    const id = await arrive('other')
    const next = await wait('other', `timeout=1&cursor=${body.next_cursor}`)
    expect(next.body.message?.id).toBe(id)
  })

  test('again and again with its cursor takes every message once, while they come in', async () => {
    const count = 60
    let cursor = String((await wait('queue', 'timeout=1')).body.next_cursor)
    const arriving = (async () => {
      const ids: string[] = []
      for (let n = 0; n < count / 2; n++)
        ids.push(...(await Promise.all([arrive('queue', { subject: `${n}` }), arrive('queue')])))
      return ids
    })()
    const taken: string[] = []
    while (taken.length < count) {
      const { body } = await wait('queue', `cursor=${cursor}`)
      taken.push(String(body.message?.id))
      cursor = String(body.next_cursor)
    }
    expect(taken.toSorted()).toEqual((await arriving).toSorted())
  })

  test.each([
    'timeout=0',
    'timeout=61',
    'timeout=soon',
    'waited=-1',
    'waited=3601',
    'since=yesterday',
    'cursor=handmade',
    'status=sent',
    'subject=',
    `subject=${'x'.repeat(1_000)}`,
    'q=word',
    'from=%00',
  ])('refuses %s', async (query) => {
    const { status, body } = await wait('waiting', query)
    expect([status, body.error?.code]).toEqual([422, 'validation_error'])
  })

  test('takes no cursor of another inbox or tenant, nor one beside since', async () => {
    const { body } = await wait('other', 'timeout=1')
    expect((await wait('waiting', `cursor=${body.next_cursor}`)).status).toBe(422)
    expect((await wait('other', `cursor=${body.next_cursor}&since=2026-01-01T00:00:00Z`)).status).toBe(422)
    expect((await wait('other', '', account.liveKey)).status).toBe(404)
  })

  test('made again counts what became readable since it was first made, in the order in which it did', async () => {
    const ago = (id: string, seconds: number) =>
      api.database.query(
        'update events set created_at = now() - make_interval(secs => $2) where message_id = $1',
        [id, seconds],
      )
    await makeInbox('again')
    await api.database.query("update events set created_at = now() - interval '1 hour'")
    await ago(await arrive('again'), 90)
    const missed = [await arrive('again'), await arrive('again')]
    for (const id of missed) await ago(id, 30)
    const first = (await wait('again', 'waited=60')).body
    expect(first.message?.id).toBe(missed[0])
    expect((await wait('again', `waited=60&cursor=${first.next_cursor}`)).body.message?.id).toBe(missed[1])
    expect((await wait('again', 'timeout=1')).body.message).toBeNull()
    expect((await wait('again', 'timeout=1&waited=10')).body.message).toBeNull()
    expect(await findPositionAgo(api.database, account.sandboxTenantId, 3_600, 1)).toBe(
      (await findPositionAgo(api.database, account.sandboxTenantId, 0, 1)) - 1,
    )
  })

  test('by a client whose connection is lost counts what came in between', async () => {
    let id: string | undefined
    const losing: typeof fetch = async (request, init = {}) => {
      if (id !== undefined) return fetch(request, init)
      const gone = new AbortController()
      const { answer } = await begun(fetch(request, { ...init, signal: gone.signal }).catch(() => {}))
      gone.abort()
      await answer
      id = await arrive('waiting', { subject: 'in between' })
      throw new TypeError('fetch failed')
    }
    const client = new AgentEmail({ apiKey: account.sandboxKey, baseUrl: await listening(), fetch: losing })
    const found = await client.messages.waitFor('waiting', { timeout: 5 })
    expect([found?.id, found?.subject]).toEqual([id, 'in between'])
  })

  test('costs one credit when it answers', async () => {
    const made = await api.call('POST', '/inboxes', account.liveKey, { slug: 'live-wait' })
    expect(made.status).toBe(201)
    const before = await api.balance(account.accountId)
    expect((await wait('live-wait', 'timeout=1', account.liveKey)).status).toBe(200)
    expect(await api.balance(account.accountId)).toBe(before - 1)
  })
})

test('a thousand wait in one inbox, each for its own; each is answered, with a few looks into the database', async () => {
  const principal = (await findPrincipal(api.database, hashKey(account.sandboxKey)))!
  const log = createLog('fatal')
  const feed = new EventFeed(api.database, new PostgresListener(api.databaseUrl, log), log)
  await feed.start()
  let looks = 0
  const counting = {
    ...api.database,
    query: <Row extends object>(text: string, values?: unknown[]) => {
      if (text.includes('left join lateral')) looks++
      return api.database.query<Row>(text, values)
    },
  }
  const waiters = new Waiters(counting, feed)
  const { signal } = new AbortController()
  const count = 1_000
  const ids: string[] = []
  const order = { inboxId: inboxes.busy!, backlog: null, after: 0, timeoutMs: 25_000, signal }
  const answers = Array.from({ length: count }, (_, n) =>
    waiters.wait(principal, {
      ...order,
      filter: { from: null, subject: `for ${n % 50}.`, threadId: null, status: null },
    }),
  )
  const more = { ...order, filter: { from: null, subject: null, threadId: null, status: null } }
  await expect(waiters.wait(principal, more)).rejects.toMatchObject({ code: 'too_many_streams' })
  for (let n = 0; n < 50; n++) ids.push(await arrive('busy', { subject: `This is for ${n}. only` }))
  const hits = await Promise.all(answers)
  expect(hits.map(({ id }) => id)).toEqual(Array.from({ length: count }, (_, n) => ids[n % 50]))
  expect(looks).toBeLessThan(200)
  await feed.stop()
  expect(limits.waitsPerKey).toBe(count)
})

test('no wake-up is lost between the look and the wait', async () => {
  for (let n = 0; n < 60; n++) {
    const subject = `race ${n}.`
    const answer = wait(
      'other',
      `timeout=10&subject=${encodeURIComponent(subject)}&since=2026-01-01T00:00:00Z`,
    )
    for (let turns = 0; turns < n; turns++) await new Promise((resolve) => setImmediate(resolve))
    const id = await arrive('other', { subject })
    expect((await answer).body.message?.id).toBe(id)
  }
})

test('who hangs up is forgotten, and one who stays is ended with the process', async () => {
  const url = await listening()
  const request = (signal?: AbortSignal) =>
    fetch(`${url}/api/v1/inboxes/waiting/wait?timeout=60`, {
      headers: { authorization: `Bearer ${account.sandboxKey}` },
      ...(signal === undefined ? {} : { signal }),
    })
  const caller = new AbortController()
  const given = request(caller.signal).then(
    () => 'answered',
    () => 'hung up',
  )
  const staying = request()
  await begun(staying)
  caller.abort()
  expect(await given).toBe('hung up')
  await api.feed.stop()
  const answer = await staying
  expect(answer.status).toBe(200)
  expect(await answer.json()).toEqual({ message: null, next_cursor: expect.any(String) })
  const late = (await wait('waiting', 'timeout=60')).body
  expect(late.message).toBeNull()
  // Nor does one wait that begins then and goes on from a cursor, which gets what there is.
  const asked = Date.now()
  const next = (await wait('waiting', `timeout=60&cursor=${late.next_cursor}`)).body
  expect(next).toEqual({ message: null, next_cursor: expect.any(String) })
  expect(Date.now() - asked).toBeLessThan(30_000)
  const id = await arrive('waiting', { subject: 'Just in time' })
  expect((await wait('waiting', `timeout=60&cursor=${next.next_cursor}`)).body.message?.id).toBe(id)
})
