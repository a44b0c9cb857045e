/** Trains boosted trees of logistic loss, in which more of what speaks against a mail never makes it look better. */
import { depth, leaves, splits, type Trees } from '../../../shared/risk/overall/trees.ts'
import { randomOf } from './random.ts'

export interface BoostOptions {
  /** Trees of each seed. */
  rounds: number
  rate: number
  /** What is added to the curvature of a leaf, and the least curvature of one. */
  penalty: number
  leastCurvature: number
  /** Shares of the rows and of the features that a tree looks at. */
  rows: number
  features: number
  /** Forests of each are grown, and their answers averaged. */
  seeds: readonly number[]
}

/** Rows by feature: their bins, what each row is, and what it counts. */
export interface BoostCases {
  /** Bins of one feature after the other: `columns[feature][row]`. */
  columns: readonly Uint8Array[]
  positive: readonly boolean[]
  weight: Float64Array
  /** What is known of each row already, in log odds. */
  offset: Float64Array
}

interface Split {
  gain: number
  feature: number
  bin: number
  left: number
  right: number
}

interface Bounds {
  low: number
  high: number
}

const mostBins = 64

/** Edges between bins, for each feature: between neighbouring values, at most 63 and as evenly filled as they can be. */
export function edgesOf(values: Float64Array): number[] {
  const sorted = Float64Array.from(new Set(values)).sort()
  if (sorted.length <= mostBins)
    return Array.from(sorted.subarray(1), (value, index) => (value + sorted[index]!) / 2)
  const all = values.slice().sort()
  const edges = new Set<number>()
  for (let i = 1; i < mostBins; i++) {
    const at = Math.floor((all.length * i) / mostBins)
    const value = all[at]!
    const below = sorted.subarray(0, lowerBound(sorted, value)).at(-1)
    if (below !== undefined) edges.add((value + below) / 2)
  }
  // Where most values are the same, the tail has bins of its own.
  const tail = sorted.length
  for (let i = 1; i < 16; i++) {
    const value = sorted[Math.floor((tail * i) / 16)]!
    const below = sorted[Math.floor((tail * i) / 16) - 1]
    if (below !== undefined && edges.size < mostBins - 1) edges.add((value + below) / 2)
  }
  return [...edges].sort((a, b) => a - b)
}

function lowerBound(sorted: Float64Array, value: number): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (sorted[middle]! < value) low = middle + 1
    else high = middle
  }
  return low
}

/**
 * Grows the forests. `rising` says of each feature whether the log odds may only rise with it. The same for the same
 * cases and seeds; `gains` of each feature are summed where they are asked for.
 */
export function boost(
  cases: BoostCases,
  rising: readonly boolean[],
  options: BoostOptions,
  gains?: Float64Array,
): Trees {
  const { rounds, seeds } = options
  const features = new Uint8Array(rounds * seeds.length * splits)
  const bins = new Uint8Array(rounds * seeds.length * splits)
  const values = new Float64Array(rounds * seeds.length * leaves)
  const total = cases.weight.reduce((sum, weight) => sum + weight, 0)
  const good = cases.positive.reduce((sum, positive, row) => sum + (positive ? cases.weight[row]! : 0), 0)
  const bias = Math.log(Math.max(1e-3, good) / Math.max(1e-3, total - good))
  seeds.forEach((seed, nth) => {
    const random = randomOf(seed)
    const logits = cases.offset.map((offset) => bias + offset)
    for (let round = 0; round < rounds; round++) {
      const tree = nth * rounds + round
      const grown = growTree(cases, rising, options, logits, random, gains)
      features.set(grown.features, tree * splits)
      bins.set(grown.bins, tree * splits)
      for (let leaf = 0; leaf < leaves; leaf++)
        values[tree * leaves + leaf] = (grown.values[leaf]! * options.rate) / seeds.length
      for (let row = 0; row < logits.length; row++)
        logits[row]! += options.rate * grown.values[grown.leafOf[row]!]!
    }
  })
  const largest = values.reduce((most, value) => Math.max(most, Math.abs(value)), 1e-9)
  const scale = Number((largest / 32_767).toPrecision(6))
  return {
    features,
    bins,
    leaves: Int16Array.from(values, (value) =>
      Math.max(-32_767, Math.min(32_767, Math.round(value / scale))),
    ),
    scale,
    bias: Math.round(bias * 1_000) / 1_000,
  }
}

