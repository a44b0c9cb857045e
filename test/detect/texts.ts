/** Reads the texts written for training and measuring: a JSON object a line, in `texts/`, which its README describes. */
import { readFileSync } from 'node:fs'

/** Where the texts are. */
export const textsFolder = new URL('texts/', import.meta.url)

/** The lines of a file of `texts/`, without its ending: `training/frames`. They are what the README says of this file. */
export function linesOf<Line extends object>(name: string): Line[] {
  const content = readFileSync(new URL(`${name}.jsonl`, textsFolder), 'utf8')
  return content
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line)
}

/** The texts of a file, in its order. */
export const textsIn = (name: string): string[] => linesOf<{ text: string }>(name).map(({ text }) => text)

/** The texts of a file by what they have in `key`, such as a language, in the order in which these come. */
export const textsBy = <Key extends string>(name: string, key: Key): Record<string, string[]> =>
  grouped(linesOf<Record<Key, string> & { text: string }>(name), key, ({ text }) => text)

/** What `take` answers of each line, by what the lines have in `key`. */
export function grouped<Key extends string, Line extends Record<Key, string>, Taken>(
  lines: readonly Line[],
  key: Key,
  take: (line: Line) => Taken,
): Record<string, Taken[]> {
  const groups: Record<string, Taken[]> = {}
  for (const line of lines) {
    groups[line[key]] ??= []
    groups[line[key]]!.push(take(line))
  }
  return groups
}
