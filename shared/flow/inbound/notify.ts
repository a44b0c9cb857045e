/** Stage `notify`: tells of what was decided, and ends the assess job. */
import { emitEvents, type NewEvent } from '../events/emit.ts'
import type { Stage } from '../stage.ts'
import type { InboundParts } from './parts.ts'
import type { Assessing } from './pipeline-items.ts'

export const notify: Stage<Assessing, Pick<InboundParts, 'queue'>> = {
  name: 'notify',
  async commit(tx, items, { queue }) {
    const events = items.flatMap(({ message, decision, returned, events: told }): NewEvent[] => {
      if (decision === undefined) return []
      const { tenantId, inboxId, id: messageId, webhookUrl, webhookEvents } = message
      const type = decision.verdict === 'withheld' ? 'message.withheld' : 'message.received'
      const pushed = webhookUrl !== null && webhookEvents.includes(type)
      // A report is told of as what it makes of the message that it is about; it is no mail for the agent.
      if (returned !== undefined && type === 'message.received') return told ?? []
      return [{ type, tenantId, inboxId, messageId, facts: {}, pushed }, ...(told ?? [])]
    })
    await Promise.all([
      queue.finish(
        tx,
        'assess',
        items.map(({ job }) => job),
      ),
      emitEvents(tx, queue, events),
    ])
  },
}
