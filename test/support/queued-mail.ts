/** Messages that wait to be relayed, put into the database as the API would, without its judging: for many at once. */
import { hash } from 'node:crypto'
import { newId } from '../../shared/domain/ids.ts'
import { createInboxBody } from '../../shared/domain/inbox.ts'
import type { Principal } from '../../shared/domain/principal.ts'
import { scopes } from '../../shared/domain/scopes.ts'
import { makeAccount } from '../../shared/flow/account/sign-up.ts'
import { createInbox } from '../../shared/flow/inbox/create.ts'
import { enqueueRelay } from '../../shared/flow/outbound/enqueue.ts'
import { Keyring } from '../../shared/lib/keyring.ts'
import { parseMail } from '../../shared/mail/parse.ts'
import type { Queue } from '../../shared/queue/queue.ts'
import type { Database } from '../../shared/store/database.ts'
import { insertOutbound } from '../../shared/store/outbound-insert.ts'
import { secretKey } from './service-process.ts'

/** An inbox that messages are queued from. */
export interface Sender {
  tenantId: string
  inboxId: string
  userId: string
  address: string
}

/** Makes an account with an inbox of that slug. */
export async function makeSender(database: Database, slug: string, inboxDomain: string): Promise<Sender> {
  const order = { organization_name: 'Acme', contact_email: 'ops@acme.example' }
  const { user } = await database.transaction((tx) => makeAccount(tx, order, { confirmed: false }))
  const [row] = await database.query<{ tenantId: string; accountId: string }>(
    `select t.id as "tenantId", t.account_id as "accountId" from tenants t join users u on u.account_id = t.account_id
     where u.id = $1 and t.mode = 'live'`,
    [user.id],
  )
  const { tenantId, accountId } = row!
  const principal: Principal = {
    accountId,
    tenantId,
    mode: 'live',
    userId: user.id,
    keyId: newId('apiKey'),
    inboxId: null,
    scopes: [...scopes],
    keyHash: '',
    expiresAt: null,
  }
  // That of the services of tests: what seals a database's secrets is the key that it is used with.
  const keyring = new Keyring(secretKey)
  const parts = { database, keyring, checkWebhookUrl: async () => {}, slugQuarantineDays: 0, inboxQuota: 0 }
  const inbox = await createInbox(parts, principal, createInboxBody.parse({ slug }))
  return { tenantId, inboxId: inbox.id, userId: user.id, address: `${slug}@${inboxDomain}` }
}

/** Bytes of a plain message; `id` makes it one of its kind, `fields` are further lines of its header. */
export function plainMail(
  id: string,
  from: string,
  to: string,
  bytes = 600,
  fields: readonly string[] = [],
): Buffer {
  const head = [
    `From: <${from}>`,
    `To: <${to}>`,
    `Subject: Order ${id}`,
    `Message-ID: <${id}@${from.split('@')[1]}>`,
    'Date: Sat, 21 Nov 2026 10:00:00 +0000',
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    ...fields,
  ]
  const line = 'The quarterly figures are in the usual place; please have a look before Thursday.\r\n'
  const lines = Math.max(1, Math.ceil((bytes - 400) / line.length))
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${line.repeat(lines)}`)
}

/** Queues messages, one for each list of recipients. @returns their ids, and their Message-IDs without brackets. */
export async function queueMail(
  database: Database,
  queue: Queue,
  sender: Sender,
  recipients: readonly (readonly string[])[],
  bytes?: number,
  fields?: readonly string[],
): Promise<{ id: string; messageId: string }[]> {
  const queued: { id: string; messageId: string }[] = []
  const { tenantId, inboxId, userId, address: from } = sender
  for (let at = 0; at < recipients.length; at += 50)
    await database.transaction(async (tx) => {
      for (const to of recipients.slice(at, at + 50)) {
        const id = newId('message')
        const raw = plainMail(id, from, to[0]!, bytes, fields)
        await insertOutbound(tx, {
          tenantId,
          id,
          inboxId,
          threadId: newId('thread'),
          status: 'queued',
          verdict: 'clean',
          analysis: { risk_score: 0, summary: 'Nothing suspicious found.', detections: [] },
          scan: null,
          mail: await parseMail(raw),
          raw,
          rawSha256: hash('sha256', raw, 'hex'),
          contentSha256: hash('sha256', raw, 'hex'),
          envelope: { peerAddress: '', helo: '', mailFrom: from, rcptTo: [...to], tls: null },
          recipients: to.map((address) => ({ address, field: 'to' as const })),
          metadata: {},
          redactions: [],
          keyId: 'key_of_this_test',
          userId,
          sendAt: null,
          simulated: false,
          createdAt: new Date().toISOString(),
        })
        await enqueueRelay(tx, queue, { tenantId, messageId: id, sendAt: null })
        queued.push({ id, messageId: `${id}@${from.split('@')[1]}` })
      }
    })
  return queued
}
