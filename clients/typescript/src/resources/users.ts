/** The people of the account, who sign in to its dashboard. */
import type { RequestOptions, Transport } from '../transport.ts'
import type { Body, Query } from '../types.ts'

/** Users. */
export class UsersResource {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** Invites somebody to the account, who is mailed where to sign in. */
  create(body: Body<'create_user'>, options?: RequestOptions) {
    return this.#transport.call('create_user', { body }, options)
  }

  /** All users, oldest first, with their roles. */
  list(options?: RequestOptions) {
    return this.#transport.call('list_users', {}, options)
  }

  /** Changes a user's role; they sign in again. */
  update(id: string, body: Body<'update_user'>, options?: RequestOptions) {
    return this.#transport.call('update_user', { path: { user_id: id }, body }, options)
  }

  /** Chooses how the user of the key is told by mail of what waits for a person. */
  updateMe(body: Body<'update_own_user'>, options?: RequestOptions) {
    return this.#transport.call('update_own_user', { body }, options)
  }

  /** Removes a user, whose sessions and links end at once. */
  delete(id: string, query: Query<'delete_user'> = {}, options?: RequestOptions) {
    return this.#transport.call('delete_user', { path: { user_id: id }, query }, options)
  }
}
