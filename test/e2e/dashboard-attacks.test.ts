/** What strangers try at the dashboard: links that are raced, planted and mailed elsewhere, cookies that are tossed, text that is code. */
import { readFileSync } from 'node:fs'
import { simpleParser } from 'mailparser'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeOperatorLink } from '../../shared/flow/account/sign-in.ts'
import { Keyring } from '../../shared/lib/keyring.ts'
import {
  captured,
  DashboardBrowser,
  hidden,
  linkFor,
  type Page,
  signIn,
} from '../support/dashboard-browser.ts'
import { type House, startHouse } from '../support/house.ts'

const email = 'ops@acme.example'
const secret = 'the secret key of a house that lives for one test file'
let house: House
beforeAll(async () => {
  house = await startHouse({ TRUST_PROXY: '127.0.0.1', SECRET_KEY: secret })
})
afterAll(() => house?.stop())

const newBrowser = () => new DashboardBrowser(house.httpUrl)
const formOf = (page: Page) => ({ token: hidden(page, 'token'), user: hidden(page, 'user') })
const isIn = async (browser: DashboardBrowser) => (await browser.open('/dashboard')).status === 200
const sessions = async () =>
  (await house.database.query<{ n: number }>('select count(*)::int as n from dashboard_sessions'))[0]!.n
const operatorLink = () => makeOperatorLink({ database: house.database, keyring: new Keyring(secret) }, email)

describe('links', () => {
  test('that are followed twenty times at once sign in once', async () => {
    const browser = newBrowser()
    const path = await linkFor(house, browser, email)
    const form = formOf(await browser.open(path))
    const before = await sessions()
    const answers = await Promise.all(Array.from({ length: 20 }, () => browser.send(path, form)))
    expect(answers.filter(({ location }) => location === '/dashboard')).toHaveLength(1)
    expect(await sessions()).toBe(before + 1)
  })

  test('that a browser fetches ahead sign in nobody, and still work', async () => {
    const browser = newBrowser()
    const path = await linkFor(house, browser, email)
    const before = await sessions()
    for (const headers of [{ 'sec-purpose': 'prefetch;prerender' }, { purpose: 'prefetch' }] as Record<
      string,
      string
    >[])
      await browser.open(path, { headers })
    expect(await sessions()).toBe(before)
    expect(browser.cookies.size).toBe(1)
    expect((await browser.send(path, formOf(await browser.open(path)))).location).toBe('/dashboard')
  })

  test('lead to where the service is, whatever host whoever asks names', async () => {
    await house.database.query("delete from rate_limits where subject like 'sign_in %'")
    const before = new Set(captured(house, 'sgi_'))
    const headers = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' }
    await newBrowser().send('/dashboard/sign-in', { email }, headers)
    await house.drain()
    const [eml] = captured(house, 'sgi_').filter((name) => !before.has(name))
    const { text = '' } = await simpleParser(readFileSync(eml!, 'utf8'))
    expect(text).toContain(`${house.httpUrl}/dashboard/sign-in/`)
    expect(text).not.toContain('evil.example')
  })

  test('do not sign a victim in as somebody else: a form from elsewhere, or a link of another browser', async () => {
    const victim = newBrowser()
    const path = await operatorLink()
    const form = formOf(await newBrowser().open(path))
    for (const headers of [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'https://evil.example' },
    ] as Record<string, string>[])
      expect((await victim.send(path, form, headers)).status).toBe(403)
    const theirs = newBrowser()
    const mailed = await linkFor(house, theirs, email)
    const theirForm = formOf(await theirs.open(mailed))
    expect((await victim.send(mailed, theirForm)).status).toBe(403)
    expect(victim.cookies.size).toBe(0)
    expect((await victim.send(path, { ...form, user: 'usr_00000000000000000000000000' })).status).toBe(404)
    expect((await victim.send(path, { ...form, token: form.token.slice(0, -1) })).status).toBe(404)
    expect(await isIn(victim)).toBe(false)
  })
})

describe('sessions', () => {
  test('are no one whose cookie stands beside another, as a neighbouring host can toss it', async () => {
    const browser = await signIn(house, email)
    const [[name, value]] = [...browser.cookies] as [[string, string]]
    const tossed = newBrowser()
    const headers = { cookie: `${name}=${'x'.repeat(43)}; ${name}=${value}` }
    expect((await tossed.open('/dashboard', { headers })).location).toBe('/dashboard/sign-in')
    expect(await isIn(browser)).toBe(true)
  })

  test('end by a form alone: no link, image or page ahead signs out', async () => {
    const browser = await signIn(house, email)
    await browser.open('/dashboard/sign-out')
    await browser.open('/dashboard/sign-out', { method: 'HEAD' })
    expect((await browser.send('/dashboard/sign-out', {})).status).toBe(403)
    expect(await isIn(browser)).toBe(true)
  })

  test('of somebody else do not end', async () => {
    const mine = await signIn(house, email)
    await house.api('POST', '/users', { email: 'mallory@acme.example', role: 'viewer' })
    const mallory = await signIn(house, 'mallory@acme.example')
    const session = hidden(await mine.open('/dashboard/sessions'), 'session')
    const csrf = hidden(await mallory.open('/dashboard/sessions'), 'csrf')
    expect((await mallory.send('/dashboard/sessions', { csrf, session })).status).toBe(404)
    expect(await isIn(mine)).toBe(true)
  })
})

