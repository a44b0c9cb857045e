/** The rules of a style sheet, with whether the conditions around them hold. */
import { allOf, type Holds } from './css-holds.ts'
import { mediaHolds, supportsHolds } from './css-media.ts'
import { endOfComment, endOfString, nextOf } from './css-scan.ts'

export interface WrittenRule {
  /** Comma-separated. */
  selectors: string
  /** Its declarations. */
  body: string
  /** null where nobody knows whether it applies. */
  holds: true | null
}

/** A block that is open: a rule, or what stands around rules. */
interface Block {
  /** null for one that is no rule: a condition, or an at-rule. */
  selectors: string | null
  body: string
  holds: Holds
}

const signs = /["'\\/{};]/g

/** Reads `css` in one pass; what is open at its end is closed, as browsers do. Rules that don't apply are left out. */
export function* rulesIn(css: string): Generator<WrittenRule> {
  const open: Block[] = []
  /** What was read of the present declaration or prelude, up to `from`. */
  let text = ''
  let from = 0
  for (let at = nextOf(signs, css, 0); at < css.length; at = nextOf(signs, css, at + 1)) {
    const char = css.charAt(at)
    if (char === '\\') at++
    else if (char === '"' || char === "'") at = endOfString(css, at)
    else if (char === '/' && css.charAt(at + 1) === '*') {
      text += `${css.slice(from, at)} `
      from = endOfComment(css, at)
      at = from - 1
    } else if (char === '{' || char === '}' || char === ';') {
      text += css.slice(from, at)
      from = at + 1
      const block = open.at(-1)
      if (char === '{') open.push(opened(text, block))
      else if (block !== undefined && block.selectors !== null) block.body += `${text};`
      if (char === '}') yield* closed(open.pop())
      text = ''
    }
  }
  const innermost = open.at(-1)
  if (innermost !== undefined) innermost.body += text + css.slice(from)
  while (open.length > 0) yield* closed(open.pop())
}

function* closed(block: Block | undefined): Generator<WrittenRule> {
  if (block === undefined || block.selectors === null || block.holds === false || block.body === '') return
  yield { selectors: block.selectors, body: block.body, holds: block.holds }
}

function opened(prelude: string, around: Block | undefined): Block {
  const text = prelude.replace(/<!--|-->/g, ' ').trim()
  const holds = around?.holds ?? (around === undefined ? true : null)
  const inRule = around !== undefined && around.selectors !== null
  if (!text.startsWith('@')) {
    // Rules within rules are news to most programs that show mail.
    if (!inRule) return { selectors: text, body: '', holds }
    return {
      selectors: text.replace('&', () => around.selectors!.slice(0, 300)),
      body: '',
      holds: allOf([holds, null]),
    }
  }
  const [, name = '', condition = ''] = /^@([\w-]{1,50})([\s\S]*)$/.exec(text) ?? []
  const inside = allOf([holds, conditionOf(name.toLowerCase(), condition)])
  return {
    selectors: inRule ? around.selectors : null,
    body: '',
    holds: inRule ? allOf([inside, null]) : inside,
  }
}

function conditionOf(name: string, condition: string): Holds {
  if (name === 'media') return mediaHolds(condition)
  if (name === 'supports') return supportsHolds(condition)
  if (name === 'layer') return true
  return name === 'container' || name === 'scope' ? null : false
}
