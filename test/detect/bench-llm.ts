/** `npm run bench:detect -- --llm DIR`: what a language model would change, asked about the rows that the rest isn't sure of. */
import { parseConfig } from '../../config/config.ts'
import { readEnvironment } from '../../config/env.ts'
import { assess } from '../../shared/risk/assess.ts'
import { gateMemory, gateNumbers, LlmGate } from '../../shared/risk/llm/gate.ts'
import type { LlmSettings } from '../../shared/risk/scorer.ts'
import { isOutbound, messageOf, type Row, rowImages } from './rows.ts'

/** Rows that are asked about, unless `--most N` says otherwise. */
const mostByDefault = 500

export interface SecondJudge {
  /** Null: it is only counted how many rows it would be asked about. */
  model: Pick<LlmSettings, 'url' | 'model' | 'apiKey'> | null
  minScore: number
  maxScore: number
  maxCharacters: number
  atOnce: number
  /** Rows that are asked about at most: of more, every so many. */
  most: number
  withholdAbove: number
  flagAbove: number
}

interface Judged {
  row: Row
  alone: number
  /** With what the model says; null: it was not asked. */
  together: { score: number; result: string; ms: number } | null
}

/** The table, by kind of row, and what it took. */
export async function secondJudgement(rows: readonly Row[], settings: SecondJudge): Promise<string[]> {
  const judged: Judged[] = []
  for (const row of rows.filter((one) => !isOutbound(one)))
    judged.push({ row, alone: await scoreOf(row, null), together: null })
  const doubtful = judged.filter(({ alone }) => alone >= settings.minScore && alone <= settings.maxScore)
  const { model } = settings
  if (model === null)
    return [...table(judged, doubtful, settings), '', 'LLM_URL is not set: nobody was asked.']
  const every = Math.max(1, doubtful.length / settings.most)
  const asked = Array.from(
    { length: Math.min(doubtful.length, settings.most) },
    (_, i) => doubtful[Math.floor(i * every)]!,
  )
  const memory = gateMemory()
  const limits = { perMinute: 100_000, perDay: 100_000_000, tokensPerDay: 50_000_000_000, tenantShare: 100 }
  const gate = new LlmGate(memory, { ...limits, atOnce: settings.atOnce })
  const queue = [...asked]
  const ask = async (): Promise<void> => {
    for (let one = queue.shift(); one !== undefined; one = queue.shift())
      one.together = await together(one.row, { ...settings, ...model, gate })
  }
  await Promise.all(Array.from({ length: settings.atOnce }, ask))
  const { asked: outcomes, tokens, notAsked } = gateNumbers(memory)
  const said = Object.entries({ ...outcomes, ...notAsked }).filter(([, count]) => count > 0)
  const times = asked.map(({ together: got }) => got?.ms ?? 0).sort((a, b) => a - b)
  const at = (part: number): string =>
    Math.round(times[Math.floor((times.length - 1) * part)] ?? 0).toString()
  return [
    ...table(judged, doubtful, settings),
    '',
    ...(asked.length < doubtful.length
      ? [`Asked about ${asked.length} of ${doubtful.length}; "with it" is extrapolated from them.`]
      : []),
    `Outcomes: ${said.map(([word, count]) => `${word} ${count}`).join(', ') || 'none'}. Tokens: ${tokens}.`,
    `ms a mail, all of it: p50 ${at(0.5)}, p95 ${at(0.95)}, max ${at(1)}; ${settings.atOnce} at once.`,
  ]
}

async function scoreOf(row: Row, llm: LlmSettings | null): Promise<number> {
  const message = await messageOf(row)
  return (await assess(message, { llm, images: await rowImages(row, message) })).analysis.risk_score
}

async function together(row: Row, llm: LlmSettings): Promise<NonNullable<Judged['together']>> {
  const message = await messageOf(row)
  const images = await rowImages(row, message)
  const start = performance.now()
  const { analysis } = await assess(message, { llm, images })
  const ms = performance.now() - start
  const result = analysis.detections.find(({ method }) => method === 'llm_scan')?.result ?? 'error'
  return { score: analysis.risk_score, result, ms }
}

function table(
  judged: readonly Judged[],
  doubtful: readonly Judged[],
  { minScore, maxScore, withholdAbove, flagAbove }: SecondJudge,
): string[] {
  const lines = [...Map.groupBy(judged, ({ row }) => row.kind || 'no kind')]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([kind, some]) => {
      const open = doubtful.filter((one) => some.includes(one))
      const asked = open.filter((one) => one.together !== null)
      const count = (result: (word: string) => boolean) =>
        asked.filter((one) => result(one.together!.result)).length
      const change = (above: number): string => {
        const before = some.filter(({ alone }) => alone > above).length
        if (asked.length === 0) return share(before, some.length)
        const more = asked.filter((one) => one.alone <= above && one.together!.score > above).length
        const after = before + (more * open.length) / asked.length
        return `${share(before, some.length)} → ${share(after, some.length)}`
      }
      const unjudged = count((word) => word === 'error' || word === 'timeout')
      const clean = count((word) => word === 'clean')
      const cells = [
        kind,
        some.length,
        open.length,
        asked.length,
        asked.length - clean - unjudged,
        clean,
        unjudged,
      ]
      return `| ${[...cells, change(withholdAbove), change(flagAbove)].join(' | ')} |`
    })
  return [
    `| kind | rows | scores ${minScore} to ${maxScore} | asked | called an attack | called harmless | no verdict | withheld, with it | flagged or withheld, with it |`,
    '|---|---:|---:|---:|---:|---:|---:|---:|---:|',
    ...lines,
  ]
}

const share = (part: number, count: number): string => (part / count).toFixed(3)

/** What the environment says of the model, as the service reads it, and `--most` of the arguments. */
export function secondJudgeOf(args: readonly string[], environment = readEnvironment()): SecondJudge {
  const config = parseConfig(environment)
  const { LLM_URL: url, LLM_MODEL: model, LLM_API_KEY: apiKey = null } = config
  const most = Number(args[args.indexOf('--most') + 1])
  return {
    model: url === undefined || model === undefined ? null : { url, model, apiKey },
    minScore: config.LLM_SCAN_MIN,
    maxScore: config.LLM_SCAN_MAX,
    maxCharacters: config.LLM_MAX_CHARACTERS,
    atOnce: config.LLM_AT_ONCE,
    most: args.includes('--most') && Number.isInteger(most) && most > 0 ? most : mostByDefault,
    withholdAbove: config.RISK_WITHHOLD_ABOVE,
    flagAbove: config.RISK_FLAG_ABOVE,
  }
}
