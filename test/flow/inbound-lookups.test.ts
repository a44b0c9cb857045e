/** What is looked up for messages that are judged side by side is asked once for all of them. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Assessing } from '../../shared/flow/inbound/pipeline-items.ts'
import { score } from '../../shared/flow/inbound/score.ts'
import { Keyring } from '../../shared/lib/keyring.ts'
import { parseMail } from '../../shared/mail/parse.ts'
import type { Database } from '../../shared/store/database.ts'
import { type House, startHouse } from '../support/house.ts'
import { mailText } from '../support/mail-text.ts'
import { processThreads } from '../support/process-threads.ts'

let house: House
const { assessors } = processThreads
beforeAll(async () => {
  house = await startHouse()
})
afterAll(() => house.stop())

test('policies, lessons and correspondents are looked up once for chunks that are prepared together', async () => {
  const asked: string[] = []
  const database: Database = {
    ...house.database,
    query: (text, values) => {
      asked.push(text)
      return house.database.query(text, values)
    },
  }
  const { id: inboxId } = await house.createInbox()
  const [{ tenantId }] = (await house.database.query<{ tenantId: string }>(
    'select tenant_id as "tenantId" from inboxes where id = $1',
    [inboxId],
  )) as [{ tenantId: string }]
  const mail = await parseMail(Buffer.from(mailText({ subject: 'Lunch', body: 'At noon?' })))
  const envelope = { peerAddress: '', helo: '', mailFrom: 'ada@example.net', rcptTo: [], tls: null }
  const chunk = (size: number) =>
    Array.from({ length: size }, (_, n) => ({
      message: {
        tenantId,
        inboxId,
        id: `msg_${n}`,
        slug: 'agent',
        envelope,
        mail,
        files: [],
        scan: null,
        from: '',
      },
    })) as unknown as Assessing[]
  const chunks = [chunk(3), chunk(2), chunk(1)]
  const parts = { database, assessors, inboxDomain: 'inbox.example', keyring: new Keyring('k'.repeat(32)) }
  await Promise.all(chunks.map((items) => score.prepare!(items, parts)))
  for (const item of chunks.flat()) expect(item.assessed?.analysis.risk_score).toBeTypeOf('number')
  for (const table of ['policies', 'lessons', 'messages', 'accounts'])
    expect(
      asked.filter((text) => new RegExp(`(?:from|join) ${table}\\b`).test(text)),
      table,
    ).toHaveLength(1)
})
