/** Writes signed files of S/MIME and CAdES (CMS SignedData, RFC 5652 §5), but for the signatures themselves. */

const der = (tag: number, ...content: Uint8Array[]): Buffer => {
  const body = Buffer.concat(content)
  const size = Buffer.alloc(5, 0x84)
  size.writeUInt32BE(body.length, 1)
  return Buffer.concat([Buffer.from([tag]), body.length < 0x80 ? Buffer.from([body.length]) : size, body])
}
/** An element whose end is marked, as programs write it that don't know yet how long it gets. */
const open = (tag: number, ...content: Uint8Array[]): Buffer =>
  Buffer.concat([Buffer.from([tag, 0x80]), ...content, Buffer.alloc(2)])

const hex = (digits: string) => Buffer.from(digits, 'hex')
const signedData = hex('06092a864886f70d010702')
const data = hex('06092a864886f70d010701')
const sha256 = der(0x31, der(0x30, hex('0609608648016503040201'), hex('0500')))

/** A signed file that holds `content` in pieces of one byte each. */
export function inSingleBytes(content: Uint8Array): Buffer {
  const pieces = Buffer.alloc(3 * content.length)
  for (const [index, byte] of content.entries()) pieces.set([0x04, 1, byte], 3 * index)
  return der(
    0x30,
    signedData,
    der(
      0xa0,
      der(0x30, der(0x02, hex('01')), sha256, der(0x30, data, der(0xa0, der(0x24, pieces))), der(0x31)),
    ),
  )
}

/** A signed file that holds `content`; `pieces`: as a stream is written. */
export function signedFileOf(content: Uint8Array | string, { pieces = false } = {}): Buffer {
  const bytes = Buffer.from(content)
  const write = pieces ? open : der
  const cuts = [0, 7, 1_000, bytes.length]
  const octets = pieces
    ? open(0x24, ...cuts.slice(1).map((end, index) => der(0x04, bytes.subarray(cuts[index], end))))
    : der(0x04, bytes)
  return write(
    0x30,
    signedData,
    write(0xa0, write(0x30, der(0x02, hex('01')), sha256, write(0x30, data, write(0xa0, octets)), der(0x31))),
  )
}

/** A file that is encrypted by S/MIME, as far as that is told by its beginning. */
export const envelopedFileOf = (content: Uint8Array): Buffer =>
  der(0x30, hex('06092a864886f70d010703'), der(0xa0, der(0x30, der(0x02, hex('00')), der(0x31), content)))
