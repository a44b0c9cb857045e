/** Evaluates boosted trees: each feature is put into a bin, each tree is a row of bytes, and the leaves are summed. */

/** Levels of a tree: each has 2^depth leaves, those that were not split further filled by what stands above them. */
export const depth = 4
/** Splits and leaves of a tree. */
export const splits = (1 << depth) - 1
export const leaves = 1 << depth

/** Bytes of a tree: feature and bin of each split, and each leaf in two bytes. */
export const treeBytes = 2 * splits + 2 * leaves

/** The sum of `count` trees is a log odds: leaves times `scale`, and the bias. */
export interface Trees {
  /** Feature and bin of each split, tree by tree, in the order of a heap: the children of `i` are `2i + 1`, `2i + 2`. */
  features: Uint8Array
  bins: Uint8Array
  leaves: Int16Array
  scale: number
  bias: number
}

/** The bin of each feature: how many of its edges its value is above. */
export function binsOf(values: ArrayLike<number>, edges: readonly ArrayLike<number>[]): Uint8Array {
  const bins = new Uint8Array(edges.length)
  for (let feature = 0; feature < edges.length; feature++) {
    const own = edges[feature]!
    const value = values[feature]!
    let low = 0
    let high = own.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (value > own[middle]!) low = middle + 1
      else high = middle
    }
    bins[feature] = low
  }
  return bins
}

/** The log odds that the trees give binned values. */
export function logitOfBins(bins: Uint8Array, trees: Trees): number {
  const { features, bins: splitAt, leaves: values } = trees
  const count = features.length / splits
  let sum = 0
  for (let tree = 0; tree < count; tree++) {
    const from = tree * splits
    let at = 0
    for (let level = 0; level < depth; level++) {
      const split = from + at
      // The sign of the difference is the way: a branch would be guessed wrongly half of the time.
      at = 2 * at + 1 + ((splitAt[split]! - bins[features[split]!]!) >>> 31)
    }
    sum += values[tree * leaves + at - splits]!
  }
  return trees.bias + sum * trees.scale
}

/** Reads trees as they are stored: of each the features, the bins, and the leaves (little-endian). */
export function readTrees(bytes: Uint8Array, scale: number, bias: number): Trees {
  const count = bytes.length / treeBytes
  if (!Number.isInteger(count)) throw new Error(`${bytes.length} bytes are no whole number of trees`)
  const trees: Trees = {
    features: new Uint8Array(count * splits),
    bins: new Uint8Array(count * splits),
    leaves: new Int16Array(count * leaves),
    scale,
    bias,
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let tree = 0; tree < count; tree++) {
    const at = tree * treeBytes
    trees.features.set(bytes.subarray(at, at + splits), tree * splits)
    trees.bins.set(bytes.subarray(at + splits, at + 2 * splits), tree * splits)
    for (let leaf = 0; leaf < leaves; leaf++)
      trees.leaves[tree * leaves + leaf] = view.getInt16(at + 2 * splits + 2 * leaf, true)
  }
  return trees
}

/** The same the other way round. */
export function writeTrees(trees: Trees): Uint8Array {
  const count = trees.features.length / splits
  const bytes = new Uint8Array(count * treeBytes)
  const view = new DataView(bytes.buffer)
  for (let tree = 0; tree < count; tree++) {
    const at = tree * treeBytes
    bytes.set(trees.features.subarray(tree * splits, (tree + 1) * splits), at)
    bytes.set(trees.bins.subarray(tree * splits, (tree + 1) * splits), at + splits)
    for (let leaf = 0; leaf < leaves; leaf++)
      view.setInt16(at + 2 * splits + 2 * leaf, trees.leaves[tree * leaves + leaf]!, true)
  }
  return bytes
}
