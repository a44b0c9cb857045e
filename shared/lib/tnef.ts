/** What stands in a file of Outlook's own format (`winmail.dat`, MS-OXTNEF): its attachments, and the texts of its message. */

/** A file in it. */
export interface TnefFile {
  name: string
  content: Buffer
  /** Whether `content` is all of it. */
  whole: boolean
}

/** What each such file begins with. */
export const tnefMark = Buffer.from('789f3e22', 'hex')
/** Of the attributes (MS-OXTNEF §2.1.3.2) those that say something, by the lower half of their ids. */
const attribute = {
  attachmentBegins: 0x9002,
  attachmentTitle: 0x8010,
  attachmentData: 0x800f,
  attachmentProperties: 0x9005,
  body: 0x800c,
  messageProperties: 0x9003,
}
/** Properties (MS-OXPROPS) that say something. */
const property = {
  body: 0x1000,
  rtf: 0x1009,
  html: 0x1013,
  data: 0x3701,
  shortName: 0x3704,
  longName: 0x3707,
}

/** Whether `bytes` begin like such a file. */
export const isTnef = (bytes: Uint8Array): boolean =>
  bytes.length >= 4 && tnefMark.equals(bytes.subarray(0, 4))

/**
 * The files in `bytes`, in order, as far as they can be read; none where it is no such file. Linear, and one at a time: a
 * small file may hold millions of them. Never throws.
 */
export function* tnefFiles(bytes: Buffer): Generator<TnefFile, void, undefined> {
  if (!isTnef(bytes)) return
  for (const file of allFiles(bytes)) if (file.content.length > 0) yield file
}

function* allFiles(bytes: Buffer): Generator<TnefFile, void, undefined> {
  let open = attachment()
  for (const { id, data } of attributesOf(bytes)) {
    if (id === attribute.attachmentBegins) {
      yield open
      open = attachment()
    } else if (id === attribute.attachmentTitle) open.name ||= textOf(data)
    else if (id === attribute.attachmentData) open.content = data
    else if (id === attribute.attachmentProperties) readAttachment(data, open)
    else if (id === attribute.body) yield { name: 'message.txt', content: data, whole: true }
    else if (id === attribute.messageProperties) yield* textsOf(data)
  }
  yield open
}

const attachment = (): TnefFile => ({ name: '', content: Buffer.alloc(0), whole: true })

function* attributesOf(bytes: Buffer): Generator<{ id: number; data: Buffer }> {
  // A key follows the mark; each attribute has a level ahead of it, and a checksum behind.
  for (let at = 6; at + 9 <= bytes.length; ) {
    const end = at + 9 + bytes.readUInt32LE(at + 5)
    yield { id: bytes.readUInt16LE(at + 1), data: bytes.subarray(at + 9, end) }
    at = end + 2
  }
}

function readAttachment(data: Buffer, file: TnefFile): void {
  for (const { id, type, value } of propertiesOf(data)) {
    if (id === property.longName) file.name = stringOf(type, value)
    else if (id === property.shortName) file.name ||= stringOf(type, value)
    // An object has the id of its interface ahead of it.
    else if (id === property.data) file.content = type === object ? value.subarray(16) : value
  }
}

function* textsOf(data: Buffer): Generator<TnefFile> {
  for (const { id, type, value } of propertiesOf(data)) {
    const content = type === unicode ? Buffer.concat([wideMark, value]) : value
    if (id === property.body) yield { name: 'message.txt', content, whole: true }
    else if (id === property.html) yield { name: 'message.html', content, whole: true }
    else if (id === property.rtf) yield { name: 'message.rtf', ...unpackRtf(value) }
  }
}

/** What says of a text that it is UTF-16: of few letters of Latin it doesn't show. */
const wideMark = Buffer.from('fffe', 'hex')

