/** What the pages say, in the language of whoever reads them. */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { ErrorText } from '../../shared/texts/error-text.ts'
import { en, type Texts } from '../../shared/texts/index.ts'

export type { Texts } from '../../shared/texts/index.ts'

/** What a request is answered in. */
const reading = new AsyncLocalStorage<{ texts: Texts }>()

/** The texts of whoever the request under way is of; in English where nobody asks. */
export const texts = (): Texts => reading.getStore()?.texts ?? en

/** What a page of an error says. */
export function errorText(status: number): ErrorText {
  const { errors } = texts()
  if (status === 403 || status === 404 || status === 429 || status === 503) return errors[status]
  return status >= 500 ? errors.failed : errors.asked
}
