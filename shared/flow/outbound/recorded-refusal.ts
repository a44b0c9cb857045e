/** A refusal of a message that is to be on record, though nothing else of the message is. */
import { type ErrorCode, ServiceError } from '../../domain/errors.ts'
import type { Database } from '../../store/database.ts'

/** An error for the caller, with what goes on record once the transaction of the message is rolled back. */
export class RecordedRefusal extends ServiceError {
  readonly record: (records: Database) => Promise<void>

  constructor(
    code: ErrorCode,
    text: string,
    record: (records: Database) => Promise<void>,
    retryAfter?: number,
  ) {
    super(code, text, retryAfter === undefined ? {} : { retryAfter })
    this.record = record
  }
}

/** What `take` answers; should it refuse, that is put on record first where it is to be. */
export async function withRecord<Answer>(records: Database, take: () => Promise<Answer>): Promise<Answer> {
  try {
    return await take()
  } catch (error) {
    if (error instanceof RecordedRefusal) await error.record(records)
    throw error
  }
}
