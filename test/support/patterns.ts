/** All patterns of the project: those written in its files, and those put together while its modules load. */
import { globSync, readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { parseSync, Visitor } from 'oxc-parser'

export interface FoundPattern {
  /** The file it stands in, or is made in. */
  file: string
  pattern: RegExp
}

const filesOf = (glob: string): string[] => globSync(glob).sort()

/** The patterns written in the files of `glob`. */
export function writtenPatterns(glob: string): FoundPattern[] {
  const found: FoundPattern[] = []
  for (const file of filesOf(glob))
    new Visitor({
      Literal(node) {
        if ('regex' in node) found.push({ file, pattern: new RegExp(node.regex.pattern, node.regex.flags) })
      },
    }).visit(parseSync(file, readFileSync(file, 'utf8')).program)
  return found
}

/** The patterns that the modules of `glob` make with `new RegExp` while they load; they must not be loaded yet. */
export async function madePatterns(glob: string): Promise<FoundPattern[]> {
  const found: FoundPattern[] = []
  const native = RegExp
  const keep = (pattern: RegExp): RegExp => {
    const file = /\/((?:shared|services)\/[\w./-]+\.ts)/.exec(
      (new Error().stack ?? '').split('\n')[3] ?? '',
    )?.[1]
    if (file !== undefined) found.push({ file, pattern })
    return pattern
  }
  globalThis.RegExp = new Proxy(native, {
    construct: (target, given) => keep(Reflect.construct(target, given)),
    apply: (target, self, given) => keep(Reflect.apply(target, self, given)),
  })
  try {
    for (const file of filesOf(glob)) if (!file.endsWith('-thread.ts')) await import(pathToFileURL(file).href)
  } finally {
    globalThis.RegExp = native
  }
  return found
}

/** Files of `glob` that make patterns while they run or load. */
export const makersOf = (glob: string): string[] =>
  filesOf(glob).filter((file) => /\bnew RegExp\(/.test(readFileSync(file, 'utf8')))
