/** Exports an account: a tar archive of all it has, made bit by bit. */
import { auditEntry } from '../../domain/audit.ts'
import { ServiceError } from '../../domain/errors.ts'
import type { Principal } from '../../domain/principal.ts'
import { scopes } from '../../domain/scopes.ts'
import type { Sql } from '../../lib/sql.ts'
import { tarEnd, tarFile } from '../../lib/tar.ts'
import { findAccount } from '../../store/account.ts'
import {
  describeExportTable,
  type ExportableMessage,
  type ExportTable,
  listExportableMessages,
  readExportPage,
} from '../../store/account-export.ts'
import { insertAuditEntries } from '../../store/audit.ts'
import { blobs } from '../../store/blobs.ts'
import type { Database } from '../../store/database.ts'
import { assertKeyLives } from '../access/key-lives.ts'
import { exportAuditLog } from '../audit/export.ts'
import { exportedTables, leftOutTables, secretColumn } from './export-tables.ts'
import { assertWholeAccount } from './whole-account.ts'

/** Bytes of rows, or of mail, that are in memory at once, but for a single one that is longer. */
const batchBytes = 2 * 1024 * 1024
/** Rows that one query reads: where they are long, fewer and fewer. */
const rows = { first: 100, most: 1_000 }

/** A file of the archive; its time is that of the export unless given. */
interface ExportFile {
  name: string
  content: Uint8Array
  modified?: Date
}

/**
 * Checks that `principal` may export its account, and answers the archive as chunks, which puts that on record
 * (docs/OPERATIONS.md says what is in it). It shows nothing that the key couldn't read otherwise: it needs every scope
 * to read, and infected mail and what isn't scanned yet is named, not held.
 * One at a time for each account and process.
 * @throws ServiceError `forbidden`; with the first chunk `rate_limited`; `unauthorized`, also midway, where the key is
 * revoked.
 */
export function exportAccount(database: Database, principal: Principal): AsyncGenerator<Uint8Array> {
  assertWholeAccount(principal)
  const lacking = scopes.filter(
    (scope) => /:read(?:_withheld)?$/.test(scope) && !principal.scopes.includes(scope),
  )
  if (lacking.length > 0)
    throw new ServiceError('forbidden', `An export needs all scopes to read. Lacking: ${lacking.join(', ')}.`)
  return archive(database, principal)
}

/** Accounts of which this process makes an export now: each takes memory, and a connection now and then. */
const underWay = new Set<string>()

async function* archive(database: Database, principal: Principal): AsyncGenerator<Uint8Array> {
  const { accountId } = principal
  if (underWay.has(accountId))
    throw new ServiceError('rate_limited', 'An export of this account is under way.', { retryAfter: 60 })
  underWay.add(accountId)
  try {
    yield* wholeArchive(database, principal)
  } finally {
    underWay.delete(accountId)
  }
}

async function* wholeArchive(database: Database, principal: Principal): AsyncGenerator<Uint8Array> {
  const now = new Date()
  const { tenantId, userId, keyId } = principal
  const exported = auditEntry(tenantId, null, 'account_exported', 'medium', 'The account was exported.', {
    user_id: userId,
    key_id: keyId,
  })
  await database.transaction((tx) => insertAuditEntries(tx, [exported]))
  for await (const { name, content, modified = now } of filesOf(database, principal, now))
    yield* tarFile({ name, content, modified })
  yield tarEnd
}

async function* filesOf(database: Database, principal: Principal, now: Date): AsyncGenerator<ExportFile> {
  const { accountId } = principal
  const account = await findAccount(database, accountId, 'live')
  if (account === undefined) throw new ServiceError('unauthorized')
  yield jsonFile('manifest.json', { format: 1, exported_at: now.toISOString(), left_out: leftOutTables })
  yield jsonFile('account.json', account)
  for (const name of exportedTables.account)
    yield* tableFiles(database, principal, { name, owner: 'account_id' }, accountId, '')
  for (const { id, mode } of account.tenants) {
    for (const name of exportedTables.tenant)
      yield* tableFiles(database, principal, { name, owner: 'tenant_id' }, id, `${mode}/`)
    yield* auditFiles(database, { ...principal, tenantId: id, mode }, `${mode}/`)
    yield* mailFiles(database, principal, id, `${mode}/`)
  }
}