function growTree(
  { columns, positive, weight }: BoostCases,
  rising: readonly boolean[],
  { rows: rowShare, features: featureShare, penalty, leastCurvature }: BoostOptions,
  logits: Float64Array,
  random: () => number,
  gains?: Float64Array,
): { features: Uint8Array; bins: Uint8Array; values: Float64Array; leafOf: Uint8Array } {
  const count = positive.length
  const slope = new Float64Array(count)
  const curve = new Float64Array(count)
  const node = new Int8Array(count)
  for (let row = 0; row < count; row++) {
    const odds = 1 / (1 + Math.exp(-logits[row]!))
    slope[row] = weight[row]! * (odds - (positive[row]! ? 1 : 0))
    curve[row] = Math.max(1e-6, weight[row]! * odds * (1 - odds))
    if (random() >= rowShare) node[row] = -1
  }
  const looked = columns.map((_, index) => index).filter(() => random() < featureShare)
  const features = new Uint8Array(splits)
  const bins = new Uint8Array(splits).fill(255)
  const values = new Float64Array(splits + leaves)
  const bounds: Bounds[] = [{ low: -4, high: 4 }]
  const sums = new Float64Array(2 * (splits + leaves))
  for (let row = 0; row < count; row++)
    if (node[row] === 0) {
      sums[0]! += slope[row]!
      sums[1]! += curve[row]!
    }
  const leafValue = (g: number, h: number, { low, high }: Bounds): number =>
    Math.max(low, Math.min(high, -g / (h + penalty)))
  const lossOf = (g: number, h: number, value: number): number =>
    g * value + 0.5 * (h + penalty) * value * value
  values[0] = leafValue(sums[0]!, sums[1]!, bounds[0]!)
  for (let level = 0; level < depth; level++) {
    const first = (1 << level) - 1
    const nodes = 1 << level
    const best: (Split | null)[] = Array.from({ length: nodes }, () => null)
    const gs = new Float64Array(nodes * mostBins)
    const hs = new Float64Array(nodes * mostBins)
    for (const feature of looked) {
      const column = columns[feature]!
      gs.fill(0)
      hs.fill(0)
      for (let row = 0; row < count; row++) {
        const at = node[row]!
        if (at < first) continue
        const cell = (at - first) * mostBins + column[row]!
        gs[cell]! += slope[row]!
        hs[cell]! += curve[row]!
      }
      for (let n = 0; n < nodes; n++) {
        const bound = bounds[first + n]
        if (bound === undefined) continue
        const [g, h] = [sums[2 * (first + n)]!, sums[2 * (first + n) + 1]!]
        const whole = lossOf(g, h, values[first + n]!)
        let [gl, hl] = [0, 0]
        for (let bin = 0; bin < mostBins - 1; bin++) {
          const cell = n * mostBins + bin
          if (hs[cell] === 0) continue
          gl += gs[cell]!
          hl += hs[cell]!
          const hr = h - hl
          if (hr < leastCurvature) break
          if (hl < leastCurvature) continue
          const left = leafValue(gl, hl, bound)
          const right = leafValue(g - gl, hr, bound)
          if (rising[feature]! && left > right) continue
          const gain = whole - lossOf(gl, hl, left) - lossOf(g - gl, hr, right)
          if (gain > 1e-4 && gain > (best[n]?.gain ?? 0)) best[n] = { gain, feature, bin, left, right }
        }
      }
    }
    for (let n = 0; n < nodes; n++) {
      const at = first + n
      const split = best[n]
      const bound = bounds[at]
      if (split === undefined || split === null || bound === undefined) {
        // No split: all go left, and what stands here is inherited.
        values[2 * at + 1] = values[at]!
        values[2 * at + 2] = values[at]!
        bins[at] = 255
        continue
      }
      features[at] = split.feature
      bins[at] = split.bin
      values[2 * at + 1] = split.left
      values[2 * at + 2] = split.right
      if (gains !== undefined) gains[split.feature]! += split.gain
      const middle = (split.left + split.right) / 2
      const bounded = rising[split.feature]!
      bounds[2 * at + 1] = bounded ? { low: bound.low, high: Math.min(bound.high, middle) } : { ...bound }
      bounds[2 * at + 2] = bounded ? { low: Math.max(bound.low, middle), high: bound.high } : { ...bound }
    }
    for (let row = 0; row < count; row++) {
      const at = node[row]!
      if (at < first || at >= first + nodes) continue
      const next = 2 * at + (columns[features[at]!]![row]! > bins[at]! ? 2 : 1)
      node[row] = next
      sums[2 * next]! += slope[row]!
      sums[2 * next + 1]! += curve[row]!
    }
  }
  const leafOf = new Uint8Array(count)
  for (let row = 0; row < count; row++) {
    let at = 0
    for (let level = 0; level < depth; level++)
      at = 2 * at + (columns[features[at]!]![row]! > bins[at]! ? 2 : 1)
    leafOf[row] = at - splits
  }
  return { features, bins, values: values.subarray(splits), leafOf }
}
