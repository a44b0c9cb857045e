/** The operator's commands for accounts and invites, run as the operator runs them. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApi, type TestApi } from '../support/api.ts'
import { childEnvironment } from '../support/child-environment.ts'

let api: TestApi
beforeAll(async () => {
  api = await createTestApi({ SIGNUP: 'invite' })
})
afterAll(() => api.close())

async function command(name: string, ...args: string[]) {
  const script = new URL(`../../services/${name}.ts`, import.meta.url).pathname
  const env = {
    ...childEnvironment(),
    NODE_ENV: 'production',
    SIGNUP: 'invite',
    DATABASE_URL: api.databaseUrl,
    SECRET_KEY: 'the secret key of a test that nobody else has',
  }
  return promisify(execFile)(process.execPath, [script, ...args], { env }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout: stdout.trim(), stderr }),
    ({ code, stdout, stderr }) => ({ code: Number(code), stdout: String(stdout), stderr: String(stderr) }),
  )
}
const confirmedAt = async (accountId: string) =>
  (
    await api.database.query<{ at: string | null }>(
      'select email_confirmed_at as at from users where account_id = $1',
      [accountId],
    )
  )[0]!.at

test('an account is made whatever SIGNUP says, its address vouched for', async () => {
  const { code, stdout } = await command('account', 'create', 'Example Ltd', 'ops@example.com')
  expect(code).toBe(0)
  const made = JSON.parse(stdout)
  expect(made.account).toMatchObject({ organization_name: 'Example Ltd', contact_email: 'ops@example.com' })
  for (const key of [made.api_key.key, made.sandbox_api_key.key])
    expect((await api.call('GET', '/account', key)).status).toBe(200)
  expect(await confirmedAt(made.account.id)).not.toBeNull()
})

test('a code that is made signs one account up; its address can be vouched for', {
  timeout: 240_000,
}, async () => {
  const { code, stdout } = await command('invite', '--days', '3')
  expect(code).toBe(0)
  const [row] = await api.database.query<{ days: number }>(
    'select round(extract(epoch from expires_at - now()) / 86400)::int as days from signup_invites',
  )
  expect(row!.days).toBe(3)
  const order = { organization_name: 'Acme', contact_email: 'a@b.example', invite_code: stdout }
  const signedUp = await api.call('POST', '/signup', undefined, order)
  expect(signedUp.status).toBe(201)
  const accountId = String(signedUp.body.account?.id)
  expect(await confirmedAt(accountId)).toBeNull()
  expect(await command('account', 'confirm', accountId)).toMatchObject({
    code: 0,
    stderr: 'Confirmed: a@b.example\n',
  })
  expect(await confirmedAt(accountId)).not.toBeNull()
  expect((await command('account', 'confirm', accountId)).code).toBe(1)
})

test('all accounts that are there can be vouched for at once, and those that are need it no more', {
  timeout: 240_000,
}, async () => {
  const { code } = await command('account', 'create', 'Vouched', 'vouched@b.example')
  expect(code).toBe(0)
  const ids: string[] = []
  for (const contact_email of ['one@b.example', 'two@b.example']) {
    const { stdout } = await command('account', 'create', 'Stranger', contact_email)
    ids.push(JSON.parse(stdout).account.id)
  }
  await api.database.query('update users set email_confirmed_at = null where account_id = any($1)', [ids])
  const done = await command('account', 'confirm', 'all')
  expect(done.code).toBe(0)
  expect(done.stderr.replace('Confirmed: ', '').trim().split(', ').toSorted()).toEqual([
    'one@b.example',
    'two@b.example',
  ])
  for (const id of ids) expect(await confirmedAt(id)).not.toBeNull()
  expect(await command('account', 'confirm', 'all')).toMatchObject({
    code: 0,
    stderr: 'No account has an address that is to be confirmed.\n',
  })
})

test('what can not be meant is told in words, with status 64', async () => {
  const wrong = [
    ['account'],
    ['account', 'create', 'Example Ltd', 'nobody'],
    ['account', 'confirm', 'acc_1'],
    ['invite', '--days', '0'],
  ] as const
  for (const [name, ...args] of wrong) {
    const { code, stdout, stderr } = await command(name, ...args)
    expect([code, stdout]).toEqual([64, ''])
    expect(stderr).toMatch(/npm run account|--days: must be from 1 to 365/)
  }
})
