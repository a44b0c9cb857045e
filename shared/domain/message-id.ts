/** Message-IDs as threads are found by them. */
import { hash } from 'node:crypto'

/** The key of a Message-ID (hex), which may be longer than an index takes. */
export const messageIdHash = (id: string): string => hash('sha256', id, 'hex').slice(0, 32)
