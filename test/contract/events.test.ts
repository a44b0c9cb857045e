/** Contract of event streams: what they show, in which order, from where on, to whom, and how they end. */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { AgentEmail } from '../../clients/typescript/src/index.ts'
import { limits } from '../../shared/domain/limits.ts'
import { emitEvents, type NewEvent } from '../../shared/flow/events/emit.ts'
import { purgeEvents } from '../../shared/flow/events/purge.ts'
import { createTestApi, plantMessage, type TestAccount, type TestApi } from '../support/api.ts'
import { EventStreamReader, type StreamRefused } from '../support/event-stream.ts'

let api: TestApi
let url: string
let account: TestAccount
let inboxId: string
beforeAll(async () => {
  api = await createTestApi()
  url = await api.app.listen({ port: 0, host: '127.0.0.1' })
  account = await api.signUp()
  inboxId = await makeInbox('streamed')
})
afterAll(() => api.close())

async function makeInbox(slug: string, fields: object = {}): Promise<string> {
  return String((await api.call('POST', '/inboxes', account.sandboxKey, { slug, ...fields })).body.id)
}

const open = (query = '', lastEventId?: string, key = account.sandboxKey) =>
  EventStreamReader.open(url, key, query, lastEventId)
const refusal = (opening: Promise<EventStreamReader>): Promise<StreamRefused> =>
  opening.then(
    () => Promise.reject(new Error('it was opened')),
    (error: StreamRefused) => error,
  )

/** Stores a message and tells of it; answers the message's id. */
async function happen(fields: Partial<NewEvent> = {}, subject = 'Order', body = 'Hello.'): Promise<string> {
  const tenantId = account.sandboxTenantId
  const inbox = fields.inboxId ?? inboxId
  const { id: messageId } = await plantMessage(api.database, tenantId, inbox, { subject, body })
  await emit({
    type: 'message.received',
    tenantId,
    inboxId: inbox,
    messageId,
    facts: {},
    ...fields,
  } as NewEvent)
  return messageId
}
const emit = (...events: NewEvent[]) => api.database.transaction((tx) => emitEvents(tx, api.queue, events))

