/** Outcome of virus-scanning a message. */

/** Virus-scan status of an attachment (contract §3). `error`: unscannable, the message is at least flagged. */
export const scanStatuses = ['pending', 'clean', 'infected', 'error'] as const
export type ScanStatus = (typeof scanStatuses)[number]

/** What the antivirus said of a message: of the raw bytes and of each attachment, by index. */
export interface ScanOutcome {
  raw: ScanVerdict
  attachments: ScanVerdict[]
}

/** `infected` names the signatures; `error` says why it can't be scanned (encrypted, too large, a bomb). */
export type ScanVerdict =
  | { status: 'clean' }
  | { status: 'infected'; signatures: string[] }
  | { status: 'error'; reason: string }
