/** `agent-email webhook`: where the events of an inbox are pushed to. */
import type { Answer } from '../../types.ts'
import type { Command } from '../command.ts'

export const webhook: Command = {
  name: 'webhook',
  operands: '<inbox> [<url>]',
  summary:
    'Push the events of an inbox to a URL (`off`: to none), or show where they go and what signs them.',
  options: {
    event: {
      value: 'event',
      help: 'Push only these events, such as message.received. Repeat it for more.',
      multiple: true,
    },
  },
  fields: { webhook_url: '<url>', webhook_events: '--event' },
  async run({ operands: [slug, url], options, output, client }) {
    // What isn't an event is told by the service.
    const events = options.event as ['message.received'] | undefined
    if (url !== undefined || events !== undefined) {
      const inbox = await client().inboxes.update(slug!, {
        ...(url === undefined ? {} : { webhook_url: url === 'off' ? null : url }),
        ...(events === undefined ? {} : { webhook_events: events }),
      })
      output.result(inbox, whereTo(inbox))
      return
    }
    const inbox = await client().inboxes.get(slug!)
    const { secret } = await client().webhooks.get(slug!)
    output.result({ ...inbox, webhook_secret: secret }, `${whereTo(inbox)}\nSigned with ${secret}`)
  },
}

type Pushed = Pick<Answer<'get_inbox'>, 'webhook_url' | 'webhook_events' | 'webhook_disabled_at'>

function whereTo({ webhook_url, webhook_events, webhook_disabled_at }: Pushed): string {
  if (webhook_url === null) return 'Nothing is pushed.'
  const stopped =
    webhook_disabled_at === null
      ? ''
      : `\nSwitched off since ${webhook_disabled_at}, as it failed for too long; set the URL again to go on.`
  return `${webhook_events.join(', ')} → ${webhook_url}${stopped}`
}
