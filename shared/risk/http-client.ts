/** What asks endpoints of the operator's choice: read where one is configured, and not within the time of a request. */
import { later } from '../lib/later.ts'

export const httpClient = later<typeof import('undici')>('undici')
