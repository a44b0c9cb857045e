/** The operator's command that makes and prints a key to read the mail of `postmaster@` and `abuse@` with. */
import { postmasterSlug } from '../shared/domain/address.ts'
import { issuePostmasterKey } from '../shared/flow/account/postmaster.ts'
import { runCommand } from './command.ts'
import { keyringOf } from './context.ts'

// The key alone on standard output, and on standard error what to do with it.
await runCommand(async ({ config, database }) => {
  const { key } = await issuePostmasterKey(database, await keyringOf(config, database))
  process.stderr.write(
    `This key is shown once. It reads the inbox ${postmasterSlug}: GET /api/v1/inboxes/${postmasterSlug}/messages\n`,
  )
  process.stdout.write(`${key}\n`)
})
