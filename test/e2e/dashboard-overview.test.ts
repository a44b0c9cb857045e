/** The dashboard's overview, in a real browser: it leads to the first mail, and shows what came and left as charts and as tables. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { itemsOf } from '../support/api.ts'
import { closePages, openChromium } from '../support/chromium.ts'
import { DashboardBrowser, hidden, linkFor } from '../support/dashboard-browser.ts'
import { type House, startHouse } from '../support/house.ts'

const path = '/dashboard/overview'
let browser: Browser
let house: House
let cookies: { name: string; value: string; url: string }[]
beforeAll(async () => {
  browser = await openChromium()
  house = await startHouse()
  const visitor = new DashboardBrowser(house.httpUrl)
  const link = await linkFor(house, visitor, 'ops@acme.example')
  const page = await visitor.open(link)
  await visitor.send(link, { token: hidden(page, 'token'), user: hidden(page, 'user') })
  cookies = [...visitor.cookies].map(([name, value]) => ({ name, value, url: house.httpUrl }))
})
afterAll(async () => {
  await closePages()
  await house?.stop()
})

/** Opens a page as somebody who is signed in: nothing of it is refused, and it is no wider than its window. */
async function opened(
  to: string,
  width = 1440,
  look: (page: Page) => Promise<void> = async () => {},
): Promise<void> {
  const context = await browser.newContext({ viewport: { width, height: 900 } })
  try {
    await context.addCookies(cookies)
    const page = await context.newPage()
    const complaints: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text())
    })
    page.on('pageerror', (error) => complaints.push(error.message))
    await page.goto(new URL(to, house.httpUrl).href)
    const overflow = await page.evaluate(
      'document.documentElement.scrollWidth - document.documentElement.clientWidth',
    )
    expect(overflow, `wider than ${width}`).toBe(0)
    await look(page)
    expect(complaints).toEqual([])
  } finally {
    await context.close()
  }
}

const counted = (name: string, count: number) =>
  expect.poll(async () => (await house.api('GET', '/statistics')).body.totals?.[name]).toBe(count)

test('an account without mail is led to its first one, by commands that do what they say', async () => {
  const { slug } = (await house.api('GET', '/inboxes')).body.inboxes![0] as unknown as { slug: string }
  await house.api('DELETE', `/inboxes/${slug}`)
  let [commands, key] = ['', '']
  await opened(path, 375, async (page) => {
    expect(await page.locator('h1').textContent()).toBe('Your first mail')
    commands = (await page.locator('pre').allTextContents()).join('\n')
    // The key is the one that the page offers, as it offers it.
    await page.locator('ol.steps a').first().click()
    await page.locator('#name').fill('First agent')
    await page.locator('#inbox_id').selectOption({ index: 1 })
    await page.locator('form button.approve').click()
    key = (await page.locator('.note.good pre').textContent()) ?? ''
  })
  const script = commands.replace("'svc_live_…'", `'${key}'`)
  expect(script).toMatch(/'svc_live_\w+'/)
  await promisify(execFile)('bash', ['-ec', script])
  await house.drain()
  const { body } = await house.api('GET', '/inboxes/first-agent/messages')
  expect(
    itemsOf({ body } as never, 'messages').map(({ subject, direction }) => [subject, direction]),
  ).toEqual(
    expect.arrayContaining([
      ['Hello', 'outbound'],
      ['Hello', 'inbound'],
    ]),
  )
  await counted('received', 1)
  await opened(path, 375, async (page) => {
    expect(await page.locator('h1').textContent()).toBe('Overview')
  })
})

