/** The contract of an antivirus: bytes in, a verdict out, or an error that says none could be had. */
import type { ScanVerdict } from '../domain/scan.ts'

/** Looks for malware in bytes. */
export interface Scanner {
  /**
   * The verdict on `content`, which must not be changed until it is known.
   * @throws ScannerUnavailableError when no honest answer could be had: never a clean verdict by default.
   */
  scan(content: Uint8Array): Promise<ScanVerdict>
  /** Whether the scanner answers now. */
  ping(): Promise<boolean>
  /** Ends scans that are under way, each with ScannerUnavailableError, and takes no more. */
  close(): Promise<void>
}

/** No honest answer could be had of the scanner: the scan is to be tried again. */
export class ScannerUnavailableError extends Error {}
