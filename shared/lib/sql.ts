/** The least a caller needs of a database connection; a transaction is handed on as this. */

/** Runs one statement with `$1…` parameters and answers its rows. */
export interface Sql {
  query<Row extends object = Record<string, unknown>>(text: string, values?: unknown[]): Promise<Row[]>
}

/**
 * Sends the statements of a transaction on their way without waiting for their answers, which are empty: its commit can
 * follow them at once. Should one fail, so does the transaction.
 */
export const unheard = (tx: Sql): Sql => ({
  query: async (text, values) => {
    void tx.query(text, values).catch(() => {})
    return []
  },
})
