/** The end of a period of one month. */

/** The same day of the next month in UTC, or its last day where it has no such day; ISO 8601. */
export function nextMonth(from: Date): string {
  const end = new Date(from)
  end.setUTCMonth(end.getUTCMonth() + 1)
  // The 31st of a month with 30 days overflows into the month after.
  if (end.getUTCDate() !== from.getUTCDate()) end.setUTCDate(0)
  return end.toISOString()
}
