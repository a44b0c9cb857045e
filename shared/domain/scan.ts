/** Outcome of virus-scanning a message. */

/** Virus-scan status of an attachment. `error`: unscannable, the message is at least flagged. */
export const scanStatuses = ['pending', 'clean', 'infected', 'error'] as const
export type ScanStatus = (typeof scanStatuses)[number]

/** What the antivirus said of a message: of the raw bytes and of each attachment, by index. */
export interface ScanOutcome {
  raw: ScanVerdict
  attachments: ScanVerdict[]
}

/**
 * `infected` names the signatures; `error` says why it can't be scanned (encrypted, a bomb). `unseen`: the antivirus has
 * refused to look at all, by its own settings, and not for what the content is.
 */
export type ScanVerdict =
  | { status: 'clean' }
  | { status: 'infected'; signatures: string[] }
  | { status: 'error'; reason: string; unseen?: true }

/** Whether the antivirus has refused to look at some part of the message. */
export function isUnseen(outcome: ScanOutcome | null): boolean {
  if (outcome === null) return false
  return [outcome.raw, ...outcome.attachments].some((verdict) => verdict.status === 'error' && verdict.unseen)
}
