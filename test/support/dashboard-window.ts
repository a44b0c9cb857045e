/** A window of a real browser, in which one page of the dashboard is opened after the other, and what it met there. */
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import type { Stop } from './dashboard-tour.ts'

/** What a browser met while it came to a page. */
export interface Met {
  status: number
  bytes: number
  /** Requests that leave the service. */
  elsewhere: string[]
  /** Errors of scripts, and what the policy of the page has stopped. */
  complaints: string[]
}

const nothing = (): Met => ({ status: 0, bytes: 0, elsewhere: [], complaints: [] })

export class DashboardWindow {
  readonly page: Page
  readonly #base: string
  #met = nothing()
  #status = 200

  private constructor(page: Page, base: string) {
    this.page = page
    this.#base = base
    page.on('request', (request) => {
      const url = new URL(request.url())
      if (url.protocol.startsWith('http') && url.origin !== new URL(base).origin)
        this.#met.elsewhere.push(url.href)
    })
    page.on('console', (message) => {
      // The browser itself puts an answer that is none of success there.
      const isTold = this.#status >= 400 && message.text().includes(`status of ${this.#status}`)
      if (message.type() === 'error' && !isTold) this.#met.complaints.push(message.text())
    })
    page.on('pageerror', (error) => this.#met.complaints.push(error.message))
  }

  /** Opens one of the service at `base`; with the cookies of nobody, nobody is signed in. */
  static async open(
    browser: Browser,
    base: string,
    options: BrowserContextOptions,
    cookies: { name: string; value: string; url: string }[],
  ): Promise<DashboardWindow> {
    const context = await browser.newContext(options)
    await context.addCookies(cookies)
    return new DashboardWindow(await context.newPage(), base)
  }

  /** Loads a stop of the tour, and does there what leads to the page that is meant. */
  async visit({ path, go, status = 200 }: Stop): Promise<Met> {
    const met = nothing()
    this.#met = met
    this.#status = status
    const response = await this.page.goto(`${this.#base}${path}`)
    met.status = response!.status()
    await go?.(this.page)
    met.bytes = Buffer.byteLength(await this.page.content())
    return met
  }

  /** The heading, and how many forms and links there are. */
  async said(): Promise<unknown[]> {
    return [
      await this.page.locator('h1').first().textContent(),
      await this.page.locator('form').count(),
      await this.page.locator('main a').count(),
    ]
  }

  /** Closes it, and forgets its cookies. */
  close(): Promise<void> {
    return this.page.context().close()
  }
}
