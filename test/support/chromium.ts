/** Debian's Chromium, without a window, as a person at a keyboard uses it. */
import { spawnSync } from 'node:child_process'
import { type Browser, chromium } from 'playwright-core'
import { installPackages } from './debian-packages.ts'

/** Without a window it needs a sixth of the processor time: it makes none of what surrounds a page on a screen. */
const windowless = { program: '/usr/bin/chromium-headless-shell', package: 'chromium-headless-shell' }
const others = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

const runs = (program: string): boolean => spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0

const findChromium = (): string | undefined => [windowless.program, ...others].find(runs)

/** Installs one by Debian's packages, unless the one without windows is there. @returns whether there is one now. */
export async function installChromium(): Promise<boolean> {
  if (runs(windowless.program)) return true
  console.log(`  installing ${windowless.package}`)
  // Older releases have only the one with windows.
  return (await install(windowless.package)) || (await install('chromium'))
}

async function install(name: string): Promise<boolean> {
  await installPackages(name, 'fonts-liberation')
  return findChromium() !== undefined
}

let started: Promise<Browser> | undefined

/**
 * The one of this process, started when it is first asked for; it ends with the process. A file ends what it had in it
 * with {@link closePages}. Pages are of loopback alone, so it goes without the sandbox that root can't have.
 * @throws where there is none.
 */
export async function openChromium(): Promise<Browser> {
  started ??= startChromium()
  return started
}

/** Closes all pages, and forgets what they have stored. */
export async function closePages(): Promise<void> {
  const browser = await started
  await Promise.all((browser?.contexts() ?? []).map((context) => context.close()))
}

async function startChromium(): Promise<Browser> {
  const executablePath = findChromium()
  if (executablePath === undefined) throw new Error('there is no Chromium: npm run verify installs one')
  // In a process that verifies nothing, as one that installs, there is no run.
  const { inject } = await import('vitest')
  const before = process.env.TMPDIR
  process.env.TMPDIR = inject('browserFolder')
  try {
    return await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] })
  } finally {
    if (before === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = before
  }
}