describe('a stream', () => {
  test('shows what happens, as it happens, with the payload of webhooks and the headers of a stream', async () => {
    const stream = await open()
    expect(stream.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    })
    const id = await happen({}, 'Order 1815', 'Two lines\nof text')
    expect(await stream.next()).toEqual({
      id: expect.stringMatching(/^evt_[0-9a-z]{26}$/),
      event: 'message.received',
      data: {
        event: 'message.received',
        timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        data: {
          id,
          inbox_id: inboxId,
          thread_id: expect.stringMatching(/^thr_/),
          from: 'ada@example.com',
          to: 'agent@inbox.localhost',
          subject: 'Order 1815',
          body: 'Two lines\nof text',
          status: 'delivered',
          direction: 'inbound',
          verdict: 'clean',
          released: false,
          rcpt_to: [],
          security_analysis: { score: 3, risk_score: 3, level: 'low', summary: 'Test.' },
          created_at: expect.any(String),
        },
      },
    })
    stream.close()
  })

  test('begins now, and goes on behind the last event seen, named by header or parameter', async () => {
    await happen({}, 'before')
    const first = await open()
    await happen({}, 'seen')
    const { id } = await first.next()
    first.close()
    await first.ended
    await happen({}, 'missed')
    await happen({}, 'missed too')
    const [byHeader, byParameter] = [await open('', id!), await open(`?last_event_id=${id}`)]
    await happen({}, 'live')
    for (const stream of [byHeader, byParameter]) {
      const events = await stream.take(3)
      expect(events.map(({ data }) => data.data?.subject)).toEqual(['missed', 'missed too', 'live'])
      stream.close()
    }
  })

  test('asked for again begins where it was first asked for, and behind the last event seen all the same', async () => {
    await api.database.query("update events set created_at = now() - interval '1 hour'")
    const missed = [await happen(), await happen()]
    await api.database.query(
      "update events set created_at = now() - interval '30 seconds' where message_id = any($1)",
      [missed],
    )
    const stream = await open('?waited=60')
    const first = await stream.next()
    expect([first.data.data!.id, (await stream.next()).data.data!.id]).toEqual(missed)
    stream.close()
    const behind = await open('?waited=60', first.id!)
    expect((await behind.next()).data.data!.id).toBe(missed[1])
    behind.close()
    const now = await open('?waited=10')
    const id = await happen()
    expect((await now.next()).data.data!.id).toBe(id)
    now.close()
    expect(await refusal(open('?waited=soon'))).toMatchObject({ status: 422 })
  })

  test('by a client whose first connection is lost begins where that was to begin', async () => {
    await api.database.query("update events set created_at = now() - interval '1 hour'")
    let id: string | undefined
    const losing: typeof fetch = async (request, init) => {
      if (id !== undefined) return fetch(request, init)
      id = await happen()
      throw new TypeError('fetch failed')
    }
    const client = new AgentEmail({ apiKey: account.sandboxKey, baseUrl: url, fetch: losing })
    const ended = new AbortController()
    for await (const { payload } of client.events.stream({ signal: ended.signal })) {
      expect(payload).toMatchObject({ data: { id } })
      break
    }
    ended.abort()
  })

  test('names where what is no event was given', async () => {
    const pathsOf = async (asked: Promise<unknown>) => {
      const { status, body } = await refusal(asked as ReturnType<typeof open>)
      const { details } = (JSON.parse(body) as { error: { details: { path: string }[] } }).error
      return [status, details.map(({ path }) => path)]
    }
    expect(await pathsOf(open('', 'evt_1'))).toEqual([422, ['headers.last-event-id']])
    expect(await pathsOf(open('?last_event_id=evt_1'))).toEqual([422, ['query.last_event_id']])
  })

  test('can be limited to kinds of events, and to an inbox', async () => {
    const other = await makeInbox('streamed-too')
    const [kinds, byId, bySlug] = [
      await open('?types=message.withheld,message.sent'),
      await open(`?inbox_id=${other}`),
      await open('?slug=streamed-too&types=message.received'),
    ]
    await happen({}, 'of the one')
    await happen({ type: 'message.withheld' }, 'held')
    const id = await happen({ inboxId: other }, 'of the other')
    await happen({ type: 'message.sent', facts: { simulated: true } }, 'sent')
    expect((await kinds.take(2)).map(({ event }) => event)).toEqual(['message.withheld', 'message.sent'])
    for (const stream of [byId, bySlug]) expect((await stream.next()).data.data?.id).toBe(id)
    for (const stream of [kinds, byId, bySlug]) stream.close()
  })

  test('shows a key of one inbox the events of that inbox only, and a tenant its own', async () => {
    const own = await makeInbox('own-events')
    const made = await api.call('POST', '/api_keys', account.sandboxKey, { name: 'limited', inbox_id: own })
    const key = String(made.body.key)
    const [limited, live] = [await open('', undefined, key), await open('', undefined, account.liveKey)]
    await happen({}, 'of another inbox')
    const id = await happen({ inboxId: own }, 'mine')
    expect((await limited.next()).data.data?.id).toBe(id)
    expect(live.received).toEqual([])
    expect((await refusal(open(`?inbox_id=${inboxId}`, undefined, key))).status).toBe(404)
    expect((await refusal(open('?slug=streamed', undefined, account.liveKey))).status).toBe(404)
    limited.close()
    live.close()
  })

  test('says nothing of an inbox that is deleted', async () => {
    const doomed = await makeInbox('doomed')
    const before = await open()
    await happen({}, 'mark')
    const { id } = await before.next()
    before.close()
    await happen({ inboxId: doomed }, 'gone soon')
    await api.call('DELETE', '/inboxes/doomed', account.sandboxKey)
    await happen({}, 'after')
    const stream = await open('', id!)
    expect((await stream.next()).data.data?.subject).toBe('after')
    stream.close()
  })

  test('of an inbox ends when that is deleted, so that its reader learns what has the slug by then', async () => {
    const doomed = await makeInbox('doomed-too')
    const streams = [await open('?slug=doomed-too'), await open(`?inbox_id=${doomed}`)]
    await api.call('DELETE', '/inboxes/doomed-too', account.sandboxKey)
    await Promise.all(streams.map(({ ended }) => ended))
    expect((await refusal(open('?slug=doomed-too'))).status).toBe(404)
    const again = await makeInbox('doomed-too')
    const stream = await open('?slug=doomed-too')
    const id = await happen({ inboxId: again }, 'in the new one')
    expect((await stream.next()).data.data?.id).toBe(id)
    stream.close()
  })

  test('that is slower than what happens loses nothing, and gets a large backlog in order', async () => {
    const stream = await open('?types=message.withheld')
    stream.pause()
    const tenantId = account.sandboxTenantId
    const { id: messageId } = await plantMessage(api.database, tenantId, inboxId, {})
    const event = { type: 'message.withheld', tenantId, inboxId, messageId, facts: {} } as const
    const count = 2_500
    for (let at = 0; at < count; at += 500) await emit(...Array.from({ length: 500 }, () => event))
    stream.resume()
    const ids = (await stream.take(count)).map(({ id }) => id!)
    expect(ids.map((id) => id.slice(-16)).toSorted()).toEqual(ids.map((id) => id.slice(-16)))
    expect(new Set(ids).size).toBe(count)
    stream.close()
  })

  test('is told at once, also while another one looks at what was there before', async () => {
    const first = await open()
    const looked = Promise.withResolvers<void>()
    const shown = Promise.withResolvers<void>()
    const { query } = api.serviceDatabase
    api.serviceDatabase.query = async <Row extends object>(text: string, values?: unknown[]) => {
      const rows = await query<Row>(text, values)
      // The second one's first look, told by its kinds; that it is slow changes nothing of what it has seen.
      if (text.includes('as scanned') && Array.isArray(values?.[3])) {
        api.serviceDatabase.query = query
        looked.resolve()
        await shown.promise
      }
      return rows
    }
    const second = await open('?types=message.received')
    await looked.promise
    const id = await happen({}, 'Meanwhile')
    expect((await first.next()).data.data?.id).toBe(id)
    shown.resolve()
    expect((await second.next()).data.data?.id).toBe(id)
    first.close()
    second.close()
  })

  test('with bodies larger than it reads at a time shows each of them', async () => {
    const stream = await open()
    const body = 'x'.repeat(900_000)
    for (const n of [1, 2, 3, 4, 5]) await happen({}, `large ${n}`, body)
    const events = await stream.take(5)
    expect(events.map(({ data }) => [data.data?.subject, String(data.data?.body).length])).toEqual(
      [1, 2, 3, 4, 5].map((n) => [`large ${n}`, body.length]),
    )
    stream.close()
  })

  test.each([
    ['what is no event', '', 'yesterday', 422],
    ["another thing's identifier", '', 'msg_01ka2b3c4d5e6f7g8h9j0kmnpq', 422],
    ['an unknown kind', '?types=message.received,message.eaten', undefined, 422],
    ['an unknown parameter', '?since=now', undefined, 422],
    ['two inboxes', '?slug=streamed&inbox_id=inb_1', undefined, 422],
    ['an unknown inbox', '?slug=nobody-has-this', undefined, 404],
    ['a NUL', '?slug=%00', undefined, 422],
  ])('is refused for %s', async (_name, query, lastEventId, status) => {
    expect((await refusal(open(query, lastEventId))).status).toBe(status)
  })
})

