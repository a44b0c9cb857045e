/** Canary tokens: strings planted in an inbox that nobody has a reason to send. */

/** What a canary is made with: an HMAC of a text, base64url (the service's keyring, for its own purpose). */
export type Sign = (text: string) => string

const length = { mark: 8, own: 16 }

const letters = (sign: Sign, text: string, count: number): string =>
  sign(text)
    .replace(/[^A-Za-z0-9]/g, '')
    .toUpperCase()
    .slice(0, count)

/** What all canaries of a tenant begin with: one search for it tells whether a text can hold any of them. */
export const canaryMark = (sign: Sign, tenantId: string): string =>
  letters(sign, `canary mark ${tenantId}`, length.mark)

/**
 * The canary of an inbox: the same for the same key and generation, and not to be guessed. It looks like an access
 * code, so that whoever is told to collect credentials takes it along.
 */
export function canaryOf(sign: Sign, tenantId: string, inboxId: string, generation: number): string {
  const own = letters(sign, `canary ${tenantId} ${inboxId} ${generation}`, length.own)
  return `AC-${`${canaryMark(sign, tenantId)}${own}`.match(/.{1,6}/g)!.join('-')}`
}

/** Marks looked at in one text: a text of nothing else is no reason to search for long. */
const maxMarks = 1_000

/** What stands in `text` where a canary with one of the marks could stand: bare letters, as {@link bareCanary} makes them. */
export function marked(text: string, marks: readonly string[]): string[] {
  const plain = bare(text)
  const found = new Set<string>()
  for (const letters of [plain, backwards(plain)])
    for (const mark of marks)
      for (let at = letters.indexOf(mark), seen = 0; at >= 0 && seen < maxMarks; seen++) {
        const candidate = letters.slice(at, at + length.mark + length.own)
        if (candidate.length === length.mark + length.own) found.add(candidate)
        at = letters.indexOf(mark, at + 1)
      }
  return [...found]
}

/** A canary as {@link marked} answers it. */
export const bareCanary = (canary: string): string => bare(canary).slice(2)

/**
 * Which of `canaries` stand in `text`, however they are broken up or spelled: separators, letter case and width don't
 * count, and neither does the order of their letters where it is reversed.
 */
export function findCanaries(text: string, canaries: readonly string[]): string[] {
  if (canaries.length === 0) return []
  const plain = bare(text)
  return canaries.filter((canary) => {
    const token = bareCanary(canary)
    return token.length >= 12 && (plain.includes(token) || plain.includes(backwards(token)))
  })
}

const bare = (text: string): string =>
  text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
const backwards = (text: string): string => [...text].reverse().join('')
