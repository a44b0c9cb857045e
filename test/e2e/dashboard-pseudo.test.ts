/** Every page in a language that is English in brackets, and 40 % longer: no English is left outside, and all fits on a phone. */
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { de } from '../../shared/texts/de/index.ts'
import { en } from '../../shared/texts/en/index.ts'
import { closePages, openChromium } from '../support/chromium.ts'
import { furnish, type Stop } from '../support/dashboard-tour.ts'
import { type House, startHouse } from '../support/house.ts'
import { found, outsideBrackets, pseudo, sentencesOf } from '../support/pseudo-language.ts'
import { SignedIn } from '../support/signed-in.ts'

const german = { ...de }

const screen = { width: 375, height: 812 }

let browser: Browser
let house: House
let visitor: SignedIn
let stops: Stop[]
beforeAll(async () => {
  Object.assign(de, pseudo(en))
  browser = await openChromium()
  house = await startHouse()
  stops = await furnish(house)
  visitor = await SignedIn.as(house)
  const saved = await visitor.send('/dashboard/language', { language: 'de' })
  expect(saved.location).toBe('/dashboard/sessions?done=language')
})
afterAll(async () => {
  Object.assign(de, german)
  await closePages()
  await house?.stop()
})

test('no page has an English sentence of ours, and none is wider than a phone', async () => {
  const english = sentencesOf(en)
  expect(english.length).toBeGreaterThan(400)
  const context = await browser.newContext({ viewport: screen, locale: 'de-DE' })
  await context.addCookies(visitor.cookies)
  const signedIn = await context.newPage()
  const stranger = await browser.newContext({ viewport: screen, locale: 'de-DE' })
  const signedOut = await stranger.newPage()
  const left: Record<string, unknown> = {}
  for (const { name, path, go, public: open } of stops) {
    const page = open ? signedOut : signedIn
    await page.goto(`${house.httpUrl}${path}`)
    await go?.(page)
    const content = await page.content()
    const problems: string[] = found(outsideBrackets(content), english)
    if (!content.includes('<html lang="en-XA"')) problems.push('another language')
    if (found(content, english).length < 2) problems.push('it says nothing')
    if (await page.evaluate<boolean>('document.documentElement.scrollWidth > innerWidth'))
      problems.push('wider than the screen')
    if (problems.length > 0) left[name] = problems
  }
  await Promise.all([context.close(), stranger.close()])
  expect(left).toEqual({})
}, 240_000)
