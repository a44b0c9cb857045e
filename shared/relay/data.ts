/** A message as it is said after DATA: CRLF line ends only, dots stuffed, and the final dot (RFC 5321 §2.3.8, §4.5.2). */

const cr = 0x0d
const lf = 0x0a
const dot = 0x2e

/**
 * The message with each bare CR and bare LF made a CRLF: what some hosts take for a line end, and others don't, must
 * never reach them. The same bytes where it has none.
 */
export function withCrlf(message: Buffer): Buffer {
  if (known.has(message)) return message
  const clean = hasBareLineEnd(message)
    ? Buffer.from(message.toString('latin1').replaceAll(/\r\n|\r|\n/g, '\r\n'), 'latin1')
    : message
  known.add(clean)
  return clean
}

/** Messages that have been looked through: nobody writes to them after. */
const known = new WeakSet<Buffer>()

function hasBareLineEnd(message: Buffer): boolean {
  for (let at = message.indexOf(lf); at >= 0; at = message.indexOf(lf, at + 1))
    if (message[at - 1] !== cr) return true
  for (let at = message.indexOf(cr); at >= 0; at = message.indexOf(cr, at + 1))
    if (message[at + 1] !== lf) return true
  return false
}

const stuffing = Buffer.from('.')
const lineDot = Buffer.from('\r\n.')

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
  const pieces: Buffer[] = message[0] === dot ? [stuffing] : []
  let from = 0
  for (let at = message.indexOf(lineDot); at >= 0; at = message.indexOf(lineDot, at + 3)) {
    pieces.push(message.subarray(from, at + 3), stuffing)
    from = at + 3
  }
  const ended = message.length === 0 || (message.at(-1) === lf && message.at(-2) === cr)
  return Buffer.concat([...pieces, message.subarray(from), Buffer.from(ended ? '.\r\n' : '\r\n.\r\n')])
}
