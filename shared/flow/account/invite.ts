/** Invites: codes that are shown once, kept as their hash, and make one account each. */
import { hash, randomBytes } from 'node:crypto'
import type { Sql } from '../../lib/sql.ts'
import { insertInvite, useInvite } from '../../store/signup.ts'

/** Bytes of a code: nobody guesses one. */
const codeBytes = 20
const shape = /^inv_[A-Za-z0-9_-]{27}$/

const hashOf = (code: string): string => hash('sha256', code, 'hex')

/** Makes a code that is good for so many days. */
export async function makeInvite(sql: Sql, days: number): Promise<{ code: string; expiresAt: string }> {
  const code = `inv_${randomBytes(codeBytes).toString('base64url')}`
  return { code, ...(await insertInvite(sql, hashOf(code), days)) }
}

/** Uses a code up, with the transaction; false where it was used, is too old or never was one. */
export async function takeInvite(tx: Sql, code: string | undefined): Promise<boolean> {
  return code !== undefined && shape.test(code) && useInvite(tx, hashOf(code))
}
