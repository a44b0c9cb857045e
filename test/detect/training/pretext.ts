/** Trains the model of pretexts: words and signs by the mail of our authors, then trees over them, and a curve over honest mail that neither has seen. */
import { pointsOf } from '../../../shared/risk/model/combiner.ts'
import { injectionHead, type Knot } from '../../../shared/risk/model/model.ts'
import { type OverallModel, opinionsOf } from '../../../shared/risk/overall/model.ts'
import { binsOf, logitOfBins, type Trees } from '../../../shared/risk/overall/trees.ts'
import {
  features,
  fewestNgrams,
  oddsOf,
  ofLinks,
  type PretextModel,
  type PretextTrees,
  type PretextWords,
  rising,
  valuesOf,
} from '../../../shared/risk/pretext/model.ts'
import { type PretextReading, readMail, signs } from '../../../shared/risk/pretext/read-mail.ts'
import { scamModel } from '../../../shared/risk/scam/model.ts'
import { share } from '../intervals.ts'
import { messageOf, type Row } from '../rows.ts'
import { isHonest } from '../strata.ts'
import { type BoostOptions, boost, edgesOf } from './boost.ts'
import { exceededBy } from './calibrate.ts'
import { foldCount } from './folds.ts'
import { quantise } from './heads.ts'
import { foldOfAuthor, told, untold } from './incoming.ts'
import { roleOf } from './manifest.ts'
import { trainLetters } from './passages.ts'
import { hashOf } from './random.ts'
import { type Reading, readingOf } from './readings.ts'
import { sourceFoldOf } from './sources.ts'

const options = { epochs: 24, rate: 0.1, decay: 0.01, seed: 1, fewestNgrams }
const boostOptions: BoostOptions = {
  rounds: 120,
  rate: 0.08,
  penalty: 2,
  leastCurvature: 1.5,
  rows: 0.7,
  features: 0.6,
  seeds: [1, 2, 3],
}

/** A row, as the model reads it, and as the others have read it that stand before. */
export interface PretextCase {
  row: Row
  read: PretextReading
  /** Readings of the joint judgement, and features of links. */
  others: ReadonlyMap<string, number>
}

/** Rows as the heads that ship read them, which have learned from none of our authors' mail. */
export async function readAll(rows: readonly Row[]): Promise<Reading[]> {
  const readings = []
  for (const row of rows) readings.push(await readingOf(row, { injection: injectionHead, scam: scamModel }))
  return readings
}

/** The case of a row that the other models have read. */
export const caseOf = async (reading: Reading, model: OverallModel): Promise<PretextCase> =>
  caseBy(reading, readMail(await messageOf(reading.row)), model)

/** The same of one whose mail has been read. */
export function caseBy(
  { row, features: had }: Reading,
  read: PretextReading,
  model: OverallModel,
): PretextCase {
  const others = new Map(
    opinionsOf(had, model).map(({ question, logit }): [string, number] => [`overall.${question}`, logit]),
  )
  for (const name of ofLinks) others.set(name, had.get(name) ?? 0)
  return { row, read, others }
}

/** Rows that are left out together: all of an author, or of a source. */
const foldOf = (row: Row): number => foldOfAuthor(row) ?? sourceFoldOf(row)

/** Sets beside the authors' that are learned from: mail, and talk of agents and pages that read like attacks; no prompts, and no parts of attacks. */
const besideSets =
  /^(?:ham_|email_|benign_hard_mail|modern_|own_(?:abroad|attack_letter|clone|foreign|honest|honest_hard|honest_indirect|honest_letter|honest_service|letter|modern|page|plain|question|scam|scam_letter|short)$)/
/** Rows of a set, and of one kind, that are: there are many alike in some. */
const mostOfSet = 400

const isAuthored = ({ set }: Row): boolean => set === told || set === untold
/** Whether a row that teaches the words teaches the trees, too: what is hostile elsewhere has models of its own. */
const teachesTrees = (row: Row): boolean => isAuthored(row) || isHonest(row)

/** What a row counts that our authors have written: with what its mailbox knows, or alone. */
const authoredWeight = (row: Row): number => (row.set === told ? 1 : 0.5)
/** What a row of elsewhere counts at most, and all of its set and kind together. */
const besideWords = { most: 0.6, together: 360 }
const besideTrees = { most: 1, together: 900 }

const kindOf = (row: Row): string => `${row.set} ${isHonest(row)}`

/** The rows that teach, by the order of their hashes where a set has too many. */
function teachers(cases: readonly PretextCase[]): Map<string, Row[]> {
  const fitting = cases
    .map(({ row }) => row)
    .filter((row) => isAuthored(row) || (roleOf(row) === 'weights' && besideSets.test(row.set)))
  return new Map(
    [...Map.groupBy(fitting, kindOf)].map(([kind, some]) => [
      kind,
      isAuthored(some[0]!) ? some : some.toSorted((a, b) => hashOf(a.id) - hashOf(b.id)).slice(0, mostOfSet),
    ]),
  )
}

type WeightOf = (row: Row) => number

