/** Making, changing and deleting drafts: bounded in size, and in number for each inbox. */
import { isBase64 } from '../../../domain/base64.ts'
import type { DraftChanges, DraftFields, DraftFile } from '../../../domain/draft.ts'
import { ServiceError } from '../../../domain/errors.ts'
import { isId, newId } from '../../../domain/ids.ts'
import { limits } from '../../../domain/limits.ts'
import type { Principal } from '../../../domain/principal.ts'
import type { Database } from '../../../store/database.ts'
import {
  countDrafts,
  type DraftContent,
  deleteDraft,
  findDraft,
  insertDraft,
  type StoredDraft,
  updateDraft,
} from '../../../store/draft.ts'
import { findInboxId } from '../../../store/inbox.ts'
import type { Quotas } from '../../access/quotas.ts'

interface Parts {
  database: Database
  quotas: Quotas
}

/**
 * Makes a draft of an inbox; undefined where there is no such inbox within reach.
 * @throws ServiceError `validation_error`, also for one draft too many; `message_too_large`, `quota_exceeded`.
 */
export async function makeDraft(
  { database, quotas }: Parts,
  principal: Principal,
  slug: string,
  given: DraftChanges,
): Promise<StoredDraft | undefined> {
  const { tenantId } = principal
  const content = changed({ fields: {}, files: [] }, given)
  return withinQuota(quotas, { tenantId, bytes: content.sizeBytes }, () =>
    database.transaction(async (tx) => {
      const inboxId = await findInboxId(tx, principal, slug)
      if (inboxId === undefined) return undefined
      if ((await countDrafts(tx, tenantId, inboxId)) >= limits.draftsPerInbox)
        throw invalid(
          'body',
          `there are ${limits.draftsPerInbox} drafts, which is the most; send or delete one`,
        )
      return insertDraft(tx, { tenantId, id: newId('draft'), inboxId, ...content })
    }),
  )
}

/** What isn't stored takes no room: nobody's mail is refused for it. */
async function withinQuota<Stored>(
  quotas: Quotas,
  { tenantId, bytes }: { tenantId: string; bytes: number },
  store: () => Promise<Stored | undefined>,
): Promise<Stored | undefined> {
  const giveBack = await quotas.takeBytes(tenantId, bytes)
  let stored: Stored | undefined
  try {
    stored = await store()
    return stored
  } finally {
    if (stored === undefined) giveBack()
  }
}

/**
 * Changes the fields that are present; undefined where there is no such draft within reach.
 * @throws ServiceError `validation_error`, `message_too_large`, `quota_exceeded`, `draft_sent`.
 */
export async function changeDraft(
  { database, quotas }: Parts,
  principal: Principal,
  id: string,
  given: DraftChanges,
): Promise<StoredDraft | undefined> {
  if (!isId('draft', id)) return undefined
  const { tenantId } = principal
  // What is replaced makes room, but not before it is.
  return withinQuota(quotas, { tenantId, bytes: Buffer.byteLength(JSON.stringify(given)) }, () =>
    database.transaction(async (tx) => {
      const before = await findDraft(tx, principal, id, true)
      if (before === undefined) return undefined
      if (before.messageId !== null) throw new ServiceError('draft_sent')
      const content = changed(before, given)
      const { updatedAt } = await updateDraft(tx, { tenantId, id, ...content })
      return { ...before, ...content, updatedAt }
    }),
  )
}

/** Deletes a draft for good, and of one that was sent what says so; false where there is none within reach. */
export async function removeDraft(database: Database, principal: Principal, id: string): Promise<boolean> {
  return isId('draft', id) && database.transaction((tx) => deleteDraft(tx, principal, id))
}

/** What a draft says once changes are made. @throws ServiceError `validation_error`, `message_too_large`. */
function changed(
  before: Pick<DraftContent, 'fields' | 'files'>,
  { attachments, send_at, ...given }: DraftChanges,
): DraftContent {
  const sendAt = send_at == null ? send_at : new Date(send_at).toISOString()
  const all = Object.entries({ ...before.fields, ...present({ ...given, send_at: sendAt }) })
  const fields: DraftFields = Object.fromEntries(all.filter(([, value]) => value !== null))
  const files = attachments === undefined ? before.files : (attachments ?? [])
  for (const [index, { content }] of files.entries())
    if (!isBase64(content)) throw invalid(`body.attachments.${index}.content`, 'is not base64 (RFC 4648 §4)')
  const sizeBytes = bytesOf(fields, files)
  if (sizeBytes > limits.draftBytes) throw new ServiceError('message_too_large')
  return { fields, files, sizeBytes }
}

const present = (fields: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))

const bytesOf = (fields: DraftFields, files: readonly DraftFile[]): number =>
  Buffer.byteLength(JSON.stringify(fields)) + Buffer.byteLength(JSON.stringify(files))

const invalid = (path: string, message: string) =>
  new ServiceError('validation_error', undefined, { details: [{ path, message }] })
