/** Databases for tests: each a clone of the migrated template, on the run's one real Postgres. */
import { inject } from 'vitest'
import { cloneTemplate, type TestDatabase } from './clone-database.ts'

export type { TestDatabase } from './clone-database.ts'

/** A database of the caller's own. Make one per test file (in `beforeAll`), drop it in `afterAll`. */
export const createDatabase = (): Promise<TestDatabase> => cloneTemplate(inject('postgresUrl'))
