/** A page of which there is nothing to list says so, and that what was made in the sandbox is elsewhere. */
import { expect, test } from 'vitest'
import { apiKeysPage } from '../../services/dashboard/api-keys-page.ts'
import { firstMailPage } from '../../services/dashboard/first-mail-page.ts'
import { inboxesPage } from '../../services/dashboard/inboxes-page.ts'
import { queuePage } from '../../services/dashboard/queue-page.ts'
import { texts } from '../../services/dashboard/texts.ts'
import type { Visitor } from '../../services/dashboard/visitor.ts'
import { limits } from '../../shared/domain/limits.ts'
import { html } from '../../shared/lib/html.ts'

const visitor = {
  email: 'ops@acme.example',
  csrf: html``,
  at: '/dashboard/api-keys',
  principal: { scopes: [], expiresAt: null, mode: 'live' },
} as unknown as Visitor

test('of API keys', () => {
  const page = apiKeysPage(
    { keys: { api_keys: [], has_more: false, next_cursor: null }, inboxes: [] },
    visitor,
  )
  expect(page).toContain(texts().apiKeys.none)
  expect(page).not.toContain('<ul class="queue">')
})

test('of inboxes', () => {
  const page = inboxesPage({ inboxes: [], has_more: false, next_cursor: null }, visitor, {})
  expect(page).toContain(texts().inboxes.none)
})

const emptyQueue = {
  bounds: { withholdAbove: 70, flagAbove: 30 },
  page: { cursor: null, sort: 'newest' },
  newest: undefined,
  pending: new Map(),
  summaries: new Map(),
  waiting: 0,
  failed: null,
} as const

test('the queue says how many wait, also where none of them is on this page, up to a bound', () => {
  const said = (waiting: number) =>
    /<p>([^<]* waits?\.)<\/p>/.exec(
      queuePage({ messages: [], next_cursor: null }, visitor, { ...emptyQueue, waiting }),
    )?.[1]
  expect([0, 1, 2, limits.queueCounted, limits.queueCounted + 1].map(said)).toEqual([
    undefined,
    '1 message waits.',
    '2 messages wait.',
    '1,000 messages wait.',
    'More than 1,000 messages wait.',
  ])
})

test('where somebody may miss what they made in the sandbox, the page says which mode it shows', () => {
  const list = { has_more: false, next_cursor: null }
  for (const page of [
    inboxesPage({ inboxes: [], ...list }, visitor, {}),
    apiKeysPage({ keys: { api_keys: [], ...list }, inboxes: [] }, visitor),
    queuePage({ messages: [], ...list }, visitor, emptyQueue),
    firstMailPage(undefined, 'http://127.0.0.1:8080', visitor),
  ]) {
    expect(page).toContain('Agent Email</a><span class="mode">Live</span>')
    expect(page).toContain(
      'live mode alone. What a sandbox key (<code>svc_test_…</code>) has made is seen with that key',
    )
  }
})
