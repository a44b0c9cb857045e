/** Patterns of prompt injection built from a language's words: one shape of sentence for many languages. */
import { type InjectionRule, rule } from './rule.ts'

/** Words of a language, folded (see fold.ts), each list the alternatives of a pattern. */
export interface Words {
  /** To ignore, forget, disregard: as orders. */
  ignore: string
  /** Previous, earlier, all, your. */
  earlier: string
  /** Instructions, rules, tasks. */
  orders: string
  /** Names of a machine that reads. */
  machine: string
  /** `for the`, `to the`, in front of a machine. */
  to: string
  /** `if you are`. */
  if: string
  /** Not, without, never. */
  not: string
  /** Tell, inform, ask. */
  tell: string
  /** The person a machine works for. */
  user: string
  /** Forward, send, upload: as orders. */
  send: string
  /** Mail, contacts, passwords. */
  goods: string
  /** Show, print, reveal: as orders. */
  show: string
  /** The prompt, your instructions. */
  prompt: string
  /** `you are now`, `from now on`. */
  now: string
  /** Developer mode, unrestricted. */
  mode: string
  /** System message, notice of the administrator. */
  system: string
  /** The user has agreed. */
  agreed: string
}

/** Not `n'oubliez`, `no olvide`, `non dimenticare`: what is not to be forgotten is to be kept. */
const unnegated = "(?<!\\b(?:n'|ne |no |non |nao |nu |nie |jangan |dung |khong ))"
/** Not `vergessen Sie nicht`, `vergeet niet`. */
const andNot = '(?! ?(?:(?:sie|je|u) )?(?:nicht|niet|pas|inte|ikke)\\b)'

/** Names that are also a field and its products, unless what is said to them follows: `für die KI: …`. */
const notATopic = '(?!(?:ki|ai|ia|llm|gpt|chatgpt|claude|copilot|gemini)(?![\\w-])(?!\\s?[:!(]))'

/** Rules of a language that puts white space between words and the object behind its verb, near enough. */
export const byWords = (words: Words): InjectionRule[] => [
  ...rule(
    'override_instruction',
    1,
    `${unnegated}\\b(?:${words.ignore})${andNot} ~3(?:${words.earlier}) ~2(?:${words.orders})\\b`,
    `${unnegated}\\b(?:${words.ignore})${andNot} ~2(?:${words.orders}) ~2(?:${words.earlier})`,
  ),
  ...rule(
    'addressed_to_ai',
    1,
    `(?:^|[\\n.!?>"(\\[*:-]\\s?)(?:${words.to}) ~1(?:${words.machine})\\s?[:,!(]`,
    `\\b(?:${words.if}) ~2(?:${words.machine})\\b`,
  ),
  // Within a sentence the mere name is what much is written about: `für die KI`, `a la IA`, `pour l'IA`.
  ...rule('addressed_to_ai', 0.4, `\\b(?:${words.to}) ~1${notATopic}(?:${words.machine})\\b`),
  ...rule('addressed_to_ai', 0.1, `\\b(?:${words.to}) ~1(?:${words.machine})\\b`),
  ...rule(
    'secrecy',
    1,
    `\\b(?:${words.not})(?! (?:olvid|oubli|vergess|dimentic|esquec|zapom|glom|glem|uita)) ~2(?:${words.tell}) ~3(?:${words.user})\\b`,
    `\\b(?:${words.user}) ~3(?:${words.not}) ~3(?:${words.tell})`,
  ),
  ...rule(
    'exfiltration',
    0.5,
    `\\b(?:${words.send}) ~4(?:${words.goods}) ~8(?:[^\\s@]{1,40}@[^\\s@]{3,60}|https?:)`,
  ),
  ...rule('prompt_leak', 0.6, `\\b(?:${words.show}) ~4(?:${words.prompt})`),
  ...rule('role_change', 1, `\\b(?:${words.now}) ~4(?:${words.mode})\\b`),
  ...rule('role_change', 0.5, `\\b(?:${words.now}) ~4(?:${words.machine})\\b`),
  // Programs and people say the same.
  ...rule(
    'fake_authority',
    0.4,
    `(?:^|[\\n.!>(\\[<] ?)(?:${words.system}) ?[:>\\])]`,
    `\\b(?:${words.agreed})`,
  ),
]
