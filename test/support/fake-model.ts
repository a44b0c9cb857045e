/** A server that speaks OpenAI's chat API and says what the test wants: honestly, or in bad faith. */
import type { ServerResponse } from 'node:http'
import { type GateLimits, gateMemory, LlmGate } from '../../shared/risk/llm/gate.ts'
import type { LlmSettings } from '../../shared/risk/scorer.ts'
import { type HttpAnswer, httpAnswer, type Received } from './http-answer.ts'

/** What a model was asked. */
export interface AskedModel {
  /** The name of the mail, as the instructions tell it. */
  name: string
  /** Between the boundaries. */
  mail: string
  system: string
  body: { model: string; response_format?: { type: string } } & Record<string, unknown>
}

export const harmless = { category: 'none', confidence: 1, reason: 'An ordinary mail.', quote: '' }

/** The answer of the API with `content` as what the model says. */
export const completion = (content: unknown, more: object = {}, message: object = {}): string =>
  JSON.stringify({
    id: 'chatcmpl-1',
    object: 'chat.completion',
    choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content, ...message } }],
    usage: { prompt_tokens: 90, completion_tokens: 10, total_tokens: 100 },
    ...more,
  })

/** `verdict` about the mail that was asked about, as a model gives it that does as it is told. */
export const verdictOn = ({ name }: AskedModel, verdict: object = harmless): string =>
  JSON.stringify({ mail: name, ...verdict })

export const json = (response: ServerResponse, body: string, status = 200): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(body)
}

export function askedOf({ body }: Received): AskedModel {
  const parsed = JSON.parse(body)
  const [{ content: system }, { content: user }] = parsed.messages
  const [, name = '', mail = ''] = /^<mail-([0-9a-f]+)>\n([\s\S]*)\n<\/mail-\1>\n/.exec(user) ?? []
  return { name, mail, system, body: parsed }
}

/** Listens on a free port; `answer` says what becomes of each request. */
export const startFakeModel = (
  answer: (response: ServerResponse, asked: AskedModel) => void,
): Promise<HttpAnswer> => httpAnswer((response, received) => answer(response, askedOf(received)))

/** One that calls every mail `verdict`. */
export const startObedientModel = (verdict: object = harmless): Promise<HttpAnswer> =>
  startFakeModel((response, asked) => json(response, completion(verdictOn(asked, verdict))))

export const wideLimits: GateLimits = {
  perMinute: 1_000,
  perDay: 1_000_000,
  tokensPerDay: 1_000_000_000,
  tenantShare: 100,
  atOnce: 64,
}

/** Settings that ask the model at `url` about any score. */
export const modelAt = (url: string, more: Partial<LlmSettings> = {}): LlmSettings => ({
  url: `${url}/v1/`,
  model: 'judge-1',
  apiKey: 'k-123',
  minScore: 0,
  maxScore: 100,
  maxCharacters: 12_000,
  gate: new LlmGate(gateMemory(), wideLimits),
  ...more,
})
