/** Signing in by a mailed link: asking for it, and following it in the browser that asked. */
import { newId } from '../../domain/ids.ts'
import { limits } from '../../domain/limits.ts'
import type { Principal } from '../../domain/principal.ts'
import type { Keyring } from '../../lib/keyring.ts'
import type { Queue } from '../../queue/queue.ts'
import { countPublicRequest } from '../../store/admission.ts'
import type { Database } from '../../store/database.ts'
import {
  findSignInLink,
  findSignInUsers,
  insertSignInLink,
  type SignInUser,
  useSignInLink,
} from '../../store/sign-in.ts'
import { confirmBy } from './confirm.ts'
import { beginSession, hashOf, isSecret, newSecret, type SignInFrom } from './session.ts'
import { makeSignInToken, readSignInToken, signInPath } from './sign-in-link.ts'

export interface SignInParts {
  database: Database
  queue: Queue
  keyring: Keyring
}

/**
 * Has a link mailed to `email`, in `language` unless its user has chosen one, if a user has it: whoever asks is not told. Answers the secret that the browser which
 * asked has to show with the link: the one that it has (`had`) from asking before, so that whoever asks again can follow
 * whichever mail comes first. Beyond `limits.signInMailsPerHour` nothing is mailed.
 */
export async function requestSignIn(
  { database, queue }: Pick<SignInParts, 'database' | 'queue'>,
  email: string,
  language: string,
  had: string | undefined,
): Promise<string> {
  const browser = isSecret(had) ? had : newSecret()
  const address = email.toLowerCase()
  await database.transaction(async (tx) => {
    const window = { seconds: 3_600, limit: limits.signInMailsPerHour }
    const use = await countPublicRequest(tx, `sign_in ${hashOf(address)}`, window)
    if (use.used > use.limit) return
    const id = newId('signInLink')
    const minutes = limits.signInMinutes
    await insertSignInLink(tx, { id, email: address, browserHash: hashOf(browser), minutes })
    await queue.enqueue(tx, 'sign_in', [{ data: { linkId: id, language } }])
  })
  return browser
}

/**
 * A link for whoever runs the service to hand out, or to open: as good as a mailed one, in any browser. Answers its path.
 */
export async function makeOperatorLink(
  { database, keyring }: Pick<SignInParts, 'database' | 'keyring'>,
  email: string,
): Promise<string> {
  const id = newId('signInLink')
  const minutes = limits.signInMinutes
  await insertSignInLink(database, { id, email: email.toLowerCase(), browserHash: null, minutes })
  return `${signInPath}/${makeSignInToken(keyring, id)}`
}

/** What a link leads to, in one browser. */
export type SignIn =
  | {
      state: 'open'
      linkId: string
      email: string
      /** Whether it was mailed: whoever has it reads the address. */
      mailed: boolean
      users: SignInUser[]
    }
  | { state: 'invalid' | 'over' | 'another_browser' }

/** Looks at a link; that changes nothing, since mail scanners open links, too. `browser` is the secret of {@link requestSignIn}. */
export async function openSignIn(
  { database, keyring }: Pick<SignInParts, 'database' | 'keyring'>,
  token: string,
  browser: string | undefined,
): Promise<SignIn> {
  const linkId = readSignInToken(keyring, token)
  const link = linkId === null ? undefined : await findSignInLink(database, linkId)
  if (linkId === null || link === undefined) return { state: 'invalid' }
  if (link.over) return { state: 'over' }
  if (link.browserHash !== null && (browser === undefined || hashOf(browser) !== link.browserHash))
    return { state: 'another_browser' }
  const users = await findSignInUsers(database, link.email)
  return { state: 'open', linkId, email: link.email, mailed: link.browserHash !== null, users }
}

/**
 * Follows a link that {@link openSignIn} found open, as one of its users, on record: answers the secret of a new session,
 * which may do what the user's role may; null where the link is used up by now, or the user gone. A link that was mailed
 * confirms the address. What session the browser had before (`former`) ends.
 */
export function signIn(
  database: Database,
  { linkId, mailed }: Extract<SignIn, { state: 'open' }>,
  user: SignInUser,
  {
    browser = '',
    former,
    from,
  }: { browser: string | undefined; former: Principal | undefined; from: SignInFrom },
): Promise<string | null> {
  return database.transaction(async (tx) => {
    if (!(await useSignInLink(tx, linkId, hashOf(browser)))) return null
    const session = await beginSession(tx, user, { former, from, by: { link_mailed: mailed } })
    if (session !== null && mailed) await confirmBy(tx, user, 'sign_in')
    return session
  })
}