/** The rows of a table, a file for every few megabytes: `live/messages-00001.ndjson`. */
async function* tableFiles(
  sql: Sql,
  principal: Principal,
  { name, owner }: Pick<ExportTable, 'name' | 'owner'>,
  ownerId: string,
  folder: string,
): AsyncGenerator<ExportFile> {
  const table = await describeExportTable(sql, name, owner, secretColumn)
  let limit: number = rows.first
  let after: string[] | null = null
  for (let part = 1; part === 1 || after !== null; part++) {
    await assertKeyLives(sql, principal)
    const page = await readExportPage(sql, table, ownerId, { after, limit, maxBytes: batchBytes })
    yield linesFile(partName(`${folder}${name}`, part), page.lines)
    limit = page.lines.length < limit ? Math.max(1, page.lines.length) : Math.min(rows.most, limit * 2)
    after = page.next
  }
}

async function* auditFiles(
  database: Database,
  principal: Principal,
  folder: string,
): AsyncGenerator<ExportFile> {
  let part = 1
  for await (const lines of exportAuditLog(database, principal, {}))
    yield { name: partName(`${folder}audit_log`, part++), content: Buffer.from(lines) }
}

/** The original of each message that may be handed out, and a list of those that may not. */
async function* mailFiles(
  sql: Sql,
  principal: Principal,
  tenantId: string,
  folder: string,
): AsyncGenerator<ExportFile> {
  const omitted: object[] = []
  let part = 1
  for (let after: string | undefined = ''; after !== undefined; ) {
    const page: ExportableMessage[] = await listExportableMessages(sql, tenantId, after, rows.most)
    after = page.length < rows.most ? undefined : page.at(-1)!.id
    const held = page.filter(({ infected, pending }) => !infected && !pending)
    for (const batch of batchesOf(held)) {
      await assertKeyLives(sql, principal)
      const raw = await blobs.get(
        sql,
        batch.map(({ id }) => ({ tenantId, messageId: id })),
      )
      for (const { id, inboxId, createdAt } of batch) {
        const content = raw.get(id)
        if (content !== undefined)
          yield { name: `${folder}mail/${inboxId}/${id}.eml`, content, modified: new Date(createdAt) }
      }
    }
    for (const { id, infected, pending } of page)
      if (infected || pending) omitted.push({ message_id: id, reason: infected ? 'infected' : 'not_scanned' })
    if (omitted.length > rows.most || (after === undefined && omitted.length > 0))
      yield linesFile(
        partName(`${folder}mail_omitted`, part++),
        omitted.splice(0).map((line) => JSON.stringify(line)),
      )
  }
}

/** Groups messages so that those of a group are no longer together than `batchBytes`, or only one. */
function batchesOf(messages: ExportableMessage[]): ExportableMessage[][] {
  const batches: ExportableMessage[][] = []
  let bytes = batchBytes
  for (const message of messages) {
    bytes += message.sizeBytes
    if (bytes > batchBytes) {
      batches.push([])
      bytes = message.sizeBytes
    }
    batches.at(-1)!.push(message)
  }
  return batches
}

const partName = (name: string, part: number): string => `${name}-${String(part).padStart(5, '0')}.ndjson`

const linesFile = (name: string, lines: string[]): ExportFile => ({
  name,
  content: Buffer.from(lines.map((line) => `${line}\n`).join('')),
})

const jsonFile = (name: string, value: object): ExportFile => ({
  name,
  content: Buffer.from(`${JSON.stringify(value, null, 2)}\n`),
})
