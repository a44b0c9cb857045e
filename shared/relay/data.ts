/** A message as it is said after DATA: CRLF line ends only, dots stuffed, and the final dot (RFC 5321 §2.3.8, §4.5.2). */

const cr = 0x0d
const lf = 0x0a
const dot = 0x2e

/**
 * The message with each bare CR and bare LF made a CRLF: what some hosts take for a line end, and others don't, must
 * never reach them. The same bytes where it has none.
 */
export function withCrlf(message: Buffer): Buffer {
  if (lineDots.has(message)) return message
  const { bare, dots } = lookAt(message)
  const clean = bare === 0 ? message : withoutBare(message, bare)
  lineDots.set(clean, bare === 0 ? dots : lookAt(clean).dots)
  return clean
}

/** Lines that begin with a dot, of each message that has been looked through: nobody writes to it after. */
const lineDots = new WeakMap<Buffer, number>()

/**
 * Counts bare line ends, and dots with which a line begins, where all others are right. Four bytes at a time until one
 * of them may be a line end: a message may be nothing but line ends, and looking for each takes far longer then.
 */
function lookAt(message: Buffer): { bare: number; dots: number } {
  let bare = 0
  let dots = message[0] === dot ? 1 : 0
  const lookThrough = (from: number, to: number) => {
    for (let at = from; at < to; at++) {
      const byte = message[at]!
      if (byte > cr) continue
      if (byte === cr) {
        if (message[at + 1] !== lf) bare++
      } else if (byte === lf) {
        if (message[at - 1] !== cr) bare++
        else if (message[at + 1] === dot) dots++
      }
    }
  }
  // Words lie where their address is a multiple of four.
  const head = -message.byteOffset & 3
  const count = Math.max(0, (message.length - head) >> 2)
  const words = count === 0 ? null : new Int32Array(message.buffer, message.byteOffset + head, count)
  const tail = words === null ? 0 : head + 4 * count
  if (words !== null) lookThrough(0, head)
  for (let at = 0; at < count; at++) {
    const word = words![at]!
    // Whether one of the bytes is below 14: taking that away borrows from its highest bit, which wasn't set.
    if (((word - 0x0e0e0e0e) & ~word & 0x80808080) !== 0) lookThrough(head + 4 * at, head + 4 * at + 4)
  }
  lookThrough(tail, message.length)
  return { bare, dots }
}

function withoutBare(message: Buffer, count: number): Buffer {
  const clean = Buffer.allocUnsafe(message.length + count)
  let to = 0
  for (let at = 0; at < message.length; at++) {
    const byte = message[at]!
    if (byte === lf && message[at - 1] !== cr) clean[to++] = cr
    clean[to++] = byte
    if (byte === cr && message[at + 1] !== lf) clean[to++] = lf
  }
  return clean
}

/** Data that was made of messages: one message goes to many peers at once, and is held once. */
const made = new WeakMap<Buffer, Buffer>()

/** The whole of it, in one piece, and the same for each who asks: it leaves in one write. */
export function asData(content: Buffer): Buffer {
  const data = made.get(content) ?? stuffed(content)
  made.set(content, data)
  return data
}

function stuffed(content: Buffer): Buffer {
  const message = withCrlf(content)
  const ended = message.length === 0 || (message.at(-1) === lf && message.at(-2) === cr)
  const end = ended ? '.\r\n' : '\r\n.\r\n'
  let dots = lineDots.get(message)!
  const data = Buffer.allocUnsafe(message.length + dots + end.length)
  let from = 0
  let to = 0
  for (let at = 0; dots > 0; at++) {
    if (!isLineDot(message, at)) continue
    to += message.copy(data, to, from, at)
    data[to++] = dot
    from = at
    dots--
  }
  to += message.copy(data, to, from)
  data.write(end, to, 'latin1')
  return data
}

/** Whether the byte is a dot with which a line begins. */
const isLineDot = (message: Buffer, at: number): boolean =>
  message[at] === dot && (at === 0 || (message[at - 1] === lf && message[at - 2] === cr))
