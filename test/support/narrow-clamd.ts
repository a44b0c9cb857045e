/** A real clamd that takes streams of a mebibyte at most: fewer than the service takes mail of. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { configArgument, makeClamdHome } from '../../services/local/clamd-home.ts'
import { findProgram } from '../../services/local/find-program.ts'
import { createScanner } from '../../shared/antivirus/clamd.ts'

/** @throws where clamd isn't installed, or ends. */
export async function startNarrowClamd(): Promise<{ url: string; stop(): Promise<void> }> {
  const program = findProgram('clamd', process.env.PATH ?? '')
  if (program === null) throw new Error('clamd is not installed')
  const dataDir = mkdtempSync(join(tmpdir(), 'agent-email-narrow-'))
  const home = makeClamdHome(dataDir, join(dataDir, 'no-databases'))
  const settings = readFileSync(home.configFile, 'utf8')
  writeFileSync(home.configFile, settings.replace(/^StreamMaxLength .*$/m, 'StreamMaxLength 1M'))
  const child = spawn(program, [configArgument(home.configFile)], {
    ...home.user,
    cwd: '/',
    stdio: 'ignore',
  })
  const ended = once(child, 'exit')
  const url = `unix:${home.socket}`
  const scanner = createScanner(url)
  while (!(await scanner.ping())) {
    if (child.exitCode !== null) throw new Error('clamd ended')
    await sleep(25)
  }
  await scanner.close()
  return {
    url,
    stop: async () => {
      child.kill('SIGKILL')
      await ended
      home.remove()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
