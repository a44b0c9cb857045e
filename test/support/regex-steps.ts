/** A backtracking matcher that counts its steps, and texts made to keep one busy: shows whether a pattern is linear. */

type Node =
  | { kind: 'unit'; test: (char: string) => boolean; sample: string[] }
  | { kind: 'sequence'; items: Node[] }
  | { kind: 'choice'; items: Node[] }
  | { kind: 'repeat'; item: Node; min: number; max: number; lazy: boolean }
  | { kind: 'look'; item: Node; ahead: boolean; negative: boolean }
  | { kind: 'assert'; holds: (text: string, at: number) => boolean }
  | { kind: 'back' }

const wordUnit = (char: string | undefined): boolean => char !== undefined && /\w/.test(char)
/** Characters tried as samples of a class. */
const alphabet = [
  ...' aeiosxz019_-.,:;!?@%&=+<>()[]{}"\'/\\|#*`~$^\n\t\r\u00a0\u0434\u4e2d\u3042\uac00\u0627\u0905\u00e9',
]

/** Reads a pattern as JavaScript does, as far as the patterns of this project go. */
function parse(source: string, flags: string): Node {
  const caseless = flags.replace(/[gymd]/g, '')
  let at = 0
  const unit = (atom: string): Node => {
    const pattern = new RegExp(`^(?:${atom})$`, caseless.includes('s') ? caseless : `${caseless}`)
    const literal =
      /^\\?([^a-zA-Z\d\\[\]])$/.exec(atom)?.[1] ?? (atom.length === 1 && atom !== '.' ? atom : null)
    const sample = literal === null ? alphabet.filter((char) => pattern.test(char)) : [literal]
    return { kind: 'unit', test: (char) => pattern.test(char), sample: sample.length > 0 ? sample : ['a'] }
  }
  const choice = (): Node => {
    const items = [sequence()]
    while (source[at] === '|') {
      at++
      items.push(sequence())
    }
    return items.length === 1 ? items[0]! : { kind: 'choice', items }
  }
  const sequence = (): Node => {
    const items: Node[] = []
    while (at < source.length && source[at] !== '|' && source[at] !== ')') items.push(quantified(atom()))
    return { kind: 'sequence', items }
  }
  const atom = (): Node => {
    const rest = source.slice(at)
    const group = /^\((?:\?(?:[ims]*(?:-[ims]+)?:|=|!|<=|<!|<[a-zA-Z]\w*>))?/.exec(rest)
    if (group !== null) {
      at += group[0].length
      const item = choice()
      at++
      const look = /^\(\?(<?)([=!])$/.exec(group[0])
      return look === null ? item : { kind: 'look', item, ahead: look[1] === '', negative: look[2] === '!' }
    }
    if (rest.startsWith('[')) {
      let end = at + 1
      while (end < source.length && source[end] !== ']') end += source[end] === '\\' ? 2 : 1
      const found = source.slice(at, end + 1)
      at = end + 1
      return unit(found)
    }
    const escaped = /^\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|k<\w+>|[\s\S])/.exec(rest)
    const found = escaped?.[0] ?? String.fromCodePoint(rest.codePointAt(0)!)
    at += found.length
    if (/^\\(?:[1-9]|k<)/.test(found)) return { kind: 'back' }
    if (found === '^' || found === '$' || found === '\\b' || found === '\\B') return assertion(found, flags)
    return unit(found === '.' ? (flags.includes('s') ? '[^]' : '[^\\n\\r]') : found)
  }
  const quantified = (item: Node): Node => {
    const found = /^(?:[*+?]|\{(\d+)(,?)(\d*)\})(\??)/.exec(source.slice(at))
    if (found === null) return item
    at += found[0].length
    const sign = found[0][0]!
    const min = sign === '{' ? Number(found[1]) : sign === '+' ? 1 : 0
    const bound = found[3] === '' || found[3] === undefined ? Number.POSITIVE_INFINITY : Number(found[3])
    const max = sign === '?' ? 1 : sign !== '{' ? Number.POSITIVE_INFINITY : found[2] === '' ? min : bound
    return { kind: 'repeat', item, min, max, lazy: found[4] === '?' }
  }
  return choice()
}

function assertion(found: string, flags: string): Node {
  const lines = flags.includes('m')
  return {
    kind: 'assert',
    holds: (text, at) => {
      if (found === '^') return at === 0 || (lines && text[at - 1] === '\n')
      if (found === '$') return at === text.length || (lines && text[at] === '\n')
      return (wordUnit(text[at - 1]) !== wordUnit(text[at])) === (found === '\\b')
    },
  }
}

/** The most characters that a node can match. */
function widthOf(node: Node): number {
  switch (node.kind) {
    case 'unit':
      return 1
    case 'sequence':
      return node.items.reduce((sum, item) => sum + widthOf(item), 0)
    case 'choice':
      return Math.max(...node.items.map(widthOf))
    case 'repeat':
      return node.max === 0 ? 0 : node.max * widthOf(node.item)
    case 'back':
      return Number.POSITIVE_INFINITY
    default:
      return 0
  }
}

class TooManySteps extends Error {}

/** Steps that a backtracking matcher takes to find all matches of `pattern` in `text`; at most `limit`. */
export function stepsOf(pattern: RegExp, text: string, limit: number): number {
  const root = parse(pattern.source, pattern.flags)
  const unicode = /[uv]/.test(pattern.flags)
  let steps = 0
  const charAt = (at: number): string =>
    unicode ? String.fromCodePoint(text.codePointAt(at)!) : text.charAt(at)

  const match = (node: Node, at: number, next: (at: number) => boolean): boolean => {
    if (++steps > limit) throw new TooManySteps()
    switch (node.kind) {
      case 'unit': {
        if (at >= text.length) return false
        const char = charAt(at)
        return node.test(char) && next(at + char.length)
      }
      case 'sequence': {
        const step = (index: number, from: number): boolean =>
          index === node.items.length
            ? next(from)
            : match(node.items[index]!, from, (to) => step(index + 1, to))
        return step(0, at)
      }
      case 'choice':
        return node.items.some((item) => match(item, at, next))
      case 'repeat':
        return repeat(node, at, 0, next)
      case 'assert':
        return node.holds(text, at) && next(at)
      case 'look': {
        const found = node.ahead ? match(node.item, at, () => true) : behind(node.item, at)
        return found !== node.negative && next(at)
      }
      case 'back':
        return next(at)
    }
  }
  const repeat = (
    node: Extract<Node, { kind: 'repeat' }>,
    at: number,
    count: number,
    next: (at: number) => boolean,
  ): boolean => {
    // Plain characters are counted in a loop, as engines do: deep stacks are not what is measured.
    if (node.item.kind === 'unit' && count === 0) return run(node, node.item, at, next)
    const more = (): boolean =>
      count < node.max &&
      match(node.item, at, (to) => (to > at || count < node.min) && repeat(node, to, count + 1, next))
    if (count < node.min) return more()
    return node.lazy ? next(at) || more() : more() || next(at)
  }
  const run = (
    { min, max, lazy }: { min: number; max: number; lazy: boolean },
    item: Extract<Node, { kind: 'unit' }>,
    at: number,
    next: (at: number) => boolean,
  ): boolean => {
    const ends = [at]
    const count = (): number => ends.length - 1
    const extend = (): boolean => {
      const from = ends.at(-1)!
      if (count() >= max || from >= text.length) return false
      if (++steps > limit) throw new TooManySteps()
      const char = charAt(from)
      if (!item.test(char)) return false
      ends.push(from + char.length)
      return true
    }
    if (lazy) {
      while (count() < min) if (!extend()) return false
      do {
        if (next(ends.at(-1)!)) return true
      } while (extend())
      return false
    }
    while (extend());
    for (let k = count(); k >= min; k--) if (next(ends[k]!)) return true
    return false
  }
  // Engines read what stands behind from its end; here each start is tried from which it could reach.
  const behind = (item: Node, at: number): boolean => {
    for (let from = at; from >= Math.max(0, at - Math.min(40, widthOf(item))); from--)
      if (match(item, from, (to) => to === at)) return true
    return false
  }

  try {
    for (let at = 0; at <= text.length; ) {
      let end = -1
      match(root, at, (to) => {
        end = to
        return true
      })
      at = end > at ? end : at + 1
    }
  } catch (error) {
    if (!(error instanceof TooManySteps)) throw error
  }
  return steps
}

/** Whether `pattern` repeats anything without a bound; where it does not, the steps at each character have one. */
export function isUnbounded(pattern: RegExp): boolean {
  const within = (node: Node): boolean => {
    switch (node.kind) {
      case 'repeat':
        return node.max === Number.POSITIVE_INFINITY || within(node.item)
      case 'look':
        return within(node.item)
      case 'sequence':
      case 'choice':
        return node.items.some(within)
      default:
        return false
    }
  }
  return within(parse(pattern.source, pattern.flags))
}

/** What is tried on every pattern: runs of what mail is made of, and of what patterns ask for twice. */
const runs = [
  'a',
  ' ',
  '\n',
  '-',
  '.',
  '<',
  '"',
  '1',
  'a1',
  'a ',
  'a.',
  '1 ',
  '=\n',
  'A@',
  '<a ',
  '(a',
  'é',
  '中',
]

/** Texts of `length` characters or so that start to match `pattern` again and again, in different ways. */
export function temptations(pattern: RegExp, length: number, random: () => number): string[] {
  const root = parse(pattern.source, pattern.flags)
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)]!
  const write = (node: Node): string => {
    switch (node.kind) {
      case 'unit':
        return pick(node.sample)
      case 'sequence':
        return node.items.map(write).join('')
      case 'choice':
        return write(pick(node.items))
      case 'repeat': {
        const most = Math.min(node.max, node.min + 6)
        const count = node.min + Math.floor(random() * (most - node.min + 1))
        return Array.from({ length: count }, () => write(node.item)).join('')
      }
      default:
        return ''
    }
  }
  const repeats: { before: string; item: Node }[] = []
  const collect = (node: Node, before: string): string => {
    switch (node.kind) {
      case 'sequence': {
        let sofar = before
        for (const item of node.items) sofar = collect(item, sofar)
        return sofar
      }
      case 'choice':
        for (const item of node.items) collect(item, before)
        return before + write(node)
      case 'repeat':
        if (node.max > 1) repeats.push({ before, item: node.item })
        collect(node.item, before)
        return before + write(node)
      default:
        return before + write(node)
    }
  }
  collect(root, '')
  const fillUp = (text: string): string =>
    text === '' ? 'a'.repeat(length) : text.repeat(Math.ceil(length / text.length)).slice(0, length)
  const whole = Array.from({ length: 3 }, () => write(root))
  const texts = [
    ...whole.map((text) => fillUp(text.slice(0, Math.max(1, text.length - 1)))),
    ...whole.map((text) => fillUp(`${text.slice(0, Math.max(1, text.length - 1))} `)),
  ]
  for (const { before, item } of repeats.slice(0, 5)) {
    const filling = write(item)
    texts.push(`${before}${fillUp(filling)}`.slice(0, length), fillUp(before + filling))
  }
  texts.push(...runs.map(fillUp))
  // At the end stands what nothing asks for, so that a match that reaches it fails.
  return [...new Set(texts)].map((text) => `${text.slice(0, -1)}\u0001`)
}
