/** Debian's Chromium, without a window, as a person at a keyboard uses it. */
import { spawnSync } from 'node:child_process'
import { type Browser, chromium } from 'playwright-core'

const packages = ['chromium', 'fonts-liberation']

const findChromium = (): string | undefined =>
  ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(
    (program) => spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0,
  )

/** Installs one where there is none, by Debian's packages. @returns whether there is one now. */
export function installChromium(): boolean {
  if (findChromium() !== undefined) return true
  console.log(`  installing ${packages.join(', ')}`)
  spawnSync('apt-get', ['update', '-qq'], { stdio: 'ignore' })
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], {
    stdio: 'ignore',
    env,
  })
  return findChromium() !== undefined
}

/** Starts it; pages are of loopback alone, so it goes without the sandbox that root can't have. @throws where there is none. */
export async function openChromium(): Promise<Browser> {
  const executablePath = findChromium()
  if (executablePath === undefined) throw new Error('there is no Chromium: npm run verify installs one')
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] })
}
