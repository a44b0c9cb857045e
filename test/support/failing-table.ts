/** Makes statements on a table of the real Postgres fail with a given SQLSTATE, and counts how often they did. */
import type { Database } from '../../shared/store/database.ts'

/** A fault of a table: off until it is told to begin. */
export class FailingTable {
  readonly #database: Database
  readonly #name: string

  private constructor(database: Database, name: string) {
    this.#database = database
    this.#name = name
  }

  /** What is done to rows of `table` goes through the fault from now on. */
  static async make(database: Database, table: string, on: 'insert' | 'update'): Promise<FailingTable> {
    const fault = new FailingTable(database, `fault_of_${table}`)
    await database.query(`create sequence ${fault.#name}`)
    await fault.end()
    await database.query(
      `create trigger ${fault.#name} before ${on} on ${table} for each row execute function ${fault.#name}()`,
    )
    return fault
  }

  /** Rows that `condition` holds for (SQL over `new`) fail. */
  async begin(sqlstate: string, condition = 'true'): Promise<void> {
    // A sequence counts on when the transaction is rolled back.
    await this.#become(`if ${condition} then perform nextval('${this.#name}');
      raise exception 'failing on purpose' using errcode = '${sqlstate}'; end if; return new;`)
  }

  /** Statements take until they are cancelled. */
  async hang(): Promise<void> {
    await this.#become(`perform nextval('${this.#name}'); perform pg_sleep(600); return new;`)
  }

  async end(): Promise<void> {
    await this.#become('return new;')
  }

  /** How often it has struck, since it was made. */
  async strikes(): Promise<number> {
    const [row] = await this.#database.query<{ count: number }>(
      `select case when is_called then last_value else 0 end as count from ${this.#name}`,
    )
    return row!.count
  }

  async #become(body: string): Promise<void> {
    await this.#database.query(
      `create or replace function ${this.#name}() returns trigger language plpgsql as $$ begin ${body} end $$`,
    )
  }
}
