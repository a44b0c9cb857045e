/** How the tests run: real parts started once; files share processes, but for those that end or replace what others need. */
import { defineConfig } from 'vitest/config'
import { SlowFirst } from './test/support/slow-first.ts'

if (Number.parseInt(process.versions.node, 10) < 24)
  throw new Error('Tests need the Node of node_modules/.bin: run them through npm or npx.')

/** What holds for every file. */
export const everyFile = {
  // Processes: a test may kill its own, and native handles never outlive them.
  pool: 'forks',
  // Far more than any needs: a slow machine is no failure.
  testTimeout: 300_000,
  hookTimeout: 300_000,
  restoreMocks: true,
  expect: { requireAssertions: true, poll: { timeout: 240_000 } },
} as const

/** Node reads the sources as it does in the service, and keeps what it has compiled; no module can be replaced then. */
const asNodeReads = { experimental: { viteModuleRunner: false, nodeLoader: false } }

/** What holds for a run. */
export const run = {
  // Of a run, not of its projects: these would have a Postgres each.
  globalSetup: [
    'test/support/start-postgres.ts',
    'test/support/bundle-service.ts',
    'test/support/start-clamd.ts',
    'test/support/browser-folder.ts',
  ],
  // Many tests wait for something to die or to come back: three at a time even on two cores.
  maxWorkers: 3,
  passWithNoTests: false,
  teardownTimeout: 30_000,
}

/** Unit tests that look at how modules load, replace one, or watch the loop of their process. */
const ofModules = ['test/unit/{mail-read-once,risk-regex-steps,stall-watch}.test.ts']

/** Loses the prepared statements of its session, which are named by the process. */
const alone = ['test/flow/store-errors.test.ts']

export default defineConfig({
  test: {
    ...run,
    sequence: { sequencer: SlowFirst },
    projects: [
      {
        test: {
          ...everyFile,
          ...asNodeReads,
          name: 'services',
          include: ['test/fault/**/*.test.ts', ...alone],
        },
      },
      {
        test: {
          ...everyFile,
          ...asNodeReads,
          name: 'parts',
          include: ['test/{contract,e2e,flow}/**/*.test.ts'],
          exclude: alone,
          // Reading the modules costs more than most of these files do: read once for all that share a process.
          isolate: false,
        },
      },
      { test: { ...everyFile, name: 'modules', include: ofModules } },
      {
        test: {
          ...everyFile,
          ...asNodeReads,
          name: 'units',
          include: ['test/unit/**/*.test.ts'],
          exclude: ofModules,
          isolate: false,
        },
      },
    ],
  },
})
