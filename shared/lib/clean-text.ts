/** The one gate that makes text storable: Postgres refuses NUL and lone surrogates (SQLSTATE 22021, 22P02). */

/** `text` without NUL, with each lone surrogate replaced by U+FFFD; the same string when already clean. */
export function cleanText(text: string): string {
  const whole = text.isWellFormed() ? text : text.toWellFormed()
  return whole.includes('\0') ? whole.replaceAll('\0', '') : whole
}

/** A deep copy of JSON-like `value` with each string, keys included, passed through {@link cleanText}. */
export function cleanJson<T>(value: T): T {
  if (typeof value === 'string') return cleanText(value) as T
  if (Array.isArray(value)) return value.map(cleanJson) as T
  if (value === null || typeof value !== 'object') return value
  const entries = Object.entries(value).map(([key, item]) => [cleanText(key), cleanJson(item)])
  return Object.fromEntries(entries) as T
}

/** `text` cut to at most `max` UTF-16 units, never through a surrogate pair. */
export function truncate(text: string, max: number): string {
  if (text.length <= max) return text
  const last = text.charCodeAt(max - 1)
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? max - 1 : max)
}
