/** Installs clamd through the machine's package manager, without starting a daemon or downloading signatures. */
import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { findProgram } from './find-program.ts'
import { isRoot } from './unprivileged-user.ts'

/** How a package manager is asked for clamd; a command marked optional may fail. */
interface PackageManager {
  program: string
  commands: { words: string[]; optional?: boolean }[]
}

const packageManagers: PackageManager[] = [
  {
    program: 'apt-get',
    commands: [
      { words: ['update', '-qq'], optional: true },
      { words: ['install', '-y', '-qq', '--no-install-recommends', 'clamav-daemon'] },
    ],
  },
  { program: 'apk', commands: [{ words: ['add', '--quiet', 'clamav-daemon'] }] },
  { program: 'dnf', commands: [{ words: ['install', '-y', '-q', 'clamd'] }] },
]

/**
 * Runs a command while Debian's packages may not start services: their scripts ask policy-rc.d, and 101 forbids it
 * (invoke-rc.d(8)). An operator's own policy stays as it is.
 */
const withoutServices = `policy=/usr/sbin/policy-rc.d
if [ -d /usr/sbin ] && [ ! -e $policy ]; then
  trap 'rm -f $policy' EXIT
  printf '#!/bin/sh\\nexit 101\\n' >$policy && chmod 755 $policy
fi
DEBIAN_FRONTEND=noninteractive "$@"`

const commandMs = 10 * 60_000

/**
 * Installs clamd where it is missing and that can be done without a question: as root, or with a sudo that asks for
 * no password. `say` is told each command before it runs, and at the end why there is no clamd. `path`, `root` and
 * `usualPlaces` are for tests. @returns whether clamd is there now.
 */
export async function installClamd(
  say: (line: string) => void,
  { path = '/usr/local/bin:/usr/bin:/bin', root = isRoot(), usualPlaces = true } = {},
): Promise<boolean> {
  const find = (name: string) => findProgram(name, path, usualPlaces)
  if (find('clamd') !== null) return true
  const failed = (why: string): boolean => {
    say(why)
    return false
  }
  const manager = packageManagers.find(({ program }) => find(program) !== null)
  if (manager === undefined)
    return failed('ClamAV is not installed, and no package manager is known here: install clamd by hand')
  const byHand = `${manager.program} ${manager.commands.at(-1)!.words.join(' ')}`
  const sudo = find('sudo')
  const mayInstall = root || (sudo !== null && (await run([sudo, '-n', 'true'])) === null)
  if (!mayInstall) return failed(`ClamAV is not installed, and that takes root: sudo ${byHand}`)
  for (const { words, optional = false } of manager.commands) {
    say(`installing ClamAV: ${root ? '' : 'sudo '}${manager.program} ${words.join(' ')}`)
    const guarded = ['/bin/sh', '-c', withoutServices, 'sh', find(manager.program)!, ...words]
    const failure = await run(root ? guarded : [sudo!, '-n', ...guarded])
    if (failure !== null && !optional) return failed(`${byHand} failed: ${failure}`)
  }
  if (find('clamd') === null) return failed(`${byHand} worked, yet clamd is not where it is looked for`)
  say('ClamAV is installed')
  return true
}

/** What went wrong, or null. */
async function run([program, ...words]: string[]): Promise<string | null> {
  const child = spawn(program!, words, {
    env: { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C' },
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: commandMs,
  })
  const ended = new Promise<string | null>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('exit', (code, signal) => resolve(code === 0 ? null : `ended with ${signal ?? code}`))
  })
  const [failure, said] = await Promise.all([ended, text(child.stderr).catch(() => '')])
  return failure === null ? null : said.trim().split('\n').at(-1) || failure
}
