/** The folder of a test run in which its browsers keep their profiles: removed with the run, whatever became of them. */
import { existsSync, mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** Path of the run's folder for browsers. */
    browserFolder: string
  }
}

/** Tries to remove the folder, and milliseconds between two. */
const [tries, pauseMs] = [100, 100]

/** Vitest's global setup. @returns the teardown. */
export default function setup(project: TestProject): () => Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'agent-email-browsers-'))
  project.provide('browserFolder', folder)
  return async () => {
    // A browser that was killed, or its process, may write and remove there for a moment yet.
    for (let left = tries; left > 0 && existsSync(folder); left--) {
      await rm(folder, { recursive: true, force: true }).catch(() => {})
      if (existsSync(folder)) await sleep(pauseMs)
    }
  }
}
