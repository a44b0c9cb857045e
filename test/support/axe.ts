/** What axe finds against a page, which stands in a real browser. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Result, RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core'), 'utf8')

/** @returns a line for each rule that the page breaks, with where it does; none where axe finds nothing. */
export async function violationsOn(page: Page, options: RunOptions = {}): Promise<string[]> {
  await page.evaluate(axe)
  // What of all the page is as it should be is far more to bring over.
  const settings = JSON.stringify({ ...options, resultTypes: ['violations'] })
  const found = await page.evaluate<Result[]>(
    `axe.run(document, ${settings}).then(({ violations }) => violations)`,
  )
  return found.map(
    ({ id, nodes }) =>
      `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join(' | ')}`,
  )
}
