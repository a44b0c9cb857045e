/** The operator's command that verifies the chains of audit entries: `npm run audit:verify [-- --tenant ten_…]`. */
import { parseArgs } from 'node:util'
import { ConfigError, parseConfig } from '../config/config.ts'
import { readEnvironment } from '../config/env.ts'
import { type ChainReport, type NotedHead, verifyChain } from '../shared/flow/audit/verify.ts'
import { Lifecycle } from '../shared/lib/lifecycle.ts'
import { createLog } from '../shared/lib/log.ts'
import { findAuditedTenants } from '../shared/store/audit-chain.ts'
import { openDatabase } from '../shared/store/database.ts'
import { databaseUrlForCommand } from './context.ts'

/** Milliseconds that one statement may take: looking for stray entries reads all there are. */
const queryMs = 3_600_000
/** Exit status where a chain is broken, and where nothing could be said. */
const exit = { broken: 1, failed: 2, config: 78 }

const usage = `npm run audit:verify [-- --tenant ten_… [--noted SEQUENCE:HASH]]
  --tenant  verifies the chain of one tenant; without it, all
  --noted   the head that was noted earlier: the chain must still hold it`

class UsageError extends Error {}

/** Prints a line for each tenant; the exit status is 0 where every chain is whole. */
async function main(): Promise<void> {
  const { tenant, noted } = readArguments()
  const config = parseConfig(readEnvironment())
  const log = createLog('error')
  const lifecycle = new Lifecycle(log)
  try {
    const database = openDatabase(await databaseUrlForCommand(config, log, lifecycle), 2, log, {
      queryMs,
    })
    lifecycle.add('database', () => database.close())
    const known = await findAuditedTenants(database)
    // What was noted of one that is gone is looked for all the same.
    if (tenant !== undefined && noted === undefined && !known.includes(tenant))
      throw new Error(`${tenant}: this database has no such tenant`)
    const tenants = tenant === undefined ? known : [tenant]
    let broken = 0
    for (const id of tenants) {
      const report = await verifyChain(database, id, noted)
      if (report.break !== null) broken++
      process.stdout.write(`${describe(report)}\n`)
    }
    process.stdout.write(`${tenants.length} chains, ${broken} broken\n`)
    if (broken > 0) process.exitCode = exit.broken
  } finally {
    await lifecycle.stop()
  }
}

function readArguments(): { tenant: string | undefined; noted: NotedHead | undefined } {
  try {
    const options = { tenant: { type: 'string' }, noted: { type: 'string' } } as const
    const { tenant, noted } = parseArgs({ options }).values
    if (noted === undefined) return { tenant, noted }
    const [, sequence, hash] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(noted) ?? []
    if (sequence === undefined || hash === undefined || tenant === undefined) throw new UsageError(usage)
    return { tenant, noted: { sequence: Number(sequence), hash } }
  } catch {
    throw new UsageError(usage)
  }
}

/** `ten_… ok 17:<hash>`: the head in the form that `--noted` takes. */
function describe({ tenantId, head, waiting, break: found }: ChainReport): string {
  const later = waiting === 0 ? '' : ` (${waiting} not linked yet)`
  const end = `${head.sequence}:${head.hash}${later}`
  if (found === null) return `${tenantId} ok ${end}`
  const place = [
    ...(found.sequence === null ? [] : [`at ${found.sequence}`]),
    ...(found.entryId === null ? [] : [found.entryId]),
  ]
  return `${tenantId} BROKEN ${found.kind} ${place.join(' ')}: ${found.detail}; head ${end}`
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = error instanceof ConfigError ? exit.config : exit.failed
})
