/** The audit log against whoever would change it: append-only in the database, and chained. */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { auditEntry } from '../../shared/domain/audit.ts'
import { newId } from '../../shared/domain/ids.ts'
import { linkAuditEntries } from '../../shared/flow/audit/link.ts'
import { verifyChain } from '../../shared/flow/audit/verify.ts'
import { createLog } from '../../shared/lib/log.ts'
import { insertAuditEntries } from '../../shared/store/audit.ts'
import { type Database, openDatabase } from '../../shared/store/database.ts'
import { childEnvironment } from '../support/child-environment.ts'
import { createDatabase, type TestDatabase } from '../support/postgres.ts'

let home: TestDatabase
let database: Database
let tenantId: string
let accounts = 0
beforeAll(async () => {
  home = await createDatabase()
  database = openDatabase(home.url, 8, createLog('fatal'))
})
afterAll(async () => {
  await database.close()
  await home.drop()
})
beforeEach(async () => {
  tenantId = await newTenant()
})

async function newTenant(): Promise<string> {
  const account = `acc_${++accounts}`
  await database.query(
    "insert into accounts (id, organization_name, contact_email, credits) values ($1, 'Acme', 'a@b.example', 0)",
    [account],
  )
  await database.query("insert into tenants (id, account_id, mode) values ('ten_' || $1, $1, 'live')", [
    account,
  ])
  return `ten_${account}`
}

const write = (count: number, tenant = tenantId) =>
  insertAuditEntries(
    database,
    Array.from({ length: count }, (_, n) =>
      auditEntry(tenant, null, 'settings', 'low', `Change ${n} — “Zoë”`, { n, list: [1.5, null, 'ü'] }),
    ),
  )

const chainOf = (tenant: string) =>
  database.query<{ sequence: number; entry_id: string; hash: Buffer }>(
    'select sequence, entry_id, hash from audit_chain where tenant_id = $1 order by sequence',
    [tenant],
  )

/** What somebody with all rights on the database can do: nothing refuses them then. */
async function tamper(statement: string, values: unknown[] = []): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.query("set local session_replication_role = 'replica'")
    await tx.query(statement, values)
  })
}

describe('the tables', () => {
  test.each([
    "update audit_entries set description = 'other'",
    'update audit_entries set description = description where false',
    'delete from audit_entries',
    'truncate audit_entries',
    'truncate tenants cascade',
    "update audit_chain set hash = decode(repeat('00', 32), 'hex')",
    'delete from audit_chain',
    'truncate audit_chain',
    'update audit_heads set sequence = sequence',
    'update audit_heads set sequence = 1',
    'delete from audit_heads',
    'truncate audit_heads',
    'truncate audit_unlinked',
    'delete from tenants',
    'delete from accounts',
  ])('refuse: %s', async (statement) => {
    await write(3)
    await linkAuditEntries(database)
    const before = await database.query('select * from audit_entries order by id')
    await expect(database.query(statement)).rejects.toMatchObject({ code: '42501' })
    expect(await database.query('select * from audit_entries order by id')).toEqual(before)
  })

  test('refuse to remove the entries of an account that is not deleted, whatever the transaction says', async () => {
    await write(1)
    const erase = () =>
      database.transaction(async (tx) => {
        await tx.query("select set_config('agent_email.erased_tenants', $1, true)", [tenantId])
        await tx.query('delete from audit_entries where tenant_id = $1', [tenantId])
      })
    await expect(erase()).rejects.toMatchObject({ code: '42501' })
    await database.query('update accounts set deleted_at = now() where id = $1', [tenantId.slice(4)])
    await expect(
      database.query('delete from audit_entries where tenant_id = $1', [tenantId]),
      'the setting is of another transaction',
    ).rejects.toMatchObject({ code: '42501' })
    await erase()
    expect(await database.query('select 1 from audit_entries where tenant_id = $1', [tenantId])).toEqual([])
  })
})

