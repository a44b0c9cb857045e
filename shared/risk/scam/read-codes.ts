/** Reads QR codes in images, within caps on bytes, pixels and time. */
import { inflateSync } from 'node:zlib'
import { limits } from '../../domain/limits.ts'
import { later } from '../../lib/later.ts'
import type { Image } from '../scorer.ts'

// Few messages have images.
const jpeg = later<typeof import('jpeg-js')>('jpeg-js')
const png = later<typeof import('pngjs')>('pngjs')
const qr = later<typeof import('jsqr')>('jsqr')

/** What is looked at: images, bytes of one, its pixels; pixels of a side once it is made smaller; milliseconds in all. */
export const codeCaps = {
  images: limits.codeImages,
  bytes: limits.codeImageBytes,
  pixels: 3_000_000,
  side: 640,
  ms: 100,
  characters: 2_000,
} as const

interface Pixels {
  data: Uint8Array
  width: number
  height: number
}

export interface ReadCode {
  where: string
  text: string
}

/** The texts of codes in `images`, at most one an image. Images beyond the caps or broken are passed over. */
export function readCodes(images: readonly Image[], now: () => number = () => performance.now()): ReadCode[] {
  // Read first: that is not to go off the time for the images.
  for (const library of [jpeg, png, qr]) library()
  const end = now() + codeCaps.ms
  const found: ReadCode[] = []
  for (const { where, content } of images.slice(0, codeCaps.images)) {
    if (now() >= end) break
    if (content.length > codeCaps.bytes) continue
    const pixels = pixelsOf(content)
    if (pixels === null) continue
    const { data, width, height } = smaller(pixels)
    const code = decode(new Uint8ClampedArray(data.buffer, data.byteOffset, data.byteLength), width, height)
    if (code !== null && code !== '') found.push({ where, text: code.slice(0, codeCaps.characters) })
  }
  return found
}

function decode(data: Uint8ClampedArray, width: number, height: number): string | null {
  try {
    return qr().default(data, width, height, { inversionAttempts: 'attemptBoth' })?.data ?? null
  } catch {
    return null
  }
}

/** An image as RGBA; null where it is no PNG or JPEG, too large, or broken. */
function pixelsOf(content: Uint8Array): Pixels | null {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength)
  try {
    if (bytes.length > 33 && bytes.readUInt32BE(0) === 0x89504e47)
      return unpacksWithinCaps(bytes) ? png().PNG.sync.read(bytes) : null
    if (bytes.length > 4 && bytes.readUInt16BE(0) === 0xffd8 && scansOf(bytes) <= mostScans)
      return jpeg().decode(bytes, {
        useTArray: true,
        maxResolutionInMP: codeCaps.pixels / 1_000_000,
        maxMemoryUsageInMB: 64,
      })
    return null
  } catch {
    return null
  }
}

/**
 * Whether a PNG unpacks to no more than its one header says, and that is little: what counts for pngjs is the last header,
 * and what is interlaced it unpacks to the end, whatever the size.
 */
function unpacksWithinCaps(bytes: Buffer): boolean {
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)]
  if (width * height > codeCaps.pixels) return false
  const packed: Buffer[] = []
  let headers = 0
  for (let at = 8; at + 8 <= bytes.length; at += 12 + bytes.readUInt32BE(at)) {
    const name = bytes.toString('latin1', at + 4, at + 8)
    if (name === 'IHDR' && ++headers > 1) return false
    if (name === 'IDAT') packed.push(bytes.subarray(at + 8, at + 8 + bytes.readUInt32BE(at)))
  }
  if (bytes[28] === 0) return true
  // Of each pixel eight bytes at most; of each row of the seven passes one more, and no pass has more rows than the image.
  const most = width * height * 8 + height * 7 + 1
  return inflateSync(Buffer.concat(packed), { maxOutputLength: most }).length < most
}

/** Scans that a JPEG may have; honest ones have about ten. Each costs a walk over all blocks, whatever its bytes. */
const mostScans = 100
const scanMark = Buffer.from('ffda', 'hex')

function scansOf(bytes: Buffer): number {
  let count = 0
  for (let at = bytes.indexOf(scanMark); at >= 0 && count <= mostScans; at = bytes.indexOf(scanMark, at + 2))
    count++
  return count
}

/** The image at a size that is quickly searched: each pixel the mean of those it stands for. */
function smaller({ data, width, height }: Pixels): Pixels {
  const wanted = Math.max(1, Math.ceil(Math.max(width, height) / codeCaps.side))
  const step = Math.floor(Math.min(width, height) / wanted) < 21 ? 1 : wanted
  const small = { width: Math.floor(width / step), height: Math.floor(height / step) }
  const out = new Uint8Array(small.width * small.height * 4)
  for (let y = 0; y < small.height; y++)
    for (let x = 0; x < small.width; x++) {
      let sum = 0
      for (let dy = 0; dy < step; dy++)
        for (let dx = 0; dx < step; dx++) {
          const at = ((y * step + dy) * width + x * step + dx) * 4
          // What is transparent is shown on white.
          sum += data[at + 3]! < 128 ? 255 : (data[at]! + data[at + 1]! + data[at + 2]!) / 3
        }
      const grey = sum / (step * step)
      const to = (y * small.width + x) * 4
      out[to] = grey
      out[to + 1] = grey
      out[to + 2] = grey
      out[to + 3] = 255
    }
  return { data: out, ...small }
}
