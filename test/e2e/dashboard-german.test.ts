/** Every page in German: none has an English sentence of ours, and axe finds nothing. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RunOptions } from 'axe-core'
import { simpleParser } from 'mailparser'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { languageAsked } from '../../shared/domain/language.ts'
import { de } from '../../shared/texts/de/index.ts'
import { en } from '../../shared/texts/en/index.ts'
import { violationsOn } from '../support/axe.ts'
import { closePages, openChromium } from '../support/chromium.ts'
import { furnish, type Stop } from '../support/dashboard-tour.ts'
import { type House, startHouse } from '../support/house.ts'
import { found, sentencesOf } from '../support/pseudo-language.ts'
import { SignedIn } from '../support/signed-in.ts'

const axeOptions: RunOptions = { iframes: false, runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'] }

const screen = { width: 375, height: 812 }

let browser: Browser
let house: House
let visitor: SignedIn
let stops: Stop[]
beforeAll(async () => {
  browser = await openChromium()
  house = await startHouse()
  stops = await furnish(house)
  visitor = await SignedIn.as(house)
  const saved = await visitor.send('/dashboard/language', { language: 'de' })
  expect(saved.location).toBe('/dashboard/sessions?done=language')
})
afterAll(async () => {
  await closePages()
  await house?.stop()
})

test('every page is German, fits on a phone, and axe finds nothing', async () => {
  const english = sentencesOf(en).filter((one) => !sentencesOf(de).includes(one))
  const context = await browser.newContext({ viewport: screen })
  await context.addCookies(visitor.cookies)
  const signedIn = await context.newPage()
  const stranger = await browser.newContext({ viewport: screen, locale: 'de-AT' })
  const signedOut = await stranger.newPage()
  const left: Record<string, unknown> = {}
  for (const { name, path, go, public: open } of stops) {
    const page = open ? signedOut : signedIn
    await page.goto(`${house.httpUrl}${path}`)
    await go?.(page)
    const content = await page.content()
    const problems: unknown[] = found(content, english)
    if (!content.includes('<html lang="de" data-dates="de-DE"')) problems.push('another language')
    if (await page.evaluate<boolean>('document.documentElement.scrollWidth > innerWidth'))
      problems.push('wider than the screen')
    problems.push(...(await violationsOn(page, axeOptions)))
    if (problems.length > 0) left[name] = problems
  }
  await Promise.all([context.close(), stranger.close()])
  expect(left).toEqual({})
}, 240_000)

test('on a wide screen every place that one can go to is seen', async () => {
  const context = await browser.newContext({ viewport: { width: 1_280, height: 900 } })
  await context.addCookies(visitor.cookies)
  const page = await context.newPage()
  await page.goto(`${house.httpUrl}/dashboard/settings`)
  const hidden = await page.evaluate<string[]>(`(() => {
    const { left, right } = document.querySelector('nav.bar').getBoundingClientRect()
    return [...document.querySelectorAll('nav.bar a')].filter((one) => {
      const place = one.getBoundingClientRect()
      return place.left < left || place.right > right
    }).map((one) => one.textContent)
  })()`)
  await context.close()
  expect(hidden).toEqual([])
})

test('who has chosen nothing is answered as the browser asks, errors too', async () => {
  const ask = async (acceptLanguage: string) =>
    (
      await fetch(`${house.httpUrl}/dashboard/sign-in`, { headers: { 'accept-language': acceptLanguage } })
    ).text()
  expect(await ask('de-CH, en;q=0.8')).toContain(de.signIn.hint)
  expect(await ask('fr, en;q=0.8, de;q=0.5')).toContain(en.signIn.hint)
  // A form that can not be read is refused in the reader's language, too.
  const refused = await fetch(`${house.httpUrl}/dashboard/sign-in`, {
    method: 'POST',
    body: new URLSearchParams('&'.repeat(2_000)),
    headers: { 'accept-language': 'de', 'content-type': 'application/x-www-form-urlencoded' },
  })
  expect(await refused.text()).toContain('lang="de"')
})

test('mails come in the language that their reader has chosen', async () => {
  const folder = join(house.dataDir, 'outbox')
  const links = () => readdirSync(folder).filter((name) => name.startsWith('sgi_'))
  const before = links()
  await SignedIn.as(house)
  const [mailed] = links().filter((name) => !before.includes(name))
  const { text = '', html } = await simpleParser(readFileSync(join(folder, mailed!)))
  expect(text).toContain(de.mails.signIn.no)
  expect(String(html)).toContain('<html lang="de">')
})

test('a language that there is none of changes nothing, and no choice is the browser’s again', async () => {
  expect((await visitor.send('/dashboard/language', { language: 'tlh' })).status).toBe(422)
  expect((await visitor.open('/dashboard')).text).toContain(de.queue.heading)
  await visitor.send('/dashboard/language', { language: '' })
  expect((await visitor.open('/dashboard')).text).toContain(en.queue.heading)
})

test('of the languages that a request asks for, the first of ours is spoken', () => {
  const asked = [
    'de',
    'DE-at;q=0.9',
    'en, de;q=0',
    'de;q=0.4, en;q=0.6',
    'fr',
    '',
    '*',
    `${'x,'.repeat(50)}de`,
  ]
  expect(asked.map((one) => languageAsked(one))).toEqual(['de', 'de', 'en', 'en', 'en', 'en', 'en', 'en'])
})
