/** What the service says to people, by language. */
import type { en } from './en/index.ts'

export { en } from './en/index.ts'

/** What a language says: each text, and no other. */
export type Texts = typeof en
