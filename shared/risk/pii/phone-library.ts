/** The library of numbering plans, read when the first number is held against them: they are long, and few texts have any. */
import { createRequire } from 'node:module'
import type { parsePhoneNumberFromString } from 'libphonenumber-js/max'

const require = createRequire(import.meta.url)

/** What parses numbers; Node keeps it once it has been read. */
export const phoneParser = (): typeof parsePhoneNumberFromString =>
  (require('libphonenumber-js/max') as { parsePhoneNumberFromString: typeof parsePhoneNumberFromString })
    .parsePhoneNumberFromString
