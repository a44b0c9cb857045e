/** Canary tokens: strings planted in an inbox that nobody has a reason to send. */

/** What a canary is made with: an HMAC of a text, base64url (the service's keyring, for its own purpose). */
export type Sign = (text: string) => string

const length = 24

/**
 * The canary number `index` of an inbox: the same for the same key, and not to be guessed. It looks like an
 * access code, so that whoever is told to collect credentials takes it along.
 */
export function canaryOf(sign: Sign, inboxId: string, index = 0): string {
  const letters = sign(`canary ${inboxId} ${index}`)
    .replace(/[^A-Za-z0-9]/g, '')
    .toUpperCase()
  return `AC-${letters
    .slice(0, length)
    .match(/.{1,6}/g)!
    .join('-')}`
}

/**
 * Which of `canaries` stand in `text`, however they are broken up or spelled: separators and letter case don't
 * count, and neither does the order of their letters where it is reversed.
 */
export function findCanaries(text: string, canaries: readonly string[]): string[] {
  if (canaries.length === 0) return []
  const plain = bare(text)
  return canaries.filter((canary) => {
    const token = bare(canary).slice(2)
    return token.length >= 12 && (plain.includes(token) || plain.includes([...token].reverse().join('')))
  })
}

const bare = (text: string): string => text.toUpperCase().replace(/[^A-Z0-9]/g, '')