describe('the order', () => {
  test('has no gap and no repeat, however many write and whenever they commit', async () => {
    const tenantId = account.sandboxTenantId
    const { id: messageId } = await plantMessage(api.database, tenantId, inboxId, {})
    const stream = await open('?types=message.failed')
    const kept: string[] = []
    const write = async (writer: number) => {
      for (let n = 0; n < 20; n++) {
        const reason = `${writer}.${n}`
        const fails = Math.random() < 0.2
        await api.database
          .transaction(async (tx) => {
            const facts = { reason, recipients: [] }
            await emitEvents(tx, api.queue, [
              { type: 'message.failed', tenantId, inboxId, messageId, facts },
              {
                type: 'message.failed',
                tenantId,
                inboxId,
                messageId,
                facts: { ...facts, reason: `${reason}+` },
              },
            ])
            await sleep(Math.random() * 4)
            if (fails) throw new Error('rolled back')
          })
          .then(
            () => kept.push(reason, `${reason}+`),
            () => {},
          )
      }
    }
    await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map(write))
    const events = await stream.take(kept.length)
    expect(events.map(({ data }) => data.data?.reason).toSorted()).toEqual(kept.toSorted())
    const places = events.map(({ id }) => id!.slice(-16))
    expect(places).toEqual(places.toSorted())
    stream.close()
  })

  test('is that of the commits: who comes second waits for who comes first', async () => {
    const tenantId = account.sandboxTenantId
    const { id: messageId } = await plantMessage(api.database, tenantId, inboxId, {})
    const event = (reason: string): NewEvent =>
      ({
        type: 'message.failed',
        tenantId,
        inboxId,
        messageId,
        facts: { reason, recipients: [] },
      }) satisfies NewEvent
    const stream = await open('?types=message.failed')
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    const { promise: emitted, resolve: tellEmitted } = Promise.withResolvers<void>()
    const first = api.database.transaction(async (tx) => {
      await emitEvents(tx, api.queue, [event('first')])
      tellEmitted()
      await held
    })
    await emitted
    let secondCommitted = false
    const second = emit(event('second')).then(() => {
      secondCommitted = true
    })
    await expect
      .poll(() =>
        api.database.query(
          `select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%event_positions%'`,
        ),
      )
      .toHaveLength(1)
    expect(secondCommitted).toBe(false)
    release()
    await Promise.all([first, second])
    expect((await stream.take(2)).map(({ data }) => data.data?.reason)).toEqual(['first', 'second'])
    stream.close()
  })
})

