/** Reads the Date header (RFC 5322 §3.3, with the obsolete and wrong forms that mailers write). */

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const zones: Record<string, number> = {
  est: -300,
  edt: -240,
  cst: -360,
  cdt: -300,
  mst: -420,
  mdt: -360,
  pst: -480,
  pdt: -420,
}
const mailDate =
  /^(?:[A-Za-z]{2,9}[,.]?\s{0,9})?(\d{1,2})[\s-]{1,9}([A-Za-z]{3})[A-Za-z]{0,6}\.?[\s-]{1,9}(\d{2,4})[\s,]{1,9}(\d{1,2})[:.](\d{2})(?:[:.](\d{2}))?(?:[.,]\d{1,9})?\s{0,9}(?:([AP])\.?M\b\.?\s{0,9})?(?:(?:GMT|UTC?)(?=[+-]))?([+-]\s?\d{2}:?\d{2}|[A-Za-z]{1,5})?/i
const unixDate =
  /^(?:[A-Za-z]{3,9}\s{1,9})?([A-Za-z]{3})\s{1,9}(\d{1,2})\s{1,9}(\d{1,2}):(\d{2}):(\d{2})\s{1,9}(?:([AP])M\s{1,9})?(?:([A-Z]{3,4})\s{1,9})?(\d{4})/
const isoDate = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?/

/** `text` as ISO 8601 in UTC; null where it isn't a date, or one outside the years 1 to 9999. */
export function parseMailDate(text: string): string | null {
  const plain = text.trim()
  return inRange(readMailDate(plain) ?? readUnixDate(plain) ?? readIsoDate(plain))
}

function inRange(time: number | null): string | null {
  if (time === null || Number.isNaN(time)) return null
  const year = new Date(time).getUTCFullYear()
  return year >= 1 && year <= 9999 ? new Date(time).toISOString() : null
}

function readMailDate(text: string): number | null {
  const match = mailDate.exec(text)
  if (match === null) return null
  const [, day, month, year, hour, minute, second = '0', half, zone = ''] = match
  return utc(fullYear(year!), month!, day!, ofDay(hour!, half), minute!, second, zoneMinutes(zone))
}

function readUnixDate(text: string): number | null {
  const match = unixDate.exec(text)
  if (match === null) return null
  const [, month, day, hour, minute, second, half, zone = '', year] = match
  return utc(Number(year), month!, day!, ofDay(hour!, half), minute!, second!, zoneMinutes(zone))
}

/** The hour of 24 that one of twelve is, where `half` (A or P) names its half of the day. */
function ofDay(hour: string, half: string | undefined): string {
  const said = Number(hour)
  if (half === undefined || said < 1 || said > 12) return hour
  return String((said % 12) + (half.toUpperCase() === 'P' ? 12 : 0))
}

function readIsoDate(text: string): number | null {
  const match = isoDate.exec(text)
  if (match === null) return null
  const zoned = /(?:Z|[+-]\d{2}:?\d{2})$/.test(match[0].slice(10)) || match[0].length === 10
  return Date.parse(match[0].replace(' ', 'T') + (zoned ? '' : 'Z'))
}

/** RFC 5322 §4.3: two digits are 2000 to 2049 and 1950 to 1999, three count from 1900. */
function fullYear(digits: string): number {
  const year = Number(digits)
  if (digits.length >= 4) return year
  return year < 50 && digits.length === 2 ? 2000 + year : 1900 + year
}

function zoneMinutes(zone: string): number {
  const numeric = /^([+-])\s?(\d{2}):?(\d{2})$/.exec(zone)
  if (numeric === null) return zones[zone.toLowerCase()] ?? 0
  return (numeric[1] === '-' ? -1 : 1) * (Number(numeric[2]) * 60 + Number(numeric[3]))
}

function utc(
  year: number,
  monthName: string,
  day: string,
  hour: string,
  minute: string,
  second: string,
  offset: number,
): number | null {
  const month = months.indexOf(monthName.toLowerCase())
  if (month < 0 || Number(day) > 31 || Number(hour) > 24 || Number(minute) > 59 || Number(second) > 60)
    return null
  const date = new Date(0)
  // Date.UTC would read the years 0 to 99 as 1900 to 1999.
  date.setUTCFullYear(year, month, Number(day))
  date.setUTCHours(Number(hour), Number(minute) - offset, Number(second))
  return date.getTime()
}
