/** Lists that are filtered by what no index answers: a bounded number of rows is looked at, in the order of an index. */
import { limits } from '../domain/limits.ts'
import type { Sql } from '../lib/sql.ts'

/** Rows of a page, one more than it holds where there is a further one. */
export interface Looked<Row> {
  rows: Row[]
  /** Where as many rows were looked at as one page does and more are left: the sort values to go on behind. */
  resume: string[] | null
}

/** A list, in SQL. */
export interface Look {
  /**
   * Selects the `id`s that are looked at, in the order of an index, and what else of their rows `own` conditions need;
   * without a limit.
   */
  ids: string
  /**
   * What they are sorted by, the greatest first: columns that `ids` selects, and `columns` shows, under the same names.
   * Left out: the `id` alone, newest first.
   */
  order?: readonly [...string[], 'id']
  /**
   * The name by which conditions know what `ids` selects; left out where they are on the row that `row` joins, which is
   * then found for each id that is looked at.
   */
  own?: string
  /** Joins the row of an id, `k.id`. */
  row: string
  /** What else the row must be; empty where the ids are of nothing else. */
  conditions: readonly string[]
  /** What is shown of it, the `id` among it. */
  columns: string
  /** Joins what `columns` needs beside the row. */
  joins?: string
}

/** Reads a page of `limit` rows and one more; `values` are those of the texts. */
export async function lookThrough<Row extends { id: string }>(
  sql: Sql,
  { ids, own, row, conditions, columns, joins = '', order: sorted = ['id'] }: Look,
  values: readonly unknown[],
  limit: number,
): Promise<Looked<Row>> {
  const page = `$${values.length + 1}`
  const order = (of: string) => `order by ${sorted.map((column) => `${of}.${column} desc`).join(', ')}`
  if (conditions.length === 0) {
    const rows = await sql.query<Row>(
      `select ${columns} from (${ids} limit ${page}) k join ${row} ${joins} ${order('k')}`,
      [...values, limit + 1],
    )
    return { rows, resume: null }
  }
  const looked = `$${values.length + 2}`
  const most = own === undefined ? limits.listJoined : limits.listLooked
  const searched = own === undefined ? `k join ${row}` : own
  // Read in the order of its index, it ends with the last row of the page. What was looked at is counted, in a second
  // look that costs no more, where the page isn't full.
  const ends = sorted.map((column) => `l.${column}::text`).join(', ')
  const last =
    sorted.length === 1 ? 'array[min(l.id)]' : `jsonb_agg(jsonb_build_array(${ends}) ${order('l')}) -> -1`
  const rows = await sql.query<{ count: number; last: string[] } & (Row | { id: null })>(
    `with hits as materialized (
       select ${sorted.map((column) => `${own ?? 'k'}.${column}`).join(', ')} from (${ids} limit ${looked}) ${searched}
       where ${conditions.join(' and ')} ${order(own ?? 'k')} limit ${page}
     )
     select x.count, x.last, r.* from (
       select count(*)::int as count, ${last} as last from (${ids} limit ${looked}) l
       where (select count(*) from hits) < ${page}
     ) x
     left join lateral (select ${columns} from hits k join ${row} ${joins}) r on true ${order('r')}`,
    [...values, limit + 1, most],
  )
  const { count, last: end } = rows[0]!
  const found = rows.flatMap(({ count: _, last: __, ...one }) =>
    one.id === null ? [] : [one as unknown as Row],
  )
  return { rows: found, resume: found.length <= limit && count === most ? end : null }
}
