/** How the tests run: real parts started once, files in processes of their own. */
import { defineConfig } from 'vitest/config'

if (Number.parseInt(process.versions.node, 10) < 24)
  throw new Error('Tests need the Node of node_modules/.bin: run them through npm or npx.')

export default defineConfig({
  test: {
    include: ['test/{unit,flow,contract,e2e,fault}/**/*.test.ts'],
    globalSetup: ['test/support/start-postgres.ts', 'test/support/start-clamd.ts'],
    // Processes: a test may kill its own, and native handles never outlive a file.
    pool: 'forks',
    // Many tests wait for something to die or to come back: two at a time even on two cores.
    maxWorkers: 2,
    passWithNoTests: false,
    // Far more than any needs: a slow machine is no failure.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    teardownTimeout: 30_000,
    restoreMocks: true,
    expect: { requireAssertions: true, poll: { timeout: 45_000 } },
  },
})
