/** Reads a folder of real mail: the messages, and the expectations that lie beside them under by-case/dev. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

/** A message: its id is its path in the folder. */
export interface CorpusMail {
  id: string
  bytes: Buffer
}

const mailFolders = /^(mime|mail|auth|smtp|bounce|thread|evasion|av|reply)-/

/** Every file of the folders that hold mail, in order of their ids. */
export function readMails(folder: string): CorpusMail[] {
  return readdirSync(folder)
    .filter((name) => mailFolders.test(name))
    .flatMap((name) => readdirSync(join(folder, name), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ id: relative(folder, path), bytes: readFileSync(path) }))
    .filter(({ bytes }) => bytes.length > 0)
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
}

/** A file of expectations, JSON or one JSON value a line; empty where the folder has none of that name. */
export function readExpectations<Case>(folder: string, name: string): Case[] {
  const path = join(folder, 'by-case', 'dev', name)
  if (!existsSync(path)) return []
  const text = readFileSync(path, 'utf8')
  if (!name.endsWith('.jsonl')) return JSON.parse(text) as Case[]
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Case)
}

/** Does `work` on every item, so many at a time. */
export async function eachOf<Item>(
  items: readonly Item[],
  lanes: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const left = items.values()
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      for (const item of left) await work(item)
    }),
  )
}
