/** The test run's one real clamd. */
import { inject } from 'vitest'

/** Its URL, as CLAMAV_URL takes it. @throws where clamd isn't installed: such a test fails, it is not skipped. */
export function clamdUrl(): string {
  const url = inject('clamdUrl')
  if (url === null) throw new Error('clamd is not installed: "npm run verify" installs it where it can')
  return url
}
