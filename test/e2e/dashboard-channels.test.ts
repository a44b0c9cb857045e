/** Channels on the settings page: added, tested and removed by owners; their addresses are on no page. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { limits } from '../../shared/domain/limits.ts'
import { itemsOf, type Json } from '../support/api.ts'
import { ChatReceiver, chatSecrets } from '../support/chat-receiver.ts'
import { type House, startHouse } from '../support/house.ts'
import { fieldOf, type SeenPage, SignedIn } from '../support/signed-in.ts'

const settings = '/dashboard/settings'
const path = '/dashboard/notice-channels'
let chat: ChatReceiver
let house: House
let owner: SignedIn
const seen: string[] = []
beforeAll(async () => {
  chat = await ChatReceiver.start()
  house = await startHouse()
  owner = await SignedIn.as(house)
})
afterAll(async () => {
  await house?.stop()
  await chat?.stop()
})

async function send(fields: Record<string, string>, visitor = owner): Promise<SeenPage> {
  const csrf = fieldOf(await visitor.open(settings), 'csrf') ?? ''
  const page = await visitor.open(path, { csrf, ...fields })
  seen.push(page.text)
  return page
}
async function look(visitor = owner): Promise<string> {
  const { text, status } = await visitor.open(settings)
  expect(status).toBe(200)
  seen.push(text)
  return text
}
const channels = async (): Promise<Json[]> =>
  itemsOf(await house.api('GET', '/notice_channels'), 'notice_channels')
const added = (fields: Record<string, string> = {}) =>
  send({
    action: 'add',
    kind: 'slack',
    name: '#review',
    url: chat.urlOf('slack'),
    approvals: 'yes',
    ...fields,
  })

test('one is added, tested and removed', async () => {
  expect(await look()).toContain('No channel is told yet.')
  const sent = await added({ name: '#mail <b>review</b>' })
  expect(sent.location).toBe(`${settings}?done=added`)
  const { text } = await owner.open(`${settings}?done=added`)
  expect(text).toContain('Added. Send a test')
  expect(text).toContain('#mail &lt;b&gt;review&lt;/b&gt;')
  expect(text).toContain('…9Zq2')
  const [channel] = await channels()
  expect(channel).toMatchObject({ events: ['approval.pending'], kind: 'slack' })

  const tested = await send({ action: 'test', channel: String(channel!.id) })
  expect(tested.location).toBe(`${settings}?done=tested`)
  expect(chat.posted).toHaveLength(1)
  const removed = await send({ action: 'remove', channel: String(channel!.id) })
  expect(removed.location).toBe(`${settings}?done=removed`)
  expect(await channels()).toEqual([])
})

test('a test that is not taken says why, and so does the channel', async () => {
  await added({ name: 'Gone' })
  const [channel] = await channels()
  chat.answer({ status: 410, body: 'channel_is_archived' })
  const { status, text } = await send({ action: 'test', channel: String(channel!.id) })
  expect(status).toBe(200)
  expect(text).toContain('Gone did not take the test: answered 410 (channel_is_archived).')
  expect(text).toContain('has failed')
  expect(text).toContain('Nothing more is posted until a test succeeds.')
  await send({ action: 'test', channel: String(channel!.id) })
  expect(await look()).not.toContain('has failed')
})

test('what is refused says why, and is shown again but for the address', async () => {
  const before = await channels()
  for (const [fields, says] of [
    [{ url: 'https://10.0.0.8/services/secret-of-mine' }, 'private address'],
    [{ url: 'not an address at all' }, 'must be an https URL'],
    [{ approvals: '' }, 'events'],
    [{ name: ' ' }, 'name'],
  ] as const) {
    const { status, text } = await added({ name: 'Kept here', withheld: '', ...fields })
    expect([status, text.includes('role="alert"')], says).toEqual([422, true])
    expect(text).toContain(says)
    expect(text).not.toContain('secret-of-mine')
    if (!('name' in fields)) expect(text).toContain('value="Kept here"')
  }
  expect(await channels()).toEqual(before)
  expect((await send({ action: 'test', channel: 'nch_1' })).status).toBe(404)
  expect((await send({ action: 'else' })).status).toBe(422)
})

test('with as many as there may be, there is no form for one more', async () => {
  for (let count = (await channels()).length; count < limits.noticeChannels; count++)
    expect((await added()).location).not.toBeNull()
  const text = await look()
  expect(text).toContain(`There are ${limits.noticeChannels} channels, which is the most.`)
  expect(text).not.toContain('Add the channel')
  expect((await added()).status).toBe(403)
})

test('reviewers see them, and change nothing; a form from elsewhere is refused', async () => {
  await house.api('POST', '/users', { email: 'grace@acme.example', role: 'reviewer' })
  const reviewer = await SignedIn.as(house, 'grace@acme.example')
  const text = await look(reviewer)
  expect(text).toContain('Owners add and remove channels.')
  expect(text).not.toContain(path)
  const before = await channels()
  const [first] = before
  for (const action of ['test', 'remove', 'add'])
    expect((await send({ action, channel: String(first!.id) }, reviewer)).status, action).toBeGreaterThan(400)
  const foreign = await owner.open(path, { csrf: 'x', action: 'remove', channel: String(first!.id) })
  expect(foreign.status).toBe(403)
  expect(await channels()).toEqual(before)
})

test('no page, and no page of the audit log, has an address', async () => {
  seen.push((await owner.open('/dashboard/audit')).text)
  expect(seen.at(-1)).toContain('notice channel')
  for (const secret of [...Object.values(chatSecrets), 'B0001'])
    expect(seen.filter((text) => text.includes(secret))).toEqual([])
})
