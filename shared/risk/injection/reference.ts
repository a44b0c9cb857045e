/** Whether what sounds like an attack is documentation: it tells programmers of requests and fields, and asks nobody. */
import type { Loudest } from '../model/linear-model.ts'
import type { TextLayer } from '../text-layers.ts'
import type { Hit } from './hits.ts'

/** Characters around the loudest passage that are looked at. */
const reach = 1_500
/** Those within which the passage itself has to be made of such, and asks nothing of its reader. */
const beside = 120
/** Kinds of mark from which a passage surely is of a reference. */
const surely = 4
/** Confidence from which a match counts as said. */
const said = 0.5

/** What references, manuals and their examples are made of; folded text has no fences and no backquotes. */
const marks: readonly RegExp[] = [
  /\b(?:get|post|put|patch|delete) \/[a-z{]|\/v\d{1,2}\/[a-z]|\blocalhost:\d|\b127\.0\.0\.1/,
  /"[a-z_]{2,30}": ?["{[\dtfn]/,
  /(?:^|\n)\s?(?:\$ |curl |npm |npx |pip |docker |git |export [a-z_]{2,30}=)|\s--[a-z]{3,20}/,
  /\n#{1,4} [a-z\d]/,
  /\n(?:sh|bash|ts|js|json|jsonc|python|yaml|sql|http|typescript|javascript|toml|env)\n/,
  /\n\|[^\n|]{1,200}\|/,
  /\]\((?:https?:|\.{0,2}\/|#|[a-z-]{2,30}(?:\/|\.md))/,
  /(?:\b[a-z\d]{1,20}_[a-z\d_]{1,30}\b[^\n]{0,120}){3}/,
  /\n\s{0,8}(?:const|let|import|from|await|async|def|return|function|for|print|class)\b[^\n]{0,120}[({;=:]/,
  /\b(?:[1-5]\d\d (?:ok|created|no content|bad request|unauthorized|forbidden|not found|conflict|unprocessable|too many)|(?:answers?|returns?|status) [1-5]\d\d)\b/,
]

/** Kinds that a reference has without asking for anything: calls, commands, codes that requests carry. */
export const shown: ReadonlySet<string> = new Set([
  'code_request',
  'command',
  'data_request',
  'discretion',
  'handing_over',
  'third_person',
  'tool_call',
])

/** Orders and questions to whoever reads, which a reference has none of. */
const toReader =
  /\b(?:ignore|forget|disregard|pretend|imagine|act as|tell me|give me|write me|show me|say|repeat|answer me|from now on|you(?:'re| are| will| must) (?:now )?(?:an?|not|never|no longer)|please|can you|could you|do you|would you|write|explain|print(?!\()|output|reveal|generate|translate|summari[sz]e|how (?:can|do|to)|what (?:is|are|was)|who (?:is|are)|why|stop|bitte|was ist|wie kann|s'il|por favor|i (?:want|need|am|would)|my|vergiss|ignoriere|sag|stell dir|du bist|ich (?:will|mochte|bin)|oublie[zr]?|ignore[zr]|dis[- ]moi|olvida|dime|ignora)\b/
/** Names of fields, paths, code and signs of mark-up. */
const inside = /[a-z\d]_[a-z]|[{}[\]|=<>]|\/[a-z]{2,}|[a-z]\.[a-z]|\n[-#] |\([^)]{0,40}\)|:[a-z]|`|--[a-z]/g

/** Domains that nobody gets mail at (RFC 2606 §3): an address of theirs is an example. */
const example = /@(?:[a-z\d-]{1,63}\.){0,3}example\.(?:com|net|org)\b/
const address = /@[a-z\d.-]{2,120}\.[a-z]{2,24}\b/g

/**
 * From 0 to 1. 0 where an order to whoever reads stands beside it, where something is asked for an address that can
 * receive it, and where text is concealed: an attacker can write examples, too.
 */
export function referenceValue(
  hits: readonly Hit[],
  loud: { layer: TextLayer; window: Loudest } | undefined,
): number {
  if (loud === undefined || loud.layer.concealed) return 0
  if (hits.some((hit) => hit.layer.concealed || (hit.confidence >= said && !isShown(hit)))) return 0
  const { start, end } = loud.window
  const { text } = loud.layer
  // Prose that somebody has put between examples is none of them.
  const here = text.slice(Math.max(0, start - beside), end + beside)
  if (toReader.test(here) || (here.match(inside) ?? []).length < 2) return 0
  const around = `\n${loud.layer.text.slice(Math.max(0, start - reach), end + reach)}`
  const kinds = marks.filter((mark) => mark.test(around)).length
  return Math.max(0, Math.min(1, (kinds - 1) / (surely - 1)))
}

function isShown({ rule, layer, start, end }: Hit): boolean {
  if (!shown.has(rule.result)) return false
  return [...layer.text.slice(start, end).matchAll(address)].every(([one]) => example.test(one))
}
