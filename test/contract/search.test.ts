/** Contract of searching and labelling messages: what is found, in which order, and by whom. */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { limits } from '../../shared/domain/limits.ts'
import { indexMessages } from '../../shared/flow/search/index-messages.ts'
import { readQuery } from '../../shared/flow/search/query.ts'
import { searchVector } from '../../shared/flow/search/vector.ts'
import {
  type Answer,
  createTestApi,
  itemsOf,
  type Planted,
  plantMessage,
  type TestAccount,
  type TestApi,
} from '../support/api.ts'

let api: TestApi
let account: TestAccount
const inboxes: Record<string, string> = {}
beforeAll(async () => {
  api = await createTestApi()
  account = await api.signUp()
  for (const slug of ['mail', 'other', 'pages']) inboxes[slug] = await makeInbox(slug)
})
afterAll(() => api.close())

async function makeInbox(slug: string): Promise<string> {
  return String((await api.call('POST', '/inboxes', account.sandboxKey, { slug })).body.id)
}

async function plant(slug: string, planted: Planted, files: string[] = []): Promise<string> {
  const tenantId = account.sandboxTenantId
  const inboxId = inboxes[slug]!
  const { id } = await plantMessage(api.database, tenantId, inboxId, planted)
  const people = ['Ada', 'ada@example.com']
  const { subject = 'Order', body = 'Hello.' } = planted
  await indexMessages(api.database, [{ tenantId, inboxId, id, subject, people, files, body }])
  return id
}

const list = (slug: string, query: string): Promise<Answer> =>
  api.call('GET', `/inboxes/${slug}/messages?${query}`, account.sandboxKey)
const subjects = (answer: Answer) => itemsOf(answer, 'messages').map(({ subject }) => subject)
const search = async (slug: string, q: string, more = '') =>
  subjects(await list(slug, `q=${encodeURIComponent(q)}${more}`))

