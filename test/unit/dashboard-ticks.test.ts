/** What a page of the queue is told of the stream of events: each message once, whichever way it is heard of first. */
import { expect, test } from 'vitest'
import { Ticks } from '../../services/dashboard/ticks.ts'

const eventOf = (number: number, data: object) =>
  `id: evt_${number}\nevent: approval.pending\ndata: ${JSON.stringify({ event: 'approval.pending', data })}\n\n`

async function said(ticks: Ticks): Promise<string> {
  ticks.end()
  return (await ticks.toArray()).join('')
}

test('an event says that something is new, and nothing of it', async () => {
  const ticks = new Ticks()
  const event = eventOf(1, { id: 'apr_1', message_id: 'msg_1', message_preview: { subject: 'A secret' } })
  ticks.write(event.slice(0, 40))
  ticks.write(`${event.slice(40)}: still here\n\n`)
  expect(await said(ticks)).toBe('id: evt_1\nevent: queue\ndata: new\n\n:\n\n')
})

test('how far the events have got is passed on, so that a page that comes back is told of nothing twice', async () => {
  const ticks = new Ticks()
  ticks.write('retry: 2000\n\nid: evt_7\n\n: \n\n: \nid: evt_9\n\n')
  expect(await said(ticks)).toBe(':\n\n:\nid: evt_7\n\n:\n\n:\nid: evt_9\n\n')
})

test('a message whose event comes while it is looked for is told of once', async () => {
  const found = new Ticks()
  found.tell('msg_1')
  found.write(eventOf(1, { id: 'apr_1', message_id: 'msg_1' }))
  found.write(eventOf(2, { id: 'msg_2' }))
  const [told, repeated, other] = (await said(found)).split('\n\n')
  expect([told, repeated, other]).toEqual([
    'event: queue\ndata: new',
    'id: evt_1',
    'id: evt_2\nevent: queue\ndata: new',
  ])

  const heard = new Ticks()
  heard.write(eventOf(1, { id: 'apr_1', message_id: 'msg_1' }))
  heard.tell('msg_1')
  expect((await said(heard)).match(/event: queue/g)).toHaveLength(1)
})
