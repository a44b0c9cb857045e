/** Whether clamd looks at messages of every size that is accepted: what it refuses for its size, it hasn't seen. */
import type { Scanner } from './scanner.ts'

/** What is to be done where it doesn't. */
export const raiseStreamLimit =
  'its StreamMaxLength is below MAX_MESSAGE_BYTES: larger mail is withheld, and larger sends wait. Raise StreamMaxLength, MaxScanSize and MaxFileSize'

/**
 * Whether clamd takes a stream of so many bytes; it tells its settings to nobody, so it is given one, of zeros.
 * @throws ScannerUnavailableError where it doesn't answer.
 */
export async function takesStream(scanner: Scanner, bytes: number): Promise<boolean> {
  const verdict = await scanner.scan(Buffer.alloc(bytes))
  return !(verdict.status === 'error' && verdict.unseen)
}