const weightBy =
  (taught: ReadonlyMap<string, readonly Row[]>, { most, together }: typeof besideWords): WeightOf =>
  (row) =>
    isAuthored(row) ? authoredWeight(row) : Math.min(most, together / taught.get(kindOf(row))!.length)

function trainWords(cases: readonly PretextCase[], weightOf: WeightOf): PretextWords {
  const lessons = cases.map(({ row, read }) => ({
    reading: read,
    positive: !isHonest(row),
    weight: weightOf(row),
  }))
  const { words, bias, signs: weighed } = trainLetters(lessons, signs, options)
  return { bias, words: quantise({ table: words, bias: 0 }), signs: weighed }
}

/** A case with the log odds of words that were not learned from its source; null where it has too little text. */
interface SaidCase extends PretextCase {
  values: Float64Array
  words: number
  fold: number
}

function growTrees(cases: readonly SaidCase[], edges: PretextTrees['edges'], weightOf: WeightOf): Trees {
  const bins = cases.map(({ values }) => binsOf(values, edges))
  return boost(
    {
      columns: features.map((_, feature) => Uint8Array.from(bins, (row) => row[feature]!)),
      positive: cases.map(({ row }) => !isHonest(row)),
      weight: Float64Array.from(cases, ({ row }) => weightOf(row)),
      offset: new Float64Array(cases.length),
    },
    features.map((name) => rising.has(name)),
    boostOptions,
  )
}

/**
 * The model, by all `cases`, and what it comes to for each author by models that have learned nothing of the author, a line
 * each.
 */
export function trainPretext(cases: readonly PretextCase[]): { model: PretextModel; lines: string[] } {
  const taughtRows = teachers(cases)
  const teaches = new Set([...taughtRows.values()].flat())
  const taught = cases.filter(({ row }) => teaches.has(row))
  const wordsWeight = weightBy(taughtRows, besideWords)
  const treesWeight = weightBy(taughtRows, besideTrees)
  const said: SaidCase[] = []
  for (let fold = 0; fold < foldCount; fold++) {
    const words = trainWords(
      taught.filter(({ row }) => foldOf(row) !== fold),
      wordsWeight,
    )
    for (const one of cases) {
      if (foldOf(one.row) !== fold) continue
      const odds = oddsOf(one.read, words)
      if (odds === null) continue
      const values = valuesOf(odds.logit, one.read.signs, one.others)
      said.push({ ...one, values, words: odds.logit, fold })
    }
  }
  const growing = said.filter(({ row }) => teaches.has(row) && teachesTrees(row))
  const edges = features.map((_, feature) =>
    edgesOf(Float64Array.from(growing, ({ values }) => values[feature]!)).map((edge) =>
      Number(edge.toPrecision(5)),
    ),
  )
  const judged = []
  for (let fold = 0; fold < foldCount; fold++) {
    const trees = growTrees(
      growing.filter((one) => one.fold !== fold),
      edges,
      treesWeight,
    )
    for (const one of said)
      if (one.fold === fold) judged.push({ ...one, logit: logitOfBins(binsOf(one.values, edges), trees) })
  }
  const honest = judged.filter(({ row }) => isHonest(row) && (isAuthored(row) || roleOf(row) !== 'measure'))
  const bounds = curvesOf(judged, honest)
  const model = {
    ...trainWords(taught, wordsWeight),
    edges,
    trees: growTrees(growing, edges, treesWeight),
    ...bounds,
  }
  const strictest = [
    ...boundsOf(honest.filter(isForNewcomer), aims).slice(0, 8),
    ...boundsOf(honest.filter(knows), knowingAims).slice(0, 4),
  ].map(
    ({ stratum, withhold, flag, beyond }) =>
      `${stratum}: withholds from ${round(withhold)}, flags from ${round(flag)}; beyond are ${beyond.join(', ')}`,
  )
  return { model, lines: [...linesOf(judged, bounds), ...strictest] }
}

interface JudgedCase extends SaidCase {
  logit: number
}

/** Shares of the honest mail of a stratum that may be withheld and flagged for this alone. */
interface Aim {
  of: (row: Row) => string | null
  withheld: number
  flagged: number
}

/**
 * Of mail for an inbox that knows nobody, by strata; the strictest decides. Mail of twenty years ago, that proves no sender
 * and comes from whom its reader knew well, may be withheld more often for this than what such an inbox gets today.
 */
const aims: readonly Aim[] = [
  { of: ({ set }) => (set === told ? 'authors' : null), withheld: 0.008, flagged: 0.03 },
  { of: ({ set }) => (set === untold ? 'authors, alone' : null), withheld: 0.012, flagged: 0.05 },
  { of: ({ set, source }) => (set === told ? `author ${source}` : null), withheld: 0.03, flagged: 0.1 },
  { of: ({ set }) => (/^(?:ham_|email_)/.test(set) ? 'old' : null), withheld: 0.012, flagged: 0.03 },
  { of: ({ set }) => (set === 'modern_ham' ? 'modern' : null), withheld: 0.006, flagged: 0.022 },
  { of: ({ set }) => (set === 'modern_benign_hard' ? 'hard' : null), withheld: 0.015, flagged: 0.045 },
  { of: ({ set }) => (set === 'own_honest_letter' ? 'near' : null), withheld: 0.008, flagged: 0.04 },
  { of: ({ set }) => (set === 'own_honest_hard' ? 'about agents' : null), withheld: 0.008, flagged: 0.04 },
  { of: ({ set }) => (set === 'own_letter' ? 'letters' : null), withheld: 0.004, flagged: 0.02 },
]
/**
 * The same of mail for an inbox that knows somebody: of all that these authors' inboxes get, the most is from strangers. Old
 * and modern mail says nothing of such inboxes.
 */
