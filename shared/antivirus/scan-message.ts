/** Scans a message: the raw bytes and each attachment, since malware hides from either alone. */
import type { ScanOutcome, ScanVerdict } from '../domain/scan.ts'
import { inspectArchive } from './archive.ts'
import type { Scanner } from './scanner.ts'

/**
 * What the antivirus says of `raw` and of each of `attachments`, in their order.
 * An attachment that no scanner can see through (encrypted, a bomb) is an `error`, unless it is infected.
 * @throws ScannerUnavailableError when any part of the answer could not be had.
 */
export async function scanMessage(
  scanner: Scanner,
  raw: Uint8Array,
  attachments: Uint8Array[],
): Promise<ScanOutcome> {
  const [rawVerdict, ...verdicts] = await Promise.all([
    scanner.scan(raw),
    ...attachments.map((content) => scanAttachment(scanner, content)),
  ])
  return { raw: rawVerdict!, attachments: verdicts }
}

async function scanAttachment(scanner: Scanner, content: Uint8Array): Promise<ScanVerdict> {
  const verdict = await scanner.scan(content)
  if (verdict.status === 'infected') return verdict
  const reason = await inspectArchive(content)
  return reason === null ? verdict : { status: 'error', reason }
}
