/** Writes shared/store/schema.sql, the schema after all migrations; `--check` fails when the file is stale. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import pg from 'pg'
import { describeSchema } from './describe-schema.ts'
import { databaseUrl, startTestPostgres, templateName } from './start-postgres.ts'

const file = new URL('../../shared/store/schema.sql', import.meta.url)

const postgres = await startTestPostgres()
const client = new pg.Client({ connectionString: databaseUrl(postgres.url, templateName) })
await client.connect()
const schema = await describeSchema(client)
await client.end()
await postgres.stop()

if (!process.argv.includes('--check')) writeFileSync(file, schema)
else if (!existsSync(file) || readFileSync(file, 'utf8') !== schema) {
  process.stderr.write('shared/store/schema.sql is stale: run "npm run schema"\n')
  process.exitCode = 1
}
