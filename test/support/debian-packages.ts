/** Debian's packages, installed without stopping the process: other checks run beside it. */
import { spawn } from 'node:child_process'

/** Installs them where the machine has apt, and may; whoever needs them looks whether they are there. */
export async function installPackages(...names: string[]): Promise<void> {
  await apt('update', '-qq')
  await apt('install', '-y', '-qq', '--no-install-recommends', ...names)
}

function apt(...words: string[]): Promise<void> {
  return new Promise((resolve) => {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    const child = spawn('apt-get', words, { stdio: 'ignore', env })
    child.once('error', () => resolve())
    child.once('close', () => resolve())
  })
}
