/** A DNS server over UDP that answers from a zone: what stands for the outside in tests of look-ups. */
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { isIPv6 } from 'node:net'

/** Records of one name, or how the server behaves when asked for it. */
export type ZoneEntry =
  | {
      A?: string[]
      AAAA?: string[]
      TXT?: string[]
      MX?: { priority: number; exchange: string }[]
      PTR?: string[]
      CNAME?: string[]
    }
  | 'silent'
  | 'servfail'

export interface DnsServer {
  /** `127.0.0.1:port`, as DNS_SERVERS takes it. */
  address: string
  /** Questions so far: `TXT example.com`. */
  questions: string[]
  /** The zone, by lowercase name; it may be changed while the server runs. */
  zone: Map<string, ZoneEntry>
  close(): Promise<void>
}

const typeNumbers = { A: 1, CNAME: 5, PTR: 12, MX: 15, TXT: 16, AAAA: 28 } as const
type TypeName = keyof typeof typeNumbers
const typeNames = new Map<number, TypeName>(
  (Object.entries(typeNumbers) as [TypeName, number][]).map(([name, number]) => [number, name]),
)

/** Starts the server on a free port. Names that the zone lacks don't exist (NXDOMAIN). */
export async function startDnsServer(zone: Record<string, ZoneEntry> = {}): Promise<DnsServer> {
  const entries = new Map(Object.entries(zone))
  const questions: string[] = []
  // No process lives on for it.
  const socket = createSocket('udp4').unref()
  socket.on('message', (query, peer) => {
    const { name, type, end } = readQuestion(query)
    questions.push(`${typeNames.get(type) ?? type} ${name}`)
    const entry = entries.get(name.toLowerCase())
    if (entry === 'silent') return
    const rcode = entry === 'servfail' ? 2 : entry === undefined ? 3 : 0
    const answers = entry === undefined || entry === 'servfail' ? [] : answersOf(entry, type)
    const header = Buffer.alloc(12)
    header.writeUInt16BE(query.readUInt16BE(0), 0)
    header.writeUInt16BE(0x8580 | rcode, 2)
    header.writeUInt16BE(1, 4)
    header.writeUInt16BE(answers.length, 6)
    socket.send(Buffer.concat([header, query.subarray(12, end), ...answers]), peer.port, peer.address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return {
    address: `127.0.0.1:${socket.address().port}`,
    questions,
    zone: entries,
    close: async () => {
      socket.close()
      await once(socket, 'close')
    },
  }
}

function readQuestion(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = []
  let at = 12
  while (query[at] !== 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + query[at]!))
    at += 1 + query[at]!
  }
  return { name: labels.join('.'), type: query.readUInt16BE(at + 1), end: at + 5 }
}

function answersOf(entry: Exclude<ZoneEntry, string>, type: number): Buffer[] {
  const name = typeNames.get(type)
  const values = name === undefined ? [] : (entry[name] ?? [])
  return values.map((value) => {
    const data = dataOf(name!, value)
    const record = Buffer.alloc(12)
    // A pointer to the question's name, type, class IN, a minute to live, length.
    record.writeUInt16BE(0xc00c, 0)
    record.writeUInt16BE(type, 2)
    record.writeUInt16BE(1, 4)
    record.writeUInt32BE(60, 6)
    record.writeUInt16BE(data.length, 10)
    return Buffer.concat([record, data])
  })
}

function dataOf(type: TypeName, value: string | { priority: number; exchange: string }): Buffer {
  if (typeof value !== 'string')
    return Buffer.concat([
      Buffer.from([value.priority >> 8, value.priority & 255]),
      encodeName(value.exchange),
    ])
  if (type === 'A') return Buffer.from(value.split('.').map(Number))
  if (type === 'AAAA') return encodeV6(value)
  if (type === 'TXT') return encodeText(value)
  return encodeName(value)
}

function encodeName(name: string): Buffer {
  const labels = name
    .split('.')
    .map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label)]))
  return Buffer.concat([...labels, Buffer.from([0])])
}

/** Character-strings of at most 255 bytes (RFC 1035 §3.3.14). */
function encodeText(text: string): Buffer {
  const bytes = Buffer.from(text)
  const parts: Buffer[] = []
  for (let at = 0; at === 0 || at < bytes.length; at += 255) {
    const part = bytes.subarray(at, at + 255)
    parts.push(Buffer.from([part.length]), part)
  }
  return Buffer.concat(parts)
}

function encodeV6(address: string): Buffer {
  if (!isIPv6(address)) throw new Error(`not an IPv6 address: ${address}`)
  const [head = '', tail] = address.split('::')
  const words = (text: string) =>
    text === '' ? [] : text.split(':').map((word) => Number.parseInt(word, 16))
  const before = words(head)
  const after = words(tail ?? '')
  const all = [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after]
  return Buffer.from(all.flatMap((word) => [word >> 8, word & 255]))
}
