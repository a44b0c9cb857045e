/** What the statements of the store read, as Postgres counted it: rows and pages, whatever the clock says. */
import pg from 'pg'
import type { Sql } from '../../shared/lib/sql.ts'

/** What one statement read. */
export interface Work {
  text: string
  /** Rows that were read from tables and indexes, those filtered out included. */
  rows: number
  /** Pages of 8 KiB. */
  pages: number
  /** Tables that were read as a whole, and are more than a few pages, or were read again and again. */
  wholeTables: string[]
}

interface Node {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  'Shared Hit Blocks'?: number
  'Shared Read Blocks'?: number
  Plans?: Node[]
}

/**
 * Answers as `sql` does, whose session is one and the same, and notes what each statement read. It is planned without
 * knowing its values, as the service's are after a while, or with them.
 */
export function explained(sql: Sql, plans: 'generic' | 'custom', noted: Work[]): Sql {
  return {
    query: async <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> => {
      await sql.query(`set plan_cache_mode = force_${plans}_plan`)
      await sql.query(`prepare explained as ${text}`)
      const given = values.length === 0 ? '' : `(${values.map(literal).join(', ')})`
      try {
        const [answer] = await sql.query<{ 'QUERY PLAN': { Plan: Node }[] }>(
          `explain (analyze, buffers, timing off, format json) execute explained${given}`,
        )
        const { Plan: plan } = answer!['QUERY PLAN'][0]!
        const nodes = flat(plan)
        noted.push({
          text,
          rows: nodes.reduce((sum, node) => sum + rowsOf(node), 0),
          pages: pagesOf(plan),
          wholeTables: nodes
            .filter((node) => node['Node Type'] === 'Seq Scan' && pagesOf(node) > fewPages)
            .map((node) => node['Relation Name'] ?? ''),
        })
      } finally {
        await sql.query('deallocate explained; reset plan_cache_mode')
      }
      return sql.query<Row>(text, values)
    },
  }
}

/** Pages of a table that is read as a whole sooner than by any index. */
const fewPages = 8

/** Pages that a node and those below it read, however often they ran. */
const pagesOf = (node: Node): number => (node['Shared Hit Blocks'] ?? 0) + (node['Shared Read Blocks'] ?? 0)

const flat = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(flat)]

function rowsOf(node: Node): number {
  // What the index of words holds of a word is a map of places, not rows.
  if (node['Relation Name'] === undefined) return 0
  const each =
    node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)
  return each * node['Actual Loops']
}

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (Array.isArray(value)) {
    const type = typeof value[0] === 'boolean' ? 'boolean' : 'text'
    return `array[${value.map(literal).join(', ')}]::${type}[]`
  }
  return pg.escapeLiteral(String(value))
}
