/** What is odd in the body of a part that is no multipart: broken encodings and files encoded in the text. */
import type { MimePart } from './mime-tree.ts'
import { isShown, isSignedMessage } from './part-kind.ts'
import { type DecodedBody, decodeStrictly } from './strict-base64.ts'
import { decodeTransfer, uuEncodings } from './transfer-encoding.ts'

type Report = (code: string, detail: string, odd?: string) => void

/** The content of parts in base64, which are decoded to be checked. */
export interface Decoded {
  /** Whether the content of files is wanted; else its length and hash are all there is. */
  keep: boolean
  parts: Map<MimePart, DecodedBody>
}

/** Reports the oddities of the part's body. Content that it had to decode for that is put into `decoded`. */
export function findBodyOddities(raw: Buffer, part: MimePart, report: Report, decoded: Decoded): void {
  if (part.type.value.startsWith('multipart/'))
    report('missing_boundary', 'A multipart has no boundary', part.type.value)
  else if (part.encoding === 'base64') decoded.parts.set(part, checkBase64(raw, part, report, decoded.keep))
  else if (!uuEncodings.has(part.encoding)) {
    if (part.encoding === 'quoted-printable') checkQuotedPrintable(raw, part, report)
    checkTextEncodings(raw, part, report)
  }
}

