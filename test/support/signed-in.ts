/** Somebody who is signed in to the dashboard of a house, with as much of a browser as pages without scripts need. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { simpleParser } from 'mailparser'
import type { House } from './house.ts'

/** A page, and where it sends the browser on to. */
export interface SeenPage {
  status: number
  location: string | null
  text: string
}

export class SignedIn {
  readonly #house: House
  readonly #cookies = new Map<string, string>()

  private constructor(house: House) {
    this.#house = house
  }

  /** Asks for a link, and follows it. @throws where no mail comes, or it signs nobody in. */
  static async as(house: House, email = 'ops@acme.example'): Promise<SignedIn> {
    const visitor = new SignedIn(house)
    const folder = join(house.dataDir, 'outbox')
    const captured = () =>
      existsSync(folder) ? readdirSync(folder).filter((name) => name.startsWith('sgi_')) : []
    const before = new Set(captured())
    await visitor.open('/dashboard/sign-in', { email })
    await house.drain()
    const eml = captured().find((name) => !before.has(name))
    if (eml === undefined) throw new Error('no link was mailed')
    const { text = '' } = await simpleParser(readFileSync(join(folder, eml), 'utf8'))
    const path = new URL(/http:\/\/\S+\/dashboard\/sign-in\/\S+/.exec(text)![0]).pathname
    const page = await visitor.open(path)
    const done = await visitor.open(path, {
      token: fieldOf(page, 'token') ?? '',
      user: fieldOf(page, 'user') ?? '',
    })
    if (done.location !== '/dashboard') throw new Error(`the link signs nobody in: ${done.status}`)
    return visitor
  }

  /** The cookies that they have, as a browser is given them. */
  get cookies(): { name: string; value: string; url: string }[] {
    return [...this.#cookies].map(([name, value]) => ({ name, value, url: this.#house.httpUrl }))
  }

  /** Opens a page; with `form`, sends that to it. */
  async open(path: string, form?: Record<string, string>): Promise<SeenPage> {
    const response = await fetch(new URL(path, this.#house.httpUrl), {
      redirect: 'manual',
      headers: { cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form === undefined ? {} : { method: 'POST', body: new URLSearchParams(form) }),
    })
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!
      this.#cookies.set(name!, value!)
    }
    const { status, headers } = response
    return { status, location: headers.get('location'), text: await response.text() }
  }

  /** Sends a form of the page at `path`, with its hidden mark. */
  async send(path: string, fields: Record<string, string>): Promise<SeenPage> {
    return this.open(path, { csrf: fieldOf(await this.open(path), 'csrf') ?? '', ...fields })
  }
}

/** The value of a hidden field. */
export const fieldOf = ({ text }: SeenPage, name: string): string | undefined =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(text)?.[1]
