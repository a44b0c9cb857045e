/** Tells the attachments that a message was given from the uuencoded files that stand in its text. */
import { limits } from '../../domain/limits.ts'
import type { ParsedAttachment } from '../../domain/parsed-mail.ts'
import { findUuBlocks } from '../../mail/transfer-encoding.ts'

/**
 * `found`, of a message of ours, without those that its readers take out of `text`: uuencoded files, which stand behind
 * all others. They are judged as attachments, and yet nobody has attached them.
 */
export function withoutUuFiles(found: readonly ParsedAttachment[], text: string): ParsedAttachment[] {
  const inText = findUuBlocks(text.replaceAll('\r\n', '\n'), limits.mimeParts + 1)
  const given = Math.max(0, found.length - inText.length)
  const behind = found.slice(given)
  const areThose =
    behind.length === inText.length &&
    behind.every(({ sizeBytes }, index) => sizeBytes === inText[index]!.content.length)
  return found.slice(0, areThose ? given : found.length)
}
