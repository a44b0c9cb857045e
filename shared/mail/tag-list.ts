/** Tag lists of DKIM and ARC fields (RFC 6376 §3.2), read strictly: what two parsers read in two ways is no list. */

const knownTags = new Set(['v', 'a', 'b', 'bh', 'c', 'd', 'h', 'i', 'l', 'q', 's', 't', 'x', 'z', 'cv'])

/**
 * The tags of the header field `field`, values without white space; null where the list is malformed: a tag twice,
 * a name that is none, or a known name in capitals (names are case-sensitive, yet mailauth folds them).
 */
export function readTags(field: Uint8Array): Map<string, string> | null {
  const text = Buffer.from(field.buffer, field.byteOffset, field.byteLength).toString('latin1')
  const tags = new Map<string, string>()
  for (const part of text.slice(text.indexOf(':') + 1).split(';')) {
    if (part.trim() === '') continue
    const at = part.indexOf('=')
    const name = part.slice(0, Math.max(0, at)).trim()
    if (!/^[A-Za-z][A-Za-z0-9_]{0,99}$/.test(name) || tags.has(name)) return null
    if (name !== name.toLowerCase() && knownTags.has(name.toLowerCase())) return null
    tags.set(name, part.slice(at + 1).replace(/\s/g, ''))
  }
  return tags
}