// Classes of bytes in base64: letters 0, line ends 1, padding 2, blanks 3, all else 4.
const base64Class = new Uint8Array(256).fill(4)
for (const char of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/')
  base64Class[char.charCodeAt(0)] = 0
base64Class[0x0d] = base64Class[0x0a] = 1
base64Class[0x3d] = 2
base64Class[0x20] = base64Class[0x09] = 3

function checkBase64(raw: Buffer, part: MimePart, report: Report, keep: boolean): DecodedBody {
  const { bodyStart, bodyEnd } = part
  const strict = decodeStrictly(raw, bodyStart, bodyEnd, keep || isShown(part) || isSignedMessage(part))
  if (strict !== null) return strict
  const content = decodeTransfer(raw.subarray(bodyStart, reportBase64(raw, part, report)), 'base64')
  return { length: content.length, content, sha256: null }
}

/** Reports what is wrong with a body in base64; answers where most readers end it. */
function reportBase64(raw: Buffer, part: MimePart, report: Report): number {
  let letters = 0
  let padding = 0
  let firstPadding = -1
  let afterPadding = 0
  let lastPadding = -1
  let foreign = 0
  let foreignBeforePadding = 0
  for (let at = part.bodyStart; at < part.bodyEnd; at++) {
    const kind = base64Class[raw[at]!]!
    if (kind === 0) {
      letters++
      if (padding > 0) afterPadding++
    } else if (kind === 2) {
      if (padding++ === 0) firstPadding = at
      if (afterPadding === 0) lastPadding = at
    } else if (kind === 4) {
      foreign++
      if (padding === 0) foreignBeforePadding++
    }
  }
  const sample = () => raw.toString('latin1', part.bodyStart, Math.min(part.bodyEnd, part.bodyStart + 80))
  if (foreignBeforePadding > 0)
    report('impossible_base64', `A base64 body has ${foreign} characters that base64 doesn't have`, sample())
  else if (padding > 2 || (padding > 0 && afterPadding > 0) || foreign > 0)
    report(
      'base64_after_padding',
      'A base64 body goes on after its end',
      raw.toString('latin1', firstPadding, firstPadding + 80),
    )
  else if (letters % 4 === 1) report('impossible_base64', 'A base64 body has an impossible length', sample())
  // Most readers end at the padding; what follows in plain text is no content.
  return lastPadding >= 0 && foreignBeforePadding === 0 && foreign > 0 ? lastPadding + 1 : part.bodyEnd
}

function checkQuotedPrintable(raw: Buffer, part: MimePart, report: Report): void {
  let broken = 0
  let lowercase = 0
  let first = -1
  for (
    let at = raw.indexOf(0x3d, part.bodyStart);
    at >= 0 && at < part.bodyEnd;
    at = raw.indexOf(0x3d, at + 1)
  ) {
    if (isHex(raw[at + 1]) && isHex(raw[at + 2])) {
      if (raw[at + 1]! >= 0x61 || raw[at + 2]! >= 0x61) lowercase++
      at += 2
    } else if (!endsLine(raw, at + 1, part.bodyEnd)) {
      if (broken++ === 0) first = at
    }
  }
  if (lowercase > 0)
    report('lowercase_quoted_printable', `A quoted-printable body has ${lowercase} escapes in lowercase`)
  if (broken > 0)
    report(
      'broken_quoted_printable',
      `A quoted-printable body has ${broken} broken escapes`,
      raw.toString('latin1', first, Math.min(first + 40, part.bodyEnd)),
    )
}

function isHex(code: number | undefined): boolean {
  return (
    code !== undefined &&
    ((code >= 0x30 && code <= 0x39) || (code >= 0x41 && code <= 0x46) || (code >= 0x61 && code <= 0x66))
  )
}

/** Whether only blanks are left on the line at `at`: then the `=` before is a soft line break (RFC 2045 §6.7). */
function endsLine(raw: Buffer, at: number, end: number): boolean {
  // Blanks are looked at up to a bound: a body of `=` and blanks would else take quadratic time.
  const last = Math.min(end, at + 200)
  let i = at
  while (i < last && (raw[i] === 0x20 || raw[i] === 0x09)) i++
  return i >= end || raw[i] === 0x0a || raw[i] === 0x0d
}

const markers: { code: string; detail: string; marker: string; line: RegExp }[] = [
  {
    code: 'uuencoded_body',
    detail: 'A body has a uuencoded file in it',
    marker: 'begin',
    line: /^begin(?:-base64)?[ \t]{1,9}[0-7]{3,6}[ \t]{1,9}\S/,
  },
  {
    code: 'yenc_body',
    detail: 'A body has a yEnc file in it',
    marker: '=ybegin',
    line: /^=ybegin .{0,200}name=/,
  },
  {
    code: 'binhex_body',
    detail: 'A body has a BinHex file in it',
    marker: '(This file must be converted',
    line: /^\(This file must be converted/,
  },
]
const maxLooks = 1_000
/** A MIME header inside a text: readers that see a part there decode what others show as text. */
const hiddenHeader =
  /(?:^|[\r\n])[ \t]{0,20}Content-Transfer-Encoding[ \t]{0,20}:[ \t]{0,20}(?:base64|quoted-printable|x-?uu)/i

function checkTextEncodings(raw: Buffer, part: MimePart, report: Report): void {
  const body = raw.subarray(part.bodyStart, part.bodyEnd)
  for (const { code, detail, marker, line } of markers) {
    let looks = 0
    for (let at = body.indexOf(marker); at >= 0 && looks++ < maxLooks; at = body.indexOf(marker, at + 1)) {
      if (at > 0 && body[at - 1] !== 0x0a && body[at - 1] !== 0x0d) continue
      const text = body.toString('latin1', at, at + 250)
      if (!line.test(text)) continue
      report(code, detail, text.split(/[\r\n]/, 1)[0]!)
      break
    }
  }
  if (!part.enclosed) checkHiddenParts(body, report)
}

/** How far into a text a hidden part is looked for: further in, it is most often a message that bounced. */
const hiddenReach = 500

function checkHiddenParts(body: Buffer, report: Report): void {
  const start = body.toString('latin1', 0, hiddenReach)
  const found = hiddenHeader.exec(start)?.[0]
  if (found !== undefined)
    report('mime_in_body', 'A body that is no multipart begins with MIME headers', found.trim())
}

/** Reports MIME headers outside of all parts: in the text before the first delimiter, or after the last. */
export function checkGaps(raw: Buffer, parts: readonly MimePart[], report: Report): void {
  let end = 0
  for (const part of parts) {
    checkGap(raw, end, part.headerStart, report)
    end = Math.max(end, part.boundary === null ? part.bodyEnd : part.bodyStart)
  }
  checkGap(raw, end, raw.length, report)
}

function checkGap(raw: Buffer, start: number, end: number, report: Report): void {
  const at = end - start > 60 ? raw.subarray(start, end).indexOf('ransfer-') : -1
  if (at < 0) return
  const found = hiddenHeader.exec(raw.toString('latin1', start, Math.min(end, start + at + 20_000)))?.[0]
  if (found !== undefined) report('mime_in_gap', 'There are MIME headers outside of all parts', found.trim())
}