describe('what is gone', () => {
  test('for its age is told of, and the stream goes on with what is left', async () => {
    const other = await api.signUp()
    const made = await api.call('POST', '/inboxes', other.sandboxKey, { slug: 'aged' })
    const tenantId = other.sandboxTenantId
    const inbox = String(made.body.id)
    const { id: messageId } = await plantMessage(api.database, tenantId, inbox, {})
    const event = { type: 'message.received', tenantId, inboxId: inbox, messageId, facts: {} } as const
    const stream = await open('', undefined, other.sandboxKey)
    await emit(event, event, event, event)
    const [first, , third, fourth] = await stream.take(4)
    stream.close()
    await api.database.query(
      `update events set created_at = now() - make_interval(days => $2) where tenant_id = $1 and position <= 3`,
      [tenantId, limits.eventDays + 1],
    )
    await purgeEvents(api.database)
    const positions = await api.database.query('select position from events where tenant_id = $1', [tenantId])
    expect(positions).toEqual([{ position: 4 }])

    const gapped = await open('', first!.id!, other.sandboxKey)
    const [gap, next] = await gapped.take(2)
    expect(gap).toMatchObject({
      id: null,
      event: 'stream.gap',
      data: { message: expect.stringContaining('7 days') },
    })
    expect(next?.id).toBe(fourth!.id)
    const whole = await open('', third!.id!, other.sandboxKey)
    expect((await whole.next()).id).toBe(fourth!.id)
    gapped.close()
    whole.close()
  })

  test('an event of a future that the database does not know is a gap too, and the stream begins now', async () => {
    const stream = await open('', `evt_${'7'.repeat(10)}${'0'.repeat(8)}${'7'.repeat(8)}`)
    expect((await stream.next()).event).toBe('stream.gap')
    const id = await happen({}, 'now')
    expect((await stream.next()).data.data?.id).toBe(id)
    stream.close()
  })
})

