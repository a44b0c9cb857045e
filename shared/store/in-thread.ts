/** How statements find the messages of a thread that they don't know beforehand. */

/** Which of a thread's messages: those from an id on, and those before one; SQL. */
interface Bounds {
  from?: string | undefined
  before?: string | undefined
}

/**
 * SQL: whether the message row `alias` is of the thread `thread`; to be read in the order of `thread_id` and `id`, either
 * way. A range, where an equation would do: where nearly all mail of a table is in one thread, Postgres takes every thread
 * for as large, and would look for the first or last message of a small one among all that the tenant has. In this order
 * there is the index by thread alone, which is read from one bound to the other.
 */
export function inThread(alias: string, thread: string, { from, before }: Bounds = {}): string {
  const place = `(${alias}.thread_id, ${alias}.id)`
  const begin = from === undefined ? `${alias}.thread_id >= ${thread}` : `${place} >= (${thread}, ${from})`
  const end = before === undefined ? `${alias}.thread_id <= ${thread}` : `${place} < (${thread}, ${before})`
  return `${begin} and ${end}`
}
