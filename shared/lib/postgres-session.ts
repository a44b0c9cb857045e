/** What every session with Postgres is told first: how long it may wait, and hold others up. */
import type pg from 'pg'

/** Milliseconds that a session may wait, and hold others up; 0 is without end. */
export interface SessionLimits {
  /** Waiting for a lock that another session holds. */
  lockMs: number
  /** Saying nothing inside a transaction, whose locks others wait for; Postgres ends the session then. */
  idleInTransactionMs: number
  /** A host that acknowledges nothing, while the server has something to tell it. */
  silentHostMs: number
}

/**
 * The statements, as one text. They are sent and not given as parameters of the connection, which poolers refuse; what
 * concerns TCP means nothing to a Unix socket, and does no harm there.
 */
export function sessionStatements({ lockMs, idleInTransactionMs, silentHostMs }: SessionLimits): string {
  const third = Math.max(1, Math.ceil(silentHostMs / 3_000))
  return [
    `set lock_timeout = ${lockMs}`,
    `set idle_in_transaction_session_timeout = ${idleInTransactionMs}`,
    `set tcp_keepalives_idle = ${third}`,
    `set tcp_keepalives_interval = ${third}`,
    'set tcp_keepalives_count = 2',
    `set tcp_user_timeout = ${silentHostMs}`,
    // Since Postgres 14, and not on every platform: a statement of a process that has died is given up.
    `do $$ begin set client_connection_check_interval = ${third * 1_000}; exception when others then null; end $$`,
  ].join('; ')
}

/** Settings of a connection's socket and of its making, as node-postgres takes them. */
export function connectionSettings(url: string, connectMs: number): pg.ClientConfig {
  return {
    connectionString: url,
    connectionTimeoutMillis: connectMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: connectMs,
  }
}
