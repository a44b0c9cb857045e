/** How `npm run fault` runs: one file at a time, for each needs the machine to itself. */
import { defineConfig } from 'vitest/config'
import { everyFile, run } from '../../vitest.config.ts'

export default defineConfig({
  test: {
    ...run,
    ...everyFile,
    include: ['test/fault-long/**/*.test.ts'],
    maxWorkers: 1,
    fileParallelism: false,
    testTimeout: 240_000,
    hookTimeout: 240_000,
  },
})
