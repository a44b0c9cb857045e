/** The Python that the Python client is built and run with: 3.11 or later, with setuptools and wheel. */
import { spawnSync } from 'node:child_process'

const packages = ['python3', 'python3-setuptools', 'python3-wheel']
const check = 'import sys, setuptools, wheel; sys.exit(sys.version_info < (3, 11))'

/** One that is fit, by its program's name; undefined where there is none. */
export const findPython = (): string | undefined =>
  ['python3', '/usr/bin/python3'].find(
    (program) => spawnSync(program, ['-c', check], { stdio: 'ignore' }).status === 0,
  )

/** Installs one where there is none, by Debian's packages. @returns whether there is one now. */
export function installPython(): boolean {
  if (findPython() !== undefined) return true
  console.log(`  installing ${packages.join(', ')}`)
  spawnSync('apt-get', ['update', '-qq'], { stdio: 'ignore' })
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], { stdio: 'ignore' })
  return findPython() !== undefined
}
