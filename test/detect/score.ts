/** `npm run score -- FILE.jsonl…`: judges rows of labelled data with the service's own code, one JSON line each. */
import { assess } from '../../shared/risk/assess.ts'
import { asShares } from '../../shared/risk/shares.ts'
import { outboundFindings } from './outbound.ts'
import { isOutbound, messageOf, type Row, RowError, readRows, rowImages } from './rows.ts'

/** Rows judged before the first is timed, so that the figures are those of a service that has run a while. */
const warmUp = 200

async function judge(row: Row): Promise<object> {
  const message = await messageOf(row)
  const images = await rowImages(row, message)
  const start = performance.now()
  const { analysis } = await assess(message, { llm: null, images })
  const outbound = isOutbound(row) ? outboundFindings(message) : null
  const ms = performance.now() - start
  return {
    id: row.id,
    score: analysis.risk_score,
    detections: asShares(analysis).detections,
    ...(outbound ?? {}),
    ms: Math.round(ms * 1_000) / 1_000,
  }
}

const files = process.argv.slice(2)
if (files.length === 0) {
  process.stderr.write('usage: npm run score -- FILE.jsonl…\n')
  process.exit(64)
}
let warm = false
for (const rows of files.map(rowsOf)) {
  if (!warm) for (const row of rows.slice(0, warmUp)) await judge(row)
  warm = true
  for (const row of rows) process.stdout.write(`${JSON.stringify(await judge(row))}\n`)
}

function rowsOf(file: string): Row[] {
  try {
    return readRows(file)
  } catch (error) {
    if (!(error instanceof RowError)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exit(error.exitCode)
  }
}
