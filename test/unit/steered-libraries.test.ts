/** Libraries whose private members we use: each in one file, with the version that has them, and no other. */
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { parseSync } from 'oxc-parser'
import { expect, test } from 'vitest'

const root = new URL('../../', import.meta.url).pathname
const require = createRequire(import.meta.url)

/** Where a library is steered, and by which members that its types and documentation leave out. */
const steered: Record<string, { file: string; members: string[] }> = {
  'smtp-server': {
    file: 'services/smtp/prompt-server.ts',
    members: [
      '_closed',
      '_closing',
      '_countDataBytes',
      '_createParser',
      '_dataStream',
      '_endDataMode',
      '_feedDataStream',
      '_parseAddressCommand',
      '_parser',
      '_rejectInvalidParams',
      '_socket',
    ],
  },
  nodemailer: {
    file: 'shared/relay/session.ts',
    members: [
      '_actionLMTPStream',
      '_actionSMTPStream',
      '_createSendStream',
      '_envelope',
      '_plaintextEhlo',
      '_responseActions',
      '_socket',
      '_supportedExtensions',
    ],
  },
  // Its connection's stream is corked, which no type names; mailparser's limits and misreadings are known of one version.
  pg: { file: 'shared/store/database.ts', members: [] },
  mailparser: { file: 'shared/mail/shown-text.ts', members: [] },
  clamscan: { file: 'shared/antivirus/clamd-session.ts', members: [] },
  'pg-boss': { file: 'shared/queue/queue.ts', members: [] },
}

const packageOf = (name: string) => {
  let folder = dirname(require.resolve(name))
  while (!folder.endsWith(join('node_modules', name))) folder = dirname(folder)
  return folder
}

test.each(Object.entries(steered))(
  '%s is the version that was read, and has what is steered',
  (name, one) => {
    const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    const folder = packageOf(name)
    const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    expect(dependencies[name]).toBe(version)
    const sources = one.members.length === 0 ? '' : sourcesBelow(folder)
    for (const member of one.members) expect(sources).toContain(`${member}`)
  },
)

test('private members of others are used in those files alone, and none that is not listed', () => {
  const found = new Map<string, Set<string>>()
  for (const file of filesBelow('services').concat(filesBelow('shared'))) {
    const members = privateMembers(file)
    if (members.size > 0) found.set(file, members)
  }
  const listed = Object.values(steered).filter(({ members }) => members.length > 0)
  expect(Object.fromEntries([...found].map(([file, members]) => [file, [...members].toSorted()]))).toEqual(
    Object.fromEntries(listed.map(({ file, members }) => [file, members])),
  )
})

const filesBelow = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(folder, name))

const sourcesBelow = (folder: string): string =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => !name.includes('node_modules') && /\.[cm]?js$/.test(name))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n')

/** Members that begin with an underscore, used on or taken out of anything but `super`: a stream's own methods are documented. */
function privateMembers(file: string): Set<string> {
  const members = new Set<string>()
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) for (const one of node) visit(one)
    else if (typeof node === 'object' && node !== null) {
      const { type, object, property, key } = node as Record<string, { type?: string; name?: string }> & {
        type?: unknown
      }
      const used =
        type === 'MemberExpression' && object?.type !== 'Super'
          ? property
          : type === 'Property'
            ? key
            : undefined
      if (used?.name?.startsWith('_')) members.add(used.name)
      for (const value of Object.values(node)) visit(value)
    }
  }
  visit(parseSync(file, readFileSync(join(root, file), 'utf8')).program)
  return members
}
