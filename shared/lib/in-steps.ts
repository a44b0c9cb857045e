/** Work on many bytes in steps, between which the event loop does what others wait for. */
import { crc32 } from 'node:zlib'

/**
 * Work in steps: yields how far in its bytes it has got, for each part that it has looked at, and at least once for each
 * `stepBytes` of them.
 */
export type Steps<Result> = Generator<number, Result>

/** Bytes that are looked at in one step, at most. */
export const stepBytes = 512 * 1024
/** Bytes after which others have their turn: some milliseconds of the slowest work there is. */
const turnBytes = 2 * stepBytes
/** What a part costs beside its bytes, as bytes. */
const partBytes = 64

/** Counts what is done on the event loop at a stretch, over as many pieces of work as there are. */
export class Turns {
  #bytes = 0

  /** Counts a step; resolves when others have had their turn, and answers nothing where they needn't have it yet. */
  spend(bytes: number): Promise<void> | undefined {
    this.#bytes += Math.max(0, bytes) + partBytes
    if (this.#bytes < turnBytes) return undefined
    this.#bytes = 0
    return new Promise((resolve) => setImmediate(resolve))
  }
}

/** Does the work, and answers what comes of it. `onPart` is called for each step, and may end it by throwing. */
export async function inSteps<Result>(
  steps: Steps<Result>,
  turns: Turns,
  onPart: () => void = () => {},
): Promise<Result> {
  let at = 0
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done === true) return step.value
    onPart()
    const turn = turns.spend(step.value - at)
    at = step.value
    if (turn !== undefined) await turn
  }
}

/** CRC-32 of the bytes from `start` to `end`. */
export function* crcInSteps(bytes: Buffer, start: number, end: number): Steps<number> {
  let sum = 0
  for (let at = start; ; at += stepBytes) {
    const next = Math.min(at + stepBytes, end)
    sum = crc32(bytes.subarray(at, next), sum)
    if (next === end) return sum
    yield next
  }
}

/** Whether one of `sought` is among the bytes from `start` on. */
export function* holdsOneOf(bytes: Buffer, sought: readonly Buffer[], start = 0): Steps<boolean> {
  const overlap = Math.max(...sought.map(({ length }) => length)) - 1
  for (let at = start; at < bytes.length; at += stepBytes) {
    const piece = bytes.subarray(at, at + stepBytes + overlap)
    if (sought.some((one) => piece.includes(one))) return true
    yield Math.min(at + stepBytes, bytes.length)
  }
  return false
}

/** The pieces as one: of a hundred megabytes, the system takes as long to give the memory as it takes to copy. */
export async function joinInSteps(pieces: readonly Uint8Array[], turns: Turns): Promise<Buffer> {
  const joined = Buffer.allocUnsafe(pieces.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of pieces) {
    joined.set(piece, at)
    at += piece.length
    const turn = turns.spend(piece.length)
    if (turn !== undefined) await turn
  }
  return joined
}
