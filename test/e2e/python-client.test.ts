/** The Python client as its users have it: built into a wheel, installed, and run against the service. */
import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { generate, generatedFile } from '../../clients/python/generate.ts'
import { tree, views } from '../../clients/tree.ts'
import { operationTable } from '../../clients/typescript/src/operations.ts'
import { type House, startHouse } from '../support/house.ts'
import { findPython } from '../support/python.ts'

const at = (relative: string) => fileURLToPath(new URL(`../../${relative}`, import.meta.url))
const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

let house: House
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'agent-email-python-'))
  cpSync(at('clients/python'), join(folder, 'source'), { recursive: true })
  const build = `import os; os.chdir('source'); from setuptools import build_meta; build_meta.build_wheel('..')`
  await python(['-c', build])
  const wheel = readdirSync(folder).find((name) => name.endsWith('.whl'))!
  expect(wheel).toBe('agent_email-0.1.0-py3-none-any.whl')
  await python(['-m', 'zipfile', '-e', wheel, 'installed'])
  house = await startHouse()
})
afterAll(async () => {
  await house.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Runs Python in the folder, with what is installed there. @throws with all it has said where it fails. */
function python(args: string[], env: Record<string, string> = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    const { PATH = '', HOME = '' } = process.env
    const options = {
      cwd: folder,
      env: { PATH, HOME, PYTHONPATH: join(folder, 'installed'), PYTHONIOENCODING: 'utf8', ...env },
      maxBuffer: 64 * 1024 * 1024,
    }
    execFile(findPython()!, args, options, (error, stdout, stderr) =>
      error === null ? resolve(stdout) : reject(new Error(`${error.message}\n${stdout}\n${stderr}`)),
    )
  })
}

const env = () => ({
  AGENT_EMAIL_URL: house.httpUrl,
  AGENT_EMAIL_KEY: house.key,
  SLUG: house.inbox.slug,
})

test('what it knows of the API is what the document says', () => {
  for (const [name, text] of Object.entries(generate()))
    expect(
      readFileSync(generatedFile(name), 'utf8') === text,
      `${name}: run clients/python/generate.ts`,
    ).toBe(true)
})

test('the tree of the clients has every operation, and the one of TypeScript is that tree', () => {
  const methods = Object.entries(tree).flatMap(([resource, one]) =>
    Object.entries(one).flatMap(([name, operation]) =>
      (views[`${resource}.${name}`]?.view ?? null) === null ? [operation] : [],
    ),
  )
  expect(methods.toSorted()).toEqual(
    Object.keys(operationTable)
      .filter((name) => !['sign_up', 'receive_stripe_event'].includes(name))
      .toSorted(),
  )
  for (const [resource, names] of Object.entries(tree)) {
    const file = resource.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
    const source = readFileSync(at(`clients/typescript/src/resources/${file}.ts`), 'utf8')
    for (const [name, operation] of Object.entries(names)) {
      const start = source.search(new RegExp(`^  (?:async )?\\*?${name}\\(`, 'm'))
      expect([resource, name, start >= 0]).toEqual([resource, name, true])
      const body = source.slice(start, source.indexOf('\n  }\n', start))
      expect(body).toContain(`'${operation}'`)
    }
  }
})

test('a program of the package goes through the whole of it', async () => {
  const { id } = await house.send({ subject: 'From outside', body: 'A question.' })
  await house.drain()
  const names = Object.entries(tree).map(([resource, methods]) => [
    snake(resource),
    Object.keys(methods).map(snake),
  ])
  const TREE = JSON.stringify(Object.fromEntries(names))
  const said = await python([at('test/generated/python_client.py')], { ...env(), MESSAGE: id, TREE })
  expect(JSON.parse(said)).toEqual({ done: true })
})

test('the examples of its README run one after the other', async () => {
  const readme = readFileSync(at('clients/python/README.md'), 'utf8')
  const examples = [...readme.matchAll(/^```python\n([\s\S]*?)^```$/gm)].map((match) => match[1]!)
  expect(examples.length).toBeGreaterThanOrEqual(5)
  for (const [index, text] of examples.entries()) {
    const file = join(folder, `example-${index}.py`)
    writeFileSync(file, text)
    expect(await python([file], env())).not.toBe('')
    if (index === 0) {
      await house.send({ subject: 'Invoice' }, { rcptTo: ['billing-python@inbox.localhost'] })
      await house.drain()
    }
  }
})

test('the ten lines for authors of agents run', async () => {
  const page = readFileSync(at('docs/AGENTS.md'), 'utf8')
  const file = join(folder, 'agent.py')
  writeFileSync(file, /^```python\n([\s\S]*?)^```$/m.exec(page)![1]!)
  // An inbox of its own: it takes the first mail of the last minute.
  const { slug, address } = await house.createInbox()
  await house.send({ subject: 'Hello', body: 'A question.' }, { rcptTo: [address] })
  await house.drain()
  expect(await python([file], { ...env(), SLUG: slug })).toMatch(/A question\.\n(?:queued|sent|withheld)\n$/)
})
