/** One mail for as many inboxes as an envelope takes, and nearly as long as so many may have copies of it. */
import { randomBytes } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import type { Inbox } from '../../shared/domain/inbox.ts'
import { startHouse } from '../support/house.ts'

test('a long mail for a hundred inboxes is sent to the database once, and takes little memory', async () => {
  const house = await startHouse()
  onTestFinished(() => house.stop())
  const inboxes: Inbox[] = []
  // Made at once, the last would wait for a connection for longer than a request does on a busy machine.
  while (inboxes.length < 100) inboxes.push(await house.createInbox())
  // Control characters are six times as long in JSON.
  const body = `${'\x01'.repeat(990)}\n`.repeat(900)
  // Not compressed when it is stored.
  const file = randomBytes(20_000 * 57)
    .toString('base64')
    .replace(/(.{76})/g, '$1\n')
  const mail = [
    'Content-Type: multipart/mixed; boundary=b\n\n--b\n',
    body,
    '--b\nContent-Type: application/octet-stream\nContent-Transfer-Encoding: base64\n',
    file,
    '--b--\n',
  ].join('\n')
  let peak = 0
  const before = process.memoryUsage().rss
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss - before)
  }, 20)
  const { ids, raw } = await house.send(mail, { rcptTo: inboxes.map(({ address }) => address) })
  clearInterval(watch)
  const rows = await house.database.query<{ count: number; bytes: number }>(
    `select count(*)::int as count, min(length(r.content)) as bytes
     from raw_messages r join messages m on m.id = r.message_id where m.inbox_id = any($1)`,
    [inboxes.map(({ id }) => id)],
  )
  expect(rows).toEqual([{ count: 100, bytes: raw.length }])
  expect(ids.length).toBeGreaterThan(0)
  expect(peak).toBeLessThan(250e6)
})

test('a mail of many files or references for many inboxes holds up no other for all of them', async () => {
  const house = await startHouse()
  onTestFinished(() => house.stop())
  const inboxes = await Promise.all(Array.from({ length: 12 }, () => house.createInbox()))
  const files = Array.from({ length: 400 }, (_, n) => ({ filename: `${n}.txt`, content: `${n}` }))
  await house.send({ attachments: files }, { rcptTo: inboxes.map(({ address }) => address) })
  const rows = await house.database.query<{ files: number; inboxes: number }>(
    `select count(*)::int as files, count(distinct inbox_id)::int as inboxes from attachments
     where inbox_id = any($1) group by xmin::text`,
    [inboxes.map(({ id }) => id)],
  )
  // Two inboxes go together at most; on a slow machine one is stored before the next is there.
  expect(rows.filter(({ files }) => files > 800)).toEqual([])
  expect(rows.map(({ inboxes }) => inboxes).reduce((sum, one) => sum + one)).toBe(12)
  const references = Array.from({ length: 200 }, (_, n) => `<${n}@thread.example>`).join(' ')
  await house.send({ references }, { rcptTo: inboxes.map(({ address }) => address) })
  const known = await house.database.query<{ references: number }>(
    `select count(*)::int as references from thread_references where inbox_id = any($1) group by xmin::text
     having count(*) > 100 order by 1 desc`,
    [inboxes.map(({ id }) => id)],
  )
  expect(known.filter((row) => row.references > 1_005)).toEqual([])
  expect(known.map((row) => row.references).reduce((sum, one) => sum + one)).toBe(2_412)
})
