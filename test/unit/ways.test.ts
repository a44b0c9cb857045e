/** Holds the lists of the files that a message goes through: each is there, and they stay as short as they say. */
import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const text = readFileSync('docs/ARCHITECTURE.md', 'utf8')
const section = text.slice(text.indexOf('## The ways, file by file'), text.indexOf('## The judge'))

test.each([
  ['An inbound mail', 40],
  ['A send', 45],
])('%s goes through %i files at most, and the list is true', (of, most) => {
  const [, count, list] =
    new RegExp(`^${of}, .* in (\\d+) files:\n\n\`\`\`\n([^\`]+)\n\`\`\``, 'm').exec(section) ?? []
  const files = list?.split('\n') ?? []
  expect(files.filter((path) => !existsSync(path))).toEqual([])
  expect(new Set(files).size).toBe(Number(count))
  expect(files.length).toBe(Number(count))
  expect(files.length).toBeLessThanOrEqual(most)
})
