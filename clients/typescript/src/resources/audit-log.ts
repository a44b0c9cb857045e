/** The audit log: who did what, and what was decided. */
import { pages } from '../page.ts'
import type { RequestOptions, Transport } from '../transport.ts'
import type { Query } from '../types.ts'

/** The audit log. */
export class AuditLogResource {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** Entries, the newest first. */
  list(query: Query<'list_audit_log'> = {}, options?: RequestOptions) {
    return pages((cursor) =>
      this.#transport.call(
        'list_audit_log',
        { query: { ...query, ...(cursor === undefined ? {} : { cursor }) } },
        options,
      ),
    )
  }

  /** Entries as JSON lines, the oldest first. */
  export(query: Query<'export_audit_log'> = {}, options?: RequestOptions): Promise<Uint8Array> {
    return this.#transport.bytes('export_audit_log', { query }, options)
  }
}
