/** The whole service for a test file: a database of its own, the run's clamd, an account, an inbox, a receiver. */
import { clamdUrl } from './clamd.ts'
import type { ZoneEntry } from './dns-server.ts'
import { type House, openHouse } from './open-house.ts'
import { createDatabase } from './postgres.ts'

export type { House } from './open-house.ts'

/**
 * Starts it; `settings` are environment variables, `names` what its name server knows. Make one in `beforeAll`, stop it
 * in `afterAll`.
 */
export async function startHouse(
  settings: Record<string, string> = {},
  names?: Record<string, ZoneEntry>,
): Promise<House> {
  const database = await createDatabase()
  try {
    const urls = {
      DATABASE_URL: database.serviceUrl,
      DATABASE_OWNER_URL: database.url,
      CLAMAV_URL: clamdUrl(),
    }
    const house = await openHouse({ ...urls, ...settings }, names)
    return {
      ...house,
      async stop() {
        await house.stop()
        await database.drop()
      },
    }
  } catch (error) {
    await database.drop()
    throw error
  }
}
