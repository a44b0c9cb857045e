/** Forms of the dashboard that make something, sent twice: by a double click, or from a page that was loaded again. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { itemsOf } from '../support/api.ts'
import { type House, startHouse } from '../support/house.ts'
import { fieldOf, SignedIn } from '../support/signed-in.ts'

let house: House
let owner: SignedIn
beforeAll(async () => {
  house = await startHouse()
  owner = await SignedIn.as(house)
})
afterAll(() => house?.stop())

interface Form {
  what: string
  /** The page that it is on, and where it is sent to. */
  page: string
  to: string
  fields: Record<string, string>
  /** What the API refuses of it. */
  wrong: Record<string, string>
  /** The list that it adds to. */
  list: string
  noun: string
}

const forms: Form[] = [
  {
    what: 'an API key',
    page: '/dashboard/api-keys',
    to: '/dashboard/api-keys',
    fields: { name: 'Reporter', inbox_id: 'all', 'scope:messages:read': 'yes' },
    wrong: { name: '' },
    list: '/api_keys',
    noun: 'api_keys',
  },
  {
    what: 'a policy',
    page: '/dashboard/policies/new?type=keyword_filter',
    to: '/dashboard/policies/new',
    fields: {
      type: 'keyword_filter',
      do: 'save',
      name: 'Words',
      action: 'flag',
      inbox_id: '',
      'config-keywords': 'merger',
      'config-fields:subject': 'yes',
      'config-match': 'word',
    },
    wrong: { name: '' },
    list: '/policies',
    noun: 'policies',
  },
  {
    what: 'a channel',
    page: '/dashboard/settings',
    to: '/dashboard/notice-channels',
    fields: {
      action: 'add',
      kind: 'slack',
      name: 'Ops',
      url: 'https://hooks.slack.com/services/T0/B0/abcdef',
      approvals: 'yes',
    },
    wrong: { name: '' },
    list: '/notice_channels',
    noun: 'notice_channels',
  },
  {
    what: 'an inbox',
    page: '/dashboard/inboxes',
    to: '/dashboard/inboxes',
    fields: { slug: 'sales', display_name: 'Sales', security_level: 'guarded_send' },
    wrong: { slug: 'No Slug' },
    list: '/inboxes',
    noun: 'inboxes',
  },
  {
    what: 'an invitation',
    page: '/dashboard/members',
    to: '/dashboard/members',
    fields: { action: 'invite', email: 'ada@acme.example', role: 'reviewer' },
    wrong: { email: 'nobody' },
    list: '/users',
    noun: 'users',
  },
]

test.each(forms)('$what is made once by a form that is sent twice', async (form) => {
  const { page, to, fields, wrong, list, noun } = form
  const count = async () => itemsOf(await house.api('GET', list), noun).length
  const before = await count()
  const opened = await owner.open(page)
  const hidden = { csrf: fieldOf(opened, 'csrf')!, once: fieldOf(opened, 'once')! }
  expect(hidden.once).toBeTruthy()

  const refused = await owner.open(to, { ...fields, ...wrong, ...hidden })
  expect(refused.status).toBe(422)
  // What was refused is no longer what the form shows: put right, it is another.
  const shown = fieldOf(refused, 'once')!
  expect(shown).not.toBe(hidden.once)

  const send = () => owner.open(to, { ...fields, ...hidden, once: shown })
  const clicked = await Promise.all([send(), send()])
  const again = await send()
  expect([200, 201, 303]).toContain(again.status)
  for (const one of clicked) expect({ ...one, text: '' }).toEqual({ ...again, text: '' })
  expect(await count()).toBe(before + 1)

  // The next page is of another.
  const next = await owner.open(page)
  expect([hidden.once, shown]).not.toContain(fieldOf(next, 'once'))
})

test('a key that is made by two clicks is shown whichever of them the browser waits for', async () => {
  const path = '/dashboard/api-keys'
  const opened = await owner.open(path)
  const form = {
    csrf: fieldOf(opened, 'csrf')!,
    once: fieldOf(opened, 'once')!,
    name: 'Twice',
    inbox_id: 'all',
    'scope:messages:read': 'yes',
  }
  const pages = await Promise.all([owner.open(path, form), owner.open(path, form)])
  const keys = pages.map(({ text }) => /<pre class="code">(svc_[^<]+)</.exec(text)?.[1])
  expect(keys[0]).toBeTruthy()
  expect(keys[1]).toBe(keys[0])
  expect((await house.api('GET', '/inboxes', undefined, { key: keys[0]! })).status).toBe(403)
})

test('a form with other values and the mark of one that was sent makes nothing', async () => {
  const path = '/dashboard/inboxes'
  const opened = await owner.open(path)
  const form = {
    csrf: fieldOf(opened, 'csrf')!,
    once: fieldOf(opened, 'once')!,
    security_level: 'guarded_send',
  }
  expect((await owner.open(path, { ...form, slug: 'begun' })).status).toBe(303)
  const other = await owner.open(path, { ...form, slug: 'changed' })
  expect(other.status).toBe(422)
  expect(other.text).toContain('role="alert"')
  expect(other.text).toContain('This form was sent before, with other values.')
  expect((await house.api('GET', '/inboxes/changed')).status).toBe(404)
  // As it says, it makes another when it is sent again.
  const shown = { ...form, slug: 'changed', once: fieldOf(other, 'once')! }
  expect((await owner.open(path, shown)).status).toBe(303)
  expect((await house.api('GET', '/inboxes/changed')).status).toBe(200)
})
