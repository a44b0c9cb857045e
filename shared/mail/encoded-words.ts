/** Decodes RFC 2047 encoded words in header text. */
import { decodeCharset } from './charset.ts'

/** Some senders leave question marks of the text as they are: what ends a word is one with `=` behind it. */
const word = /=\?([^?\s]{1,75})\?([QqBb])\?((?:[^?=]|=(?!\?(?!=))|\?(?!=))*)\?=/g

interface Run {
  charset: string
  pieces: Buffer[]
}

/**
 * `text` with its encoded words decoded. White space between adjacent words is dropped (RFC 2047 §6.2),
 * and their bytes are joined before decoding where the charset is the same: senders split characters.
 * Words of ISO-2022 charsets end in ASCII each, and joined ones would have idle escapes, which are errors.
 */
export function decodeWords(text: string): string {
  if (!text.includes('=?')) return text
  const out: string[] = []
  let run: Run | null = null
  let at = 0
  const endRun = () => {
    if (run !== null) out.push(decodeCharset(Buffer.concat(run.pieces), run.charset))
    run = null
  }
  for (const match of text.matchAll(word)) {
    const between = text.slice(at, match.index)
    const charset = match[1]!.split('*', 1)[0]!.toLowerCase()
    const joined: Run | null = run
    const adjacent = joined !== null && between.trim() === ''
    if (!adjacent || (joined as Run).charset !== charset || charset.startsWith('iso-2022')) endRun()
    if (!adjacent) out.push(between)
    run ??= { charset, pieces: [] }
    ;(run as Run).pieces.push(
      /b/i.test(match[2]!) ? Buffer.from(match[3]!, 'base64') : decodeQ(match[3]!, charset),
    )
    at = match.index + match[0].length
  }
  endRun()
  out.push(text.slice(at))
  return out.join('')
}

/** Bytes of the Q encoding (RFC 2047 §4.2); what isn't one is kept, letters that nobody has encoded as the charset has them. */
function decodeQ(text: string, charset: string): Buffer {
  const plain = Buffer.from(text.replaceAll('_', ' '), /^utf-?8$/.test(charset) ? 'utf8' : 'latin1')
    .toString('latin1')
    .replace(/=([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(plain, 'latin1')
}
