/** The OpenAPI document as a linter sees it that isn't ours. */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const run = promisify(execFile)
const path = (relative: string) => fileURLToPath(new URL(`../../${relative}`, import.meta.url))

test('Redocly finds no error and no warning in it', async () => {
  // Nothing is told or asked on the network.
  const env = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    REDOCLY_TELEMETRY: 'off',
    REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
    CI: 'true',
  }
  const args = [
    path('node_modules/@redocly/cli/bin/cli.js'),
    'lint',
    '--format=json',
    path('services/api/openapi.json'),
  ]
  const { stdout } = await run(process.execPath, args, { env, maxBuffer: 64 * 1024 * 1024 }).catch(
    (error: { stdout: string }) => error,
  )
  const { totals, problems } = JSON.parse(stdout.slice(stdout.indexOf('{'))) as {
    totals: { errors: number; warnings: number }
    problems: { message: string; location: { pointer: string }[] }[]
  }
  expect(problems.map(({ message, location }) => `${message} ${location[0]?.pointer}`)).toEqual([])
  expect(totals).toMatchObject({ errors: 0, warnings: 0 })
})
