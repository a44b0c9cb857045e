/** A pool of connections to Postgres, each with its session set up, that gives up what has gone silent. */
import pg from 'pg'
import type { Log } from './log.ts'
import { connectionSettings } from './postgres-session.ts'
import { type SilenceLimits, SilenceWatch } from './postgres-silence.ts'

export interface PoolOptions extends SilenceLimits {
  url: string
  size: number
  /** What Postgres calls the sessions. */
  name: string
  /** Milliseconds in which a connection is to be had, made anew or from the pool. */
  connectMs: number
  /** Milliseconds that one statement may take. */
  queryMs: number
  /** Statements that each session begins with. */
  session: string
  /** Whether statements that don't wait for each other's answers are sent together. */
  pipeline?: boolean
  types?: pg.CustomTypesConfig
}

/** Connects lazily. Errors are those of node-postgres. */
export class PostgresPool {
  readonly #pool: pg.Pool
  readonly #watch: SilenceWatch

  constructor(
    { url, size, name, connectMs, queryMs, session, silentMs, probeMs, ...more }: PoolOptions,
    log: Log,
  ) {
    const watch = new SilenceWatch(url, { silentMs, probeMs }, log)
    this.#watch = watch
    this.#pool = new pg.Pool({
      ...connectionSettings(url, connectMs),
      ...more,
      max: size,
      idleTimeoutMillis: 60_000,
      query_timeout: queryMs,
      application_name: name,
      // Connections are handed out once their session is set up.
      onConnect: async (client) => {
        // Between the pool's hands and ours nobody listens for a moment: an error then would end the process. It is
        // told to whoever waits for an answer all the same.
        client.on('error', () => {})
        const text = `${session}; select pg_backend_pid() as pid`
        const setUp = { text, query_timeout: connectMs }
        const answers = (await watch.statement(client, () => client.query(setUp))) as unknown
        watch.admit(client, (answers as pg.QueryResult<{ pid: number }>[]).at(-1)!.rows[0]!.pid)
      },
    })
    this.#pool.on('error', (error) => {
      // The pool's end doesn't wait until the server has read each goodbye: one that stops meanwhile says so.
      if (!this.#pool.ending) log.warn({ err: error }, 'idle database connection lost')
    })
  }

  /** A connection, to be released: with an error where it is no good any more. */
  async connect(): Promise<pg.PoolClient> {
    for (;;) {
      const client = await this.#watch.checkout(
        () => this.#pool.connect(),
        (late) => late.release(),
      )
      if (this.#watch.keeps(client)) return client
      client.release(true)
    }
  }

  /** Runs a statement on a connection that was checked out. */
  send<Row extends object>(
    client: pg.PoolClient,
    text: string,
    values?: unknown[],
  ): Promise<pg.QueryResult<Row>> {
    return this.#watch.statement(client, () => client.query<Row>(prepared(text, values)))
  }

  /** Runs a statement on any connection. */
  async query<Row extends object>(text: string, values?: unknown[]): Promise<pg.QueryResult<Row>> {
    const client = await this.connect()
    let failure: Error | undefined
    try {
      return await this.send<Row>(client, text, values)
    } catch (error) {
      failure = error as Error
      throw error
    } finally {
      client.release(failure)
    }
  }

  /** Whether the server answers anyone, over a connection of its own. */
  answers(): Promise<boolean> {
    return this.#watch.answers()
  }

  async close(): Promise<void> {
    this.#watch.close()
    await this.#pool.end()
  }
}

const statementNames = new Map<string, string>()
/** Texts that are prepared; the service has far fewer, but a text made at run time must not grow the server's memory. */
const preparedStatements = 400

/** Statements with parameters are prepared once per connection: planning them anew costs more than running them. */
function prepared(text: string, values: unknown[] = []): pg.QueryConfig {
  // Several commands in one text can't be prepared; such a text has no parameters.
  if (values.length === 0) return { text }
  let name = statementNames.get(text)
  if (name === undefined && statementNames.size < preparedStatements) {
    name = `s${statementNames.size}`
    statementNames.set(text, name)
  }
  return name === undefined ? { text, values } : { name, text, values }
}
