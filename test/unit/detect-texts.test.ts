/** The texts of training and measuring: files and manifest say the same, and the weights name what they were made from. */
import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import {
  isLearned,
  measured,
  nameOf,
  readLearnedFrom,
  readManifest,
  textFiles,
  weightsHash,
} from '../detect/manifest.ts'
import { linesOf, textsFolder } from '../detect/texts.ts'

const manifest = readManifest()
const learned = readLearnedFrom()

describe('the manifest', () => {
  it('lists each file of texts, and none that is missing', () => {
    expect(Object.keys(manifest).sort()).toEqual(textFiles())
    expect(textFiles().length).toBeGreaterThan(50)
  })

  it.each(Object.entries(manifest))(
    'says what is in %s, whose it is and how it may be used',
    (file, entry) => {
      expect({ count: entry.count, sha256: entry.sha256 }).toEqual(measured(file))
      for (const said of [entry.about, entry.source, entry.licence]) expect(said.trim()).not.toBe('')
    },
  )

  it.each(Object.keys(manifest))('lists a file that is an object a line: %s', (file) => {
    const content = readFileSync(new URL(file, textsFolder), 'utf8')
    expect(content).toMatch(/[^\n]\n$/)
    const lines = linesOf(file.replace(/\.jsonl$/, ''))
    // As it is written by a program, so that two hands make the same bytes.
    expect(content).toBe(lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  })
})

describe('the weights', () => {
  it('are those that were put on record with their texts', () => {
    const recorded = Object.keys(learned.weights)
    expect(recorded.filter((file) => weightsHash(file) !== learned.weights[file])).toEqual([])
    expect(recorded).toEqual(expect.arrayContaining(globSync('**/*.bin', { cwd: 'shared/risk' })))
  })

  it('name the texts they were made from', () => {
    expect(learned.texts).toBe(nameOf(learned.files))
    const beside = Object.keys(learned.leaksBeside)
    expect(beside).toEqual(['training/letters-honest.jsonl'])
    for (const file of beside) expect(manifest[file]?.sha256).toBe(learned.leaksBeside[file])
  })

  it('were made from the texts of the manifest, but for files that say why they were not', () => {
    const hashes = Object.fromEntries(
      Object.entries(manifest).flatMap(([file, { sha256, untrained }]) =>
        isLearned(file) && untrained === undefined ? [[file, sha256]] : [],
      ),
    )
    const excused = Object.entries(manifest).filter(([, { untrained }]) => untrained !== undefined)
    const others = Object.entries(learned.files).filter(([file]) => manifest[file]?.untrained === undefined)
    expect(hashes).toEqual(Object.fromEntries(others))
    for (const [file, { untrained, sha256 }] of excused) {
      expect([file, untrained!.trim()]).not.toEqual([file, ''])
      // An excuse that is none: the weights do know this file.
      expect([file, isLearned(file) && learned.files[file] !== sha256]).toEqual([file, true])
    }
  })
})
