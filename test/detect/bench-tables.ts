/** The tables of the bench on mail that comes in: shares withheld and flagged with their intervals, stratum by stratum. */
import { share } from './intervals.ts'
import type { Row } from './rows.ts'
import { isHonest, type Stratum } from './strata.ts'

/** Points above which the service withholds, and above which it flags. */
const bounds = { withhold: 70, flag: 30 }

/** A row and what a model says of it that saw nothing of its source. */
export interface Judged {
  row: Row
  score: number
  stratum: Stratum
  proven: string
}

/** Fewest rows of a stratum that has a line of its own. */
const fewest = 5

/** Modern sets are those with a source each, by their name. */
const isModern = ({ row }: Judged): boolean => row.set.startsWith('modern_')

/** One table each: honest mail, attacks, each set, and parts of composed mail. */
export function unseenTables(judged: readonly Judged[]): string[][] {
  const honest = judged.filter(({ row }) => isHonest(row))
  const hostile = judged.filter(({ row }) => !isHonest(row))
  const mail = honest.filter(({ stratum }) => stratum !== 'text, no mail')
  const composed = hostile.filter(
    ({ row: { frame, set } }) => frame !== undefined && !set.startsWith('modern_'),
  )
  return [
    table('honest mail', [
      ['modern', mail.filter(isModern)],
      ['modern, ordinary', mail.filter((one) => isModern(one) && one.row.kind === 'ham')],
      ['modern, hard', mail.filter((one) => isModern(one) && one.row.kind === 'benign_hard')],
      ['older, ordinary', mail.filter((one) => !isModern(one) && one.row.kind === 'ham')],
      ...by(mail, ({ stratum }) => stratum),
      ...by(mail.filter(isModern), ({ row: { lang = 'not said' } }) => `modern, ${lang}`),
      ...by(mail, ({ proven }) => `sender ${proven}`),
    ]),
    table('hostile mail', [
      ...by(hostile.filter(isModern), ({ row }) => `modern, ${row.kind}`),
      ...by(hostile.filter(isModern), ({ row: { kind, lang = 'not said' } }) => `modern, ${kind}, ${lang}`),
      ...by(hostile, ({ proven }) => `sender ${proven}`),
    ]),
    table(
      'set',
      by(judged, ({ row }) => `${row.set}, ${row.kind}`, 1),
    ),
    table('composed mail', [
      ...by(composed, ({ row }) => `frame ${row.frame}`),
      ...by(composed, ({ row }) => `goal ${row.goal}`),
      ...by(composed, ({ row }) => `obfuscation ${row.obfuscation}`),
    ]),
  ].filter((lines) => lines.length > 2)
}

type Group = readonly [name: string, some: readonly Judged[]]

function by(all: readonly Judged[], nameOf: (one: Judged) => string, least = fewest): Group[] {
  return [...Map.groupBy(all, nameOf)]
    .filter(([, some]) => some.length >= least)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
}

function table(what: string, groups: readonly Group[]): string[] {
  const above = (some: readonly Judged[], points: number): string =>
    share(some.filter(({ score }) => score > points).length, some.length)
  return [
    `| ${what}, its source left out | rows | withheld | flagged or withheld |`,
    '|---|---:|---:|---:|',
    ...groups.flatMap(([name, some]) =>
      some.length === 0
        ? []
        : [`| ${name} | ${some.length} | ${above(some, bounds.withhold)} | ${above(some, bounds.flag)} |`],
    ),
  ]
}
