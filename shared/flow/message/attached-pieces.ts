/** Reads the attachments of a message for its agent's view: as much of what they say as there is room for. */
import type { AgentAttachment, AgentView } from '../../domain/agent-view.ts'
import type { Attachment } from '../../domain/attachment.ts'
import { limits } from '../../domain/limits.ts'
import { pieceOf, visible } from '../../lib/piece.ts'
import { findAttachmentContent } from '../../store/attachment.ts'
import { findBlob } from '../../store/blobs.ts'
import { type ReadingParts, readFile } from './attachment-text.ts'

/** Kinds that hold no text: they aren't unpacked to find that out. */
const pictures = /^(?:image\/(?!svg)|audio\/|video\/)/i

/**
 * The attachments in order, the first `limits.agentFiles` that may hold text read, within `room` characters (UTF-16 units)
 * together. One that isn't shown says why.
 * @throws NoThreadError.
 */
export async function attachedPieces(
  parts: ReadingParts,
  tenantId: string,
  attachments: readonly Attachment[],
  room: number,
): Promise<AgentView['attachments']> {
  let raw: Promise<Uint8Array | null> | undefined
  let left = room
  let files = 0
  const pieces: AgentAttachment[] = []
  for (const attachment of attachments) {
    const { id, message_id, scan_status, content_type } = attachment
    const unread = (why: AgentAttachment['unread']) => pieces.push({ ...attachment, ...nothing, unread: why })
    if (scan_status === 'infected') unread('infected')
    else if (scan_status === 'pending') unread('not_scanned')
    else if (pictures.test(content_type)) unread('not_text')
    else if (left <= 0 || ++files > limits.agentFiles) unread('not_shown')
    else {
      raw ??= findBlob(parts.database, tenantId, message_id)
      const [bytes, found] = await Promise.all([raw, findAttachmentContent(parts.database, tenantId, id)])
      const read = bytes === null || found === undefined ? undefined : await readFile(parts, bytes, found)
      if (read === undefined) unread('gone')
      else {
        const piece = pieceOf(visible(read.text), 0, left)
        left = piece.nextOffset === null ? left - piece.text.length : 0
        pieces.push({
          ...attachment,
          format: read.format,
          unread: read.unread,
          text: piece.text,
          truncated: piece.nextOffset !== null,
          next_offset: piece.nextOffset,
          total_chars: piece.total,
          complete: read.whole,
        })
      }
    }
  }
  return pieces
}

const nothing = {
  format: null,
  text: '',
  truncated: false,
  next_offset: null,
  total_chars: 0,
  complete: false,
}
