/** The operator's command for accounts: `npm run account -- create <name> <address>`, and `confirm <account id>` or `confirm all`. */
import { signUpBody } from '../shared/domain/account.ts'
import { isId } from '../shared/domain/ids.ts'
import { speakPlainly } from '../shared/domain/plain-issues.ts'
import { vouchFor } from '../shared/flow/account/confirm.ts'
import { makeAccount } from '../shared/flow/account/sign-up.ts'
import type { Database } from '../shared/store/database.ts'
import { findUnconfirmedAccounts } from '../shared/store/signup.ts'
import { runCommand, UsageError } from './command.ts'

const usage = `npm run account -- create "Example Ltd" ops@example.com   makes an account; its keys are printed, once
npm run account -- confirm acc_…                         vouches for the addresses of an account
npm run account -- confirm all                           vouches for those of all accounts that are there`

const commands: Record<string, (database: Database, values: string[]) => Promise<void>> = {
  async create(database, [organization_name, contact_email, ...more]) {
    const parsed = signUpBody.safeParse({ organization_name, contact_email })
    if (!parsed.success || more.length > 0) {
      const problems = parsed.error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? []
      throw new UsageError([...problems, usage].join('\n'))
    }
    const made = await database.transaction((tx) => makeAccount(tx, parsed.data, { confirmed: true }))
    process.stderr.write('The keys in this are shown once.\n')
    process.stdout.write(`${JSON.stringify(made, null, 2)}\n`)
  },
  async confirm(database, [accountId = '', ...more]) {
    const isAll = accountId === 'all'
    if ((!isAll && !isId('account', accountId)) || more.length > 0) throw new UsageError(usage)
    const confirmed: string[] = []
    for (const id of isAll ? await findUnconfirmedAccounts(database) : [accountId])
      confirmed.push(...(await vouchFor(database, id)))
    process.stderr.write(
      confirmed.length === 0
        ? `${isAll ? 'No account' : accountId} has ${isAll ? 'an' : 'no'} address that is to be confirmed.\n`
        : `Confirmed: ${confirmed.join(', ')}\n`,
    )
    if (confirmed.length === 0 && !isAll) process.exitCode = 1
  },
}

speakPlainly()
await runCommand(async ({ database }) => {
  const [name = '', ...values] = process.argv.slice(2)
  if (!Object.hasOwn(commands, name)) throw new UsageError(usage)
  await commands[name]!(database, values)
})
