/** How `npm run fault` runs: one file at a time, for each needs the machine to itself. */
import { mergeConfig } from 'vitest/config'
import base from '../../vitest.config.ts'

const { include: _quick, ...test } = base.test ?? {}

export default mergeConfig(
  { test },
  {
    test: {
      include: ['test/fault-long/**/*.test.ts'],
      maxWorkers: 1,
      fileParallelism: false,
      testTimeout: 240_000,
      hookTimeout: 240_000,
    },
  },
)
