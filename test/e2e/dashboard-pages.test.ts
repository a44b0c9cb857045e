/** The dashboard's pages of inboxes, API keys and the audit log: what they do, and that they run nothing of strangers. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type House, startHouse } from '../support/house.ts'
import { SignedIn } from '../support/signed-in.ts'

let house: House
let visitor: SignedIn
beforeAll(async () => {
  house = await startHouse()
  visitor = await SignedIn.as(house)
})
afterAll(() => house.stop())

const xss = '<script>alert(1)</script>"><img src=x onerror=alert(1)>'

test('an inbox is made, changed and paused, and every level is explained', async () => {
  const path = '/dashboard/inboxes'
  const page = await visitor.open(path)
  expect(page.status).toBe(200)
  for (const level of ['Receive only', 'Guarded', 'Full lockdown']) expect(page.text).toContain(level)
  const refused = await visitor.send(path, { slug: 'Not A Slug', security_level: 'guarded_send' })
  expect(refused.status).toBe(422)
  expect(refused.text).toMatch(/role="alert">“Name in its address” must begin with a lower-case letter/)
  const made = await visitor.send(path, {
    slug: 'from-page',
    display_name: xss,
    security_level: 'full_lockdown',
  })
  expect(made).toMatchObject({ status: 303, location: '/dashboard/inboxes/from-page?done=created' })
  const own = `${path}/from-page`
  const { text } = await visitor.open(made.location!)
  expect(text).toContain('mail for it arrives from now on')
  expect(text).not.toContain(xss)
  expect((await visitor.open(path)).text).not.toContain(xss)
  const inbox = async () => (await house.api('GET', '/inboxes/from-page')).body
  expect(await inbox()).toMatchObject({ security_level: 'full_lockdown', display_name: xss })
  await visitor.send(own, { change: 'settings', display_name: 'Plain', security_level: 'guarded_send' })
  expect(await inbox()).toMatchObject({ security_level: 'guarded_send', display_name: 'Plain' })
  const noLevel = { change: 'settings', display_name: 'Plain & long', security_level: 'none' }
  const unchanged = await visitor.send(own, noLevel)
  expect(unchanged.status).toBe(422)
  expect(unchanged.text, 'what was given is kept').toContain('value="Plain &amp; long"')
  await visitor.send(own, { change: 'paused' })
  expect(await inbox()).toMatchObject({ status: 'paused' })
  expect((await visitor.open(own)).text).toContain('Let it send again')
  await visitor.send(own, { change: 'resumed' })
  expect(await inbox()).toMatchObject({ status: 'active' })
  expect((await visitor.open(`${path}/nowhere`)).status).toBe(404)
})

test('its mail is listed and searched, with the scan of each file', async () => {
  const { slug, address } = await house.createInbox()
  await house.send(
    {
      subject: `About chairs ${xss}`,
      body: 'Twelve of oak.',
      attachments: [{ filename: `${xss}.txt`, contentType: 'text/plain', content: 'oak' }],
    } as never,
    { rcptTo: [address] },
  )
  const { id } = await house.send({ subject: 'About tables', body: 'Three.' }, { rcptTo: [address] })
  await house.drain()
  const own = `/dashboard/inboxes/${slug}`
  const all = (await visitor.open(own)).text
  for (const said of ['About chairs', 'About tables', 'scanned, clean']) expect(all).toContain(said)
  expect(all).not.toContain(xss)
  const found = (await visitor.open(`${own}?q=tables`)).text
  expect(found).toContain('About tables')
  expect(found).not.toContain('About chairs')
  expect((await visitor.open(`${own}?q=${encodeURIComponent(xss)}`)).text).not.toContain(xss)
  const mail = await visitor.open(`/dashboard/mail/${id}`)
  expect(mail.status).toBe(200)
  expect(mail.text).toContain('Three.')
  expect(mail.text).not.toContain('value="release"')
  expect(mail.text).toContain('Back to the queue')
  // From the list of an inbox one comes back to that.
  expect(found).toContain(`href="/dashboard/mail/${id}?inbox=${slug}"`)
  const fromInbox = (await visitor.open(`/dashboard/mail/${id}?inbox=${slug}`)).text
  expect(fromInbox).toContain(`<a data-key="Escape" href="${own}">Back to ${slug}</a>`)
  expect(fromInbox).toContain('<a href="/dashboard/inboxes" aria-current="page">')
  expect(fromInbox).not.toMatch(/Back to the queue|data-key="[jk]"/)
  const forged = (await visitor.open(`/dashboard/mail/${id}?inbox=${encodeURIComponent('../"><b>')}`)).text
  expect(forged).toContain('Back to the queue')
})

test('its webhook is set, tested, redelivered, and its secret shown once', async () => {
  const { slug, address } = await house.createInbox()
  const own = `/dashboard/inboxes/${slug}`
  const refused = await visitor.send(own, { change: 'webhook', webhook_url: 'ftp://nowhere' })
  expect(refused.status).toBe(422)
  expect(refused.text, 'what was given is kept').toContain('name="webhook_url" value="ftp://nowhere"')
  // What is wrong with it stands beside it, and there alone.
  expect(refused.text).toMatch(
    /name="webhook_url"[^>]* aria-invalid="true" aria-describedby="problem-webhook_url" autofocus><p class="problem" id="problem-webhook_url" role="alert">“[^”]+” [^<]+</,
  )
  expect(refused.text).not.toContain('class="note bad"')
  const unnamed = await visitor.send(own, { change: 'settings', security_level: 'none' })
  expect(unnamed.text).toContain('<p class="note bad" role="alert">')
  expect(unnamed.text).not.toContain('aria-invalid')
  await visitor.send(own, { change: 'webhook', webhook_url: house.receiver.url })
  expect((await visitor.send(own, { change: 'tested' })).text).toMatch(
    /role="status">It answered 200 in \d+ ms/,
  )
  house.receiver.answer({ status: 418 })
  expect((await visitor.send(own, { change: 'tested' })).text).toContain(
    'note bad" role="status">It answered 418',
  )
  await house.send({ subject: 'To be pushed' }, { rcptTo: [address] })
  const page = async () => (await visitor.open(own)).text
  await expect.poll(page).toContain('answered 200')
  const delivery = /name="delivery" value="([^"]+)"/.exec(await page())![1]!
  const before = house.receiver.received.length
  await visitor.send(own, { change: 'redelivered', delivery })
  await expect.poll(() => house.receiver.received.length).toBe(before + 1)
  const rotated = await visitor.send(own, { change: 'secret' })
  expect(rotated.text).toMatch(/whsec_/)
  expect((await visitor.open(own)).text).not.toMatch(/whsec_/)
  const settings = async () => (await house.api('GET', `/inboxes/${slug}/webhook`)).body
  const { secret } = await settings()
  expect(await settings()).toHaveProperty('previous_secret_expires_at', expect.any(String))
  const { location } = await visitor.send(own, { change: 'present' })
  expect((await visitor.open(location!)).text).toContain('The present secret signs alone now.')
  expect(await settings()).toMatchObject({ secret, previous_secret_expires_at: null })
})

test('a key is made with what was chosen, shown once, and revoked', async () => {
  const path = '/dashboard/api-keys'
  const { id } = await house.createInbox()
  // All inboxes is a choice, too, and none is made for whoever makes the key.
  expect((await visitor.open(path)).text).toMatch(/<select id="inbox_id"[^>]* required><option value="">/)
  const before = (await house.api('GET', '/api_keys')).body
  const open = await visitor.send(path, { name: 'Any', inbox_id: '', 'scope:messages:read': 'yes' })
  expect(open.status).toBe(422)
  expect(open.text).toContain('role="alert">Choose which inbox the key reaches, or all of them.')
  expect(open.text, 'what was given is kept').toContain('name="name" value="Any"')
  expect((await house.api('GET', '/api_keys')).body).toEqual(before)
  const every = await visitor.send(path, { name: 'All', inbox_id: 'all', 'scope:messages:read': 'yes' })
  expect(every.status).toBe(201)
  const refused = await visitor.send(path, { name: xss, inbox_id: id })
  expect(refused.status).toBe(422)
  expect(refused.text).not.toContain(xss)
  const made = await visitor.send(path, {
    name: xss,
    inbox_id: id,
    'scope:messages:read': 'yes',
    'scope:inboxes:read': 'yes',
  })
  expect(made.status).toBe(201)
  expect(made.text).not.toContain(xss)
  const key = /svc_live_\w+/.exec(made.text)![0]
  const ask = () => house.api('GET', '/inboxes', undefined, { key })
  expect((await ask()).status).toBe(200)
  const { body } = await house.api('GET', '/api_keys')
  const listed = (
    body.api_keys as unknown as { id: string; name: string; scopes: string[]; inbox_id: string }[]
  ).find(({ name }) => name === xss)!
  expect(listed).toMatchObject({ scopes: ['inboxes:read', 'messages:read'], inbox_id: id })
  expect((await visitor.open(path)).text).not.toContain(key)
  expect((await visitor.send(path, { revoke: listed.id })).location).toBe(`${path}?done=revoked`)
  expect((await ask()).status).toBe(401)
})

test('what happened is on record, and filtered', async () => {
  const page = await visitor.open('/dashboard/audit')
  expect(page.text).toContain('A user signed in to the dashboard.')
  const keys = (await visitor.open('/dashboard/audit?event_type=key_created')).text
  expect(keys).toMatch(/<option value="key_created" selected>API key created \(key_created\)<\/option>/)
  expect(keys).toContain('API key created <code>key_created</code>')
  expect(keys).not.toContain('signed in')
  const me = /<option value="(usr_[0-9a-z]{26})"/.exec(keys)![1]!
  const mine = (await visitor.open(`/dashboard/audit?actor=${me}`)).text
  expect(mine).toContain(`<option value="${me}" selected>`)
  expect(mine).toContain('A user signed in to the dashboard.')
  expect(mine).toContain(`by <a href="/dashboard/audit?actor=${me}">`)
  const gone = `key_${'0'.repeat(26)}`
  const none = (await visitor.open(`/dashboard/audit?actor=${gone}`)).text
  expect(none).toContain(`<option value="${gone}" selected>${gone}</option>`)
  expect(none).toContain('No entries match these filters.')
  expect((await visitor.open('/dashboard/audit?actor=%3Cscript%3E')).text).not.toContain('<script>alert')
  expect((await visitor.open('/dashboard/audit?event_type=nothing')).status).toBe(422)
})

test('nobody sees them who is not signed in, and no form of another page is heard', async () => {
  for (const path of ['inboxes', 'inboxes/demo', 'api-keys', 'audit']) {
    const { status, headers } = await fetch(`${house.httpUrl}/dashboard/${path}`, { redirect: 'manual' })
    expect([status, headers.get('location')]).toEqual([303, '/dashboard/sign-in'])
  }
  const foreign = await visitor.open('/dashboard/api-keys', {
    csrf: 'x',
    name: 'k',
    'scope:account:write': 'yes',
  })
  expect(foreign.status).toBe(403)
})

test('of more than a hundred inboxes and keys, none is left out', async () => {
  const oldest = await house.createInbox()
  const { body: key } = await house.api('POST', '/api_keys', { name: 'The oldest of many' })
  for (let count = 0; count < 101; count++) {
    await house.createInbox()
    await house.api('POST', '/api_keys', { name: `Another ${count}` })
  }
  const choice = `<option value="${oldest.id}">${oldest.slug}</option>`
  expect((await visitor.open('/dashboard/api-keys')).text).toContain(choice)
  expect((await visitor.open('/dashboard/policies/new?type=rate_limit')).text).toContain(choice)
  const audit = await visitor.open(`/dashboard/audit?actor=${key.id}`)
  expect(audit.text).toContain(choice)
  expect(audit.text).toMatch(new RegExp(`<option value="${key.id}" selected>The oldest of many`))
  const reach = await visitor.open(`/dashboard/inboxes/${oldest.slug}`)
  expect(reach.text).toContain('The oldest of many')
})
