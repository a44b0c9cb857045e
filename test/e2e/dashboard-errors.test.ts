/** What the dashboard says where something fails: in its frame, in words for people, and what to do now. */
import { request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type House, startHouse } from '../support/house.ts'
import { SignedIn } from '../support/signed-in.ts'

let house: House
let visitor: SignedIn
beforeAll(async () => {
  house = await startHouse()
  visitor = await SignedIn.as(house)
})
afterAll(() => house?.stop())

const navigation = '<nav class="bar"'

test('a page that there is none of leads back to the queue, or to signing in', async () => {
  for (const path of ['/dashboard/nowhere', '/dashboard/mail/msg_01ka2b3c4d5e6f7g8h9j0kmnpq']) {
    const { status, text } = await visitor.open(path)
    expect(status).toBe(404)
    for (const said of [navigation, 'Nothing is here', 'Back to the queue']) expect(text).toContain(said)
    expect(text).not.toContain('No such')
  }
  const stranger = await fetch(`${house.httpUrl}/dashboard/nowhere`, { redirect: 'manual' })
  expect([stranger.status, stranger.headers.get('location')]).toEqual([303, '/dashboard/sign-in'])
})

test('a form of another page is refused in the frame', async () => {
  const { status, text } = await visitor.open('/dashboard/sessions', { csrf: 'x', session: 'x' })
  expect(status).toBe(403)
  for (const said of [navigation, 'You may not do that', 'load the page again']) expect(text).toContain(said)
})

test('words of an address or a form that are none of ours are no error of the service', async () => {
  for (const path of ['/dashboard', `/dashboard/inboxes/${house.inbox.slug}`])
    expect((await visitor.open(`${path}?undo=%00&done=%00&sort=%00&like=%00`)).status, path).toBe(200)
  const own = `/dashboard/inboxes/${house.inbox.slug}`
  for (const change of ['x\r\nSet-Cookie: a=b', '😀', '']) {
    const form = { change, display_name: 'Renamed', security_level: 'full_lockdown' }
    const { status, text } = await visitor.send(own, form)
    expect(status, change).toBe(422)
    expect(text).toContain(navigation)
  }
  const given = { name: 'Chairs', type: 'keyword_filter', action: 'flag', config: { keywords: ['chairs'] } }
  const { body: policy } = await house.api('POST', '/policies', given)
  const looked = await visitor.send(`/dashboard/policies/${String(policy.id)}`, { do: 'constructor' })
  expect(looked.status).toBe(422)
  expect((await house.api('GET', `/inboxes/${house.inbox.slug}`)).body).toMatchObject({
    display_name: house.inbox.display_name,
    security_level: house.inbox.security_level,
  })
})

test('a request that names no host is the mistake of who sends it', async () => {
  const statusOf = (host: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      const { hostname, port } = new URL(house.httpUrl)
      const asked = request({ hostname, port, path: '/dashboard', headers: { host } }, (answer) => {
        answer.resume()
        resolve(answer.statusCode)
      })
      asked.on('error', reject).end()
    })
  for (const host of ['[', 'two words']) expect(await statusOf(host), host).toBe(400)
  expect(await statusOf('peer.example:99999')).toBe(422)
  expect(await statusOf('peer.example')).toBe(303)
})

test('while the database is away a page says so, and is there again afterwards', async () => {
  const { database } = house
  const [row] = await database.query<{ name: string }>('select current_database() as name')
  const { name } = row!
  // Of its owner there are connections already; the service gets no new ones.
  await database.query(`alter database ${name} connection limit 0`)
  const end = `select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and usename = 'agent_email'`
  await database.query(end, [name])
  const { status, text } = await visitor.open('/dashboard')
  await database.query(`alter database ${name} connection limit -1`)
  expect(status).toBe(503)
  for (const said of ['Not possible just now', 'What is stored is safe', 'load the page again'])
    expect(text).toContain(said)
  expect(text).not.toMatch(/could not be stored|connection|postgres/i)
  await expect.poll(async () => (await visitor.open('/dashboard')).status).toBe(200)
})

test('whose session was ended is told so where they sign in, and nobody else is', async () => {
  const { name, value } = visitor.cookies.find((one) => one.name === 'local-session')!
  const signIn = async (cookie: string) => {
    const response = await fetch(`${house.httpUrl}/dashboard/sign-in`, { headers: { cookie } })
    return response.text()
  }
  const said = 'You are signed out.'
  expect(await signIn(`${name}=${value}`)).not.toContain(said)
  expect(await signIn('')).not.toContain(said)
  expect(await signIn(`${name}=${'x'.repeat(43)}`)).toContain(said)
})
