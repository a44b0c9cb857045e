/** What the command line says where no service answers: at which address, why, and what to do. */
import { StrangeAnswerError } from '../answer.ts'
import { ConnectionError, TimeoutError } from '../errors.ts'
import { serviceAt } from '../service-address.ts'

const reachMs = 10_000
/** Errors that may lie behind one another before the search for a code ends. */
const deepest = 5

/** In words, with the code of the system (`ECONNREFUSED`) where it gave one. */
export function unreachedWords(error: ConnectionError, url: string): string {
  const place = serviceAt(url)
  const next = 'Start it, or say where it is with --url, AGENT_EMAIL_URL or `agent-email login`.'
  if (error instanceof TimeoutError) return `the service at ${place} gave no answer in time.`
  const code = codeOf(error.cause)
  if (code !== undefined) return `no service can be reached at ${place} (${code}). ${next}`
  if (error instanceof StrangeAnswerError) return error.message.replace('baseUrl', place)
  // What fetch says of its own: a port that it never uses, or an answer that is no HTTP.
  const why = wordsOf(error.cause)
  return `no service can be reached at ${place}${why === undefined ? '' : ` (${why})`}. ${next}`
}

/** The words of the innermost error. */
function wordsOf(error: unknown, depth = 0): string | undefined {
  if (!(error instanceof Error) || depth > deepest) return undefined
  return wordsOf(error.cause, depth + 1) ?? error.message
}

function codeOf(error: unknown, depth = 0): string | undefined {
  if (!(error instanceof Error) || depth > deepest) return undefined
  const { code } = error as NodeJS.ErrnoException
  if (typeof code === 'string') return code
  const [first] = error instanceof AggregateError ? error.errors : []
  return codeOf(error.cause ?? first, depth + 1)
}

/** Asks once whether anything answers at the address, whatever it says. @throws ConnectionError. */
export async function assertReached(url: string): Promise<void> {
  const signal = AbortSignal.timeout(reachMs)
  try {
    const response = await fetch(`${serviceAt(url)}/livez`, { signal })
    await response.body?.cancel()
  } catch (cause) {
    if (signal.aborted) throw new TimeoutError('the service gave no answer in time', { cause })
    throw new ConnectionError('the service could not be reached', { cause })
  }
}
