/** Passkeys: added, signed in with and removed in a real browser; and what is refused of what an authenticator may send. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { simpleParser } from 'mailparser'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { limits } from '../../shared/domain/limits.ts'
import { Authenticator, type MadeCredential } from '../support/authenticator.ts'
import { violationsOn } from '../support/axe.ts'
import { closePages, openChromium } from '../support/chromium.ts'
import { DashboardBrowser, hidden, linkFor, signIn } from '../support/dashboard-browser.ts'
import { type House, startHouse } from '../support/house.ts'

const email = 'ops@acme.example'
const own = '/dashboard/sessions'
const asking = { signIn: '/dashboard/sign-in/passkey', add: '/dashboard/passkeys' }
let house: House
let browser: Browser
beforeAll(async () => {
  house = await startHouse({ TRUST_PROXY: '127.0.0.1' })
  browser = await openChromium()
})
afterAll(async () => {
  await closePages()
  await house?.stop()
})
beforeEach(() => house.database.query('delete from passkeys'))

const stored = () =>
  house.database.query<{ id: string; counter: number; name: string }>(
    'select id, counter::int as counter, name from passkeys order by id',
  )
const outbox = () => join(house.dataDir, 'outbox')
const notices = () => readdirSync(outbox()).filter((name) => name.startsWith('pkn_'))
const recorded = async (what: string) => (await house.api('GET', '/audit_log')).text.split(what).length - 1

describe('in a real browser', () => {
  /** At a name: no passkey can be of an IP address. */
  const at = (path: string) => new URL(path, house.httpUrl.replace('127.0.0.1', 'localhost')).href

  /** A page with an authenticator in it, as a laptop has one. */
  async function openPage(): Promise<{ page: Page; counted(): Promise<number[]>; forget(): Promise<void> }> {
    const page = await (await browser.newContext()).newPage()
    const device = await page.context().newCDPSession(page)
    await device.send('WebAuthn.enable')
    const { authenticatorId } = await device.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    })
    return {
      page,
      async counted() {
        const { credentials } = await device.send('WebAuthn.getCredentials', { authenticatorId })
        return credentials.map(({ signCount }) => signCount)
      },
      async forget() {
        await device.send('WebAuthn.clearCredentials', { authenticatorId })
      },
    }
  }
  async function signInByMail(page: Page): Promise<void> {
    const mailed = new DashboardBrowser(at('/'))
    const path = await linkFor(house, mailed, email)
    const cookies = [...mailed.cookies].map(([name, value]) => ({ name, value, url: at('/') }))
    await page.context().addCookies(cookies)
    await page.goto(at(path))
    await page.getByRole('button', { name: 'Sign in to Acme' }).click()
    await page.waitForURL(at('/dashboard'))
  }

  test('one is added, signs in without a mail, and signs in no more once it is removed', async () => {
    const { page, counted } = await openPage()
    const problems: string[] = []
    page.on('pageerror', (error) => problems.push(error.message))
    await signInByMail(page)
    await page.goto(at(own))
    await page.getByLabel('Name').fill('My laptop')
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByText('Added: it signs you in from now on.').waitFor()
    expect(await page.getByText('never used').count()).toBe(1)
    expect(await counted()).toHaveLength(1)
    const former = (await page.context().cookies()).find(({ name }) => name === 'local-session')!.value

    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.waitForURL(at('/dashboard/sign-in'))
    const sign = page.getByRole('button', { name: 'Sign in with a passkey' })
    await sign.click()
    await page.waitForURL(at('/dashboard'))
    const cookies = await page.context().cookies()
    const session = cookies.find(({ name }) => name === 'local-session')!
    expect(session).toMatchObject({ httpOnly: true, sameSite: 'Lax' })
    expect(session.value).not.toBe(former)
    expect(cookies.map(({ name }) => name)).toEqual(['local-session'])
    await page.goto(at(own))
    expect(await page.getByText('last used').count()).toBe(1)
    expect((await stored())[0]!.counter).toBe((await counted())[0])

    await page.getByRole('button', { name: 'Remove: My laptop' }).click()
    await page.getByText('Removed: it signs nobody in any more.').waitFor()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await sign.click()
    await page.getByText('That did not sign you in').waitFor()
    expect(problems).toEqual([])
    for (const what of ['A user added a passkey.', 'passkey_id', 'A user removed a passkey.'])
      expect(await recorded(what), what).toBeGreaterThan(0)
    await page.context().close()
  })

  test('axe finds nothing on the pages that have its forms, light and dark, wide and narrow', async () => {
    const { page } = await openPage()
    await signInByMail(page)
    await page.goto(at(own))
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByText('Added: it signs you in from now on.').waitFor()
    for (const path of [own, '/dashboard/sign-in'])
      for (const [colorScheme, width] of [
        ['light', 1440],
        ['dark', 375],
      ] as const) {
        await page.emulateMedia({ colorScheme })
        await page.setViewportSize({ width, height: 812 })
        await page.goto(at(path))
        await page.locator('form[data-passkey] button').waitFor()
        expect(await violationsOn(page), path).toEqual([])
        const wide = await page.evaluate<number>('document.documentElement.scrollWidth')
        expect(wide, path).toBeLessThanOrEqual(width)
      }
    await page.context().close()
  })

  test('a browser without one says so on the page, and the link by mail is still there', async () => {
    const { page, forget } = await openPage()
    await forget()
    await page.goto(at('/dashboard/sign-in'))
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await page.getByText('That came to nothing').waitFor()
    expect(await page.getByRole('button', { name: 'Mail me a link' }).isEnabled()).toBe(true)
    await page.context().close()
  })

  test('no button is seen without scripts, nor where the service is reached by an IP address', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false })
    const plain = await context.newPage()
    await plain.goto(at('/dashboard/sign-in'))
    const button = { name: 'Sign in with a passkey', includeHidden: true }
    expect(await plain.getByRole('button', button).isVisible()).toBe(false)
    expect(await plain.getByRole('button', { name: 'Mail me a link' }).isVisible()).toBe(true)
    const { page } = await openPage()
    await page.goto(`${house.httpUrl}/dashboard/sign-in`)
    expect(await page.getByRole('button', button).count()).toBe(0)
    await Promise.all([context.close(), page.context().close()])
  })
})

