/** The settings page: what the DNS lacks of the inbox domain is there to copy, looked up once for all who look. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DnsServer, startDnsServer } from '../support/dns-server.ts'
import { type House, startHouse } from '../support/house.ts'
import { SignedIn } from '../support/signed-in.ts'

const domain = 'agents.acme.dev'
let dns: DnsServer
let house: House
let visitor: SignedIn
beforeAll(async () => {
  dns = await startDnsServer({
    [domain]: { MX: [{ priority: 10, exchange: domain }], A: ['203.0.113.7'] },
  })
  house = await startHouse({ INBOX_DOMAIN: domain, DNS_SERVERS: dns.address })
  visitor = await SignedIn.as(house)
})
afterAll(async () => {
  await house?.stop()
  await dns?.close()
})

test('what is there is in order, what is missing is shown to be published', async () => {
  const { status, text } = await visitor.open('/dashboard/settings')
  expect(status).toBe(200)
  expect(text).toContain(`<h2 id="domain">${domain}</h2>`)
  expect(text).toMatch(/MX <span class="score low">in order/)
  expect(text).toMatch(/DMARC <span class="score (high|medium)">/)
  expect(text).toMatch(/<pre class="code"[^>]*>[^<]*_dmarc\.agents\.acme\.dev/)
  expect(text).toContain('Publish what is missing')
})

test('it is looked up once, however many look at once and within a minute', async () => {
  const before = dns.questions.length
  const pages = await Promise.all([1, 2, 3].map(() => visitor.open('/dashboard/settings')))
  expect(pages.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(dns.questions.length).toBe(before)
})

test('nobody who is not signed in sees it', async () => {
  const response = await fetch(new URL('/dashboard/settings', house.httpUrl), { redirect: 'manual' })
  expect([response.status, response.headers.get('location')]).toEqual([303, '/dashboard/sign-in'])
})