describe('search', () => {
  beforeAll(async () => {
    await plant('mail', { subject: 'Café invoice', body: 'Please pay the invoice 1815 by Friday.' })
    await plant('mail', { subject: 'Lunch', body: 'The invoice was in the café.' })
    await plant('mail', { subject: 'Weekly newsletter', body: 'Nothing about money.' }, ['rechnung_2026.pdf'])
    await plant('mail', { subject: '会議のお知らせ', body: '明日の会議室です' })
    await plant('mail', {
      subject: 'Held',
      body: 'Invoice of a stranger',
      status: 'withheld',
      verdict: 'withheld',
    })
    await plant('other', { subject: 'Elsewhere', body: 'An invoice of the other inbox.' })
  })

  test('finds words in subject and body, in any case and without accents, the better match first', async () => {
    expect(await search('mail', 'CAFE invoice')).toEqual(['Café invoice', 'Lunch'])
  })

  test.each([
    ['phrases', '"invoice 1815"', ['Café invoice']],
    ['without a word', 'invoice -friday -stranger', ['Lunch']],
    ['alternatives', 'newsletter or lunch', ['Lunch', 'Weekly newsletter']],
    ['beginnings of words', 'news*', ['Weekly newsletter']],
    ['names of attachments', 'rechnung', ['Weekly newsletter']],
    ['scripts without spaces', '会議', ['会議のお知らせ']],
    ['addresses', '"ada@example.com" lunch', ['Lunch']],
    ['what is withheld, as lists show it', 'stranger', ['Held']],
    ['only what does not match', '-invoice -会議', ['Weekly newsletter']],
    ['nothing', 'unheard-of', []],
  ])('finds %s: %s', async (_name, q, expected) => {
    expect((await search('mail', q)).toSorted()).toEqual([...expected].toSorted())
  })

  test('can not be made to leave its inbox', async () => {
    expect(await search('mail', 'invoice or elsewhere')).not.toContain('Elsewhere')
    expect(await search('other', 'invoice or -invoice')).toEqual(['Elsewhere'])
    expect(await search('other', inboxes.mail!)).toEqual([])
  })

  test('combines with every other filter', async () => {
    expect(await search('mail', 'invoice', '&status=withheld')).toEqual(['Held'])
    expect(await search('mail', 'invoice', '&direction=outbound')).toEqual([])
    expect(await search('mail', 'invoice', '&since=2999-01-01T00:00:00Z')).toEqual([])
  })

  test('shows where it matches; lists without a search do not', async () => {
    const [hit] = itemsOf(await list('mail', 'q=friday'), 'messages')
    expect(hit?.highlight).toEqual({
      subject: null,
      body: 'Please pay the invoice 1815 by <mark>Friday</mark>.',
    })
    const [listed] = itemsOf(await list('mail', 'limit=1'), 'messages')
    expect(listed).not.toHaveProperty('highlight')
    expect(listed).not.toHaveProperty('rank')
  })

  test.each(['q=', 'q=%20-%20', `q=${'a'.repeat(limits.searchQueryCharacters + 1)}`, 'q=a&q=b', 'q=%00'])(
    'refuses %s',
    async (query) => {
      const { status, body } = await list('mail', query)
      expect([status, body.error?.code]).toEqual([422, 'validation_error'])
    },
  )

  test('pages through its results without gap or repeat, with mail coming in meanwhile', async () => {
    const planted: string[] = []
    for (let n = 0; n < 60; n++)
      planted.push(await plant('pages', { subject: `Page ${n}`, body: `topic ${'topic '.repeat(n % 7)}` }))
    const seen: string[] = []
    let cursor = ''
    do {
      const answer = await list('pages', `q=topic&limit=7${cursor}`)
      seen.push(...itemsOf(answer, 'messages').map(({ id }) => String(id)))
      await plant('pages', { subject: 'New', body: 'topic' })
      cursor = answer.body.has_more ? `&cursor=${answer.body.next_cursor}` : ''
    } while (cursor !== '')
    expect(new Set(seen).size).toBe(seen.length)
    expect(planted.filter((id) => !seen.includes(id))).toEqual([])
    const first = await list('pages', 'q=topic&limit=7')
    const other = await list('pages', `q=other&limit=7&cursor=${first.body.next_cursor}`)
    expect(other.status).toBe(422)
  })

  test('pages on without gap or repeat where more match by then than are ranked together', async () => {
    inboxes.grows = await makeInbox('grows')
    const { searchLooked, searchRanked } = limits
    await plant('grows', { subject: 'first', body: 'other' })
    const copy = (count: number, tag: string, words: string) =>
      api.database.query(
        `with made as (
           insert into messages select (jsonb_populate_record(m, jsonb_build_object('id', $2 || right('0000000000000000000000000' || n, 25), 'subject', 'copy'))).*
           from messages m, generate_series(1, $3::int) n where m.subject = 'first' and m.inbox_id = $1 returning *
         )
         insert into message_search (tenant_id, message_id, inbox_id, vector)
         select tenant_id, id, inbox_id, (''' ' || inbox_id || ''' ' || $4)::tsvector from made`,
        [inboxes.grows, `msg_${tag}`, count, words],
      )
    await copy(searchLooked, '2', 'other:1')
    await copy(searchRanked - 400, '3', 'gold:1')
    await copy(300, '4', 'gold:1,2,3')
    await api.database.query('analyze messages; analyze message_search')
    const seen: string[] = []
    let cursor = ''
    do {
      const answer = await list('grows', `q=gold&limit=100${cursor}`)
      seen.push(...itemsOf(answer, 'messages').map(({ id }) => String(id)))
      if (cursor === '') {
        expect(answer.body.search_truncated).toBe(false)
        await copy(300, '7', 'gold:1,2,3')
      }
      cursor = answer.body.has_more ? `&cursor=${answer.body.next_cursor}` : ''
    } while (cursor !== '')
    expect(new Set(seen).size).toBe(seen.length)
    expect(seen.filter((id) => /^msg_[34]/.test(id))).toHaveLength(searchRanked - 100)
  })

  test('of a message whose words have changed finds the new ones', async () => {
    const tenantId = account.sandboxTenantId
    const id = await plant('mail', { subject: 'Draft', body: 'before' })
    const inboxId = inboxes.mail!
    await indexMessages(api.database, [
      { tenantId, inboxId, id, subject: 'Draft', people: [], files: [], body: 'afterwards' },
    ])
    expect(await search('mail', 'before')).toEqual([])
    expect(await search('mail', 'afterwards')).toEqual(['Draft'])
  })
})

