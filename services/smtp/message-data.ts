/** Takes a message out of the data of a session: its end found, its stuffed dots removed (RFC 5321 §4.5.2). */

const lineDot = Buffer.from('\r\n.')
const [cr, lf, dot] = [0x0d, 0x0a, 0x2e]

/** What {@link MessageData.take} found in a piece of the data. */
export interface DataPiece {
  /** Bytes of the message. */
  content: Buffer
  /** What follows the end of the message; null where it has not ended yet. */
  rest: Buffer | null
}

/**
 * One message being received. Only CRLF ends a line: a dot behind a bare CR or LF is content, and neither ends the
 * message nor is taken for a stuffed one. Bytes come out as the sender had them before stuffing.
 */
export class MessageData {
  /** The end of what came so far, where it may be the beginning of CRLF.CRLF; the data begins as if after a CRLF. */
  #held: Buffer = Buffer.from('\r\n')
  /** Bytes of `#held` that aren't the message's. */
  #borrowed = 2

  /** The next piece of the data, of any size. */
  take(piece: Buffer): DataPiece {
    const data = this.#held.length === 0 ? piece : Buffer.concat([this.#held, piece])
    const parts: Buffer[] = []
    let from = this.#borrowed
    let search = 0
    let hold = -1
    for (;;) {
      const at = data.indexOf(lineDot, search)
      if (at < 0) break
      const after = data[at + 3]
      if (after === undefined || (after === cr && data[at + 4] === undefined)) {
        hold = at
        break
      }
      if (after === cr && data[at + 4] === lf) {
        parts.push(data.subarray(from, Math.max(from, at + 2)))
        return { content: joined(parts), rest: data.subarray(at + 5) }
      }
      if (after === dot) {
        parts.push(data.subarray(from, at + 3))
        from = at + 4
      }
      search = at + 3
    }
    if (hold < 0) hold = data.length - lineEndBytes(data)
    parts.push(data.subarray(from, Math.max(from, hold)))
    this.#held = data.subarray(Math.min(hold, data.length))
    this.#borrowed = Math.max(0, from - hold)
    return { content: joined(parts), rest: null }
  }
}

const joined = (parts: Buffer[]): Buffer => (parts.length === 1 ? parts[0]! : Buffer.concat(parts))

/** How many bytes at the end of `data` may begin a CRLF. */
function lineEndBytes(data: Buffer): number {
  if (data.at(-1) === cr) return 1
  return data.at(-1) === lf && data.at(-2) === cr ? 2 : 0
}
