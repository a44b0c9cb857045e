/** What a test has proven of things that are alike: kept in a file, so that only what is new is proven in each run. */
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'

interface Kept {
  /** What proved them: its own sources, and what it stands on. */
  by: string
  proven: string[]
}

/** Days after which everything has been proven anew, a part in each run. */
const parts = 16
const day = Math.floor(Date.now() / 86_400_000)

/**
 * Keeps hashes of what was proven. They count only for the very same sources of the proof; and each day, those of another
 * part are proven again, so that no line of the file has to be believed for long.
 */
export class Proofs {
  readonly #file: URL
  readonly #by: string
  readonly #known: ReadonlySet<string>
  /** What was proven in this run, or is still known from earlier ones. */
  readonly #used = new Set<string>()

  /** `sources` are the files that the proof is made of. */
  constructor(file: URL, sources: readonly (string | URL)[]) {
    this.#file = file
    this.#by = hashOf([process.versions.unicode, ...sources.map((source) => readFileSync(new URL(source)))])
    const kept = JSON.parse(readFileSync(file, 'utf8')) as Kept
    this.#known = new Set(kept.by === this.#by ? kept.proven : [])
  }

  /** Whether `thing` was proven before, and isn't due again. */
  knows(thing: string): boolean {
    const hash = hashOf([thing])
    if (!this.#known.has(hash) || isWriting() || Number.parseInt(hash[0]!, 16) === day % parts) return false
    this.#used.add(hash)
    return true
  }

  /** Notes that `thing` has been proven. */
  add(thing: string): void {
    this.#used.add(hashOf([thing]))
  }

  /** Writes what this run has proven, where it was asked to. */
  end(): void {
    if (!isWriting()) return
    const kept: Kept = { by: this.#by, proven: [...this.#used].sort() }
    writeFileSync(this.#file, `${JSON.stringify(kept, null, 2)}\n`)
  }
}

const isWriting = (): boolean => process.env.PROOFS === 'write'

/** 48 bits: of some thousand things, no two share them by chance. */
function hashOf(parts: readonly (string | Buffer | undefined)[]): string {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part ?? '').update('\0')
  return hash.digest('hex').slice(0, 12)
}
