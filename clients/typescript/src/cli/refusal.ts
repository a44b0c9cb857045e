/** What the service refused, in the words of the command line: its options and operands, and what to do next. */
import type { ApiError } from '../errors.ts'
import type { Command, Options } from './command.ts'

/** What an operand names, and the command that lists what there is. */
const named: Readonly<Record<string, { what: string; listed: string }>> = {
  inbox: { what: 'inbox', listed: '`agent-email inbox list` lists those that there are.' },
  message: { what: 'message', listed: '`agent-email list <inbox>` lists those of an inbox.' },
  approval: { what: 'approval', listed: '`agent-email approvals` lists those that wait.' },
}

/** What a command was called with, as far as a refusal is told by it. */
interface Called {
  command: Command
  operands: readonly string[]
  options: Options
  environment: NodeJS.ProcessEnv
}

/** The refusal in one line: what was wrong, what to do, and the code and request for whoever runs the service. */
export function refusalOf(error: ApiError, called: Called): string {
  const id = error.requestId === null ? null : `(${error.code}, ${error.requestId})`
  return [saidOf(error, called), nextOf(error, called) ?? error.fix, id]
    .filter((part) => part !== null)
    .join(' ')
}

function saidOf({ code, message, details }: ApiError, called: Called): string {
  const missing = code === 'not_found' ? notFound(called) : undefined
  if (missing !== undefined)
    return `There is no ${missing.what} ${missing.value} that this key sees: it sees its own account and its own mode, live or sandbox.`
  if (code !== 'validation_error' || details.length === 0) return message
  const all = details.map((detail) => `${wordOf(detail.path, called)} ${detail.message}`)
  return `${[...new Set(all)].join('; ')}.`
}

const ordinals = [
  'first',
  'second',
  'third',
  'fourth',
  'fifth',
  'sixth',
  'seventh',
  'eighth',
  'ninth',
  'tenth',
]

/**
 * The option or operand that fills a field of the request, or one of its items, and which one where it was given several
 * times; else the field as the service calls it.
 */
function wordOf(path: string, { command: { fields = {} }, options }: Called): string {
  const [, field, index] = /^\w+\.(\w+)(?:(?:\.|\[)(\d+)\]?(?:\.\w+)*)?$/.exec(path) ?? []
  if (field === undefined || !Object.hasOwn(fields, field)) return path
  const word = fields[field]!
  const given = options[word.replace(/^--/, '')]
  if (index === undefined || !Array.isArray(given) || given.length < 2) return word
  const ordinal = ordinals[Number(index)]
  return ordinal === undefined ? `${word} number ${Number(index) + 1}` : `the ${ordinal} ${word}`
}

function nextOf({ code, retryAfter }: ApiError, called: Called): string | undefined {
  const { command, operands, environment } = called
  if (code === 'validation_error') return `\`agent-email help ${command.name}\` shows what it takes.`
  if (code === 'not_found') return notFound(called)?.listed
  if (code === 'unauthorized') {
    if (command.name === 'login') return 'Try again with a key that is valid.'
    if (environment.AGENT_EMAIL_KEY) return 'Set AGENT_EMAIL_KEY to a key that is valid.'
    return 'Run `agent-email login` with a key that is valid.'
  }
  if (code === 'not_withheld') return `\`agent-email read ${operands[0]}\` shows what became of it.`
  if (code === 'message_withheld')
    return `Ask a person, who can let it in with \`agent-email release ${operands[0]}\`, and go on without it until then.`
  if (code === 'approval_required')
    return '`agent-email approvals` lists what waits; approve it with `agent-email approve <approval>`.'
  if ((code === 'rate_limited' || code === 'unavailable') && retryAfter !== null)
    return `Try again in ${retryAfter} s.`
  return undefined
}

/** What the command was to find: it names one thing alone. */
function notFound({
  command,
  operands,
}: Called): { what: string; value: string; listed: string } | undefined {
  for (const [at, operand] of command.operands.split(' ').entries()) {
    const [, name = ''] = /^\[?<(\w+)>/.exec(operand) ?? []
    const value = operands[at]
    if (value !== undefined && Object.hasOwn(named, name)) return { ...named[name]!, value }
  }
  return undefined
}
