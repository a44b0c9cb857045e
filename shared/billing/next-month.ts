/** The end of a period of one month. */

/**
 * The same day of the next month in UTC, or its last day where it has no such day; ISO 8601. `day` is the one of the month
 * in which the first of these periods began: after a shorter month it is that again.
 */
export function nextMonth(from: Date, day = from.getUTCDate()): string {
  const end = new Date(from)
  // Of the month after: its last day is the one before the first of the next.
  end.setUTCMonth(from.getUTCMonth() + 2, 0)
  if (day < end.getUTCDate()) end.setUTCDate(day)
  return end.toISOString()
}
