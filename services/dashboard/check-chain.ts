/** Checks the chain of an audit log as whoever reads an export does: each entry by the hash of the one before. */
import type { Readable } from 'node:stream'
import { type ChainedEntry, genesisHash, linkHash } from '../../shared/domain/audit-chain.ts'
import { limits } from '../../shared/domain/limits.ts'

/** What came of it: entries that fit, and the place of the first that doesn't; `cut` where there are more than were looked at. */
export interface ChainCheck {
  checked: number
  broken: number | null
  cut: boolean
}

/**
 * Reads an export without filters (docs/AUDIT.md), to its end, or to `most` entries.
 * @throws what the export fails with.
 */
export async function checkChain(
  exported: Readable,
  most: number = limits.auditCheckEntries,
): Promise<ChainCheck> {
  let previous = genesisHash
  let checked = 0
  let rest = ''
  for await (const chunk of exported) {
    const lines = `${rest}${String(chunk)}`.split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      if (checked === most) {
        exported.destroy()
        return { checked, broken: null, cut: true }
      }
      const entry = JSON.parse(line) as ChainedEntry & { hash: string; previous_hash: string }
      const hash = linkHash(previous, entry)
      const fits =
        entry.sequence === checked + 1 &&
        entry.previous_hash === Buffer.from(previous).toString('hex') &&
        entry.hash === hash.toString('hex')
      if (!fits) {
        exported.destroy()
        return { checked, broken: checked + 1, cut: false }
      }
      previous = hash
      checked += 1
    }
  }
  return { checked, broken: null, cut: false }
}
