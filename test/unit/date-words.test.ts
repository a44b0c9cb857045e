/** The names of months and days of the week that are written out are those that Intl has. */
import { expect, test } from 'vitest'
import { dateLanguages, dateWords } from '../../shared/risk/likeness/date-words.ts'

/** As Intl names them, without accents, points and capitals. */
function namesIn(locale: string): string[] {
  const names = (['long', 'short'] as const).flatMap((style) => {
    const month = new Intl.DateTimeFormat(locale, { month: style, timeZone: 'UTC' })
    const day = new Intl.DateTimeFormat(locale, { weekday: style, timeZone: 'UTC' })
    return [
      ...Array.from({ length: 12 }, (_, i) => month.format(Date.UTC(2024, i, 1))),
      ...Array.from({ length: 7 }, (_, i) => day.format(Date.UTC(2024, 0, i + 1))),
    ]
  })
  return names.map((name) =>
    name
      .normalize('NFKD')
      .replace(/[\p{M}.]/gu, '')
      .toLowerCase(),
  )
}

test('all of each language are there, and no other', () => {
  expect(dateLanguages).toHaveLength(12)
  expect([...dateWords].toSorted()).toEqual([...new Set(dateLanguages.flatMap(namesIn))].toSorted())
})
