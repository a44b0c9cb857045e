/** Stage `index`: makes what was decided on searchable. */
import { type IndexedMessage, indexMessages } from '../search/index-messages.ts'
import type { Stage } from '../stage.ts'
import type { InboundParts } from './parts.ts'
import type { Assessing } from './pipeline-items.ts'

export const index: Stage<Assessing, Pick<InboundParts, 'queue'>> = {
  name: 'index',
  async commit(tx, items) {
    await indexMessages(
      tx,
      items.flatMap((item) => (item.decision === undefined ? [] : [searched(item)])),
    )
  },
}

function searched({ message, applied }: Assessing): IndexedMessage {
  const { tenantId, id, inboxId, from, mail } = message
  const { to, cc, replyTo, attachments } = mail
  // What a policy has taken out can't be searched for either.
  const { subject, bodySanitized: body } = applied?.rewritten ?? mail
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
