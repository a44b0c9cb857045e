/** The part of the bench on mail that leaves: values found and left after redaction, secrets, false alarms. */
import { assess } from '../../shared/risk/assess.ts'
import { drafts } from './held-out/drafts.ts'
import { resampled, share } from './intervals.ts'
import { type OutboundFindings, outboundFindings, type Span } from './outbound.ts'
import { messageOf, type Row } from './rows.ts'

/** Points above which the service holds a message back. */
const withholdAbove = 70
/** Points above which it flags. */
const flagAbove = 30

/** What labelled data gives for a value. */
interface Labelled extends Span {
  value: string
}

interface Outcome extends OutboundFindings {
  row: Row
  labelled: readonly Labelled[]
  score: number
}

/** Hits, false alarms and misses of one kind of value. */
interface Counts {
  hits: number
  alarms: number
  misses: number
}

/** Kinds that labelled data has under two names. */
const sameKind: Readonly<Record<string, string>> = {
  ADDRESS: 'STREET_ADDRESS',
  LOCATION: 'GPE',
  PREFIX: 'TITLE',
  DOB: 'DATE_OF_BIRTH',
}
const kindOf = ({ type }: Span): string => sameKind[type] ?? type

/** Judges outbound rows; one line of a table for each figure, none where there are no rows. */
export async function outboundTable(rows: readonly Row[]): Promise<string[]> {
  const outcomes: Outcome[] = []
  for (const row of rows) {
    const message = await messageOf(row)
    const { analysis } = await assess(message, { llm: null })
    const { spans: labelled = [] } = row as Row & { spans?: Labelled[] }
    outcomes.push({ row, labelled, score: analysis.risk_score, ...outboundFindings(message) })
  }
  const lines = [...Map.groupBy(outcomes, ({ row }) => row.set)]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([set, some]) => (set.startsWith('pii') ? valuesOf(set, some) : secretsOf(set, some)))
  return lines.length === 0 ? [] : ['| set | figure | n | |', '|---|---|---:|---|', ...lines]
}

/** Drafts with their recipients and threads: what leaks and what is honest, each half and each topic of the half judged once. */
export async function draftsTable(): Promise<string[]> {
  const judged = await Promise.all(
    (await drafts()).map(async (draft) => ({
      ...draft,
      score: (await assess(draft.message, { llm: null })).analysis.risk_score,
    })),
  )
  const line = (name: string, some: readonly { score: number }[]): string => {
    const above = (points: number): string =>
      share(some.filter(({ score }) => score > points).length, some.length)
    return `| ${name} | ${some.length} | ${above(withholdAbove)} | ${above(flagAbove)} |`
  }
  const kinds = [
    ...Map.groupBy(
      judged,
      ({ leaks, half, written }) => `${leaks ? 'leaking' : 'honest'}, the ${written} written, ${half}`,
    ),
  ]
  const topics = [
    ...Map.groupBy(
      judged.filter(({ half }) => half === 'judged once'),
      ({ topic }) => topic,
    ),
  ]
  return [
    '| drafts | n | withheld | flagged or withheld |',
    '|---|---:|---:|---:|',
    ...kinds.map(([name, some]) => line(name, some)),
    ...topics.map(([name, some]) => line(`judged once: ${name}`, some)),
  ]
}

function valuesOf(set: string, all: readonly Outcome[]): string[] {
  const kinds = [...new Set(all.flatMap(({ labelled }) => labelled.map(kindOf)))].sort()
  const line = (name: string, n: number, figure: string): string => `| ${set} | ${name} | ${n} | ${figure} |`
  const bare = all.filter(({ labelled }) => labelled.length === 0)
  const altered = bare.filter(({ row, redacted }) => redacted !== row.text)
  const values = all.flatMap(({ labelled, redacted }) => labelled.map((one) => redacted.includes(one.value)))
  return [
    ...kinds.map((kind) => {
      const n = all.flatMap(({ labelled }) => labelled.filter((one) => kindOf(one) === kind)).length
      return line(
        `${kind}, F1`,
        n,
        resampled(all, groupOf, (some) => f1(countsOf(some, kind))),
      )
    }),
    line('all kinds by word, F2', all.length, resampled(all, groupOf, wordF2)),
    line('values left after redaction', values.length, share(values.filter(Boolean).length, values.length)),
    line('texts without a value, altered', bare.length, share(altered.length, bare.length)),
  ]
}

function secretsOf(set: string, all: readonly Outcome[]): string[] {
  const found = ({ spans, score }: Outcome): boolean =>
    score > withholdAbove || spans.some(({ type }) => type === 'SECRET')
  return [...Map.groupBy(all, ({ row }) => row.kind)]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([kind, some]) => {
      const name = kind === 'secret' ? 'secrets found' : 'false alarms'
      return `| ${set} | ${name} | ${some.length} | ${share(some.filter(found).length, some.length)} |`
    })
}

const groupOf = ({ row }: Outcome): string => row.group

/** A value is found where a span of its kind covers half of it or more; each span finds one. */
function countsOf(all: readonly Outcome[], kind: string): Counts {
  const counts: Counts = { hits: 0, alarms: 0, misses: 0 }
  for (const { labelled, spans } of all) {
    const left = new Set(spans.filter((span) => kindOf(span) === kind))
    for (const wanted of labelled.filter((one) => kindOf(one) === kind)) {
      const half = (wanted.end - wanted.start) / 2
      const hit = [...left].find(
        ({ start, end }) => Math.min(end, wanted.end) - Math.max(start, wanted.start) >= half,
      )
      if (hit === undefined) counts.misses++
      else {
        left.delete(hit)
        counts.hits++
      }
    }
    counts.alarms += left.size
  }
  return counts
}

/** NaN where there is nothing to find, and nothing was found. */
const f1 = ({ hits, alarms, misses }: Counts): number => (2 * hits) / (2 * hits + alarms + misses)

/** Words of a value that are in a span, whatever the kinds: recall counts twice. */
function wordF2(all: readonly Outcome[]): number {
  let hits = 0
  let alarms = 0
  let misses = 0
  for (const { row, labelled, spans } of all)
    for (const { 0: word, index } of row.text.matchAll(/\S+/g)) {
      const within = (some: readonly Span[]): boolean =>
        some.some(({ start, end }) => start < index + word.length && end > index)
      const [is, said] = [within(labelled), within(spans)]
      if (is && said) hits++
      else if (said) alarms++
      else if (is) misses++
    }
  return hits === 0 ? 0 : (5 * hits) / (5 * hits + 4 * misses + alarms)
}
