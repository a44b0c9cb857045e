/** Every page in a real browser: readable for all, light and dark, wide and narrow, small, and with nothing from elsewhere. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { AxeResults } from 'axe-core'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openChromium } from '../support/chromium.ts'
import { furnish, type Stop } from '../support/dashboard-tour.ts'
import { type House, startHouse } from '../support/house.ts'
import { SignedIn } from '../support/signed-in.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core'), 'utf8')
/** Bytes that a page may be, with all that it loads. */
const pageBytes = 100_000
/** A folder that pictures are put into; none unless `npm run screenshots` says one. */
const pictures = process.env.SCREENSHOTS_DIR
/** Pages that stand in the documentation, as `npm run screenshots` writes them there. */
const documented = 'docs/images'
const pictureBytes = 80_000
const wide = { width: 960, height: 720 }
const best = [
  { name: 'queue', colorScheme: 'light', ...wide },
  { name: 'withheld-mail', colorScheme: 'light', ...wide, height: 1290 },
  { name: 'waiting-mail', colorScheme: 'dark', width: 375, height: 812 },
  { name: 'overview', colorScheme: 'dark', ...wide, height: 900 },
  { name: 'policy-tried', colorScheme: 'light', ...wide },
  { name: 'chain-checked', colorScheme: 'light', ...wide },
] as const
const screens = [
  { name: 'wide-light', width: 1440, height: 900, colorScheme: 'light' },
  { name: 'narrow-dark', width: 375, height: 812, colorScheme: 'dark' },
  ...(pictures === undefined
    ? []
    : [
        { name: 'wide-dark', width: 1440, height: 900, colorScheme: 'dark' } as const,
        { name: 'narrow-light', width: 375, height: 812, colorScheme: 'light' } as const,
      ]),
] as const

/** What a page says of itself; milliseconds until it can be used are until its script has run. */
interface Layout {
  overflow: boolean
  shifted: number
  interactiveMs: number
}
const layout = `new Promise((resolve) => {
  let shifted = 0
  const add = (list) => { for (const { value } of list.getEntries()) shifted += value }
  new PerformanceObserver(add).observe({ type: 'layout-shift', buffered: true })
  const interactiveMs = performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd
  const answer = () => resolve({ overflow: document.documentElement.scrollWidth > innerWidth, shifted, interactiveMs })
  requestAnimationFrame(() => setTimeout(answer))
})`
// What the frame of a mail says is a stranger's.
const runAxe = `axe.run(document, {
  iframes: false,
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
})`
const focused = `(({ outlineStyle, outlineWidth }) => outlineStyle + ' ' + outlineWidth)(getComputedStyle(document.activeElement))`

let browser: Browser
let house: House
let visitor: SignedIn
let stops: Stop[]
beforeAll(async () => {
  browser = await openChromium()
  house = await startHouse()
  stops = await furnish(house)
  visitor = await SignedIn.as(house)
})
afterAll(async () => {
  await browser?.close()
  await house?.stop()
})

/** What a browser met while it came to a page. */
interface Met {
  status: number
  bytes: number
  /** Requests that leave the service. */
  elsewhere: string[]
  /** Errors of scripts, and what the policy of the page has stopped. */
  complaints: string[]
}

async function contextFor(options: Parameters<Browser['newContext']>[0]): Promise<BrowserContext> {
  const context = await browser.newContext(options)
  await context.addCookies(visitor.cookies)
  return context
}

/** Goes to a stop of the tour, in a page of its own. */
async function visit(context: BrowserContext, { path, go, status = 200 }: Stop): Promise<[Page, Met]> {
  const page = await context.newPage()
  const met: Met = { status: 0, bytes: 0, elsewhere: [], complaints: [] }
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.protocol.startsWith('http') && url.origin !== new URL(house.httpUrl).origin)
      met.elsewhere.push(url.href)
  })
  page.on('console', (message) => {
    // The browser itself puts an answer that is none of success there.
    if (message.type() === 'error' && !(status >= 400 && message.text().includes(`status of ${status}`)))
      met.complaints.push(message.text())
  })
  page.on('pageerror', (error) => met.complaints.push(error.message))
  const response = await page.goto(`${house.httpUrl}${path}`)
  met.status = response!.status()
  await go?.(page)
  met.bytes = Buffer.byteLength(await page.content())
  return [page, met]
}

// Only where pictures are asked for: a test that is skipped counts as failed.
if (pictures !== undefined)
  test('the best pages are pictures of the documentation', async () => {
    mkdirSync(documented, { recursive: true })
    for (const { name, colorScheme, width, height } of best) {
      const context = await contextFor({ viewport: { width, height }, colorScheme })
      const [page] = await visit(context, stops.find((one) => one.name === name)!)
      const devtools = await context.newCDPSession(page)
      const { data } = await devtools.send('Page.captureScreenshot', { format: 'webp', quality: 80 })
      const picture = Buffer.from(data, 'base64')
      expect(picture.length, name).toBeLessThanOrEqual(pictureBytes)
      writeFileSync(join(documented, `${name}.webp`), picture)
      await context.close()
    }
  })

const slowestFirst = (took: readonly [name: string, ms: number][]): string =>
  took
    .toSorted(([, a], [, b]) => b - a)
    .map(([name, ms]) => `${name} ${Math.round(ms)}`)
    .join(', ')

