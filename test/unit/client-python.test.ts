/** The Python client beside servers of its own making: what it sends, what it makes of answers, what it gives up. */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { findPython } from '../support/python.ts'

const at = (relative: string) => fileURLToPath(new URL(`../../${relative}`, import.meta.url))

test.each(['requests', 'answers', 'webhooks', 'giving_up'])(
  'the program %s goes through all of it',
  async (name) => {
    const { PATH = '', HOME = '' } = process.env
    const env = {
      PATH,
      HOME,
      PYTHONPATH: at('clients/python'),
      PYTHONIOENCODING: 'utf8',
      PYTHONDONTWRITEBYTECODE: '1',
    }
    const run = promisify(execFile)(findPython()!, [at(`test/generated/python/${name}.py`)], { env })
    expect((await run).stdout).toBe('done\n')
  },
)
