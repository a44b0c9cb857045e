/** The part of the bench on rules alone: which of them fire on honest mail, and in which languages. */
import type { Detection } from '../../shared/domain/analysis.ts'
import { share } from './intervals.ts'
import type { Row } from './rows.ts'

/** The share of honest mail above which a rule has to have a cause. */
const worthACause = 0.002
/** Fewest rows of a language that it is looked at alone. */
const fewestOfLanguage = 60

/** What was learned, what says nothing, and what looks at all findings together. */
const notRules = /^(?:injection|scam)\.resembles_|^scam\.odd_form$|^clamav\.|^overall\./

/** Findings of one honest row. */
export interface Alarm {
  row: Row
  detections: readonly Detection[]
}

/** A table of the rules that fire on more than .2 % of honest rows, or of those in a language; most frequent first. */
export function rulesTable(alarms: readonly Alarm[]): string[] {
  const languages = new Map(
    [...Map.groupBy(alarms, ({ row }) => row.lang ?? '')].filter(
      ([lang, some]) => lang !== '' && some.length >= fewestOfLanguage,
    ),
  )
  const rules = new Map<string, Alarm[]>()
  for (const alarm of alarms)
    for (const name of new Set(alarm.detections.map(({ method, result }) => `${method}.${result}`)))
      if (!notRules.test(name)) rules.set(name, [...(rules.get(name) ?? []), alarm])
  const lines = [...rules]
    .toSorted(([, a], [, b]) => b.length - a.length)
    .flatMap(([name, some]) => {
      const often = [...languages].flatMap(([lang, all]) => {
        const count = some.filter(({ row }) => row.lang === lang).length
        return count > 1 && count / all.length > worthACause
          ? [`${lang} ${(count / all.length).toFixed(3)}`]
          : []
      })
      if (some.length / alarms.length <= worthACause && often.length === 0) return []
      const points = Math.max(...some.map(({ detections }) => pointsOf(detections, name)))
      return [`| ${name} | ${share(some.length, alarms.length)} | ${points} | ${often.join(', ')} |`]
    })
  return [
    `| rule, alone, on ${alarms.length} honest rows | fires | most points | languages above .2 % |`,
    '|---|---:|---:|---|',
    ...lines,
  ]
}

const pointsOf = (detections: readonly Detection[], name: string): number =>
  Math.max(
    0,
    ...detections.flatMap(({ method, result, points = 0 }) =>
      `${method}.${result}` === name ? [points] : [],
    ),
  )