const object = 0x0d
const unicode = 0x1f
/** Bytes of the values of a type that are as long as they always are, as they are padded. */
const widths: Record<number, number> = {
  2: 4,
  3: 4,
  4: 4,
  5: 8,
  6: 8,
  7: 8,
  10: 4,
  11: 4,
  20: 8,
  64: 8,
  72: 16,
}
const several = 0x1000
const variable = [0x1e, unicode, 0x102, object]
const padded = (length: number): number => Math.ceil(length / 4) * 4

/** The values of a list of properties (MS-OXTNEF §2.1.3.4), as far as it can be followed. */
function* propertiesOf(data: Buffer): Generator<{ id: number; type: number; value: Buffer }> {
  const number = (at: number): number => (at + 4 <= data.length ? data.readUInt32LE(at) : data.length)
  let at = 4
  while (at + 4 <= data.length) {
    const written = data.readUInt16LE(at)
    const id = data.readUInt16LE(at + 2)
    at += 4
    // One that has a name says it: a number, or a text.
    if (id >= 0x8000) at += number(at + 16) === 0 ? 24 : 24 + padded(number(at + 20))
    const type = written & ~several
    const isVariable = variable.includes(type)
    const width = widths[type]
    if (!isVariable && width === undefined) return
    let values = 1
    if (isVariable || (written & several) !== 0) {
      values = number(at)
      at += 4
    }
    for (; values > 0 && at < data.length; values--) {
      const length = isVariable ? number(at) : width!
      const start = isVariable ? at + 4 : at
      yield { id, type, value: data.subarray(start, start + length) }
      at = start + padded(length)
    }
  }
}

const stringOf = (type: number, value: Buffer): string =>
  type === unicode ? value.toString('utf16le').replace(/\0.*$/s, '') : textOf(value)

const textOf = (value: Buffer): string => value.toString('latin1').replace(/\0.*$/s, '')

/** What the dictionary of packed RTF begins with (MS-OXRTFCP §2.1.2.1). */
const rtfStart = Buffer.from(
  '{\\rtf1\\ansi\\mac\\deff0\\deftab720{\\fonttbl;}{\\f0\\fnil \\froman \\fswiss \\fmodern \\fscript \\fdecor MS Sans SerifSymbolArialTimes New RomanCourier{\\colortbl\\red0\\green0\\blue0\r\n\\par \\pard\\plain\\f0\\fs20\\b\\i\\u\\tab\\tx',
  'latin1',
)
const packedRtf = 0x75465a4c
const dictionaryBytes = 4_096
/** Bytes that are unpacked. */
const mostUnpacked = 4_000_000

/** RTF as it was before it was packed (MS-OXRTFCP): two bytes stand for 17 at most. */
function unpackRtf(packed: Buffer): { content: Buffer; whole: boolean } {
  if (packed.length < 16) return { content: packed, whole: true }
  if (packed.readUInt32LE(8) !== packedRtf) return { content: packed.subarray(16), whole: true }
  const dictionary = Buffer.alloc(dictionaryBytes)
  rtfStart.copy(dictionary)
  let write = rtfStart.length
  const out = Buffer.allocUnsafe(Math.min(mostUnpacked, (packed.length - 16) * 9))
  let length = 0
  const put = (byte: number) => {
    if (length < out.length) out[length++] = byte
    dictionary[write] = byte
    write = (write + 1) % dictionaryBytes
  }
  const unpacked = (whole: boolean) => ({ content: out.subarray(0, length), whole })
  for (let at = 16; at < packed.length; ) {
    const flags = packed[at++]!
    for (let bit = 0; bit < 8 && at < packed.length; bit++) {
      if (length >= mostUnpacked) return unpacked(false)
      if ((flags & (1 << bit)) === 0) {
        put(packed[at++]!)
        continue
      }
      if (at + 2 > packed.length) return unpacked(true)
      const reference = packed.readUInt16BE(at)
      at += 2
      const from = reference >> 4
      if (from === write) return unpacked(true)
      for (let i = 0; i < (reference & 15) + 2; i++) put(dictionary[(from + i) % dictionaryBytes]!)
    }
  }
  return unpacked(true)
}
