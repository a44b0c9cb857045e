/** Policies: what may come in and go out. */
import { pages } from '../page.ts'
import type { RequestOptions, Transport } from '../transport.ts'
import type { Body, Query } from '../types.ts'

/** Policies. */
export class PoliciesResource {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** Makes a policy. */
  create(body: Body<'create_policy'>, options?: RequestOptions) {
    return this.#transport.call('create_policy', { body }, options)
  }

  /** Policies. */
  list(query: Query<'list_policies'> = {}, options?: RequestOptions) {
    return pages((cursor) =>
      this.#transport.call(
        'list_policies',
        { query: { ...query, ...(cursor === undefined ? {} : { cursor }) } },
        options,
      ),
    )
  }

  /** A policy. */
  get(policyId: string, options?: RequestOptions) {
    return this.#transport.call('get_policy', { path: { policy_id: policyId } }, options)
  }

  /** Changes what is given. */
  update(policyId: string, body: Body<'update_policy'>, options?: RequestOptions) {
    return this.#transport.call('update_policy', { path: { policy_id: policyId }, body }, options)
  }

  /** Deletes a policy. */
  delete(policyId: string, options?: RequestOptions) {
    return this.#transport.call('delete_policy', { path: { policy_id: policyId } }, options)
  }

  /** What the policies would do with a message. */
  simulate(body: Body<'simulate_policies'>, options?: RequestOptions) {
    return this.#transport.call('simulate_policies', { body }, options)
  }

  /** Which of the newest messages would fare otherwise by a policy that is not made yet. */
  backtest(body: Body<'backtest_policy'>, options?: RequestOptions) {
    return this.#transport.call('backtest_policy', { body }, options)
  }
}