describe('the end', () => {
  const makeKey = async (fields: object = {}): Promise<{ id: string; key: string }> => {
    const { body } = await api.call('POST', '/api_keys', account.sandboxKey, { name: 'stream', ...fields })
    return { id: String(body.id), key: String(body.key) }
  }

  test('comes with the first or second look at the keys after one was revoked, and there is one a second', async () => {
    expect(limits.streamKeyMs).toBeLessThanOrEqual(1_000)
    const { id, key } = await makeKey()
    const [stream, other] = [await open('', undefined, key), await open()]
    await api.call('DELETE', `/api_keys/${id}`, account.sandboxKey)
    const query = vi.spyOn(api.serviceDatabase, 'query')
    await stream.ended
    const looks = query.mock.calls.filter(([text]) =>
      text.includes('join api_keys k on k.tenant_id = w.tenant_id'),
    )
    expect(looks.length, 'one may have been under way').toBeLessThanOrEqual(2)
    await happen({}, 'others go on')
    expect((await other.next()).data.data?.subject).toBe('others go on')
    expect((await refusal(open('', undefined, key))).status).toBe(401)
    other.close()
  })

  test('comes when the key expires', async () => {
    const { id, key } = await makeKey({ expires_at: new Date(Date.now() + 3_600_000).toISOString() })
    const stream = await open('', undefined, key)
    await api.database.query('update api_keys set expires_at = now() where id = $1', [id])
    await stream.ended
    expect((await refusal(open('', undefined, key))).status).toBe(401)
  })

  test('of one makes room for another: a key has only so many, and one refused for another reason takes no room', async () => {
    const { key } = await makeKey()
    const streams = await Promise.all(
      Array.from({ length: limits.streamsPerKey }, () => open('', undefined, key)),
    )
    const refused = await refusal(open('', undefined, key))
    expect([refused.status, JSON.parse(refused.body).error.code]).toEqual([429, 'too_many_streams'])
    streams[0]!.close()
    await expect
      .poll(() =>
        open('', undefined, key).then(
          (stream) => streams.push(stream),
          () => 0,
        ),
      )
      .toBeGreaterThan(0)
    for (const stream of streams) stream.close()
  })

  test('of the connection that tells of events is overcome: what happened meanwhile is shown', async () => {
    const stream = await open()
    const [killed] = await api.database.query<{ ended: boolean }>(
      `select pg_terminate_backend(pid) as ended from pg_stat_activity
       where application_name = 'agent-email-service listener' and datname = current_database()`,
    )
    expect(killed?.ended).toBe(true)
    const id = await happen({}, 'meanwhile')
    expect((await stream.next()).data.data?.id).toBe(id)
    stream.close()
  })
})

test('a request that the rate limit refuses leaves no stream open', async () => {
  const strict = await createTestApi({ RATE_LIMIT_PER_MINUTE: '3' })
  try {
    const strictUrl = await strict.app.listen({ port: 0, host: '127.0.0.1' })
    const { sandboxKey } = await strict.signUp()
    const outcomes: string[] = []
    for (let n = 0; n < 5; n++) {
      const stream = await EventStreamReader.open(strictUrl, sandboxKey).catch(
        (error: StreamRefused) => error,
      )
      outcomes.push(stream instanceof EventStreamReader ? 'open' : JSON.parse(stream.body).error.code)
    }
    expect(outcomes).toEqual(['open', 'open', 'open', 'rate_limited', 'rate_limited'])
  } finally {
    await strict.close()
  }
})

describe('webhooks', () => {
  test('are told of what the inbox has chosen, with the same event', async () => {
    const hooked = await makeInbox('hooked-events', {
      webhook_url: 'https://hooks.example/',
      webhook_events: ['message.sent', 'approval.pending'],
    })
    const stream = await open('?slug=hooked-events')
    await happen({ inboxId: hooked })
    const id = await happen({ inboxId: hooked, type: 'message.sent', facts: { simulated: false } })
    const [, sent] = await stream.take(2)
    const { body } = await api.call('GET', '/inboxes/hooked-events/webhook/deliveries', account.sandboxKey)
    expect(body.deliveries).toEqual([
      expect.objectContaining({
        event: 'message.sent',
        event_id: sent!.id,
        message_id: id,
        status: 'pending',
      }),
    ])
    await api.call('PATCH', '/inboxes/hooked-events', account.sandboxKey, { webhook_events: [] })
    await happen({ inboxId: hooked, type: 'message.sent', facts: { simulated: false } })
    const after = await api.call('GET', '/inboxes/hooked-events/webhook/deliveries', account.sandboxKey)
    expect(after.body.deliveries).toHaveLength(1)
    stream.close()
  })

  test.each([[['message.eaten']], [['message.sent', 'message.sent']], ['message.sent'], [null]])(
    'are not told of %j',
    async (webhook_events) => {
      const { status } = await api.call('PATCH', '/inboxes/streamed', account.sandboxKey, { webhook_events })
      expect(status).toBe(422)
    },
  )
})