test('Postgres takes every vector and every query that is made, whatever the text, and they find each other', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.string({ unit: 'binary', maxLength: 400 }),
      fc.string({ unit: 'grapheme', maxLength: 100 }),
      async (body, q) => {
        const vector = searchVector('inb_1', { subject: q, people: [], files: [], body })
        const queries = [body, q].flatMap((one) => {
          try {
            return [readQuery(`"${one.replaceAll('"', ' ')}"`).tsquery]
          } catch {
            return []
          }
        })
        const rows = await api.database.query<{ found: boolean }>(
          'select $1::tsvector @@ q::tsquery as found from unnest($2::text[]) as q',
          [vector, queries],
        )
        expect(rows.map(({ found }) => found)).toEqual(queries.map(() => true))
      },
    ),
    { numRuns: 300 },
  )
  const long = ['語'.repeat(64), 'x'.repeat(5_000), 'é'.repeat(3_000)]
    .map((word) => `${word} `.repeat(400))
    .join('')
  const many = Array.from({ length: 100_000 }, (_, n) => `w${n}`).join(' ')
  for (const body of [long, many])
    await api.database.query('select $1::tsvector', [
      searchVector('inb_1', { subject: '', people: [], files: [], body }),
    ])
})

describe('labels and metadata', () => {
  const patch = (id: string, body: unknown, key = account.sandboxKey) =>
    api.call('PATCH', `/messages/${id}`, key, body)

  test('are set, added to and removed from, on both paths, and shown', async () => {
    const id = await plant('other', { subject: 'Labelled' })
    expect((await patch(id, { labels: ['b', 'a', 'b'] })).body).toMatchObject({
      labels: ['a', 'b'],
      metadata: {},
    })
    const changed = await api.call('PATCH', `/inboxes/other/messages/${id}`, account.sandboxKey, {
      labels: { add: ['c'], remove: ['a', 'zz'] },
      metadata: { order: 1815, paid: true },
    })
    expect(changed).toMatchObject({
      status: 200,
      body: { labels: ['b', 'c'], metadata: { order: 1815, paid: true } },
    })
    expect((await api.call('GET', `/messages/${id}`, account.sandboxKey)).body).toMatchObject({
      labels: ['b', 'c'],
    })
    expect((await patch(id, {})).body).toMatchObject({ labels: ['b', 'c'], metadata: { order: 1815 } })
  })

  test('are what lists are filtered by, alone, together, and with a search', async () => {
    const inboxId = await makeInbox('tagged')
    inboxes.tagged = inboxId
    const ids = []
    for (const n of [1, 2, 3, 4])
      ids.push(await plant('tagged', { subject: `Message ${n}`, body: `topic ${n}` }))
    await patch(ids[0]!, { labels: ['todo', 'red'], metadata: { order: 1815, note: 'a b' } })
    await patch(ids[1]!, { labels: ['todo'], metadata: { order: '1815' } })
    await patch(ids[2]!, { labels: ['red'], metadata: { order: true } })
    const listed = async (query: string) => subjects(await list('tagged', query))
    expect(await listed('label=todo')).toEqual(['Message 2', 'Message 1'])
    expect(await listed('label=todo&label=red')).toEqual(['Message 1'])
    expect(await listed('metadata[order]=1815')).toEqual(['Message 2', 'Message 1'])
    expect(await listed('metadata.order=true')).toEqual(['Message 3'])
    expect(await listed('metadata[order]=1815&metadata[note]=a%20b&label=red')).toEqual(['Message 1'])
    expect(await listed('label=nobody-has-this')).toEqual([])
    expect(await listed('q=topic&label=red')).toEqual(['Message 3', 'Message 1'])
    expect(await listed('label=todo&status=withheld')).toEqual([])
    const first = await list('tagged', 'label=todo&limit=1')
    expect(subjects(first)).toEqual(['Message 2'])
    expect(await listed(`label=todo&limit=1&cursor=${first.body.next_cursor}`)).toEqual(['Message 1'])
    await patch(ids[1]!, { labels: [] })
    expect(await listed('label=todo')).toEqual(['Message 1'])
  })

  test.each([
    ['a label too long', { labels: ['x'.repeat(limits.labelCharacters + 1)] }],
    ['an empty label', { labels: [' '] }],
    ['control characters', { labels: ['a\nb'] }],
    ['too many', { labels: Array.from({ length: limits.labels + 1 }, (_, n) => `l${n}`) }],
    ['another field', { subject: 'stolen' }],
    ['nested metadata', { metadata: { a: {} } }],
  ])('%s: refused', async (_name, body) => {
    const id = await plant('other', {})
    expect((await patch(id, body)).status).toBe(422)
  })

  test('that would become too many are refused, and nothing changes', async () => {
    const id = await plant('other', {})
    await patch(id, { labels: Array.from({ length: limits.labels }, (_, n) => `l${n}`) })
    const answer = await patch(id, { labels: { add: ['one-more'] } })
    expect(answer.body.error).toMatchObject({ code: 'validation_error', details: [{ path: 'body.labels' }] })
    expect((await patch(id, { labels: { add: ['l1'] } })).status).toBe(200)
  })

  test.each([
    'label=',
    'metadata=x',
    'metadata[]=x',
    'metadata[a][b]=x&metadata[a]=',
    `label=${'l'.repeat(65)}`,
  ])('the filter %s is refused or finds nothing, never an error of ours', async (query) => {
    const { status, body } = await list('other', query)
    expect([200, 422]).toContain(status)
    if (status === 200) expect(body.messages).toEqual([])
  })

  test.each(['metadata[__proto__]=1', 'metadata.__proto__=1'])(
    'the filter %s, which no object can hold, is refused and not left out',
    async (query) => {
      const { status, body } = await list('other', query)
      expect([status, body.error?.code]).toEqual([422, 'validation_error'])
    },
  )

  test('changes at once are none lost', async () => {
    const id = await plant('other', {})
    const names = Array.from({ length: 20 }, (_, n) => `p${String(n).padStart(2, '0')}`)
    await Promise.all(names.map((name) => patch(id, { labels: { add: [name] } })))
    expect((await patch(id, {})).body.labels).toEqual(names)
  })

  test('the largest label and metadata can be stored and found', async () => {
    const id = await plant('other', {})
    const label = '語'.repeat(limits.labelCharacters)
    const value = '😀'.repeat(250)
    expect((await patch(id, { labels: [label], metadata: { ['語'.repeat(40)]: value } })).status).toBe(200)
    expect(itemsOf(await list('other', `label=${encodeURIComponent(label)}`), 'messages')).toHaveLength(1)
  })
})

test('deleting the inbox leaves nothing of search, tags and events behind', async () => {
  const id = await plant('tagged', { subject: 'Last' })
  await api.call('PATCH', `/messages/${id}`, account.sandboxKey, { labels: ['x'] })
  expect((await api.call('DELETE', '/inboxes/tagged', account.sandboxKey)).status).toBe(204)
  for (const table of ['message_search', 'message_tags', 'events'])
    expect(
      await api.database.query(`select 1 from ${table} where inbox_id = $1`, [inboxes.tagged]),
      table,
    ).toEqual([])
})
