/** Finds mail addresses in folded text, in one pass: from each @ backwards, since most words are none. */

/** Units of a local part at most (RFC 5321 §4.5.3.1.1). */
const localUnits = 64
const breaks = new Set([...'@<>"\'(),;:[]'].map((one) => one.charCodeAt(0)))
const space = /\s/
const domain = /[a-z0-9.-]{2,120}\.[a-z]{2,24}/y

/** An address where it stands: `text.slice(start, end)`. */
export interface FoundAddress {
  address: string
  start: number
  end: number
}

/** The addresses of a text in lower case, in order; of a longer local part its end. */
export function* mailAddressesIn(text: string): Generator<FoundAddress> {
  let after = 0
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', Math.max(after, at + 1))) {
    let start = at
    while (start > after && at - start < localUnits && isLocal(text, start - 1)) start--
    if (start === at) continue
    domain.lastIndex = at + 1
    if (!domain.test(text)) continue
    after = domain.lastIndex
    yield { address: text.slice(start, after), start, end: after }
  }
}

const isLocal = (text: string, index: number): boolean =>
  !breaks.has(text.charCodeAt(index)) && !space.test(text[index]!)

/** The text with `@` for each of its addresses. */
export function withoutAddresses(text: string): string {
  let rest = ''
  let from = 0
  for (const { start, end } of mailAddressesIn(text)) {
    rest += `${text.slice(from, start)}@`
    from = end
  }
  return rest + text.slice(from)
}
