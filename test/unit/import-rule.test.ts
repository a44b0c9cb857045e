/** Holds the house's rules: who may import whom, and how a file looks. */
import { expect, test } from 'vitest'
import { type Imports, importsOf, sourceFiles } from '../support/source-files.ts'

const files = sourceFiles(['config', 'shared', 'services'])
const importsByPath = new Map(files.map((file) => [file.path, importsOf(file)]))
const importsAt = (path: string): Imports => importsByPath.get(path)!

/** Lowest first: a file imports its own room, or a room of a strictly lower floor. */
const floors: RegExp[] = [
  /^(config|shared\/lib)$/,
  /^shared\/domain$/,
  /^shared\/(?!lib$|domain$|judge$|flow$|flow\/|api$)[^/]+$/,
  /^shared\/judge$/,
  // What steps are run, measured and put on record with.
  /^shared\/flow$/,
  /^shared\/flow\/(access|billing|canary|events|message|retention|search|statistics|suppression)$/,
  /^shared\/flow\/(audit|bounce|feedback|inbox|policy)$/,
  /^shared\/flow\/account$/,
  /^shared\/flow\/(api-key|webhook|inbound|outbound)$/,
  /^shared\/flow\/analyze$/,
  /^shared\/api$/,
  /^services\/(?!quickstart$)[^/]+$/,
  /^services$/,
  /^services\/quickstart$/,
]

/** `config`, `shared/<room>`, `shared/flow/<room>`, `services/<room>`; `services` for the files right in it. */
function roomOf(path: string): string {
  const [top, room, inner, ...rest] = path.split('/')
  if (top === 'config' || inner === undefined) return top!
  return top === 'shared' && room === 'flow' && rest.length > 0 ? `${top}/${room}/${inner}` : `${top}/${room}`
}

function floorOf(room: string): number {
  const floor = floors.findIndex((pattern) => pattern.test(room))
  if (floor < 0) throw new Error(`${room} has no floor`)
  return floor
}

const mayImport = (from: string, to: string) => from === to || floorOf(to) < floorOf(from)

test('each room of the flow has a floor, above what they are all run with', () => {
  const rooms = new Set(
    files.map(({ path }) => roomOf(path)).filter((room) => room.startsWith('shared/flow/')),
  )
  expect(rooms.size).toBeGreaterThan(15)
  for (const room of rooms) expect(floorOf(room), room).toBeGreaterThan(floorOf('shared/flow'))
})

test('each file imports its own room or a lower floor only', () => {
  const broken = files.flatMap((file) =>
    importsAt(file.path)
      .files.filter((target) => !mayImport(roomOf(file.path), roomOf(target)))
      .map((target) => `${file.path} imports ${target}`),
  )
  expect(broken).toEqual([])
})

test('no file comes back to itself by what it imports', () => {
  const imports = new Map(files.map((file) => [file.path, importsAt(file.path).files]))
  const done = new Set<string>()
  const circles: string[] = []
  const visit = (path: string, way: readonly string[]) => {
    if (way.includes(path)) circles.push([...way.slice(way.indexOf(path)), path].join(' > '))
    if (done.has(path) || way.includes(path)) return
    for (const target of imports.get(path) ?? []) visit(target, [...way, path])
    done.add(path)
  }
  for (const { path } of files) visit(path, [])
  expect(circles).toEqual([])
})

/** What is loaded with these files, themselves included. */
function loadedWith(...start: string[]): string[] {
  const loaded = new Set(start)
  for (const path of loaded) for (const target of importsAt(path).loaded) loaded.add(target)
  return [...loaded]
}

