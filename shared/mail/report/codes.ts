/** Reply codes and enhanced status codes in what mail systems say. */

export interface Codes {
  code: number | null
  enhancedCode: string | null
}

/** Enhanced status codes (RFC 3463 §2), not as a part of an address, a version or a date. */
const enhanced = /(?<![\d.@\w-])([245])\.(\d{1,3})\.(\d{1,3})(?![\d]|\.\d|-\d)/g
/** Reply codes (RFC 5321 §4.2) where a reply begins, or after a word that announces one. */
const reply =
  /(?:^|[\n:;,("'<>[\]]\s{0,10}|\b(?:said|error|reply|responded|response|code|status|with|smtp|diagnostic|was|returned)\s{0,3}:?\s{0,3}[("'#<[]?\s{0,3})([45][0-5]\d)(?=[\s\-:;,)"'>.\]]|$)|(?<![\d.\w-])([45][0-5]\d)(?=-['" ])/gi
/** Both together: the very words of a host, whatever was made of them. */
const both = /(?<![\d.@\w-])([45][0-5]\d)[ -]{1,3}['"#(<]{0,2}([245]\.\d{1,3}\.\d{1,3})(?![\d]|\.\d|-\d)/g

/** Characters that are looked at. */
const longest = 8_000

/** What says no more than that it failed, or that it was given up: whoever reports says it, and not the host. */
const saysNothing = /^(?:\d\.0\.0|4\.4\.7|5\.4\.7)$/

/** The codes in `text`; where several are given, those of a final refusal before those of a delay. */
export function codesIn(text: string): Codes {
  const part = text.slice(0, longest)
  const pairs = [...part.matchAll(both)].map(([, code, status]) => ({ code: Number(code), status: status! }))
  const pair = pairs.find(({ status }) => !saysNothing.test(status))
  if (pair !== undefined) return { code: pair.code, enhancedCode: pair.status }
  const enhancedCodes = [...part.matchAll(enhanced)].map(([, ...numbers]) => numbers.join('.'))
  const replyCodes = [...part.matchAll(reply)].map(([, code, quoting]) => Number(code ?? quoting))
  return {
    code: replyCodes.find((code) => code >= 500) ?? replyCodes[0] ?? pairs[0]?.code ?? null,
    enhancedCode: best(enhancedCodes),
  }
}

/** A code that says something, of a final refusal where there is one. */
function best(codes: readonly string[]): string | null {
  const says = (code: string) => !saysNothing.test(code)
  return (
    codes.find((code) => code.startsWith('5') && says(code)) ??
    codes.find((code) => code.startsWith('4') && says(code)) ??
    codes[0] ??
    null
  )
}

/** Which of two codes tells more: what the host itself said is plainer than what was made of it. */
export function plainest(status: string | null, quoted: string | null): string | null {
  if (status === null || quoted === null) return status ?? quoted
  return saysNothing.test(quoted) ? status : quoted
}
