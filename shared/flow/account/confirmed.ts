/** Holds back, where SIGNUP is `confirm`, what an account may do only once somebody has confirmed its address. */
import { needsConfirmation } from '../../domain/confirmation.ts'
import type { EndpointName } from '../../domain/endpoints.ts'
import { ServiceError } from '../../domain/errors.ts'
import type { Principal } from '../../domain/principal.ts'
import type { Database } from '../../store/database.ts'
import { isAccountConfirmed } from '../../store/signup.ts'

/** Accounts that are remembered as confirmed, which none ceases to be. */
const remembered = 10_000

/** One a process. */
export class ConfirmedAccounts {
  readonly #database: Database
  readonly #known = new Set<string>()

  constructor(database: Database) {
    this.#database = database
  }

  /** Whether somebody has confirmed an address of the account. */
  async has(accountId: string): Promise<boolean> {
    if (this.#known.has(accountId)) return true
    if (!(await isAccountConfirmed(this.#database, accountId))) return false
    if (this.#known.size >= remembered) this.#known.clear()
    this.#known.add(accountId)
    return true
  }

  /** @throws ServiceError `account_unconfirmed`. */
  async check(name: EndpointName, { accountId, mode }: Principal): Promise<void> {
    if (mode !== 'live' || !needsConfirmation.has(name)) return
    if (!(await this.has(accountId))) throw new ServiceError('account_unconfirmed')
  }
}
