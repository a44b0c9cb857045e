/** Sending a draft: by the way that every message takes, and once, however often and however many at once ask for it. */
import { type ErrorDetail, ServiceError } from '../../../domain/errors.ts'
import { isId } from '../../../domain/ids.ts'
import { limits } from '../../../domain/limits.ts'
import type { Principal } from '../../../domain/principal.ts'
import { type SendBody, sendBody } from '../../../domain/send.ts'
import { findDraft, type StoredDraft } from '../../../store/draft.ts'
import { findMessage, type StoredMessage } from '../../../store/message.ts'
import type { OutboundParts } from '../parts.ts'
import { DraftMovedError, send } from '../send.ts'

/** Times that it is judged anew because somebody has changed it meanwhile. */
const rounds = 3

/**
 * The message that the draft is sent as, now or by whoever asked before.
 * @throws ServiceError `not_found`; `validation_error` naming what the draft lacks (`draft.to`); `unavailable` for one that
 * is changed again and again meanwhile; and all that {@link send} does.
 */
export async function sendDraft(
  parts: OutboundParts,
  principal: Principal,
  id: string,
): Promise<StoredMessage> {
  for (let round = 0; round < rounds; round++) {
    const draft = isId('draft', id) ? await findDraft(parts.database, principal, id) : undefined
    if (draft === undefined) throw new ServiceError('not_found')
    const { slug, version, messageId } = draft
    if (messageId !== null) {
      const sent = await findMessage(parts.database, principal, messageId)
      if (sent === undefined) throw new ServiceError('not_found')
      return sent
    }
    try {
      return await send(parts, principal, { kind: 'send', slug, body: bodyOf(draft), draft: { id, version } })
    } catch (error) {
      // Whoever has sent it meanwhile may have taken what this call lacks: the last credits, or room in a rate limit.
      const moved = error instanceof DraftMovedError || (await wasSent(error, parts, principal, id))
      if (!moved) throw ofDraft(error)
    }
  }
  throw new ServiceError('unavailable', 'The draft is being changed.', { retryAfter: 1 })
}

const wasSent = async (
  error: unknown,
  { database }: OutboundParts,
  principal: Principal,
  id: string,
): Promise<boolean> =>
  error instanceof ServiceError && ((await findDraft(database, principal, id))?.messageId ?? null) !== null

/** What it says, as a request to send has it. @throws ServiceError `validation_error`. */
export function bodyOf({ fields, files }: StoredDraft): SendBody {
  const result = sendBody.safeParse({ ...fields, attachments: files })
  if (result.success) return result.data
  const details = result.error.issues.map(
    ({ path, message }): ErrorDetail => ({ path: ['draft', ...path.map(String)].join('.'), message }),
  )
  throw new ServiceError('validation_error', undefined, { details: details.slice(0, limits.errorDetails) })
}

/** A refusal of what a request says is one of what the draft says. */
export function ofDraft(error: unknown): unknown {
  if (!(error instanceof ServiceError) || error.code !== 'validation_error') return error
  const details = error.details?.map(({ path, message }) => ({
    path: path.replace(/^body\b/, 'draft'),
    message,
  }))
  return new ServiceError('validation_error', undefined, { details: details ?? [], cause: error })
}
