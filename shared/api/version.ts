/** The version of the service, which is that of its API. */
import { readFileSync } from 'node:fs'

export const { version } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
) as {
  version: string
}
