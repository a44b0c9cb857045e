/** Reply codes and enhanced status codes in what mail systems say. */

export interface Codes {
  code: number | null
  enhancedCode: string | null
}

/** Enhanced status codes (RFC 3463 §2), not as a part of an address, a version or a date. */
const enhanced = /(?<![\d.@\w-])([245])\.(\d{1,3})\.(\d{1,3})(?![\d]|\.\d|-\d)/g
/** Reply codes (RFC 5321 §4.2) where a reply begins, or after a word that announces one. */
const reply =
  /(?:^|[\n:;,("'<>\]]\s*|\b(?:said|error|reply|responded|response|code|status|with|smtp|diagnostic|smtp;|was|returned)\s*:?\s*[("'#<]?\s*)([45][0-5]\d)(?=[\s\-:;,)"'>.]|$)/gi

/** Characters that are looked at. */
const longest = 8_000

/** The codes in `text`; where several are given, those of a final refusal before those of a delay. */
export function codesIn(text: string): Codes {
  const part = text.slice(0, longest)
  const enhancedCodes = [...part.matchAll(enhanced)].map(([, ...numbers]) => numbers.join('.'))
  const replyCodes = [...part.matchAll(reply)].map(([, code]) => Number(code))
  return {
    code: replyCodes.find((code) => code >= 500) ?? replyCodes[0] ?? null,
    enhancedCode: best(enhancedCodes),
  }
}

/** A code that says something, of a final refusal where there is one. */
function best(codes: readonly string[]): string | null {
  const says = (code: string) => !/^\d\.0\.0$/.test(code)
  return (
    codes.find((code) => code.startsWith('5') && says(code)) ??
    codes.find((code) => code.startsWith('4') && says(code)) ??
    codes[0] ??
    null
  )
}
