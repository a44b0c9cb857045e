/** Where the embedded Postgres of a DATA_DIR keeps its files, and whose they are. */
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { canReach, isRoot, type User, unprivilegedUser } from './unprivileged-user.ts'

const outside = '/var/lib/agent-email-service'
const pointer = 'postgres-location'

/** The folder that holds the cluster, socket, log and lock; `user` runs Postgres (undefined: this process's). */
export interface PostgresHome {
  folder: string
  user: User | undefined
}

/**
 * Finds or makes the home of Postgres: `<dataDir>/postgres`; when we are root and the user who has to run
 * Postgres can't enter `dataDir`, a folder under /var/lib instead, remembered in `<dataDir>/postgres-location`.
 * @throws when the remembered folder is gone: an empty database in its place would hide the loss.
 */
export function postgresHome(dataDir: string): PostgresHome {
  mkdirSync(dataDir, { recursive: true, mode: 0o755 })
  const remembered = rememberedHome(dataDir)
  const folder = remembered ?? join(realpathSync(dataDir), 'postgres')
  if (existsSync(folder)) return existing(folder)
  if (remembered !== undefined)
    throw new Error(
      `embedded Postgres: ${join(dataDir, pointer)} says that the database is in ${remembered}, which is missing. ` +
        'Restore that folder, or delete the file to start with an empty database.',
    )
  return isRoot() ? makeForUser(dataDir, folder, unprivilegedUser()) : makeFolder(folder, undefined)
}

/** Where the files of the Postgres of `dataDir` are, or would be: absolute. */
export const postgresFolder = (dataDir: string): string =>
  rememberedHome(dataDir) ?? join(dataDir, 'postgres')

/** The folder outside `dataDir` that holds its database, if it is outside. */
export function rememberedHome(dataDir: string): string | undefined {
  const file = join(dataDir, pointer)
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined
}

function makeForUser(dataDir: string, inside: string, user: User): PostgresHome {
  if (canReach(user, dataDir)) return makeFolder(inside, user)
  mkdirSync(outside, { recursive: true })
  chmodSync(outside, 0o755)
  // Not named after dataDir: one that was deleted and made anew must not find the old one's mail.
  const home = makeFolder(join(outside, randomBytes(6).toString('hex')), user)
  writeFileSync(join(dataDir, pointer), `${home.folder}\n`, { flag: 'wx' })
  return home
}

function makeFolder(folder: string, user: User | undefined): PostgresHome {
  mkdirSync(folder, { mode: 0o700 })
  chmodSync(folder, 0o700)
  if (user !== undefined) chownSync(folder, user.uid, user.gid)
  return { folder, user }
}

/** An existing database is run by its owner, whoever made it. */
function existing(folder: string): PostgresHome {
  if (!isRoot()) return { folder, user: undefined }
  const { uid, gid } = statSync(folder)
  const user = uid === 0 ? unprivilegedUser() : { uid, gid }
  if (uid === 0) chownSync(folder, user.uid, user.gid)
  if (!canReach(user, folder))
    throw new Error(
      `embedded Postgres: user ${user.uid}, who runs it, can't enter ${folder}: open the folders above it ` +
        'to that user (chmod o+x), or move DATA_DIR to where they are open.',
    )
  return { folder, user }
}
