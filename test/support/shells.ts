/** zsh and fish, which the command line's completion is tried in beside bash. */
import { spawnSync } from 'node:child_process'

const shells = ['zsh', 'fish']

const missing = (): string[] =>
  shells.filter((shell) => spawnSync(shell, ['--version'], { stdio: 'ignore' }).status !== 0)

/** Installs what is missing of them, by Debian's packages. @returns whether all are there now. */
export function installShells(): boolean {
  const packages = missing()
  if (packages.length === 0) return true
  console.log(`  installing ${packages.join(', ')}`)
  spawnSync('apt-get', ['update', '-qq'], { stdio: 'ignore' })
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], {
    stdio: 'ignore',
    env,
  })
  return missing().length === 0
}