test.each([
  ['smtp-role.ts', /^services\/(api\/api|mcp|dashboard|worker|relay)\b|^shared\/api\//],
  ['worker-role.ts', /^services\/(api\/api|mcp|dashboard|smtp|relay)\b|^shared\/api\//],
  ['relay/relay.ts', /^services\/(api\/api|mcp|dashboard|smtp|worker)\b|^shared\/api\//],
  ['api-role.ts', /^services\/(smtp|worker|relay\/relay)\b/],
])('a process of one role loads no other: %s', (role, others) => {
  const loaded = loadedWith('services/main.ts', `services/${role}`)
  expect(loaded.length).toBeGreaterThan(100)
  expect(loaded.filter((path) => others.test(path))).toEqual([])
})

test('the process loads no scorer: only its threads do, for which the patterns take long to make', () => {
  const heavy = (path: string) =>
    /^shared\/risk\/(index|assess|outbound|find-sensitive|redact)\.ts$/.test(path)
  expect(loadedWith('shared/judge/assess-thread.ts').filter(heavy)).toHaveLength(5)
  const roles = ['api-role.ts', 'smtp-role.ts', 'worker-role.ts', 'relay/relay.ts'].map(
    (role) => `services/${role}`,
  )
  expect(roles.filter((role) => !importsAt('services/main.ts').files.includes(role))).toEqual([])
  const process = loadedWith('services/main.ts', ...roles)
  expect(process.length).toBeGreaterThan(500)
  expect(process.filter(heavy)).toEqual([])
  // Of 170: what the rest of the house needs of findings, and nothing that reads mail.
  expect(process.filter((path) => path.startsWith('shared/risk/')).length).toBeLessThan(40)
})

test('the import rule looked at the whole house', () => {
  expect(files.length).toBeGreaterThan(60)
  expect(files.flatMap((file) => importsAt(file.path).files).length).toBeGreaterThan(150)
  for (const room of [
    'config',
    'shared/lib',
    'shared/store',
    'shared/judge',
    'shared/flow/inbound',
    'services/smtp',
    'services',
  ])
    expect(files.map(({ path }) => roomOf(path))).toContain(room)
})

test('type imports, dynamic imports, re-exports and threads count as imports', () => {
  const text = `
    import type { A } from './a.ts'
    export { b } from '../b.ts'
    export * from '../lib/c.ts'
    const d = await import('./d.ts')
    let e: import('./e.ts').E
    new Worker(new URL('./f.ts', import.meta.url))
    import pg from 'pg'`
  const { files: found, computed } = importsOf({ path: 'shared/store/x.ts', text })
  expect(computed).toBe(false)
  expect(found).toEqual([
    'shared/store/a.ts',
    'shared/b.ts',
    'shared/lib/c.ts',
    'shared/store/d.ts',
    'shared/store/e.ts',
    'shared/store/f.ts',
  ])
})

test('only the loader of outside scorers imports what the operator names', () => {
  const computed = files.filter((file) => importsAt(file.path).computed).map(({ path }) => path)
  expect(computed).toEqual(['shared/risk/outside.ts'])
})

test('a room on the same floor, or a higher one, is refused', () => {
  expect(mayImport('shared/store', 'shared/queue')).toBe(false)
  expect(mayImport('shared/store', 'shared/flow')).toBe(false)
  expect(mayImport('shared/judge', 'shared/flow')).toBe(false)
  expect(mayImport('shared/flow/inbound', 'shared/flow/outbound')).toBe(false)
  expect(mayImport('shared/flow/policy', 'shared/flow/inbound')).toBe(false)
  expect(mayImport('shared/flow/outbound', 'shared/api')).toBe(false)
  expect(mayImport('services/api', 'services/smtp')).toBe(false)
  expect(mayImport('services/api', 'services')).toBe(false)
  expect(mayImport('shared/flow/inbound', 'shared/flow/policy')).toBe(true)
  expect(mayImport('shared/store', 'shared/domain')).toBe(true)
  expect(mayImport('services', 'services/api')).toBe(true)
})

test('every file opens with one sentence that says what it is', () => {
  const silent = [...files, ...sourceFiles(['test'])].filter(
    ({ text }) => !/^(#![^\n]*\n)?\/\*\* ?\n?[^*]{10,}(\n \* [^*]+)*\*\//.test(text),
  )
  expect(silent.map(({ path }) => path)).toEqual([])
})

test('only config/env.ts reads the process environment', () => {
  const readers = files.filter(({ text }) =>
    /\bprocess\s*\.\s*env\b|\benv\b[^\n]*(from 'node:process'|= process\b)/.test(text),
  )
  expect(readers.map(({ path }) => path)).toEqual(['config/env.ts'])
})

test('no file is named for being of use to all', () => {
  const vague = /(^|\/)(utils?|common|helpers?|misc|shared-helpers)(\/|\.ts$)/
  expect(
    [...files, ...sourceFiles(['test'])].map(({ path }) => path).filter((path) => vague.test(path)),
  ).toEqual([])
})
