/** The operator's command that makes and prints a code to sign up with: `npm run invite -- --days 7`. */
import { parseArgs } from 'node:util'
import { limits } from '../shared/domain/limits.ts'
import { makeInvite } from '../shared/flow/account/invite.ts'
import { runCommand, UsageError } from './command.ts'

// The code alone on standard output, and on standard error what to do with it.
await runCommand(async ({ config, database }) => {
  const { values } = parseArgs({ options: { days: { type: 'string', default: String(limits.inviteDays) } } })
  const days = Number(values.days)
  if (!/^\d{1,4}$/.test(values.days) || days < 1 || days > limits.inviteDaysMax)
    throw new UsageError(`--days: must be from 1 to ${limits.inviteDaysMax}`)
  const { code, expiresAt } = await makeInvite(database, days)
  process.stderr.write(
    `This code is shown once, makes one account, and is good until ${expiresAt}: "invite_code" of POST /api/v1/signup.\n`,
  )
  if (config.SIGNUP !== 'invite')
    process.stderr.write(`SIGNUP is ${config.SIGNUP} here: a code is asked for where it is invite.\n`)
  process.stdout.write(`${code}\n`)
})
