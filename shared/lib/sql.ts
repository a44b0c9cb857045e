/** The least a caller needs of a database connection; a transaction is handed on as this. */

/** Runs one statement with `$1…` parameters and answers its rows. */
export interface Sql {
  query<Row extends object = Record<string, unknown>>(text: string, values?: unknown[]): Promise<Row[]>
}
