/** Stage `index`: makes what was decided on searchable. */
import type { ParsedMail } from '../../domain/parsed-mail.ts'
import type { ParsedMessage } from '../../store/inbound-message.ts'
import { type IndexedMessage, indexMessages } from '../search/index-messages.ts'
import type { Stage } from '../stage.ts'
import type { InboundParts } from './parts.ts'
import type { Assessing } from './pipeline-items.ts'

export const index: Stage<Assessing, Pick<InboundParts, 'queue'>> = {
  name: 'index',
  async commit(tx, items) {
    await indexMessages(
      tx,
      items.flatMap((item) =>
        item.decision === undefined
          ? []
          : [searched(item.message, item.assessed?.applied.rewritten ?? undefined)],
      ),
    )
  },
}

/** What a message is searched by: as it is shown, which is without what a policy has taken out. */
export function searched(
  message: ParsedMessage,
  shown: Pick<ParsedMail, 'subject' | 'bodySanitized'> = message.mail,
): IndexedMessage {
  const { tenantId, id, inboxId, from, mail } = message
  const { to, cc, replyTo, attachments } = mail
  const { subject, bodySanitized: body } = shown
  return {
    tenantId,
    id,
    inboxId,
    subject,
    people: [mail.from?.name ?? '', from, to, cc, replyTo],
    files: attachments.map(({ filename }) => filename),
    body,
  }
}
