/** Asks an endpoint that speaks OpenAI's chat API about one mail, and reads its answer strictly. */
import { z } from 'zod'
import type { Direction } from '../../domain/status.ts'
import { postJson, StatusError } from '../post-json.ts'
import type { LlmSettings } from '../scorer.ts'
import type { Outcome } from './gate.ts'
import { promptOf } from './prompt.ts'
import { readVerdict, type Verdict, verdictSchema } from './verdict.ts'

const maxAnswerBytes = 256 * 1024
/** Tokens that an answer may have: a verdict has some 100. */
const maxAnswerTokens = 400
/** Bytes of text that make a token at the least, and tokens of the instructions: only for what is taken of a budget. */
const bytesOfToken = 3
const taskTokens = 1_000

/** How an answer can be asked to be of the schema, the strictest first: not every server knows the first two. */
const formats = [
  {
    response_format: {
      type: 'json_schema',
      json_schema: { name: 'verdict', strict: true, schema: verdictSchema },
    },
  },
  { response_format: { type: 'json_object' } },
  {},
] as const
/** What a server answers that doesn't know a format. */
const unknownFormat: ReadonlySet<number> = new Set([400, 415, 422, 501])
/** Statuses that tell of the one request, and not of the server. */
const ofRequest: ReadonlySet<number> = new Set([...unknownFormat, 413])

const formatKeptMs = 3_600_000
/** By endpoint and model: which format it took last. */
const knownFormats = new Map<string, { at: number; format: number }>()

const envelope = z.object({
  choices: z.array(z.unknown()),
  usage: z
    .object({ total_tokens: z.int().min(0).max(10_000_000) })
    .optional()
    .catch(undefined),
})
const nothing = z.union([z.null(), z.tuple([]), z.literal('')]).optional()
const onlyChoice = z.tuple([
  z.object({
    finish_reason: z.enum(['stop', 'eos_token']).nullish(),
    message: z.object({
      role: z.literal('assistant').optional(),
      content: z.string().max(20_000),
      refusal: nothing,
      tool_calls: nothing,
      function_call: nothing,
    }),
  }),
])

/** Why there is no verdict. The message is ours throughout: it quotes neither the mail nor the answer. */
export class NoVerdict extends Error {
  override readonly name = 'NoVerdict'
  readonly outcome: Outcome
  /** Tokens that were used all the same, where the answer says so. */
  readonly tokens: number | undefined
  /** What the server answered in place of 200. */
  readonly status: number | undefined

  constructor(
    message: string,
    outcome: Outcome,
    more: { tokens?: number | undefined; status?: number } = {},
  ) {
    super(message)
    this.outcome = outcome
    this.tokens = more.tokens
    this.status = more.status
  }
}

/** Tokens that asking about `shown` takes, for a budget: rather too many. */
export const tokensFor = (shown: string): number =>
  taskTokens + maxAnswerTokens + Math.ceil(Buffer.byteLength(shown) / bytesOfToken)

/**
 * The verdict on a mail of which `shown` is shown. Where the server doesn't know a format of answers it is asked again
 * with the next; `mayAgain` says whether there is leave for one more request.
 * @throws NoVerdict for all that is no verdict.
 */
export async function askModel(
  { shown, direction }: { shown: string; direction: Direction },
  llm: Omit<LlmSettings, 'gate' | 'minScore' | 'maxScore' | 'maxCharacters'>,
  signal: AbortSignal,
  mayAgain: () => boolean,
): Promise<{ verdict: Verdict; tokens: number | undefined }> {
  const key = `${llm.url}\n${llm.model}`
  const known = knownFormats.get(key)
  const first = known !== undefined && Date.now() - known.at < formatKeptMs ? known.format : 0
  for (let format = first; ; format++) {
    const prompt = promptOf(shown, direction)
    const body = {
      model: llm.model,
      temperature: 0,
      max_tokens: maxAnswerTokens,
      messages: prompt.messages,
      ...formats[format],
    }
    try {
      const answer = await request(body, llm, signal)
      const verdict = verdictOf(answer, prompt.name)
      // Kept after a verdict only: one odd mail must not bring the others a laxer format.
      if (format > first) knownFormats.set(key, { at: Date.now(), format })
      return verdict
    } catch (error) {
      const status = error instanceof NoVerdict ? (error.status ?? 0) : 0
      if (unknownFormat.has(status) && format + 1 < formats.length && mayAgain()) continue
      throw error
    }
  }
}

async function request(
  body: object,
  { url, apiKey }: Pick<LlmSettings, 'url' | 'apiKey'>,
  signal: AbortSignal,
): Promise<z.infer<typeof envelope>> {
  let answer: unknown
  try {
    answer = await postJson(endpointOf(url), body, {
      headers: apiKey === null ? {} : { authorization: `Bearer ${apiKey}` },
      signal,
      maxBytes: maxAnswerBytes,
    })
  } catch (error) {
    if (!(error instanceof StatusError)) throw new NoVerdict(whyNot(error), 'unanswered')
    const { status } = error
    throw new NoVerdict(`it answered status ${status}`, ofRequest.has(status) ? 'rejected' : 'unanswered', {
      status,
    })
  }
  const read = envelope.safeParse(answer)
  if (!read.success) throw new NoVerdict('what answers does not speak the OpenAI protocol', 'unanswered')
  return read.data
}

function whyNot(error: unknown): string {
  if (error instanceof SyntaxError) return 'what answers does not speak JSON'
  const { code, name } = error as NodeJS.ErrnoException
  return `it gave no answer (${typeof code === 'string' ? code : name})`
}

function verdictOf({ choices, usage }: z.infer<typeof envelope>, name: string) {
  const tokens = usage?.total_tokens
  const read = onlyChoice.safeParse(choices)
  if (!read.success) throw new NoVerdict('its answer is not one whole text', 'no_verdict', { tokens })
  try {
    return { verdict: readVerdict(read.data[0].message.content, name), tokens }
  } catch (error) {
    throw new NoVerdict((error as Error).message, 'no_verdict', { tokens })
  }
}

/** Of a base URL, or of the endpoint itself; what it asks for behind `?` stays. */
function endpointOf(base: string): string {
  const url = new URL(base)
  const path = url.pathname.split('/').filter((part) => part !== '')
  if (path.slice(-2).join('/') !== 'chat/completions') path.push('chat', 'completions')
  url.pathname = path.join('/')
  return url.href
}
