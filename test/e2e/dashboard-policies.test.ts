/** The dashboard's pages of policies: every type has a form, what it would do is shown before it is saved, and nothing of strangers runs. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { policyTypeNames } from '../../shared/domain/policy.ts'
import { itemsOf } from '../support/api.ts'
import { type House, startHouse } from '../support/house.ts'
import { SignedIn } from '../support/signed-in.ts'

const path = '/dashboard/policies'
const xss = '<script>alert(1)</script>"><img src=x onerror=alert(1)>'
let house: House
let visitor: SignedIn
beforeAll(async () => {
  house = await startHouse()
  visitor = await SignedIn.as(house)
})
afterAll(() => house.stop())

const stored = async () => itemsOf(await house.api('GET', '/policies'), 'policies')
const pathOf = (type: string) => `${path}/new?type=${type}`

test('every type has a form, whose fields are those of its config', async () => {
  const list = await visitor.open(path)
  expect(list.text).toContain('No policies yet')
  for (const type of policyTypeNames) {
    expect(list.text).toContain(`href="${pathOf(type)}"`)
    const form = await visitor.open(pathOf(type))
    expect(form.status).toBe(200)
    expect(form.text).toMatch(/name="config-\w+/)
  }
  expect((await visitor.open(pathOf('no_such_type'))).status).toBe(404)
  expect((await visitor.open(`${path}/pol_01ka2b3c4d5e6f7g8h9j0kmnpq`)).status).toBe(404)
})

test('a policy is tried on what came, side by side, and saved as it was tried', async () => {
  const { id: inbox_id, slug, address } = await house.createInbox()
  for (const subject of ['An offer of chairs', 'Nothing of the kind'])
    await house.send({ subject, body: 'Oak.' }, { rcptTo: [address] })
  await house.drain()
  const fields = {
    type: 'keyword_filter',
    name: 'No chairs',
    action: 'withhold',
    inbox_id,
    'config-keywords': 'chairs\r\n\r\n  sofas \r\n',
    'config-match': 'word',
    'config-fields:subject': 'yes',
    'config-direction': 'inbound',
  }
  const tried = await visitor.open(`${path}/new`, {
    csrf: await csrfAt(pathOf('keyword_filter')),
    ...fields,
    do: 'try',
  })
  expect(tried.status).toBe(200)
  expect(tried.text).toContain('1 of 2 messages would have been treated differently.')
  expect(tried.text).toContain('An offer of chairs')
  expect(tried.text).not.toContain('Nothing of the kind')
  expect(tried.text).toContain('The message is withheld.')
  // What was written is still in the form.
  expect(tried.text).toMatch(/>chairs\nsofas<\/textarea>/)
  expect(await stored()).toEqual([])

  const made = await visitor.open(`${path}/new`, {
    csrf: await csrfAt(pathOf('keyword_filter')),
    ...fields,
    do: 'save',
  })
  expect(made).toMatchObject({ status: 303, location: `${path}?done=created` })
  const [policy] = await stored()
  expect(policy).toMatchObject({
    name: 'No chairs',
    action: 'withhold',
    inbox_id,
    enabled: true,
    config: {
      keywords: ['chairs', 'sofas'],
      match: 'word',
      fields: ['subject'],
      case_sensitive: false,
      direction: 'inbound',
    },
  })
  expect((await visitor.open(path)).text).toContain(`only ${slug}`)

  const own = `${path}/${policy!.id}`
  const saved = await visitor.send(own, {
    ...fields,
    action: 'flag',
    'config-keywords': 'tables',
    do: 'save',
  })
  expect(saved.location).toBe(`${path}?done=saved`)
  expect(await stored()).toMatchObject([{ action: 'flag', config: { keywords: ['tables'] } }])
  // Tried in its own place, it isn't counted twice.
  const again = await visitor.send(own, { ...fields, 'config-keywords': 'wardrobes', do: 'try' })
  expect(again.text).toContain('None of ')
  await visitor.send(own, { do: 'disable' })
  expect(await stored()).toMatchObject([{ enabled: false }])
  expect((await visitor.open(path)).text).toContain('Switch on')
  await visitor.send(own, { do: 'enable' })
  expect(await stored()).toMatchObject([{ enabled: true }])
  expect((await visitor.send(own, { do: 'delete' })).location).toBe(`${path}?done=deleted`)
  expect(await stored()).toEqual([])
})

test('a field that is emptied does not keep what it was', async () => {
  const scan = {
    type: 'output_scan',
    name: 'Scan',
    action: 'flag',
    'config-detectors:pii': 'yes',
    do: 'save',
  }
  await visitor.send(pathOf('output_scan'), { ...scan, 'config-max_score': '70' })
  const redaction = {
    type: 'pii_redaction',
    name: 'Redact',
    action: 'redact',
    'config-entities:email': 'yes',
    'config-direction': 'both',
    do: 'save',
  }
  await visitor.send(pathOf('pii_redaction'), { ...redaction, 'config-replacement': '***' })
  const limit = { type: 'rate_limit', name: 'Slow', action: 'block', 'config-per': 'inbox', do: 'save' }
  const window = { 'config-window_seconds': '60', 'config-direction': 'both' }
  await visitor.send(pathOf('rate_limit'), { ...limit, ...window, 'config-max_messages': '5' })
  const byType = async (type: string) => (await stored()).find((one) => String(one.type) === type)!
  const own = async (type: string) => `${path}/${(await byType(type)).id}`
  expect(await byType('output_scan')).toMatchObject({ config: { max_score: 70 } })
  expect(await byType('pii_redaction')).toMatchObject({ config: { replacement: '***' } })

  await visitor.send(await own('output_scan'), { ...scan, 'config-max_score': '' })
  expect(await byType('output_scan')).toMatchObject({ config: { max_score: 30 } })
  // What stands for a value may be nothing at all.
  await visitor.send(await own('pii_redaction'), { ...redaction, 'config-replacement': '' })
  expect(await byType('pii_redaction')).toMatchObject({ config: { replacement: '' } })
  const refused = await visitor.send(await own('rate_limit'), {
    ...limit,
    ...window,
    'config-max_messages': '',
  })
  expect(refused.status).toBe(422)
  expect(refused.text).toContain('id="problem-max_messages"')
  for (const { id } of await stored()) await visitor.send(`${path}/${id}`, { do: 'delete' })
  expect(await stored()).toEqual([])
})

test('what the API refuses is said beside its field, and what was written stays', async () => {
  const send = async (type: string, fields: Record<string, string>) =>
    visitor.open(`${path}/new`, { csrf: await csrfAt(pathOf(type)), type, do: 'save', ...fields })
  const number = await send('rate_limit', {
    name: 'Slow',
    action: 'block',
    'config-max_messages': 'many',
    'config-window_seconds': '60',
  })
  expect(number.status).toBe(422)
  expect(number.text).toContain('aria-describedby="problem-max_messages"')
  expect(number.text).toContain('value="many"')
  const line = await send('domain_blocklist', {
    name: 'Bad',
    action: 'block',
    'config-domains': 'fine.example\nnot a domain',
  })
  expect(line.text).toMatch(/id="problem-domains">Line 2 /)
  const empty = await send('output_scan', { name: '', action: 'block' })
  expect(empty.text).toContain('id="problem-name"')
  expect(empty.text).toContain('id="problem-detectors"')
  expect((await visitor.open(`${path}/new`, { type: 'rate_limit', do: 'save' })).status).toBe(403)
  expect(await stored()).toEqual([])
})

test('names, keywords and subjects are text, wherever they come up', async () => {
  const { address } = await house.createInbox()
  await house.send({ subject: `chairs ${xss}`, body: 'Oak.' }, { rcptTo: [address] })
  await house.drain()
  const fields = {
    type: 'keyword_filter',
    name: xss,
    action: 'flag',
    'config-keywords': `${xss}\nchairs`,
    'config-fields:subject': 'yes',
  }
  const tried = await visitor.open(`${path}/new`, {
    csrf: await csrfAt(pathOf('keyword_filter')),
    ...fields,
    do: 'try',
  })
  expect(tried.text).toContain('would have been treated differently')
  const made = await visitor.open(`${path}/new`, {
    csrf: await csrfAt(pathOf('keyword_filter')),
    ...fields,
    do: 'save',
  })
  expect(made.status).toBe(303)
  const [policy] = await stored()
  for (const { text } of [tried, await visitor.open(path), await visitor.open(`${path}/${policy!.id}`)]) {
    expect(text).toContain('&lt;script&gt;')
    expect(text).not.toContain(xss)
    expect(text).not.toContain('<img')
  }
})

test('a viewer looks at policies, and changes none', async () => {
  const email = 'viewer@acme.example'
  await house.api('POST', '/users', { email, role: 'viewer' })
  await house.drain()
  const looking = await SignedIn.as(house, email)
  const [policy] = await stored()
  const own = `${path}/${policy!.id}`
  const list = await looking.open(path)
  expect(list.text).not.toContain('New policy')
  expect(list.text).not.toContain('Switch off')
  expect((await looking.open(own)).text).not.toContain('value="save"')
  for (const order of ['disable', 'delete']) expect((await looking.send(own, { do: order })).status).toBe(403)
  const fields = {
    type: 'keyword_filter',
    name: 'Other',
    action: 'block',
    'config-keywords': 'x',
    do: 'save',
  }
  expect((await looking.send(own, fields)).status).toBe(403)
  expect((await looking.send(`${path}/new?type=keyword_filter`, fields)).status).toBe(403)
  expect(await stored()).toEqual([policy])
})

test('a policy of an inbox that the form does not list stays with it', async () => {
  const { id } = await house.createInbox()
  const config = { domains: ['crook.example'] }
  const policy = { name: 'Here only', type: 'domain_blocklist', action: 'block', inbox_id: id, config }
  const { body } = await house.api('POST', '/policies', policy)
  // As many as the page asks for, all of them newer.
  for (let count = 0; count < 100; count++) await house.createInbox()
  const own = `${path}/${body.id}`
  const { text } = await visitor.open(own)
  const chosen = /<option value="([^"]*)" selected>/.exec(text.split('name="inbox_id"')[1]!)
  expect(chosen?.[1]).toBe(id)
  expect(text.split(`<option value="${id}"`)).toHaveLength(2)
})

async function csrfAt(page: string): Promise<string> {
  return /name="csrf" value="([^"]*)"/.exec((await visitor.open(page)).text)?.[1] ?? ''
}
