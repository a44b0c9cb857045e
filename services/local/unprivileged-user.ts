/** Who runs what refuses to run as root: an own system user, made on first need. */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** A user of this machine, by numbers, as `spawn` takes them. */
export interface User {
  uid: number
  gid: number
}

const ownName = 'agent-email'

/** Whether this process is root, and so has to hand such work to another user. */
export const isRoot = (): boolean => process.getuid?.() === 0

/**
 * The user for Postgres when we are root: `postgres` where the machine has one, else a system user of our
 * own, made now; `nobody` only where none can be made, since other daemons may share that one.
 */
export function unprivilegedUser(): User {
  const known = findUser('postgres') ?? findUser(ownName)
  if (known !== undefined) return known
  spawnSync('useradd', ['--system', '--no-create-home', '--shell', '/usr/sbin/nologin', ownName], {
    stdio: 'ignore',
  })
  const user = findUser(ownName) ?? findUser('nobody')
  if (user === undefined) throw new Error('no user but root on this machine: Postgres refuses to run as root')
  return user
}

/** Whether `user` can enter the folder or run the file at `path`; asked of the kernel, as that user. */
export function canReach(user: User, path: string): boolean {
  const { status } = spawnSync('/bin/sh', ['-c', 'test -r "$1" && test -x "$1"', 'sh', path], {
    ...user,
    cwd: '/',
    stdio: 'ignore',
  })
  return status === 0
}

/** The user of this machine with that name, if there is one. */
export function findUser(name: string): User | undefined {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`))
  if (line === undefined) return undefined
  const [, , uid, gid] = line.split(':')
  return { uid: Number(uid), gid: Number(gid) }
}
