/** Reads what a peer replied (RFC 5321 §4.2, RFC 3463), and what it means for a recipient. */
import { cleanText, truncate } from '../lib/clean-text.ts'
import { longestText, type RecipientResult } from './transport.ts'

/** A reply, taken apart. */
export interface Reply {
  code: number | null
  enhancedCode: string | null
  /** Without the codes, on one line. */
  text: string
}

/** Takes a reply apart; lines of a longer one are joined by a space. What is no reply has no code. */
export function readReply(response: string): Reply {
  const lines = response.slice(0, 8 * longestText).split(/\r?\n/)
  const code = /^([2-5]\d\d)(?:[ -]|$)/.exec(lines[0] ?? '')?.[1]
  const parts = lines.map((line) => line.replace(/^\d{3}[ -]?/, ''))
  const enhancedCode = /^([245]\.\d{1,3}\.\d{1,3})(?: |$)/.exec(parts[0] ?? '')?.[1] ?? null
  const words = parts.map((part) => (enhancedCode === null ? part : withoutPrefix(part, enhancedCode)))
  return {
    code: code === undefined ? null : Number(code),
    enhancedCode,
    text: truncate(
      cleanText(
        words
          .join(' ')
          .replaceAll(/[\t ]{1,100}/g, ' ')
          .trim(),
      ),
      longestText,
    ),
  }
}

const withoutPrefix = (text: string, prefix: string): string =>
  text.startsWith(prefix) ? text.slice(prefix.length).trimStart() : text

/** What a refusal means: 5xx is final, all else may be tried again. */
export function refusal(reply: Reply): Omit<RecipientResult, 'address'> {
  const final = reply.code !== null && reply.code >= 500 && !isTooMany(reply)
  return { outcome: final ? 'failed' : 'deferred', ...reply }
}

/** Whether the peer takes fewer recipients at a time, and asks to come again with the rest (RFC 5321 §4.5.3.1.10). */
export function isTooMany({ code, enhancedCode, text }: Reply): boolean {
  if (code !== 452 && code !== 552) return false
  return enhancedCode === '4.5.3' || enhancedCode === '5.5.3' || /\btoo many (recipients|rcpt)/i.test(text)
}

/**
 * Whether the peer asks for encryption, and refuses a session without (RFC 3207 §4, and the words of those who don't say
 * 530): where its TLS failed just now, that it wants some is no refusal for good.
 */
export function asksForEncryption({ code, enhancedCode, text }: Reply): boolean {
  if (code === null || code < 500) return false
  if (enhancedCode === '5.7.10') return true
  if (code !== 530 && !(enhancedCode ?? '').startsWith('5.7.')) return false
  // An address may be called so.
  return /\bstarttls\b|\b(?:tls|ssl|encrypt\w{0,5})\b.{0,40}\b(?:required|needed|mandatory)|\brequires?\b.{0,40}\b(?:tls|ssl|encrypt)/i.test(
    text.replace(/<[^<>]{0,320}>/g, ''),
  )
}

/** A failure that no peer told of: `final`, or to be tried again. */
export function failure(
  enhancedCode: string,
  text: string,
  code: number | null = null,
): Omit<RecipientResult, 'address'> {
  return { outcome: enhancedCode.startsWith('5') ? 'failed' : 'deferred', code, enhancedCode, text }
}
