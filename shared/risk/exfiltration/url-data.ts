/** Data that leaves in the address of a link or picture: in its query, its path, its host name. */
import { looksRandom } from '../secret/randomness.ts'
import { findPayloads } from './encoded.ts'

export interface UrlData {
  /** Where in the address: `query`, `path`, `host`. */
  place: 'query' | 'path' | 'host'
  /** The text carried, decoded. */
  text: string
  /** Whether it was encoded beyond what addresses need. */
  encoded: boolean
}

const caps = { url: 8_000, values: 60 }

/** Texts that `url` carries and that are long enough to say something. */
export function dataOfUrl(url: string): UrlData[] {
  const href = url.slice(0, caps.url)
  if (!URL.canParse(href)) return []
  const { hostname, pathname, searchParams, hash, username, password } = new URL(href)
  const values = [...searchParams]
    .slice(0, caps.values)
    .flatMap(([name, value]) => (value === '' ? [name] : [value]))
  if (hash.length > 8) values.push(decode(hash.slice(1)))
  if (username !== '' || password !== '') values.push(decode(`${username}:${password}`))
  return [
    ...values.flatMap((text) => carried('query', text)),
    ...pathname
      .split('/')
      .slice(0, caps.values)
      .flatMap((segment) => carried('path', decode(segment))),
    ...ofHost(hostname),
  ]
}

function carried(place: UrlData['place'], text: string): UrlData[] {
  if (text.length < 6) return []
  const payloads = findPayloads(text)
  return [
    { place, text, encoded: false },
    ...payloads.flatMap((payload) =>
      payload.text === null ? [] : [{ place, text: payload.text, encoded: true }],
    ),
  ]
}

/** Labels in front of the domain that are long and mean nothing: data asked of a name server. */
function ofHost(hostname: string): UrlData[] {
  const labels = hostname.split('.').slice(0, -2)
  const joined = labels.join('')
  if (joined.length < 32) return []
  const hex = /^[0-9a-f]{32,}$/.test(joined) ? Buffer.from(joined, 'hex').toString('utf8') : null
  if (hex !== null && /^[\x20-\x7e\s]{12,}$/.test(hex)) return [{ place: 'host', text: hex, encoded: true }]
  const base32 = /^[a-z2-7]{40,}$/.test(joined)
  return base32 || labels.some((label) => label.length >= 32 && looksRandom(label))
    ? [{ place: 'host', text: joined, encoded: true }]
    : []
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Whether `text` reads as prose: some words with spaces (or what stands for them in addresses) between. */
export const isProse = (text: string): boolean => (text.match(/\p{L}{2}(?=[\s+_,.-])/gu)?.length ?? 0) >= 8