test('what came and left is drawn, and stands in a table beside it, without scripts', async () => {
  const { slug, address } = await house.createInbox({ security_level: 4, webhook_url: house.receiver.url })
  for (let i = 0; i < 3; i++) await house.send({ subject: `Order ${i}`, body: 'Oak.' }, { rcptTo: [address] })
  await house.drain()
  await house.api('POST', `/inboxes/${slug}/messages`, {
    to: 'ada@peer.example',
    subject: 'Order 4',
    body: 'It left on Monday.',
  })
  await counted('received', 4)
  await counted('held', 1)
  await counted('webhook_succeeded', 3)
  for (const width of [375, 1440])
    for (const period of ['24h', '7d', '30d'])
      await opened(`${path}?period=${period}`, width, async (page) => {
        // It waits still: nothing says that it has left since.
        expect(await page.locator('dl.tiles > div', { hasText: 'Left' }).first().textContent()).toMatch(
          /Left\s*1\s*1 held for approval/,
        )
        const mail = page.locator('figure', { hasText: 'Mail in and out' })
        expect(await mail.locator('svg').getAttribute('role')).toBe('img')
        expect(await mail.locator('desc').textContent()).toContain('Came in: 4, Left: 1.')
        expect(await mail.locator('rect.blue').count()).toBeGreaterThan(0)
        await mail.locator('summary').click()
        const cells = await mail.locator('tbody td').allTextContents()
        expect(cells.reduce((sum, cell) => sum + Number(cell), 0)).toBe(5)
        expect(await page.locator('p.way a[aria-current]').textContent()).toContain(
          period.replace(/[a-z]/, ''),
        )
        const writers = await page.locator('section', { hasText: 'Who writes most' }).textContent()
        expect(writers).toContain(slug)
        expect((await page.content()).length).toBeLessThan(100_000)
      })
})

test('mail that is written from right to left is read so, line by line', async () => {
  const { slug } = await house.createInbox({ security_level: 4 })
  const mail = { to: 'ada@peer.example', subject: 'שלום!', body: 'مرحبا!\n\nHello!' }
  const { body } = await house.api('POST', `/inboxes/${slug}/messages`, mail)
  /** Where the first and the last character of a line are, from the left. */
  const ends = (page: Page, selector: string, line: string) =>
    page.evaluate<[number, number]>(`(() => {
      const [selector, line] = ${JSON.stringify([selector, line])}
      const walker = document.createTreeWalker(document.querySelector(selector), NodeFilter.SHOW_TEXT)
      while (walker.nextNode()) {
        const at = walker.currentNode.data.indexOf(line)
        if (at === -1) continue
        return [at, at + line.length - 1].map((place) => {
          const range = document.createRange()
          range.setStart(walker.currentNode, place)
          range.setEnd(walker.currentNode, place + 1)
          return range.getBoundingClientRect().left
        })
      }
      return []
    })()`)
  await opened(`/dashboard/mail/${body.id}`, 1440, async (page) => {
    for (const [selector, line, rightToLeft] of [
      ['h1', 'שלום!', true],
      ['pre', 'مرحبا!', true],
      ['pre', 'Hello!', false],
    ] as const) {
      const [first, last] = await ends(page, selector, line)
      expect(first > last, line).toBe(rightToLeft)
    }
  })
  await opened('/dashboard', 375, async (page) => {
    const [first, last] = await ends(page, '.title a', 'שלום!')
    expect(first).toBeGreaterThan(last)
  })
})

test('runs nothing that strangers wrote, and refuses a period that there is not', async () => {
  const xss = '<script>document.title="xss"</script>"><img src=x onerror=alert(1)>@peer.example'
  const { id } = await house.createInbox()
  await house.database.query(
    `insert into written_to (tenant_id, inbox_id, address, first_at, last_at)
     select tenant_id, id, $2, now(), now() from inboxes where id = $1`,
    [id, xss],
  )
  await opened(path, 375, async (page) => {
    expect(await page.title()).not.toBe('xss')
    expect(await page.locator('section', { hasText: 'for the first time' }).textContent()).toContain(xss)
  })
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const refused = await fetch(new URL(`${path}?period=${encodeURIComponent(xss)}`, house.httpUrl), {
    headers: { cookie },
  })
  expect(refused.status).toBe(422)
  expect(await refused.text()).not.toContain('<script>document')
  const stranger = await fetch(new URL(path, house.httpUrl), { redirect: 'manual' })
  expect(stranger.headers.get('location')).toBe('/dashboard/sign-in')
})