describe.each(screens)('$name', ({ name, width, height, colorScheme }) => {
  test('every page fits, is small, loads nothing from elsewhere, and axe finds nothing', async () => {
    // Of a zone that is not the server's: what the script writes moves nothing.
    const context = await contextFor({
      viewport: { width, height },
      colorScheme,
      timezoneId: 'Asia/Kathmandu',
    })
    const signedOut = await browser.newContext({ viewport: { width, height }, colorScheme })
    const titles = new Map<string, string>()
    const found: Record<string, unknown> = {}
    const took: [name: string, ms: number][] = []
    for (const stop of stops) {
      const [page, met] = await visit(stop.public ? signedOut : context, stop)
      const problems: unknown[] = [...met.elsewhere, ...met.complaints]
      if (met.status !== (stop.status ?? 200)) problems.push(`status ${met.status}`)
      if (met.bytes > pageBytes) problems.push(`${met.bytes} bytes`)
      const { overflow, shifted, interactiveMs } = await page.evaluate<Layout>(layout)
      took.push([stop.name, interactiveMs])
      if (overflow) problems.push('wider than the screen')
      if (shifted !== 0) problems.push(`moves by ${shifted} after it is shown`)
      await page.evaluate(axe)
      const { violations } = await page.evaluate<AxeResults>(runAxe)
      for (const { id, nodes } of violations)
        problems.push(
          `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join(' | ')}`,
        )
      const title = await page.title()
      if (titles.has(title) && stop.go === undefined) problems.push(`the title of ${titles.get(title)}`)
      titles.set(title, stop.name)
      if (pictures !== undefined) {
        mkdirSync(pictures, { recursive: true })
        await page.screenshot({ path: join(pictures, `${stop.name}-${name}.png`), fullPage: true })
      }
      if (problems.length > 0) found[stop.name] = problems
      await page.close()
    }
    await Promise.all([context.close(), signedOut.close()])
    if (pictures !== undefined) console.log(`interactive in ms, ${name}: ${slowestFirst(took)}`)
    expect(found).toEqual({})
  })
})

test('without scripts every page says the same, and every form is there', async () => {
  const [scripted, plain] = [await contextFor({}), await contextFor({ javaScriptEnabled: false })]
  for (const stop of stops.filter(({ go }) => go === undefined)) {
    const [one, other] = [(await visit(scripted, stop))[0], (await visit(plain, stop))[0]]
    const said = async (page: Page) => [
      await page.locator('h1').first().textContent(),
      await page.locator('form').count(),
      await page.locator('main a').count(),
    ]
    expect([stop.name, ...(await said(other))]).toEqual([stop.name, ...(await said(one))])
    await Promise.all([one.close(), other.close()])
  }
  await Promise.all([scripted.close(), plain.close()])
})

test('times stand in the zone of the reader, and in UTC without scripts', async () => {
  const timezoneId = 'Asia/Kathmandu'
  const there = new Intl.DateTimeFormat('en-GB', { timeZone: timezoneId, timeStyle: 'short' })
  const [scripted, plain] = [
    await contextFor({ timezoneId }),
    await contextFor({ timezoneId, javaScriptEnabled: false }),
  ]
  for (const name of ['queue', 'mailed-link']) {
    const stop = stops.find((one) => one.name === name)!
    const [one, other] = [(await visit(scripted, stop))[0], (await visit(plain, stop))[0]]
    const [time, written] = [one.locator('time').first(), other.locator('time').first()]
    const at = new Date((await time.getAttribute('datetime'))!)
    expect(await time.textContent()).toMatch(new RegExp(`^\\d+ \\w+, ${there.format(at)}$`))
    expect(await written.textContent()).toMatch(new RegExp(`, ${at.toISOString().slice(11, 16)} UTC$`))
    expect(await time.getAttribute('title')).toBe(await written.textContent())
    await Promise.all([one.close(), other.close()])
  }
  await Promise.all([scripted.close(), plain.close()])
})

test('on a phone all places stand on one line, that of the page in sight, and the buttons of a mail on the first screen', async () => {
  const context = await contextFor({ viewport: { width: 375, height: 812 } })
  for (const stop of stops.filter(({ public: open }) => open === undefined)) {
    const [page] = await visit(context, stop)
    const bar = (await page.locator('nav.bar').boundingBox())!
    expect(bar.height, stop.name).toBeLessThan(50)
    const here = page.locator('nav.bar [aria-current]')
    if ((await here.count()) > 0) {
      const { x, width } = (await here.boundingBox())!
      expect([stop.name, x >= 0, x + width <= 375]).toEqual([stop.name, true, true])
    }
    await page.close()
  }
  for (const name of ['withheld-mail', 'waiting-mail', 'mailed-link']) {
    const [page] = await visit(context, stops.find((one) => one.name === name)!)
    for (const button of await page
      .locator(
        'main [aria-label="Your decision"] .button, [aria-label="Your decision"] .actions > form > button',
      )
      .all()) {
      const { y, height } = (await button.boundingBox())!
      expect(y + height, `${name}: ${await button.textContent()}`).toBeLessThan(812)
    }
    await page.close()
  }
  await context.close()
})

test('whoever uses a keyboard sees where they are', async () => {
  const context = await contextFor({})
  const [page] = await visit(context, stops.find(({ name }) => name === 'queue')!)
  for (let count = 0; count < 12; count++) {
    await page.keyboard.press('Tab')
    const outline = await page.evaluate<string>(focused)
    expect(outline).toBe('solid 3px')
  }
  await context.close()
})
