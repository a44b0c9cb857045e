/** Approvals: sends that wait for a person. */
import { pages } from '../page.ts'
import type { RequestOptions, Transport } from '../transport.ts'
import type { Body, Query } from '../types.ts'

/** Approvals. */
export class ApprovalsResource {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** Approvals, the newest first. */
  list(query: Query<'list_approvals'> = {}, options?: RequestOptions) {
    return pages((cursor) =>
      this.#transport.call(
        'list_approvals',
        { query: { ...query, ...(cursor === undefined ? {} : { cursor }) } },
        options,
      ),
    )
  }

  /** All that waits for a person, sends and withheld mail, as it is to be looked at. */
  queue(query: Query<'list_review_queue'> = {}, options?: RequestOptions) {
    return pages((cursor) =>
      this.#transport.call(
        'list_review_queue',
        { query: { ...query, ...(cursor === undefined ? {} : { cursor }) } },
        options,
      ),
    )
  }

  /** An approval with its message. */
  get(approvalId: string, options?: RequestOptions) {
    return this.#transport.call('get_approval', { path: { approval_id: approvalId } }, options)
  }

  /** Lets the message go. `content_sha256` has it refused where the message was edited meanwhile. */
  approve(approvalId: string, query: Query<'approve'> = {}, options?: RequestOptions) {
    return this.#transport.call('approve', { path: { approval_id: approvalId }, query }, options)
  }

  /** Keeps it from being sent. */
  reject(approvalId: string, body: Body<'reject'> = {}, options?: RequestOptions) {
    return this.#transport.call('reject', { path: { approval_id: approvalId }, body }, options)
  }

  /** Changes the message; it still has to be approved. */
  edit(approvalId: string, body: Body<'edit_approval'>, options?: RequestOptions) {
    return this.#transport.call('edit_approval', { path: { approval_id: approvalId }, body }, options)
  }

  /** What the message was before each edit. */
  revisions(approvalId: string, options?: RequestOptions) {
    return this.#transport.call('list_approval_revisions', { path: { approval_id: approvalId } }, options)
  }
}
