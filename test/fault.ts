/** `npm run fault`: what takes minutes to show — parts starved, silenced and killed — with a table of it at the end. */
import { installClamd } from '../services/local/install-clamd.ts'
import { countTests } from './support/count-tests.ts'
import { runTests } from './support/run-tests.ts'

await installClamd((line) => console.log(`  ${line}`))
const { report, status } = await runTests('--config', 'test/fault-long/vitest.config.ts')
const outcomes = report.testResults.flatMap(({ assertionResults }) => assertionResults)
console.log('\n     s  Outcome  What is shown')
for (const { status, fullName = '', duration } of outcomes)
  console.log(`${((duration ?? 0) / 1000).toFixed(0).padStart(6)}  ${status.padEnd(7)}  ${fullName}`)
const { passed, failed } = countTests(report, status)
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
