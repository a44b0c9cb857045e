/** The header `Retry-After` (RFC 9110 §10.2.3): a number of seconds, or a date. */

/** A date of HTTP in any of its three forms (RFC 9110 §5.6.7). */
const httpDate = /^(?:Mon|Tues?|Wed(?:nes)?|Thu(?:rs)?|Fri|Sat(?:ur)?|Sun)(?:day)?,? /

/** Seconds to wait for, from the headers of an answer; null where they don't say, or say what is no time to wait for. */
export function retryAfterOf(headers: Headers): number | null {
  const said = headers.get('retry-after')?.trim() ?? ''
  if (/^\d+(?:\.\d+)?$/.test(said)) return Number(said)
  const until = timeOf(said)
  if (until === null) return null
  // By the clock of who says it, where it is told: the one here may be wrong.
  const now = timeOf(headers.get('date') ?? '') ?? Date.now()
  return Math.max(0, (until - now) / 1_000)
}

function timeOf(date: string): number | null {
  if (!httpDate.test(date)) return null
  const time = Date.parse(date.endsWith(' GMT') ? date : `${date} GMT`)
  return Number.isNaN(time) ? null : time
}
