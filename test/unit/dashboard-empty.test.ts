/** A page of which there is nothing to list says so. */
import { expect, test } from 'vitest'
import { apiKeysPage } from '../../services/dashboard/api-keys-page.ts'
import { inboxesPage } from '../../services/dashboard/inboxes-page.ts'
import { texts } from '../../services/dashboard/texts.ts'
import type { Visitor } from '../../services/dashboard/visitor.ts'
import { html } from '../../shared/lib/html.ts'

const visitor = {
  email: 'ops@acme.example',
  csrf: html``,
  at: '/dashboard/api-keys',
  principal: { scopes: [], expiresAt: null },
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
