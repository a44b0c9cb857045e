/** zsh and fish, which the command line's completion is tried in beside bash. */
import { spawnSync } from 'node:child_process'
import { installPackages } from './debian-packages.ts'

const shells = ['zsh', 'fish']

const missing = (): string[] =>
  shells.filter((shell) => spawnSync(shell, ['--version'], { stdio: 'ignore' }).status !== 0)

/** Installs what is missing of them, by Debian's packages. @returns whether all are there now. */
export async function installShells(): Promise<boolean> {
  const packages = missing()
  if (packages.length === 0) return true
  console.log(`  installing ${packages.join(', ')}`)
  await installPackages(...packages)
  return missing().length === 0
}