test('what strangers wrote runs nowhere: names, subjects, HTML, files, policies, organisations, browsers', async () => {
  const evil = `"'><script>alert(1)</script><img src=x onerror=alert(2)>`
  const inbox = await house.createInbox({ security_level: 4, display_name: `Inbox ${evil}` })
  await house.api('POST', '/policies', {
    name: `Policy ${evil}`,
    type: 'keyword_filter',
    action: 'withhold',
    config: { keywords: ['zebrafinch'] },
  })
  const file = evil.replaceAll(/["/]/g, '')
  const { ids } = await house.send(
    [
      `From: "${evil.replaceAll('"', '')}" <eve@peer.example>`,
      `To: <${inbox.address}>`,
      `Reply-To: "${evil.replaceAll('"', '')}" <eve2@peer.example>`,
      `Subject: In ${evil}`,
      `X-Evil: ${evil}`,
      'MIME-Version: 1.0',
      'Content-Type: multipart/mixed; boundary=b',
      '',
      '--b',
      'Content-Type: text/plain',
      '',
      `The zebrafinch sings. ${evil}`,
      '--b',
      'Content-Type: text/html',
      '',
      `<p>The zebrafinch sings.</p><script>alert(3)</script><img src="https://evil.example/x" onerror="alert(4)"><a href="javascript:alert(5)">x</a>`,
      '--b',
      `Content-Type: text/plain; name="${file}.txt"`,
      `Content-Disposition: attachment; filename="${file}.txt"`,
      '',
      'hi',
      '--b--',
      '',
    ].join('\r\n'),
    { rcptTo: [inbox.address] },
  )
  const held = await house.api('POST', `/inboxes/${inbox.slug}/messages`, {
    to: 'ada@peer.example',
    subject: `Out ${evil}`,
    body: `The parcel left. ${evil}`,
    html: `<p>The parcel left.</p><script>alert(6)</script>`,
  })
  await house.drain()
  const inbound = await house.message(ids[0]!)
  expect(inbound.status).toBe('withheld')
  await house.api('POST', '/signup', { organization_name: `Org ${evil}`, contact_email: 'ops@evil.example' })

  const stranger = newBrowser()
  const link = await linkFor(house, stranger, 'ops@evil.example')
  const asked = await stranger.open(link)
  const browser = await signIn(house, email)
  await browser.send('/dashboard/sign-out', { csrf: hidden(await browser.open('/dashboard'), 'csrf') })
  const again = newBrowser()
  const path = await linkFor(house, again, email)
  const headers = { 'user-agent': `Browser ${evil}` }
  await again.send(path, formOf(await again.open(path)), headers)

  const pages = [asked, await newBrowser().send('/dashboard/sign-in', { email: `${evil}@peer.example` })]
  for (const at of [
    '/dashboard',
    '/dashboard/sessions',
    '/dashboard/members',
    `/dashboard/mail/${inbound.id}`,
    `/dashboard/mail/${held.body.id}`,
    `/dashboard/mail/${held.body.id}/edit`,
    `/dashboard?done=${encodeURIComponent(evil)}`,
    `/dashboard/members?done=${encodeURIComponent(evil)}`,
    `/dashboard/mail/${encodeURIComponent(evil)}`,
  ])
    pages.push(await again.open(at))
  const texts = pages.map(({ text }) => text)
  expect(texts.filter((text) => text.includes('&lt;script&gt;')).length, 'it is there').toBeGreaterThan(5)
  for (const { text, headers } of pages) {
    expect(text).not.toMatch(/<script>alert|<img|href="javascript/i)
    // Within a value of an attribute it is text.
    expect(text.replaceAll(/"[^"]*"/g, '""')).not.toMatch(/<[a-z][^>]*\son\w+=/i)
    const rules = headers.get('content-security-policy') ?? ''
    expect(rules).toContain("default-src 'none'")
    expect(rules).toContain("frame-ancestors 'none'")
    expect(rules).toContain("base-uri 'none'")
    expect(rules).not.toMatch(/script-src[^;]*('unsafe-inline'|\*|https?:)/)
    expect(headers.get('x-frame-options')).toBe('DENY')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
  }
})
