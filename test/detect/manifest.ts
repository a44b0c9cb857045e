/** `node test/detect/manifest.ts`: counts the texts of `texts/` and takes their hashes into `manifest.json`; a test holds them to it. */
import { createHash } from 'node:crypto'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { textsFolder } from './texts.ts'

/** What the manifest says of a file. */
export interface TextFile {
  /** What its texts are. */
  about: string
  /** Who wrote them, how, and what they had seen. */
  source: string
  /** By its SPDX identifier. */
  licence: string
  /** Lines. */
  count: number
  sha256: string
  /** Only where the weights were not made from this content of the file: why they still stand. */
  untrained?: string
}

/** The manifest: files by their path in `texts/`. */
export type Manifest = Record<string, TextFile>

/** What the weights were made from, as training puts it on record beside them. */
export interface LearnedFrom {
  /** {@link nameOf} the texts. */
  texts: string
  /** SHA-256 of each file of texts, by its path in `texts/`. */
  files: Record<string, string>
  /** The same of files that only the model of leaks has learned from. */
  leaksBeside: Record<string, string>
  /** SHA-256 of each file that training wrote, by its path in `shared/risk/`. */
  weights: Record<string, string>
}

const manifestFile = new URL('manifest.json', textsFolder)
const risk = new URL('../../shared/risk/', import.meta.url)
const learnedFile = new URL('learned-from.json', risk)

export const readManifest = (): Manifest => JSON.parse(readFileSync(manifestFile, 'utf8')) as Manifest
export const readLearnedFrom = (): LearnedFrom => JSON.parse(readFileSync(learnedFile, 'utf8')) as LearnedFrom

/** Files of texts that are there, by their paths in `texts/`. */
export const textFiles = (): string[] => globSync('**/*.jsonl', { cwd: fileURLToPath(textsFolder) }).sort()

/** Whether the model of leaks learns from a file of texts. */
export const isDrafts = (file: string): boolean => /^(?:drafts\/|held-out\/drafts-)/.test(file)
/** Whether the model of pretexts does. */
export const isIncoming = (file: string): boolean => file.startsWith('incoming/')
/** Whether the models of mail that comes in do. */
export const isMail = (file: string): boolean => file.startsWith('training/')
/** Whether training learns from a file of texts. */
export const isLearned = (file: string): boolean => isDrafts(file) || isMail(file) || isIncoming(file)

/** Lines and SHA-256 of a file of texts. */
export function measured(file: string): Pick<TextFile, 'count' | 'sha256'> {
  const content = readFileSync(new URL(file, textsFolder))
  return { count: content.toString().split('\n').length - 1, sha256: sha256(content) }
}

/** The name of a set of texts: the SHA-256 of what sha256sum prints of its files. */
export const nameOf = (files: Readonly<Record<string, string>>): string =>
  sha256(
    Object.keys(files)
      .sort()
      .map((file) => `${files[file]}  ${file}\n`)
      .join(''),
  )

/** SHA-256 of a file of weights, by its path in `shared/risk/`. */
export const weightsHash = (file: string): string => sha256(readFileSync(new URL(file, risk)))

/** Puts on record that the `weights` were made from the texts that are `theirs`, as these are now; what others were made from stays. */
export function writeLearnedFrom(
  weights: readonly string[],
  theirs: (file: string) => boolean,
  beside?: readonly string[],
): void {
  const before = readLearnedFrom()
  const files = Object.fromEntries([
    ...Object.entries(before.files).filter(([file]) => !theirs(file)),
    ...textFiles()
      .filter(theirs)
      .map((file) => [file, measured(file).sha256]),
  ]) as Record<string, string>
  const record: LearnedFrom = {
    texts: nameOf(files),
    files,
    leaksBeside:
      beside === undefined
        ? before.leaksBeside
        : Object.fromEntries(beside.map((file) => [file, measured(file).sha256])),
    weights: {
      ...before.weights,
      ...Object.fromEntries(weights.map((file) => [file, weightsHash(file)])),
    },
  }
  writeFileSync(learnedFile, `${JSON.stringify(record, null, 2)}\n`)
}

/** Brings counts and hashes up to date; what only a person knows of a new file is left empty, for them to say. */
function writeManifest(): void {
  const known = readManifest()
  const learned = readLearnedFrom().files
  const entries = textFiles().map((file): [string, TextFile] => {
    const { untrained, ...entry } = known[file] ?? { about: '', source: '', licence: '' }
    const now = { ...entry, ...measured(file) }
    return [
      file,
      isLearned(file) && learned[file] !== now.sha256 ? { ...now, untrained: untrained ?? '' } : now,
    ]
  })
  writeFileSync(manifestFile, `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`)
  for (const [file, entry] of entries)
    for (const [field, value] of Object.entries(entry))
      if (value === '') console.error(`${file}: say "${field}" in ${fileURLToPath(manifestFile)}`)
}

const sha256 = (content: Buffer | string): string => createHash('sha256').update(content).digest('hex')

if (import.meta.main) writeManifest()
