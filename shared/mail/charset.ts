/** Turns bytes of a named character set into text, whatever the name and the bytes. */
import { isUtf8 } from 'node:buffer'
import { TextDecoder } from 'node:util'
import { decodeDos } from '../lib/dos-charset.ts'
import { decodeShifted } from './shifted-charset.ts'

/** Names seen in mail that the WHATWG Encoding Standard doesn't list. */
const aliases: Record<string, string> = {
  cp932: 'shift_jis',
  'windows-932': 'shift_jis',
  cp936: 'gbk',
  ms936: 'gbk',
  'windows-936': 'gbk',
  'gb18030-2000': 'gb18030',
  cp949: 'euc-kr',
  ms949: 'euc-kr',
  euckr: 'euc-kr',
  cp51949: 'euc-kr',
  'ks-c-5601': 'euc-kr',
  'windows-949': 'euc-kr',
  'x-windows-949': 'euc-kr',
  uhc: 'euc-kr',
  'iso-2022-jp-1': 'iso-2022-jp',
  'iso-2022-jp-2': 'iso-2022-jp',
  'iso-2022-jp-ms': 'iso-2022-jp',
  cp50220: 'iso-2022-jp',
  cp50221: 'iso-2022-jp',
  iso2022jp: 'iso-2022-jp',
  'iso-2022-jp-3': 'iso-2022-jp',
  'iso-2022-jp-2004': 'iso-2022-jp',
  eucjp: 'euc-jp',
  'eucjp-ms': 'euc-jp',
  cp51932: 'euc-jp',
  shiftjis: 'shift_jis',
  cp950: 'big5',
  ms950: 'big5',
  'windows-950': 'big5',
  'x-big5': 'big5',
  cp874: 'windows-874',
  tis620: 'windows-874',
  koi8r: 'koi8-r',
  koi8u: 'koi8-u',
  macroman: 'macintosh',
  'mac-roman': 'macintosh',
  cp10000: 'macintosh',
  'unicode-1-1-utf-8': 'utf-8',
  'utf-8-mac': 'utf-8',
  'x-mac-roman': 'macintosh',
  'iso-8859-11': 'windows-874',
  'dos-866': 'ibm866',
  'ibm-866': 'ibm866',
  'windows-866': 'ibm866',
  ansi: 'windows-1252',
  default: 'utf-8',
  'x-unknown': 'utf-8',
}

const decoders = new Map<string, TextDecoder | null>()
const strictUtf8 = new TextDecoder('utf-8', { fatal: true })
const latin = new TextDecoder('windows-1252')

/** A decoder for the charset `label` in any of its usual spellings; null where there is none. */
function decoderFor(label: string): TextDecoder | null {
  const known = decoders.get(label)
  if (known !== undefined) return known
  const written = label.toLowerCase().replace(/[\s"']/g, '')
  const plain = written.replace(/_/g, '-')
  const decoder =
    tryDecoder(aliases[plain] ?? plain) ??
    tryDecoder(written) ??
    tryDecoder(plain.replaceAll('-', '_')) ??
    tryDecoder(plain.replace(/^(?:cp|win|windows)?-?(125\d)$/, 'windows-$1')) ??
    tryDecoder(plain.replace(/^(?:iso|latin)-?8859-?(\d{1,2})$/, 'iso-8859-$1')) ??
    tryDecoder(plain.replace(/^latin-(\d{1,2})$/, 'latin$1')) ??
    tryDecoder(plain.replace(/^(?:cp|windows-)2859(\d)$/, 'iso-8859-$1'))
  // Labels come from hostile mail: the memo must not grow with them.
  if (decoders.size < 500) decoders.set(label, decoder)
  return decoder
}

function tryDecoder(label: string): TextDecoder | null {
  try {
    return new TextDecoder(label)
  } catch {
    return null
  }
}

/** UTF-8 where `bytes` are that, else Windows-1252: the likeliest reading of undeclared 8-bit text. */
export function decodeUndeclared(bytes: Uint8Array): string {
  try {
    return strictUtf8.decode(bytes)
  } catch {
    return latin.decode(bytes)
  }
}

/** Text of `bytes` in the charset `label` (RFC 2978 name); an unknown one is read as undeclared. Never throws. */
export function decodeCharset(bytes: Uint8Array, label: string): string {
  return decodeKnown(bytes, label) ?? decodeUndeclared(bytes)
}

/** The same; null where the charset is unknown, by its name, and to the bytes. */
export function decodeKnown(bytes: Uint8Array, label: string): string | null {
  const name = label
    .toLowerCase()
    .replace(/[\s"']/g, '')
    .replace(/_/g, '-')
  if (utf7.test(name)) return decodeUtf7(Buffer.from(bytes).toString('latin1'))
  // What calls itself ASCII but has 8-bit characters is mostly UTF-8.
  if (label === '' || /ascii|646/i.test(label)) return decodeUndeclared(bytes)
  const decoder = decoderFor(label)
  if (decoder === null) return decodeShifted(bytes, name) ?? decodeDos(bytes, name)
  // Which byte of a pair comes first is said by their mark (RFC 2781 §4.3), whatever the name is taken for.
  const marked = decoder.encoding === 'utf-16le' && bytes[0] === 0xfe && bytes[1] === 0xff
  const text = (marked ? decoderFor('utf-16be') : decoder)?.decode(bytes) ?? null
  return decoder.encoding === 'utf-8' && text !== null && isMislabelled(bytes, text)
    ? latin.decode(bytes)
    : text
}

/** Whether text was never UTF-8, though it says so: no character of it beyond ASCII could be read, and it isn't that its end is missing. */
const isMislabelled = (bytes: Uint8Array, text: string): boolean =>
  !isUtf8(bytes) &&
  !(bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) &&
  /\ufffd(?=[^\ufffd])/.test(text) &&
  !/[^\0-\x7f\ufffd]/.test(text)

/** Names of UTF-7: that of RFC 2152, of RFC 1642, and those that programs have for them. */
const utf7 = /^(?:(?:x-)?unicode-\d-\d-)?utf-?7$|^csunicode11utf7$/

/** Text of UTF-7 (RFC 2152). */
function decodeUtf7(text: string): string {
  return text.replace(/\+([A-Za-z0-9+/]{0,10000})-?/g, (_, base64: string) => {
    if (base64 === '') return '+'
    const bytes = Buffer.from(base64, 'base64')
    return bytes
      .subarray(0, bytes.length & ~1)
      .swap16()
      .toString('utf16le')
  })
}
