/** Threads as mail comes in: replies at once, parents that come late, strangers who only know the subject. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Inbox } from '../../shared/domain/inbox.ts'
import { itemsOf } from '../support/api.ts'
import { type House, startHouse } from '../support/house.ts'
import type { MailFields } from '../support/mail-text.ts'

let house: House
let inbox: Inbox
beforeAll(async () => {
  house = await startHouse()
})
afterAll(() => house.stop())

/** Each test has an inbox of its own. */
const newInbox = async () => {
  inbox = await house.createInbox()
}
const send = (mail: MailFields) => house.send(mail, { rcptTo: [inbox.address] })

const threads = async () =>
  itemsOf(await house.api('GET', `/inboxes/${inbox.slug}/threads?limit=100`), 'threads')

/** Each thread as its message ids, in the order the API gives, checked against its count. */
async function partition(): Promise<string[][]> {
  const found: string[][] = []
  for (const thread of await threads()) {
    const { body } = await house.api('GET', `/inboxes/${inbox.slug}/threads/${thread.id}`)
    const messages = body.messages as unknown as { id: string; thread_id: string }[]
    expect(messages).toHaveLength(Number(thread.message_count))
    expect(new Set(messages.map(({ thread_id }) => thread_id))).toEqual(new Set([thread.id]))
    found.push(messages.map(({ id }) => id))
  }
  return found
}

test('twenty replies at once join one thread, which counts them right', async () => {
  await newInbox()
  const root = await send({ messageId: '<root@sender.example>' })
  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      send({ messageId: `<reply-${index}@sender.example>`, inReplyTo: '<root@sender.example>' }),
    ),
  )
  const [thread, ...others] = await partition()
  expect(others).toEqual([])
  expect(thread?.toSorted()).toEqual([root.id, ...replies.map(({ id }) => id)].toSorted())
  const { body } = await house.api('GET', `/inboxes/${inbox.slug}`)
  expect(body.message_count).toBe(21)
})

test('a thread and all its replies sent at once, in any order, are one thread', async () => {
  await newInbox()
  const mails = Array.from({ length: 12 }, (_, index) => ({
    messageId: `<m${index}@chain.example>`,
    ...(index === 0 ? {} : { references: `<m${index - 1}@chain.example>` }),
  }))
  const sent = await Promise.all(mails.toReversed().map(send))
  expect((await partition()).map((ids) => ids.toSorted())).toEqual([sent.map(({ id }) => id).toSorted()])
})

test('a late parent joins the threads of its children, the oldest of which stays', async () => {
  await newInbox()
  const [a, b, c] = [
    await send({ messageId: '<a@late.example>', references: '<one@late.example>' }),
    await send({ messageId: '<b@late.example>', references: '<two@late.example>' }),
    await send({ messageId: '<c@late.example>', inReplyTo: '<b@late.example>' }),
  ]
  expect(await partition()).toEqual([[b.id, c.id], [a.id]])
  const oldest = (await house.message(a.id)).thread_id
  const merged = (await house.message(b.id)).thread_id
  const parent = await send({
    messageId: '<parent@late.example>',
    references: '<one@late.example> <two@late.example>',
  })
  expect(await partition()).toEqual([[a.id, b.id, c.id, parent.id]])
  expect((await house.message(c.id)).thread_id).toBe(oldest)
  const { body } = await house.api('GET', `/inboxes/${inbox.slug}/threads/${merged}`)
  expect([body.id, body.error?.code]).not.toEqual([merged, undefined])
  const last = await send({ inReplyTo: '<c@late.example>' })
  expect((await house.message(last.id)).thread_id).toBe(oldest)
})

test('the subject alone joins nothing, nor does a Message-ID of another inbox', async () => {
  await newInbox()
  const first = await send({ messageId: '<secret@sender.example>', subject: 'Our plans' })
  const stranger = await send({ subject: 'Re: Our plans' })
  expect((await partition()).flat()).toEqual([stranger.id, first.id])
  expect(await threads()).toHaveLength(2)
  await newInbox()
  await send({ inReplyTo: '<secret@sender.example>', subject: 'Re: Our plans' })
  expect(await partition()).toHaveLength(1)
  expect((await partition())[0]).toHaveLength(1)
})

test('threads are listed by their latest activity', async () => {
  await newInbox()
  const one = await send({ messageId: '<one@order.example>' })
  await send({ messageId: '<two@order.example>' })
  await send({ messageId: '<three@order.example>' })
  await send({ inReplyTo: '<one@order.example>' })
  const listed = await threads()
  expect(listed.map(({ message_count }) => message_count)).toEqual([2, 1, 1])
  expect(listed[0]?.id).toBe((await house.message(one.id)).thread_id)
})

test.each(['<undefined>', '<null>', '<>', '<none@>', '<undefined@undefined>', '<@localhost>', '<1>'])(
  'what mailers write for want of a Message-ID joins nothing: %s',
  async (none) => {
    await newInbox()
    await send({ from: 'a@one.example', inReplyTo: none })
    await send({ from: 'b@two.example', references: none })
    await send({ from: 'c@three.example', messageId: none })
    await send({ from: 'd@four.example', messageId: none })
    expect(await threads()).toHaveLength(4)
  },
)

test('answers to a conversation that was deleted begin one thread, whichever of its messages they name', async () => {
  await newInbox()
  const references = '<r1@gone.example> <r2@gone.example> <r3@gone.example>'
  const gone = await send({ messageId: '<m@gone.example>', references, inReplyTo: '<r3@gone.example>' })
  await house.drain()
  expect((await house.api('DELETE', `/messages/${gone.id}`)).status).toBe(204)
  const answers = [
    await send({ references: '<r1@gone.example>' }),
    await send({ inReplyTo: '<r1@gone.example>' }),
    await send({ references: '<r2@gone.example> <r1@gone.example>' }),
  ]
  expect((await partition()).map((ids) => ids.toSorted())).toEqual([answers.map(({ id }) => id).toSorted()])
})

test('mails without Message-ID are threads of their own', async () => {
  await newInbox()
  await send({ messageId: null, subject: 'Same' })
  await send({ messageId: null, subject: 'Same' })
  expect(await threads()).toHaveLength(2)
})