describe('linking', () => {
  test('gives every entry a place without a gap, each hash from the one before, as docs/AUDIT.md says', async () => {
    await write(3)
    await linkAuditEntries(database)
    await write(2)
    await linkAuditEntries(database)
    const rows = await database.query<Record<string, unknown> & { id: string; created_at: string }>(
      'select id, inbox_id, event_type, severity, description, metadata, created_at from audit_entries where tenant_id = $1 order by id',
      [tenantId],
    )
    const chain = await chainOf(tenantId)
    expect(chain.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5])
    expect(chain.map(({ entry_id }) => entry_id)).toEqual(rows.map(({ id }) => id))
    let previous: Buffer = Buffer.alloc(32)
    for (const [index, { id, created_at, description, metadata }] of rows.entries()) {
      const { n, list } = metadata as { n: number; list: unknown[] }
      const canonical =
        `{"created_at":"${created_at}","description":${JSON.stringify(description)},"event_type":"settings",` +
        `"id":"${id}","inbox_id":null,"metadata":{"list":${JSON.stringify(list)},"n":${n}},"sequence":${index + 1},` +
        `"severity":"low","tenant_id":"${tenantId}"}`
      previous = createHash('sha256').update(previous).update(canonical).digest()
      expect(chain[index]!.hash.equals(previous)).toBe(true)
    }
    expect(await verifyChain(database, tenantId)).toEqual({
      tenantId,
      head: { sequence: 5, hash: previous.toString('hex') },
      waiting: 0,
      break: null,
    })
  })

  test('by several processes at once, while many write, makes one whole chain a tenant', async () => {
    const tenants = await Promise.all(Array.from({ length: 5 }, newTenant))
    let writing = true
    const writers = Promise.all(
      tenants.flatMap((tenant) =>
        Array.from({ length: 2 }, async () => {
          for (let n = 0; n < 20; n++) await write(7, tenant)
        }),
      ),
    ).finally(() => {
      writing = false
    })
    const linkers = Promise.all(
      Array.from({ length: 3 }, async () => {
        while (writing) await linkAuditEntries(database)
      }),
    )
    await Promise.all([writers, linkers])
    await linkAuditEntries(database)
    for (const tenant of tenants) {
      const report = await verifyChain(database, tenant)
      expect(report).toMatchObject({ head: { sequence: 280 }, waiting: 0, break: null })
    }
  })

  test('takes an entry that commits late, though its id is older', async () => {
    const late = [auditEntry(tenantId, null, 'settings', 'low', 'Late.')]
    await database.transaction(async (tx) => {
      await insertAuditEntries(tx, late)
      await write(2)
      await linkAuditEntries(database)
    })
    await linkAuditEntries(database)
    const chain = await chainOf(tenantId)
    expect(chain).toHaveLength(3)
    expect(chain[2]!.entry_id).toBe(late[0]!.id)
    expect((await verifyChain(database, tenantId)).break).toBeNull()
  })

  test('of more tenants and entries than a batch has room for ends with all linked', async () => {
    const tenants = await Promise.all(Array.from({ length: 60 }, newTenant))
    for (const tenant of tenants) await write(1, tenant)
    await write(2_500)
    await linkAuditEntries(database)
    const all = [...tenants, tenantId]
    expect(await database.query('select 1 from audit_unlinked where tenant_id = any($1)', [all])).toEqual([])
    expect((await verifyChain(database, tenantId)).head.sequence).toBe(2_500)
  })
})

