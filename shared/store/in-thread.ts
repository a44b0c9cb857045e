/** How statements find the messages of a thread that they don't know beforehand. */

/**
 * SQL: whether the message row `alias` is of the thread `thread`; to be read in the order of `thread_id` and `id`, either
 * way. A range, where an equation would do: where nearly all mail of a table is in one thread, Postgres takes every thread
 * for as large, and would look for the first or last message of a small one among all that the tenant has. In this order
 * there is the index by thread alone.
 */
export const inThread = (alias: string, thread: string): string =>
  `${alias}.thread_id between ${thread} and ${thread}`
