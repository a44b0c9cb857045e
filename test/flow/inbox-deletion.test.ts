/** Deleting inboxes of any size: out of sight at once, gone soon after, and in nobody's way. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseConfig } from '../../config/config.ts'
import { startService } from '../../services/main.ts'
import { hideInbox } from '../../shared/store/inbox-deletion.ts'
import { createTestApi, plantMessage } from '../support/api.ts'
import { clamdUrl } from '../support/clamd.ts'
import { type House, startHouse } from '../support/house.ts'
import { processThreads } from '../support/process-threads.ts'

let house: House
beforeAll(async () => {
  house = await startHouse()
})
afterAll(() => house.stop())

const rowsOf = async (inboxId: string, table: string) => {
  const [row] = await house.database.query<{ count: number }>(
    `select count(*)::int as count from ${table} where to_jsonb(${table}) ->> 'inbox_id' = $1`,
    [inboxId],
  )
  return row!.count
}
const left = async (inboxId: string) => {
  const tables = ['messages', 'attachments', 'threads', 'thread_references', 'webhook_deliveries', 'api_keys']
  const counts = await Promise.all(tables.map((table) => rowsOf(inboxId, table)))
  const rest = await house.database.query(
    `select message_id from message_contents where message_id not in (select id from messages) union all
     select message_id from raw_messages where message_id not in (select id from messages) union all
     select id from inboxes where id = $1`,
    [inboxId],
  )
  return counts.reduce((sum, count) => sum + count, rest.length)
}

test('a large inbox is out of sight at once, and its rows go while other mail flows', async () => {
  const inbox = await house.createInbox({ webhook_url: house.receiver.url })
  const { id } = await house.send(
    { subject: 'Doomed', attachments: [{ filename: 'a.bin', content: Buffer.from('x') }] },
    { rcptTo: [inbox.address] },
  )
  await house.drain()
  const [attachment] = (await house.message(id)).attachments
  const limited = await house.api('POST', '/api_keys', { name: 'one', inbox_id: inbox.id })
  // As slow to delete as many more would be.
  await house.database.query(
    `insert into messages select (jsonb_populate_record(m, jsonb_build_object('id', m.id || n))).*
     from messages m, generate_series(1, 350) n where m.id = $1`,
    [id],
  )
  await house.database.query(`create function slow() returns trigger language plpgsql
    as 'begin perform pg_sleep(0.02); return old; end'`)
  await house.database.query(
    'create trigger slow before delete on messages for each row execute function slow()',
  )

  expect((await house.api('DELETE', `/inboxes/${inbox.slug}`)).status).toBe(204)
  expect(await left(inbox.id)).toBeGreaterThan(0)
  for (const path of [
    `/inboxes/${inbox.slug}`,
    `/messages/${id}`,
    `/messages/${id}/raw`,
    `/messages/${id}/attachments`,
    `/attachments/${attachment!.id}`,
  ])
    expect((await house.api('GET', path)).status, path).toBe(404)
  expect((await house.api('POST', `/messages/${id}/release`)).status).toBe(404)
  expect((await house.api('GET', '/inboxes?limit=100')).text).not.toContain(inbox.id)
  expect((await house.api('POST', '/api_keys', { name: 'two', inbox_id: inbox.id })).status).not.toBe(201)
  const key = String(limited.body.key)
  expect((await house.api('GET', '/inboxes', undefined, { key })).status).toBe(401)
  await expect(house.send({ subject: 'Late' }, { rcptTo: [inbox.address] })).rejects.toThrow()

  const other = await house.send({ subject: 'Elsewhere' })
  expect((await house.message(other.id)).inbox_id).toBe(house.inbox.id)
  const anew = await house.createInbox({ slug: inbox.slug })
  expect(await left(inbox.id)).toBeGreaterThan(0)
  const sendAnew = () => house.send({ subject: 'Anew' }, { rcptTo: [anew.address] })
  // Who an address leads to is remembered for a moment.
  await expect
    .poll(() =>
      sendAnew().then(
        ({ ids }) => ids.length,
        () => 0,
      ),
    )
    .toBe(1)
  await expect.poll(() => left(inbox.id)).toBe(0)
  expect(await rowsOf(anew.id, 'messages')).toBe(1)
})

test('what a crash left of a deleted inbox is removed by the next worker', async () => {
  const api = await createTestApi()
  const { liveKey, tenantId } = await api.signUp()
  const { body } = await api.call('POST', '/inboxes', liveKey, { slug: 'left-over' })
  await plantMessage(api.database, tenantId, String(body.id))
  await hideInbox(api.database, { tenantId, inboxId: null }, 'left-over')
  const dataDir = mkdtempSync(join(tmpdir(), 'agent-email-deletion-'))
  const next = await startService(
    parseConfig({
      DATABASE_URL: api.databaseUrl,
      // That of the API: a database is used with one.
      SECRET_KEY: 'test secret of at least 32 characters',
      DATA_DIR: dataDir,
      ROLES: 'worker',
      CLAMAV_URL: clamdUrl(),
      LOG_LEVEL: 'fatal',
    }),
    processThreads,
  )
  await expect
    .poll(() => api.database.query('select id from inboxes union all select id from messages'))
    .toEqual([])
  await next.stop()
  await api.close()
  rmSync(dataDir, { recursive: true })
})
