/** The project's own TypeScript files, parsed, for tests that hold the house's rules. */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync, Visitor } from 'oxc-parser'

const top = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

export interface SourceFile {
  /** From the project's top, with slashes. */
  path: string
  text: string
}

/** All .ts files under the given folders of the project, by path. */
export function sourceFiles(folders: string[]): SourceFile[] {
  return folders
    .flatMap((folder) =>
      readdirSync(join(top, folder), { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.ts'))
        .map((name) => posix.join(folder, name.replaceAll('\\', '/'))),
    )
    .sort()
    .map((path) => ({ path, text: readFileSync(join(top, path), 'utf8') }))
}

/** What a file names as modules. */
export interface Imports {
  /** The project's own files, from its top. */
  files: string[]
  /** Those of them that are loaded with the file. */
  loaded: string[]
  /** Whether a dynamic import's target is known only when it runs. */
  computed: boolean
}

/**
 * Static, type and dynamic imports, re-exports, import types, and `new URL('./x.ts', …)`, which starts threads.
 * @throws when the file doesn't parse.
 */
export function importsOf(file: SourceFile): Imports {
  const { program, errors } = parseSync(file.path, file.text)
  if (errors.length > 0) throw new Error(`${file.path}: ${errors[0]?.message}`)
  const names: string[] = []
  const loads: string[] = []
  let computed = false
  const add = (node: { type: string; value?: unknown } | null | undefined): boolean => {
    if (node?.type !== 'Literal' || typeof node.value !== 'string') return false
    names.push(node.value)
    return true
  }
  new Visitor({
    ImportDeclaration: (node) => {
      add(node.source)
      const types =
        node.specifiers.length > 0 &&
        node.specifiers.every((one) => one.type === 'ImportSpecifier' && one.importKind === 'type')
      if (node.importKind !== 'type' && !types) loads.push(node.source.value)
    },
    ExportNamedDeclaration: (node) => {
      add(node.source)
      if (node.source !== null && node.exportKind !== 'type') loads.push(node.source.value)
    },
    ExportAllDeclaration: (node) => {
      add(node.source)
      if (node.exportKind !== 'type') loads.push(node.source.value)
    },
    TSImportType: (node) => add(node.source),
    ImportExpression: (node) => {
      computed = !add(node.source) || computed
    },
    NewExpression: (node) => {
      if (node.callee.type === 'Identifier' && node.callee.name === 'URL') add(node.arguments[0])
    },
  }).visit(program)
  const ours = (modules: readonly string[]): string[] =>
    modules
      .filter((name) => name.startsWith('.') && name.endsWith('.ts'))
      .map((name) => posix.join(posix.dirname(file.path), name))
  return { files: ours(names), loaded: ours(loads), computed }
}
