/** Scorers of the operator (RISK_SCORERS): modules of their own, or services spoken to over HTTP. */
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'
import { directions } from '../domain/status.ts'
import { parseDetections } from './detection-schema.ts'
import { httpClient } from './http-client.ts'
import { scorers as builtIn } from './index.ts'
import { postJson } from './post-json.ts'
import type { Scorer } from './scorer.ts'

const httpBudgetMs = 5_000
const maxAnswerBytes = 256 * 1024

const scorerShape = z.object({
  name: z.string().regex(/^[a-z][a-z0-9_]{0,63}$/, 'must be a lower-case word'),
  directions: z.array(z.enum(directions)).min(1),
  budgetMs: z.number().positive(),
  score: z.custom<Scorer['score']>((value) => typeof value === 'function', 'must be a function'),
})

/**
 * Loads the scorers in `list`: paths of modules (from the working directory) whose default export is a
 * Scorer, and http(s) URLs. Such a URL is sent each message as JSON (a RiskMessage) by POST and answers
 * an array of `{result, detail, confidence, evidence?, points?}`. What either answers is checked.
 * @throws Error naming every entry that is no scorer, or whose name is taken.
 */
export async function loadScorers(list: readonly string[]): Promise<Scorer[]> {
  const loaded = await Promise.allSettled(
    list.map(async (entry) => (/^https?:\/\//i.test(entry) ? overHttp(entry) : fromModule(entry))),
  )
  const scorers: Scorer[] = []
  const problems: string[] = []
  const taken = new Set(builtIn.map(({ name }) => name))
  loaded.forEach((result, index) => {
    const entry = list[index]!
    if (result.status === 'rejected') problems.push(`${entry}: ${problemOf(result.reason)}`)
    else if (taken.has(result.value.name)) problems.push(`${entry}: the name ${result.value.name} is taken`)
    else {
      taken.add(result.value.name)
      scorers.push(result.value)
    }
  })
  if (problems.length > 0) throw new Error(`RISK_SCORERS: ${problems.join('; ')}`)
  return scorers
}

async function fromModule(path: string): Promise<Scorer> {
  const module = (await import(pathToFileURL(resolve(path)).href)) as { default?: unknown }
  const outside = scorerShape.parse(module.default)
  const receiver = module.default as Scorer
  return {
    ...outside,
    score: async (message, context) =>
      parseDetections(await outside.score.call(receiver, message, context), outside.name),
  }
}

/** Named after its host, so that its findings tell where they are from. */
function overHttp(address: string): Scorer {
  const url = new URL(address)
  httpClient()
  const name = `http_${url.host.toLowerCase().replace(/[^a-z0-9]+/g, '_')}`.slice(0, 64)
  return {
    name,
    directions,
    budgetMs: httpBudgetMs,
    score: async (message, { signal }) =>
      parseDetections(await postJson(url.href, message, { signal, maxBytes: maxAnswerBytes }), name),
  }
}

function problemOf(error: unknown): string {
  if (error instanceof z.ZodError)
    return error.issues
      .map(({ path, message }) => `${path.join('.') || 'default export'} ${message}`)
      .join(', ')
  return error instanceof Error ? error.message : String(error)
}
