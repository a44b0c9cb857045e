/** Quotas of tenants: whether there is room for one message more, looked up every few seconds and added up in between. */
import { ServiceError } from '../../domain/errors.ts'
import { limits } from '../../domain/limits.ts'
import type { Database } from '../../store/database.ts'
import { findUsage, type Usage } from '../../store/usage.ts'

/** Of one tenant; 0: none. */
export interface QuotaSettings {
  storedBytes: number
  messagesPerDay: number
}

/** Tenants whose use is remembered at once. */
const remembered = 10_000

/**
 * One a process. What a tenant has taken is asked for at most every `limits.quotaSeconds`; in between, what this process
 * takes, by SMTP or by the API, is added. So a quota can be overshot by what the other processes take in that time, and by
 * what is being stored while it is asked for.
 */
export class Quotas {
  readonly #database: Database
  readonly #settings: QuotaSettings
  readonly #known = new Map<string, { at: number; usage: Promise<Usage> }>()

  constructor(database: Database, settings: QuotaSettings) {
    this.#database = database
    this.#settings = settings
  }

  /** Refuses a message of so many bytes for which there is no room; one that there is room for is added. Resolves with what takes it away again, where it isn't stored. @throws ServiceError `quota_exceeded`. */
  async take(tenantId: string, bytes: number): Promise<() => void> {
    if (this.#off) return () => {}
    const usage = await this.#usage(tenantId)
    this.#refuse(usage, bytes)
    usage.messagesToday++
    usage.storedBytes += bytes
    // From what it was added to: what has been looked up since never counted it.
    return () => {
      usage.messagesToday--
      usage.storedBytes -= bytes
    }
  }

  /** Refuses where there is no room for any message; nothing is added. @throws ServiceError `quota_exceeded`. */
  async check(tenantId: string): Promise<void> {
    if (!this.#off) this.#refuse(await this.#usage(tenantId), 1)
  }

  /** The same of so many bytes of something that is no message. @throws ServiceError `quota_exceeded`. */
  async takeBytes(tenantId: string, bytes: number): Promise<() => void> {
    if (this.#settings.storedBytes === 0) return () => {}
    const usage = await this.#usage(tenantId)
    this.#refuseBytes(usage, bytes)
    usage.storedBytes += bytes
    return () => {
      usage.storedBytes -= bytes
    }
  }

  get #off(): boolean {
    return this.#settings.storedBytes === 0 && this.#settings.messagesPerDay === 0
  }

  #refuse(usage: Usage, bytes: number): void {
    const { messagesPerDay } = this.#settings
    if (messagesPerDay > 0 && usage.messagesToday >= messagesPerDay)
      throw new ServiceError(
        'quota_exceeded',
        `${messagesPerDay} messages a day may come and go; there is room again at midnight (UTC).`,
      )
    this.#refuseBytes(usage, bytes)
  }

  #refuseBytes({ storedBytes: used }: Pick<Usage, 'storedBytes'>, bytes: number): void {
    const { storedBytes } = this.#settings
    if (storedBytes > 0 && used + bytes > storedBytes)
      throw new ServiceError(
        'quota_exceeded',
        `Mail may take ${storedBytes} bytes; delete an inbox, or set retention_days, for room.`,
      )
  }

  #usage(tenantId: string): Promise<Usage> {
    const known = this.#known.get(tenantId)
    if (known !== undefined && Date.now() - known.at < limits.quotaSeconds * 1_000) return known.usage
    if (this.#known.size >= remembered) this.#known.clear()
    const usage = findUsage(this.#database, tenantId).then(
      (found) => found ?? { storedBytes: 0, messagesToday: 0 },
    )
    const entry = { at: Date.now(), usage }
    this.#known.set(tenantId, entry)
    // What couldn't be looked up is not remembered.
    usage.catch(() => this.#known.get(tenantId) === entry && this.#known.delete(tenantId))
    return usage
  }
}
