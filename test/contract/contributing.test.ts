/** The examples of CONTRIBUTING.md, made in a copy of the project as they are printed there, compiled and run. */
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type * as registeredEndpoints from '../../shared/api/endpoints/index.ts'
import type * as registeredEvents from '../../shared/events/index.ts'
import type * as registeredPolicies from '../../shared/policy/index.ts'
import type { assess } from '../../shared/risk/assess.ts'
import { riskMessage } from '../support/risk-message.ts'

const root = new URL('../../', import.meta.url).pathname
let copy: string

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'agent-email-contributing-'))
  for (const name of ['config', 'services', 'shared', 'test/support', 'package.json'])
    cpSync(join(root, name), join(copy, name), { recursive: true })
  const settings = JSON.parse(readFileSync(join(root, 'tsconfig.json'), 'utf8'))
  settings.include = ['config', 'services', 'shared']
  writeFileSync(join(copy, 'tsconfig.json'), JSON.stringify(settings))
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  const text = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8')
  for (const [, language, path, block] of text.matchAll(/^```(ts|diff) (\S+)\n([\s\S]*?)^```$/gm)) {
    const file = join(copy, path!)
    mkdirSync(dirname(file), { recursive: true })
    if (language === 'ts') writeFileSync(file, block!, { flag: 'wx' })
    else writeFileSync(file, patched(readFileSync(file, 'utf8'), block!))
  }
})
afterAll(() => rmSync(copy, { recursive: true }))

/** A text with the added lines of each hunk where the lines around them stand. */
function patched(text: string, diff: string): string {
  for (const hunk of diff.trimEnd().split(/^@@\n/m)) {
    const lines = hunk.trimEnd().split('\n')
    const made = (signs: string) =>
      lines.filter((line) => signs.includes(line[0]!)).map((line) => `${line.slice(1)}\n`)
    const before = made(' ').join('')
    expect(text.split(`\n${before}`), `where ${before} stands`).toHaveLength(2)
    text = text.replace(`\n${before}`, () => `\n${made(' +').join('')}`)
  }
  return text
}

const load = <T>(path: string) => import(join(copy, path)) as Promise<T>

test('what they add compiles with all the rest', () => {
  const tsc = join(root, 'node_modules/.bin/tsc')
  expect(() =>
    execFileSync(tsc, ['--noEmit', '--singleThreaded'], { cwd: copy, encoding: 'utf8' }),
  ).not.toThrow()
}, 600_000)

test('the scorer finds what it is for, with its points', async () => {
  const risk = await load<{ assess: typeof assess }>('shared/risk/assess.ts')
  const found = async (subject: string) => {
    const { analysis } = await risk.assess(riskMessage({ subject }), { llm: null })
    return analysis.detections.filter(({ method }) => method === 'shouting')
  }
  expect(await found('ANSWER BEFORE NOON')).toMatchObject([{ result: 'subject', points: 10 }])
  expect(await found('Answer before noon')).toEqual([])
}, 600_000)

test('the policy, the event and the endpoint are there as all others are', async () => {
  const { policyTypes } = await load<typeof registeredPolicies>('shared/policy/index.ts')
  expect(Object.keys(policyTypes)).toContain('attachment_limit')
  const { eventTypes } = await load<typeof registeredEvents>('shared/events/index.ts')
  expect(eventTypes.map(({ name }) => name as string)).toContain('message.cancelled')
  const { endpointDefinitions } = await load<typeof registeredEndpoints>('shared/api/endpoints/index.ts')
  const held = endpointDefinitions.find(({ definition }) => definition.name === ('count_held' as string))
  expect(held?.endpoint).toMatchObject({ method: 'GET', paths: ['/inboxes/{slug}/held'] })
}, 600_000)