describe('what is sent', () => {
  const site = { origin: 'https://mail.example', rpId: 'mail.example' }
  const came = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'mail.example' }
  /** As if each request came by a proxy at `mail.example`. */
  class Proxied extends DashboardBrowser {
    override open(path: string, init: RequestInit = {}) {
      return super.open(path, { ...init, headers: { ...came, ...(init.headers as Record<string, string>) } })
    }
  }
  const newBrowser = () => new Proxied(house.httpUrl)

  async function signedIn(address = email): Promise<Proxied> {
    const visitor = newBrowser()
    const path = await linkFor(house, visitor, address)
    const page = await visitor.open(path)
    const form = { token: hidden(page, 'token'), user: hidden(page, 'user') }
    expect((await visitor.send(path, form)).location).toBe('/dashboard')
    return visitor
  }
  const csrfOf = async (visitor: Proxied) => hidden(await visitor.open(own), 'csrf')

  interface Options {
    challenge: string
    user: { id: string; name: string }
    excludeCredentials: { id: string }[]
  }
  async function challenge(visitor: Proxied, csrf = ''): Promise<Options> {
    const path = csrf === '' ? asking.signIn : asking.add
    const answer = await visitor.send(`${path}/challenge`, { csrf })
    expect(answer.status, answer.text).toBe(200)
    expect(answer.headers.get('set-cookie')).toMatch(/^__Host-passkey=[\w-]{43}; .*HttpOnly; .*Secure$/)
    return JSON.parse(answer.text) as Options
  }
  const add = (visitor: Proxied, csrf: string, made: MadeCredential, name = 'Key') =>
    visitor.send(asking.add, { csrf, name, credential: JSON.stringify(made) })
  const enter = (visitor: Proxied, made: MadeCredential) =>
    visitor.send(asking.signIn, { credential: JSON.stringify(made) })
  async function added(visitor: Proxied): Promise<Authenticator> {
    const csrf = await csrfOf(visitor)
    const { challenge: asked, user } = await challenge(visitor, csrf)
    const device = new Authenticator(user.id)
    const { location, text } = await add(visitor, csrf, device.create({ ...site, challenge: asked }))
    expect(location, text).toBe(`${own}?done=passkey_added`)
    return device
  }
  /** Whether `visitor` is signed in by what `device` makes of a challenge. */
  async function enters(device: Authenticator, signing: object = {}, visitor = newBrowser()) {
    const { challenge: asked } = await challenge(visitor)
    const { status, location } = await enter(visitor, device.get({ ...site, challenge: asked, ...signing }))
    expect([status, location]).toEqual(location === null ? [403, null] : [303, '/dashboard'])
    expect((await visitor.open('/dashboard')).status === 200).toBe(location !== null)
    return location !== null
  }

  test('is told of by mail when it is added and when it is removed, without its name, up to so often an hour', async () => {
    await house.database.query("delete from rate_limits where subject like 'passkey_notices %'")
    const visitor = await signedIn()
    const remove = async () =>
      visitor.send(`${asking.add}/remove`, { csrf: await csrfOf(visitor), passkey: (await stored())[0]!.id })
    const before = new Set(notices())
    const fresh = async () => {
      await house.drain()
      const mails = notices().filter((name) => !before.has(name))
      for (const name of mails) before.add(name)
      return Promise.all(mails.map((name) => simpleParser(readFileSync(join(outbox(), name)))))
    }
    await added(visitor)
    const [mail, ...more] = await fresh()
    expect(more).toEqual([])
    expect(mail!.to).toMatchObject({ text: email })
    expect(mail!.subject).toBe('A passkey was added')
    expect(mail!.text).toMatch(/added to your user .* UTC/)
    expect(mail!.text).toContain('/dashboard/sessions')
    expect(mail!.text).not.toContain('Key')

    expect((await remove()).location).toBe(`${own}?done=passkey_removed`)
    expect((await fresh()).map(({ subject }) => subject)).toEqual(['A passkey was removed'])
    expect(
      (await visitor.send(`${asking.add}/remove`, { csrf: await csrfOf(visitor), passkey: 'none' })).status,
    ).toBe(404)
    expect(await fresh(), 'nothing was removed').toEqual([])

    await house.database.query("update rate_limits set count = $1 where subject like 'passkey_notices %'", [
      limits.passkeyNoticesPerHour - 1,
    ])
    await added(visitor)
    expect(await fresh(), 'the last of the hour').toHaveLength(1)
    await remove()
    expect(await fresh()).toEqual([])
    expect(await stored()).toEqual([])
  })

  test('is asked for with a user verified and a passkey kept, and not twice of one device', async () => {
    const visitor = await signedIn()
    const first = await challenge(visitor, await csrfOf(visitor))
    expect(first).toMatchObject({
      rp: { id: 'mail.example' },
      user: { name: email },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [],
    })
    const device = await added(visitor)
    const { excludeCredentials } = await challenge(visitor, await csrfOf(visitor))
    expect(excludeCredentials.map(({ id }) => id)).toEqual([device.id.toString('base64url')])
    const asked = await challenge(newBrowser())
    expect(asked).toMatchObject({ rpId: 'mail.example', userVerification: 'required' })
    expect(asked).not.toHaveProperty('allowCredentials')
  })

  test('signs in, with a cookie for this host alone; the session that the browser had ends', async () => {
    const device = await added(await signedIn())
    expect(await enters(device)).toBe(true)
    const before = await signedIn()
    const [old] = [...before.cookies]
    expect(await enters(device, {}, before)).toBe(true)
    expect([...before.cookies.keys()]).toEqual(['__Host-session'])
    expect(before.cookies.get('__Host-session')).not.toBe(old![1])
    const former = newBrowser()
    former.cookies.set(...old!)
    expect((await former.open('/dashboard')).location).toBe('/dashboard/sign-in')
  })

  test('is refused a second time, in another browser, too late, and for what it was not asked for', async () => {
    const visitor = await signedIn()
    const device = await added(visitor)
    const one = newBrowser()
    const { challenge: asked } = await challenge(one)
    const cookie = one.cookies.get('__Host-passkey')!
    const made = device.get({ ...site, challenge: asked })
    const other = newBrowser()
    expect((await enter(other, made)).status, 'another browser').toBe(403)
    expect((await enter(one, made)).location).toBe('/dashboard')
    one.cookies.delete('__Host-session')
    one.cookies.set('__Host-passkey', cookie)
    expect((await enter(one, made)).status, 'again').toBe(403)

    const late = newBrowser()
    const { challenge: old } = await challenge(late)
    await house.database.query("update passkey_challenges set expires_at = now() - interval '1 second'")
    expect((await enter(late, device.get({ ...site, challenge: old }))).status, 'too late').toBe(403)

    // What was asked for to add one signs in nobody, nor the other way round.
    const csrf = await csrfOf(visitor)
    const { challenge: toAdd } = await challenge(visitor, csrf)
    expect((await enter(visitor, device.get({ ...site, challenge: toAdd }))).status).toBe(403)
    const { challenge: toEnter, ...options } = await challenge(visitor)
    const handle = Buffer.from('nobody').toString('base64url')
    expect(options).not.toHaveProperty('user')
    const second = new Authenticator(handle).create({ ...site, challenge: toEnter })
    expect((await add(visitor, csrf, second)).status).toBe(422)
    expect(await stored()).toHaveLength(1)
  })

  test('is refused from another origin, of another site, of another challenge, and of a user not verified', async () => {
    const visitor = await signedIn()
    const device = await added(visitor)
    const wrong = [
      { origin: 'https://evil.example' },
      { origin: 'https://sub.mail.example' },
      { origin: 'http://mail.example' },
      { rpId: 'evil.example' },
      { challenge: Buffer.alloc(32).toString('base64url') },
      { verified: false },
    ]
    for (const signing of wrong) {
      expect(await enters(device, signing), JSON.stringify(signing)).toBe(false)
      const csrf = await csrfOf(visitor)
      const { challenge: asked, user } = await challenge(visitor, csrf)
      const made = new Authenticator(user.id).create({ ...site, challenge: asked, ...signing })
      expect((await add(visitor, csrf, made)).status, JSON.stringify(signing)).toBe(422)
    }
    expect(await stored()).toHaveLength(1)
    expect(await enters(device)).toBe(true)
  })

  test("is refused with another's key, in another's name, and where somebody has it already", async () => {
    await house.api('POST', '/users', { email: 'mallory@acme.example', role: 'viewer' })
    const mine = await added(await signedIn())
    const mallory = await signedIn('mallory@acme.example')
    const theirs = await added(mallory)
    const csrf = await csrfOf(mallory)
    const { challenge: asked, user } = await challenge(mallory, csrf)
    const [me] = await house.database.query<{ id: string }>('select id from users where email = $1', [email])
    const myHandle = Buffer.from(me!.id).toString('base64url')
    // Of my credential with their key, and of theirs in my name.
    expect(await enters(new Authenticator(myHandle, mine.id))).toBe(false)
    expect(await enters(theirs, { userHandle: myHandle })).toBe(false)
    const taken = new Authenticator(user.id, mine.id).create({ ...site, challenge: asked })
    expect((await add(mallory, csrf, taken)).status).toBe(422)
    const remove = { csrf, passkey: (await stored())[0]!.id }
    expect((await mallory.send(`${asking.add}/remove`, remove)).status).toBe(404)
    expect(await stored()).toHaveLength(2)
    expect(await enters(mine)).toBe(true)
  })

  test('is refused where its count does not go up, on record as a copy; of none that counts it is not', async () => {
    const device = await added(await signedIn())
    expect(await enters(device)).toBe(true)
    expect(await enters(device)).toBe(true)
    expect(await enters(device, { counter: 7 })).toBe(true)
    const before = await recorded('counts backwards')
    for (const counter of [7, 6, 0]) expect(await enters(device, { counter }), String(counter)).toBe(false)
    expect(await recorded('counts backwards')).toBe(before + 3)
    expect(await enters(device, { counter: 8 })).toBe(true)
    expect((await stored())[0]!.counter).toBe(8)
  })

  test('is refused of a user who is removed; their passkey is gone at once', async () => {
    const { body } = await house.api('POST', '/users', { email: 'gone@acme.example', role: 'reviewer' })
    const device = await added(await signedIn('gone@acme.example'))
    expect(await enters(device)).toBe(true)
    const waiting = newBrowser()
    const { challenge: asked } = await challenge(waiting)
    expect((await house.api('DELETE', `/users/${body.id}`)).status).toBe(204)
    expect(await stored()).toEqual([])
    expect((await enter(waiting, device.get({ ...site, challenge: asked }))).status).toBe(403)
    expect(await enters(device)).toBe(false)
  })

  test('is refused of a new passkey with certificates, which nobody asked for, and whatever is none at all', async () => {
    const visitor = await signedIn()
    const csrf = await csrfOf(visitor)
    const attempt = async (credential: (signing: { challenge: string }, user: string) => string) => {
      const { challenge: asked, user } = await challenge(visitor, csrf)
      return visitor.send(asking.add, {
        csrf,
        name: '',
        credential: credential({ challenge: asked }, user.id),
      })
    }
    // {"x5c": [h'00']}, and no statement.
    const statements = [
      ['packed', Buffer.from('a163783563814100', 'hex')],
      ['tpm', Buffer.from([0xa0])],
      ['apple', Buffer.from([0xa0])],
    ] as const
    for (const [format, statement] of statements) {
      const answer = await attempt((signing, user) =>
        JSON.stringify(new Authenticator(user).create({ ...site, ...signing }, { format, statement })),
      )
      expect(answer.status, format).toBe(422)
    }
    for (const text of [
      '',
      'x',
      '{}',
      'null',
      '[]',
      '{"id":"x","rawId":"x","type":"public-key","response":{}}',
    ])
      expect((await attempt(() => text)).status, text).toBe(422)
    const oversized = await attempt((signing, user) => {
      const made = new Authenticator(user).create({ ...site, ...signing })
      return JSON.stringify({ ...made, rawId: 'x'.repeat(1_401) })
    })
    expect(oversized.status).toBe(422)
    expect(await stored()).toEqual([])
    const nobody = newBrowser()
    for (const text of ['', '{}', 'null']) {
      await challenge(nobody)
      expect((await nobody.send(asking.signIn, { credential: text })).status).toBe(403)
    }
  })

  test('is asked for by a form of ours alone', async () => {
    const visitor = await signedIn()
    const csrf = await csrfOf(visitor)
    const foreign = { 'sec-fetch-site': 'cross-site' }
    for (const path of [asking.signIn, asking.add])
      for (const below of ['', '/challenge'])
        expect((await visitor.send(`${path}${below}`, { csrf }, foreign)).status, path + below).toBe(403)
    for (const below of ['', '/challenge', '/remove'])
      expect((await visitor.send(`${asking.add}${below}`, { csrf: '' })).status).toBe(403)
    const stranger = newBrowser()
    for (const below of ['', '/challenge', '/remove'])
      expect((await stranger.send(`${asking.add}${below}`, { csrf })).location).toBe('/dashboard/sign-in')
  })

  test('is added only soon after signing in, and by each user so often', async () => {
    const visitor = await signedIn()
    const csrf = await csrfOf(visitor)
    const { challenge: asked, user } = await challenge(visitor, csrf)
    const device = new Authenticator(user.id)
    const older = (minutes: number) =>
      house.database.query(
        `update api_keys k set expires_at = expires_at - make_interval(mins => $1)
         from dashboard_sessions s where s.key_id = k.id and s.tenant_id = k.tenant_id`,
        [minutes],
      )
    await older(limits.passkeySessionMinutes)
    expect((await visitor.open(own)).text).not.toContain('Add a passkey</button>')
    expect((await add(visitor, csrf, device.create({ ...site, challenge: asked }))).status).toBe(403)
    const refused = await visitor.send(`${asking.add}/challenge`, { csrf })
    expect([refused.status, refused.headers.get('content-type')]).toEqual([
      403,
      'application/json; charset=utf-8',
    ])
    expect(refused.text).toContain('sign out, sign in again')

    const fresh = await signedIn()
    for (let count = 0; count < limits.passkeysPerUser; count++) await added(fresh)
    expect((await fresh.open(own)).text).not.toContain('Add a passkey</button>')
    const more = await fresh.send(`${asking.add}/challenge`, { csrf: await csrfOf(fresh) })
    expect(more.text).toContain(`${limits.passkeysPerUser} passkeys at most`)
  })

  test('is named as its user likes, in as many characters as a name has, as text', async () => {
    const visitor = await signedIn()
    const csrf = await csrfOf(visitor)
    for (const [name, kept] of [
      ['', 'Passkey'],
      ['x'.repeat(300), /^x{1,100}…?$/],
      ['<script>alert(1)</script>', '<script>alert(1)</script>'],
    ] as const) {
      const { challenge: asked, user } = await challenge(visitor, csrf)
      await add(visitor, csrf, new Authenticator(user.id).create({ ...site, challenge: asked }), name)
      const shown = (await stored()).at(-1)!.name
      expect(shown).toMatch(kept)
      expect(shown.length).toBeLessThanOrEqual(limits.passkeyNameCharacters)
    }
    expect((await visitor.open(own)).text).not.toContain('<script>alert')
  })

  test('is counted with the other attempts to sign in from a network', async () => {
    const visitor = newBrowser()
    const answers: number[] = []
    for (let count = 0; count <= limits.signInAttemptsPerMinute; count++)
      answers.push((await visitor.send(`${asking.signIn}/challenge`, {})).status)
    expect(answers.slice(0, -1).every((status) => status === 200)).toBe(true)
    expect(answers.at(-1)).toBe(429)
    expect((await visitor.send(asking.signIn, {})).status).toBe(429)
    expect((await visitor.send('/dashboard/sign-in', { email })).status).toBe(429)
  })
})

test('challenges that have ended go when another is made', async () => {
  await house.database.query("update passkey_challenges set expires_at = now() - interval '1 second'")
  await new DashboardBrowser(house.httpUrl).send(
    `${asking.signIn}/challenge`,
    {},
    { 'x-forwarded-host': 'localhost' },
  )
  const [row] = await house.database.query<{ n: number }>('select count(*)::int as n from passkey_challenges')
  expect(row!.n).toBe(1)
  expect(await signIn(house, email)).toBeTruthy()
})
