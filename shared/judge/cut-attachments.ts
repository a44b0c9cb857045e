/** The finding that attachments which are to be sent hold text nobody has looked at. */
import type { Detection } from '../domain/analysis.ts'
import { cutAttachments } from '../risk/cut-attachments.ts'

/** That attachments hold text which nobody has looked at; nothing where all of it was read. */
export function ofCut(cut: readonly string[]): Detection[] {
  if (cut.length === 0) return []
  const what = cut.length === 1 ? 'An attachment holds' : `${cut.length} attachments hold`
  return [
    {
      ...cutAttachments,
      detail: `${what} more text than is looked at: what stands further down is not known.`,
      confidence: 1,
      evidence: cut.slice(0, 5).map((filename) => ({
        where: `attachment:${filename}`,
        text: filename.slice(0, 200).toWellFormed(),
      })),
    },
  ]
}