const knowingAims: readonly Aim[] = [
  { of: () => 'authors, knowing', withheld: 0.008, flagged: 0.03 },
  { of: ({ source }) => `author ${source}, knowing`, withheld: 0.04, flagged: 0.1 },
]
const knows = ({ row, read }: JudgedCase): boolean => row.set === told && !read.signs.includes('knows_nobody')
/** Whether the curve of an inbox that knows nobody is for it. */
const isForNewcomer = (one: JudgedCase): boolean => !knows(one)

/** Rows of a stratum from which it is one. */
const fewestOfStratum = 50
/** The share of our authors' honest mail that is less like honest mail than most is. */
const unlike = 0.35
/** The share of our authors' hostile mail that is less like hostile mail than nearly all is. */
const settled = 0.03
/** Log odds below those that flag where points begin. */
const doubtful = 1.5
/** How far below the log odds that withhold a mail is flagged at least. */
const narrowest = 0.3

/** What a stratum asks for: log odds that withhold and flag at least, and the honest mail that is above the first. */
interface Bound {
  stratum: string
  withhold: number
  flag: number
  beyond: string[]
}

/** The bound of each stratum, the strictest first. */
function boundsOf(honest: readonly JudgedCase[], aims: readonly Aim[]): Bound[] {
  return aims
    .flatMap(({ of, withheld, flagged }) =>
      [...Map.groupBy(honest, ({ row }) => of(row))].flatMap(([stratum, some]) => {
        if (stratum === null || some.length < fewestOfStratum) return []
        const logits = some.map(({ logit }) => logit)
        const withhold = exceededBy(logits, withheld)
        const beyond = some.filter(({ logit }) => logit >= withhold).map(({ row }) => row.id)
        return [{ stratum, withhold, flag: exceededBy(logits, flagged), beyond }]
      }),
    )
    .toSorted((a, b) => b.withhold - a.withhold)
}

function curvesOf(
  judged: readonly JudgedCase[],
  honest: readonly JudgedCase[],
): Pick<PretextTrees, 'curve' | 'knowing' | 'honestBelow' | 'settledBelow'> {
  return {
    curve: curveOf(boundsOf(honest.filter(isForNewcomer), aims)),
    knowing: curveOf(boundsOf(honest.filter(knows), knowingAims)),
    honestBelow: exceededBy(
      honest.filter(({ row }) => row.set === told).map(({ words }) => words),
      unlike,
    ),
    settledBelow: exceededBy(
      judged.filter(({ row }) => row.set === told && !isHonest(row)).map(({ logit }) => logit),
      1 - settled,
    ),
  }
}

function curveOf(bounds: readonly Bound[]): Knot[] {
  const withhold = Math.max(...bounds.map((one) => one.withhold))
  const flag = Math.max(...bounds.map((one) => one.flag))
  const bound = Math.min(flag, withhold - narrowest)
  const curve: Knot[] = [
    [bound - doubtful, 0],
    [bound, 30],
    [withhold, 70],
    [2 * withhold - bound, 100],
  ]
  return curve.map(([at, points]): Knot => [round(at), points])
}

/** What is withheld and flagged of each author and of other sets, for this alone. */
function linesOf(
  judged: readonly JudgedCase[],
  { curve, knowing, honestBelow }: Pick<PretextTrees, 'curve' | 'knowing' | 'honestBelow'>,
): string[] {
  const above = (some: readonly JudgedCase[], points: number): string => {
    const pointsIn = (one: JudgedCase): number => pointsOf(knows(one) ? knowing : curve, one.logit)
    return share(some.filter((one) => Math.round(pointsIn(one)) > points).length, some.length)
  }
  const groups = Map.groupBy(judged, ({ row }) =>
    row.set === told ? `${row.source}` : row.set === untold ? 'all authors, alone' : row.set,
  )
  groups.set(
    'all authors',
    judged.filter(({ row }) => row.set === told),
  )
  return [...groups].map(([name, some]) => {
    const kinds = [false, true].map((honest) => some.filter(({ row }) => isHonest(row) === honest))
    const [hostile, honest] = kinds.map((one) =>
      one.length === 0 ? '-' : `${above(one, 70)} / ${above(one, 30)} of ${one.length}`,
    )
    const like = share(some.filter(({ words }) => words < honestBelow).length, some.length)
    return `${name}: hostile withheld / flagged ${hostile}, honest ${honest}, like honest ones ${like}`
  })
}

const round = (value: number): number => Math.round(value * 1_000) / 1_000
