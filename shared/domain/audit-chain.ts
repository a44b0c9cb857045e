/** The chain of a tenant's audit entries: the canonical form of an entry, and the hash that links it to the one before. */
import { hash } from 'node:crypto'
import { canonicalJson } from '../lib/canonical-json.ts'

/** An entry with its place in the chain of its tenant, the fields as `GET /audit_log/export` writes them. */
export interface ChainedEntry {
  /** 1 for the tenant's first entry, then without a gap. */
  sequence: number
  tenant_id: string
  id: string
  inbox_id: string | null
  event_type: string
  severity: string
  description: string
  metadata: Record<string, unknown>
  /** ISO 8601, UTC, with milliseconds. */
  created_at: string
}

/** What stands in for the hash before the first entry: 32 zero bytes. */
export const genesisHash: Uint8Array = new Uint8Array(32)

/** The text that is hashed of an entry: exactly the fields of {@link ChainedEntry}, in canonical JSON (RFC 8785). */
export function canonicalEntry(entry: ChainedEntry): string {
  const { sequence, tenant_id, id, inbox_id, event_type, severity, description, metadata, created_at } = entry
  return canonicalJson({
    sequence,
    tenant_id,
    id,
    inbox_id,
    event_type,
    severity,
    description,
    metadata,
    created_at,
  })
}

/** SHA-256 of the 32 bytes of `previous`, followed by the entry's canonical form in UTF-8. */
export function linkHash(previous: Uint8Array, entry: ChainedEntry): Buffer {
  return hash('sha256', Buffer.concat([previous, Buffer.from(canonicalEntry(entry))]), 'buffer')
}
