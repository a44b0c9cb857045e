/** The page on which somebody who is signed in edits a message that waits, and what its form changes. */
import { ServiceError } from '../../shared/domain/errors.ts'
import { html } from '../../shared/lib/html.ts'
import {
  changesOf,
  type EditFields,
  editForm,
  fieldsOf,
  isAsAsked,
  partShown,
  type ShownFields,
} from './edit-page.ts'
import type { Fields } from './form.ts'
import { ownPage } from './frame.ts'
import type { QueuedMailView } from './mail.ts'
import { mailPath } from './neighbours.ts'
import { texts } from './texts.ts'
import type { Visitor } from './visitor.ts'

/** @throws ServiceError `approval_resolved` where nothing waits. */
function nowOf({ message, approval }: QueuedMailView): { fields: EditFields; contentSha256: string } {
  if (approval === null) throw new ServiceError('approval_resolved')
  const { recipients, content_sha256 } = approval
  return { fields: fieldsOf({ recipients, message }), contentSha256: content_sha256 }
}

/** What a form changes, as the API takes it. @throws ServiceError `approval_resolved`. */
export const editOf = (view: QueuedMailView, form: Fields): Record<string, unknown> =>
  changesOf(nowOf(view).fields, form)

/** Whether a message is as a form wants it, which was sent twice then. */
export const isEditedSo = (view: QueuedMailView, form: Fields): boolean =>
  view.approval !== null && isAsAsked(nowOf(view).fields, form)

/** With what was sent, and why it came to nothing, where there is that; `edited`: as the message has been edited since. @throws ServiceError `approval_resolved`. */
export function queuedEditPage(
  view: QueuedMailView,
  visitor: Visitor,
  refused?: { form: Fields; warning: string; edited?: boolean },
): string {
  const { fields, contentSha256 } = nowOf(view)
  const sent = refused?.form ?? {}
  const edited = refused?.edited === true
  const shown: ShownFields = {
    to: sent.to ?? fields.to,
    cc: sent.cc ?? fields.cc,
    bcc: sent.bcc ?? fields.bcc,
    subject: sent.subject ?? fields.subject,
    body: sent.body ?? fields.body,
    html: partShown(fields, sent, edited),
    textOnly: sent.text_only === 'yes',
  }
  const hidden = html`${visitor.csrf}<input type="hidden" name="content_sha256" value="${edited ? contentSha256 : (sent.content_sha256 ?? contentSha256)}">`
  const path = `/dashboard/mail/${view.message.id}`
  const query = mailPath({ id: view.message.id, ...view.page }).slice(path.length)
  return ownPage(
    texts().edit.title,
    visitor,
    editForm(shown, {
      path,
      hidden,
      query,
      ...(refused === undefined ? {} : { warning: refused.warning }),
      ...(edited ? { now: fields } : {}),
    }),
  )
}
