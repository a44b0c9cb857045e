/** Runs the scorers over a message, each under its time budget, and combines what they find. */
import type { Detection, SecurityAnalysis } from '../domain/analysis.ts'
import { limits } from '../domain/limits.ts'
import { combine } from './combine.ts'
import { scorers as registry } from './index.ts'
import type { Image, LlmSettings, RiskContext, RiskMessage, Scorer } from './scorer.ts'

export interface AssessOptions {
  /** Null: no `llm_scan`. */
  llm: LlmSettings | null
  /** Scorers of the operator (see outside.ts), after the built-in ones. */
  outside?: readonly Scorer[]
  /** The message as it came in, for those outside scorers that read it themselves. */
  raw?: Uint8Array | null
  /** Its images, for codes in them. */
  images?: readonly Image[]
  /** Whose mail it is; see {@link RiskContext}. */
  tenantId?: string
  /** In place of the registry's. */
  builtIn?: readonly Scorer[]
}

export interface Assessment {
  analysis: SecurityAnalysis
  /**
   * Methods that could not judge the message (threw, were late, or couldn't read it). Unless empty, the
   * message is at least flagged, whatever bounds are configured.
   */
  incomplete: string[]
}

/**
 * Assesses a message. Never throws: what a scorer throws becomes a detection. Detections come in the
 * order of the scorers, whichever answers first. Scorers that wait run side by side; those that break ties run one
 * after the other when the others are done, and are told what has been found so far. All that is waited for is over
 * within `limits.riskMs`; what computes without end is ended with its thread, by whoever runs it.
 */
export async function assess(message: RiskMessage, options: AssessOptions): Promise<Assessment> {
  const { outside = [], builtIn = registry } = options
  const scorers = [...builtIn, ...outside].filter(({ directions }) => directions.includes(message.direction))
  const first = scorers.filter(({ breaksTies }) => breaksTies !== true)
  const readings = new Map<string, number>()
  const begun = first.map((scorer) =>
    run(scorer, message, options, { ...nothingYet, readings }, limits.riskMs),
  )
  const start = performance.now()
  const detections = (await Promise.all(begun)).flat()
  for (const scorer of scorers.filter(({ breaksTies }) => breaksTies === true)) {
    const leftMs = limits.riskMs - (performance.now() - start)
    const sofar = { ...combine(detections), readings }
    detections.push(...(await run(scorer, message, options, sofar, leftMs)))
  }
  const incomplete = detections.filter(({ result }) => result === 'error' || result === 'timeout')
  return {
    analysis: combine(detections),
    incomplete: [...new Set(incomplete.map(({ method }) => method))],
  }
}

/** What has been found and read when a scorer is asked. */
type SoFar = Pick<SecurityAnalysis, 'risk_score' | 'detections'> & { readings: Map<string, number> }

const nothingYet = { risk_score: 0, detections: [] }

function run(
  scorer: Scorer,
  message: RiskMessage,
  { llm, raw = null, images = [], tenantId = '' }: AssessOptions,
  { risk_score: sofar, detections: found, readings }: SoFar,
  leftMs: number,
): Detection[] | Promise<Detection[]> {
  // Made where it is asked for: few scorers wait for anything.
  let abort: AbortController | undefined
  const aborting = (): AbortController => (abort ??= new AbortController())
  try {
    const context: RiskContext = {
      get signal() {
        return aborting().signal
      },
      llm,
      raw,
      images,
      sofar,
      found,
      readings,
      tenantId,
    }
    const answer = scorer.score(message, context)
    return Array.isArray(answer)
      ? own(scorer, answer)
      : withinBudget(scorer, answer, aborting(), Math.max(0, Math.min(scorer.budgetMs, leftMs)))
  } catch (error) {
    return [failed(scorer, error)]
  }
}

async function withinBudget(
  scorer: Scorer,
  answer: Promise<Detection[]>,
  abort: AbortController,
  budgetMs: number,
): Promise<Detection[]> {
  const { promise: late, resolve } = Promise.withResolvers<Detection[]>()
  const timer = setTimeout(() => {
    resolve([
      {
        method: scorer.name,
        result: 'timeout',
        detail: `The check ${scorer.name} gave no answer within ${Math.round(budgetMs)} ms.`,
        confidence: 1,
      },
    ])
    abort.abort()
  }, budgetMs)
  try {
    return await Promise.race([answer.then((detections) => own(scorer, detections)), late])
  } catch (error) {
    return [failed(scorer, error)]
  } finally {
    clearTimeout(timer)
  }
}

/** A scorer speaks for itself only: an outside one can't pass its findings off as another's. */
function own(scorer: Scorer, detections: Detection[]): Detection[] {
  return detections.map((detection) =>
    detection.method === scorer.name ? detection : { ...detection, method: scorer.name },
  )
}

/** The error's name only: its message could quote the mail or a secret. */
function failed(scorer: Scorer, error: unknown): Detection {
  const name = error instanceof Error ? error.name : typeof error
  return {
    method: scorer.name,
    result: 'error',
    detail: `The check ${scorer.name} failed (${name}).`,
    confidence: 1,
  }
}
