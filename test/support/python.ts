/** The Python that the Python client is built and run with: 3.11 or later, with setuptools and wheel. */
import { spawnSync } from 'node:child_process'
import { installPackages } from './debian-packages.ts'

const packages = ['python3', 'python3-setuptools', 'python3-wheel']
const check = 'import sys, setuptools, wheel; sys.exit(sys.version_info < (3, 11))'

/** One that is fit, by its program's name; undefined where there is none. */
export const findPython = (): string | undefined =>
  ['python3', '/usr/bin/python3'].find(
    (program) => spawnSync(program, ['-c', check], { stdio: 'ignore' }).status === 0,
  )

/** Installs one where there is none, by Debian's packages. @returns whether there is one now. */
export async function installPython(): Promise<boolean> {
  if (findPython() !== undefined) return true
  console.log(`  installing ${packages.join(', ')}`)
  await installPackages(...packages)
  return findPython() !== undefined
}
