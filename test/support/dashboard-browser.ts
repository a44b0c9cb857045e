/** As much of a browser as pages of the dashboard need that work without scripts: cookies, links, forms; and signing in. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { simpleParser } from 'mailparser'
import type { House } from './house.ts'

export interface Page {
  status: number
  location: string | null
  headers: Headers
  text: string
}

/** The value of a hidden field of a page, of the form that holds `within`; empty where there is none. */
export const hidden = (page: Page, name: string, within = ''): string => {
  const forms = within === '' ? [page.text] : page.text.split('<form').filter((one) => one.includes(within))
  return new RegExp(`name="${name}" value="([^"]*)"`).exec(forms[0] ?? '')?.[1] ?? ''
}

let browsers = 0
/** Behind a proxy that says where it is: TRUST_PROXY has to be 127.0.0.1. */
export class DashboardBrowser {
  readonly cookies = new Map<string, string>()
  readonly #address = `198.51.100.${++browsers}`
  #base: string

  constructor(base: string) {
    this.#base = base
  }

  /** The same browser, at another process of the service. */
  goesTo(base: string): void {
    this.#base = base
  }

  async open(path: string, init: RequestInit = {}): Promise<Page> {
    const response = await fetch(new URL(path, this.#base), {
      redirect: 'manual',
      ...init,
      headers: {
        'x-forwarded-for': this.#address,
        cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(init.headers as Record<string, string>),
      },
    })
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!
      if (value === '') this.cookies.delete(name!)
      else this.cookies.set(name!, value!)
    }
    const { status, headers } = response
    return { status, location: headers.get('location'), headers, text: await response.text() }
  }

  send(path: string, fields: Record<string, string>, headers: Record<string, string> = {}): Promise<Page> {
    return this.open(path, { method: 'POST', body: new URLSearchParams(fields), headers })
  }
}

/** Files of captured mail whose names begin so. */
export function captured({ dataDir }: Pick<House, 'dataDir'>, prefix: string): string[] {
  const folder = join(dataDir, 'outbox')
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => name.startsWith(prefix))
    .map((name) => join(folder, name))
}

/** Asks for a link in a browser, and answers the path in the mail that comes. @throws where none comes. */
export async function linkFor(house: House, browser: DashboardBrowser, email: string): Promise<string> {
  await house.database.query("delete from rate_limits where subject like 'sign_in %'")
  const before = new Set(captured(house, 'sgi_'))
  await browser.send('/dashboard/sign-in', { email })
  await house.drain()
  const [eml] = captured(house, 'sgi_').filter((name) => !before.has(name))
  const { text = '' } = await simpleParser(readFileSync(eml!, 'utf8'))
  return new URL(/http:\/\/\S+\/dashboard\/sign-in\/\S+/.exec(text)![0]).pathname
}

/** Signs somebody in; answers their browser. @throws where that fails. */
export async function signIn(house: House, email: string): Promise<DashboardBrowser> {
  const browser = new DashboardBrowser(house.httpUrl)
  const path = await linkFor(house, browser, email)
  const page = await browser.open(path)
  const form = { token: hidden(page, 'token'), user: hidden(page, 'user') }
  const { location, text } = await browser.send(path, form)
  if (location !== '/dashboard') throw new Error(`not signed in: ${text}`)
  return browser
}
