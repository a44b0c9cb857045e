/** The doctor's table: one line a finding, and below those that need it, how to mend it. */
import type { Finding, Outcome } from './check.ts'

const words: Record<Outcome, string> = { ok: 'ok', warn: 'WARN', fail: 'FAIL', skip: '-' }

/** Lines of text; widths fit the longest name. */
export function renderTable(findings: readonly Finding[]): string {
  const width = Math.max(...findings.map(({ name }) => name.length))
  const lines = findings.flatMap(({ name, outcome, found, mend }) => [
    `${words[outcome].padEnd(4)}  ${name.padEnd(width)}  ${found}`,
    ...(mend === undefined ? [] : [`${' '.repeat(6 + width)}  → ${mend}`]),
  ])
  const count = (outcome: Outcome) => findings.filter((finding) => finding.outcome === outcome).length
  return [...lines, '', `${count('ok')} ok, ${count('warn')} to look at, ${count('fail')} to mend.`].join(
    '\n',
  )
}