describe('verifying', () => {
  const brokenBy = async (statement: string) => {
    await write(10)
    await linkAuditEntries(database)
    const whole = await verifyChain(database, tenantId)
    const chain = await chainOf(tenantId)
    const id = (sequence: number) => chain[sequence - 1]!.entry_id
    await tamper(
      statement.replaceAll('$tenant', `'${tenantId}'`).replaceAll(/\$(\d+)/g, (_, n) => `'${id(Number(n))}'`),
    )
    return { id, whole, found: (await verifyChain(database, tenantId)).break }
  }

  test.each([
    ["update audit_entries set description = 'x' where tenant_id = $tenant and id = $4"],
    [`update audit_entries set metadata = metadata || '{"n":99}' where tenant_id = $tenant and id = $4`],
    ["update audit_entries set inbox_id = 'inb_x' where tenant_id = $tenant and id = $4"],
    [
      "update audit_entries set created_at = created_at - interval '1 microsecond' where tenant_id = $tenant and id = $4",
    ],
    [
      "update audit_chain set hash = decode(repeat('ab', 32), 'hex') where tenant_id = $tenant and entry_id = $4",
    ],
  ])('finds what was changed: %s', async (statement) => {
    const { found, id } = await brokenBy(statement)
    expect(found).toMatchObject({ kind: 'changed', sequence: 4, entryId: id(4) })
  })

  test('finds an entry that was removed', async () => {
    const { found, id } = await brokenBy('delete from audit_entries where tenant_id = $tenant and id = $6')
    expect(found).toMatchObject({ kind: 'removed', sequence: 6, entryId: id(6) })
  })

  test('finds an entry that was removed with its link', async () => {
    const { found } = await brokenBy(
      `with gone as (delete from audit_entries where tenant_id = $tenant and id = $6)
       delete from audit_chain where tenant_id = $tenant and entry_id = $6`,
    )
    expect(found).toMatchObject({ kind: 'removed', sequence: 6, entryId: null })
  })

  test('finds an entry that was removed with its link, those behind it moved up', async () => {
    const { found, id } = await brokenBy(
      `with gone as (delete from audit_entries where tenant_id = $tenant and id = $10),
         unlinked as (delete from audit_chain where tenant_id = $tenant and entry_id = $10)
       update audit_heads set sequence = 9 where tenant_id = $tenant`,
    )
    expect(found).toMatchObject({ kind: 'changed', sequence: 9 })
    expect(id(10)).toMatch(/^aud_/)
  })

  test('finds an entry that was removed before it was linked', async () => {
    await write(2)
    await tamper('delete from audit_entries where tenant_id = $1', [tenantId])
    expect((await verifyChain(database, tenantId)).break).toMatchObject({ kind: 'removed', sequence: null })
  })

  test('finds entries that were put in each other’s place', async () => {
    const { found, id } = await brokenBy(
      `update audit_chain set entry_id = case entry_id when $3 then $7 else $3 end
       where tenant_id = $tenant and entry_id in ($3, $7)`,
    )
    expect(found).toMatchObject({ kind: 'reordered', sequence: 3, entryId: id(7) })
  })

  test('finds an entry that was inserted', async () => {
    const { found } = await brokenBy(
      `insert into audit_entries select tenant_id, 'aud_00000000000000000000000000', inbox_id, event_type, severity,
         description, metadata, created_at from audit_entries where tenant_id = $tenant and id = $5`,
    )
    expect(found).toMatchObject({ kind: 'inserted', entryId: 'aud_00000000000000000000000000' })
  })

  test('finds that the tail was cut off', async () => {
    const { found } = await brokenBy(
      `with gone as (delete from audit_entries where tenant_id = $tenant and id in ($9, $10))
       delete from audit_chain where tenant_id = $tenant and entry_id in ($9, $10)`,
    )
    expect(found).toMatchObject({ kind: 'truncated', sequence: 9 })
  })

  test('finds a tail cut off with its head, or a chain written anew, by the head that was noted', async () => {
    const { found, whole } = await brokenBy(
      `with gone as (delete from audit_entries where tenant_id = $tenant and id = $10),
         unlinked as (delete from audit_chain where tenant_id = $tenant and entry_id = $10)
       update audit_heads set sequence = 9, hash = (select hash from audit_chain where tenant_id = $tenant and sequence = 9)
       where tenant_id = $tenant`,
    )
    expect(found).toBeNull()
    expect((await verifyChain(database, tenantId, whole.head)).break).toMatchObject({ kind: 'truncated' })
    await tamper('delete from audit_heads where tenant_id = $1', [tenantId])
    await tamper('delete from audit_chain where tenant_id = $1', [tenantId])
    await tamper("update audit_entries set description = 'other' where tenant_id = $1", [tenantId])
    await tamper('insert into audit_unlinked select tenant_id, id from audit_entries where tenant_id = $1', [
      tenantId,
    ])
    await write(5)
    await linkAuditEntries(database)
    expect((await verifyChain(database, tenantId)).break).toBeNull()
    expect((await verifyChain(database, tenantId, whole.head)).break).toMatchObject({
      kind: 'changed',
      sequence: 10,
    })
  })

  test('takes entries that wait to be linked for what they are', async () => {
    await write(3)
    expect(await verifyChain(database, tenantId)).toMatchObject({
      head: { sequence: 0 },
      waiting: 3,
      break: null,
    })
  })
})

describe('npm run audit:verify', () => {
  const run = (...args: string[]) => {
    try {
      const out = execFileSync(process.execPath, ['services/audit-verify.ts', ...args], {
        env: { ...childEnvironment(), DATABASE_URL: home.url },
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      return { status: 0, out }
    } catch (error) {
      const { status, stdout } = error as { status: number; stdout: string }
      return { status, out: stdout }
    }
  }

  test('prints each head, and ends with 0 for a whole chain, 1 for a broken one, 2 for what it does not understand', async () => {
    await write(2)
    await linkAuditEntries(database)
    const { head } = await verifyChain(database, tenantId)
    const noted = `${head.sequence}:${head.hash}`
    expect(run('--tenant', tenantId)).toEqual({
      status: 0,
      out: `${tenantId} ok ${noted}\n1 chains, 0 broken\n`,
    })
    expect(run('--tenant', tenantId, '--noted', noted).status).toBe(0)
    expect(run('--tenant', tenantId, '--noted', `3:${head.hash}`).status).toBe(1)
    await tamper("update audit_entries set severity = 'high' where tenant_id = $1", [tenantId])
    const broken = run()
    expect(broken.status).toBe(1)
    expect(broken.out).toContain(`${tenantId} BROKEN changed at 1 aud_`)
    expect(run('--noted', 'nonsense').status).toBe(2)
    expect(run('--unknown').status).toBe(2)
  })

  test('says of no tenant that there is not that its chain is whole', () => {
    const stranger = newId('tenant')
    expect(run('--tenant', stranger)).toEqual({ status: 2, out: '' })
    expect(run('--tenant', 'ten_typo')).toEqual({ status: 2, out: '' })
    // What was noted of one that is gone is missing.
    const gone = run('--tenant', stranger, '--noted', `3:${'0'.repeat(64)}`)
    expect(gone.status).toBe(1)
    expect(gone.out).toContain(`${stranger} BROKEN`)
  })
})
