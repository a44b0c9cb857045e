/** Programs of the project and all that they import in few files: finding hundreds of modules is most of what a start costs. */
import http from 'node:http'
import { basename, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { type Plugin, rolldown } from 'rolldown'

const top = fileURLToPath(new URL('../../', import.meta.url))

/** What threads of the service run. */
const threads = [
  'services/api/json-thread.ts',
  'shared/judge/assess-thread.ts',
  'shared/judge/documents/document-thread.ts',
  'shared/mail/parser-thread.ts',
]
const bareHttp = '\0bare node:http'
const nameOf = (path: string): string => basename(path, '.ts')

/** Writes `program` with what it imports to `file`; threads, which it names by their files, are no part of that. */
export async function bundle(program: string, file: string): Promise<void> {
  const build = await rolldown({ input: program, platform: 'node', plugins: [bareBuiltins] })
  try {
    await build.write({ file, codeSplitting: false, minify: true })
  } finally {
    await build.close()
  }
}

/**
 * Writes the service to `folder`, or another program that starts it: the sources as they are, in fewer files.
 * @returns the path of what `program` is.
 */
export async function bundleService(folder: string, program = 'services/main.ts'): Promise<string> {
  const programs = [program, ...threads]
  const met = new Set<string>()
  const build = await rolldown({
    input: Object.fromEntries(programs.map((path) => [nameOf(path), join(top, path)])),
    platform: 'node',
    plugins: [ownPlaces(met), oneProgram(join(top, program)), bareBuiltins],
  })
  try {
    await build.write({ dir: folder, entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' })
  } finally {
    await build.close()
  }
  const missed = threads.filter((path) => !met.has(nameOf(path)))
  if (missed.length > 0)
    throw new Error(
      `no source starts ${missed.join(', ')} by new URL('….ts', import.meta.url): it would be no part of the bundle`,
    )
  return join(folder, `${nameOf(program)}.mjs`)
}

/** Each source finds what lies beside it where it lies, and threads in the bundle; adds those to `met`. */
const ownPlaces = (met: Set<string>): Plugin => ({
  name: 'own places',
  transform: {
    filter: { id: /\.[cm]?[jt]s$/, code: 'import.meta.url' },
    handler(code, id) {
      const parts = code.split(/new URL\('[^']*?([a-z]+-thread)\.ts', import\.meta\.url\)/)
      const place = JSON.stringify(pathToFileURL(id).href)
      return parts
        .map((part, index) => {
          if (index % 2 === 0) return part.replaceAll('import.meta.url', place)
          met.add(part)
          return `new URL('./${part}.mjs', import.meta.url)`
        })
        .join('')
    },
  },
})

/** What another program is when it is started, it isn't as a part of `program`. */
const oneProgram = (program: string): Plugin => ({
  name: 'one program',
  transform: {
    filter: { id: /\.ts$/, code: 'import.meta.main' },
    handler: (code, id) => (id === program ? null : code.replaceAll('import.meta.main', 'false')),
  },
})

/**
 * Imports of `node:http` read what it has, and no more: as a module it is asked for all of its names, of which `WebSocket`
 * loads a whole client, in each thread.
 */
const bareBuiltins: Plugin = {
  name: 'bare builtins',
  resolveId: {
    filter: { id: /^(?:node:)?http$/ },
    handler: (_id, _importer, { kind }) => (kind === 'import-statement' ? bareHttp : null),
  },
  load: {
    filter: { id: /^\0bare node:http$/ },
    handler: () => {
      const names = Object.entries(Object.getOwnPropertyDescriptors(http))
        .filter(([, { get }]) => get === undefined)
        .map(([name]) => name)
      return `const all = process.getBuiltinModule('node:http')
export default all
export const { ${names.join(', ')} } = all`
    },
  },
}
