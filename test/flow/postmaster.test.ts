/** Mail to postmaster@ and abuse@ can be read, by whoever runs the service. */
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { childEnvironment } from '../support/child-environment.ts'
import { clamdUrl } from '../support/clamd.ts'
import { type House, openHouse } from '../support/open-house.ts'
import { createDatabase, type TestDatabase } from '../support/postgres.ts'

let testDatabase: TestDatabase
let house: House
beforeAll(async () => {
  testDatabase = await createDatabase()
  house = await openHouse({ DATABASE_URL: testDatabase.url, CLAMAV_URL: clamdUrl() })
})
afterAll(async () => {
  await house.stop()
  await testDatabase.drop()
})

async function command(): Promise<string> {
  const script = new URL('../../services/postmaster.ts', import.meta.url).pathname
  const env = {
    ...childEnvironment(),
    DATABASE_URL: testDatabase.url,
    SECRET_KEY: 'the secret key of a house that lives for one test file',
  }
  return (await promisify(execFile)(process.execPath, [script], { env })).stdout.trim()
}

test('the command prints a key that reads the inbox of postmaster and abuse, and does nothing else', async () => {
  const sent = await Promise.all(
    ['postmaster@inbox.localhost', 'abuse@inbox.localhost'].map((to) => house.send({}, { rcptTo: [to] })),
  )
  await house.drain()
  const [key, second] = [await command(), await command()]
  expect(second).not.toBe(key)
  const listed = await house.api('GET', '/inboxes/postmaster/messages', undefined, { key })
  expect(listed.status).toBe(200)
  const ids = (listed.body.messages as unknown as { id: string }[]).map(({ id }) => id)
  expect(ids.toSorted()).toEqual(sent.map(({ id }) => id).toSorted())
  expect((await house.api('GET', `/messages/${ids[0]}`, undefined, { key: second })).status).toBe(200)
  expect((await house.api('DELETE', '/inboxes/postmaster', undefined, { key })).status).toBe(403)
  const users = await house.database.query(
    `select u.id from users u join tenants t on t.account_id = u.account_id join inboxes i on i.tenant_id = t.id
     where i.slug = 'postmaster'`,
  )
  expect(users).toHaveLength(1)
})

test('the script of package.json reads the settings that npm start reads, from .env', async () => {
  const top = fileURLToPath(new URL('../../', import.meta.url))
  const script: string = JSON.parse(readFileSync(join(top, 'package.json'), 'utf8')).scripts.postmaster
  const project = mkdtempSync(join(tmpdir(), 'agent-email-project-'))
  try {
    symlinkSync(join(top, 'services'), join(project, 'services'))
    writeFileSync(
      join(project, '.env'),
      `DATABASE_URL=${testDatabase.url}\nSECRET_KEY="the secret key of a house that lives for one test file"\n`,
    )
    // Had it not read them, it would make a database of its own, here where it is thrown away.
    const env = { PATH: `${dirname(process.execPath)}:${process.env.PATH}`, DATA_DIR: join(project, 'data') }
    const { stdout } = await promisify(execFile)('/bin/sh', ['-c', script], { env, cwd: project })
    const answer = await house.api('GET', '/inboxes/postmaster/messages', undefined, { key: stdout.trim() })
    expect(answer.status).toBe(200)
  } finally {
    rmSync(project, { recursive: true, force: true })
  }
})
