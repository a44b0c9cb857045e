/** `agent-email webhook`: where the events of an inbox are pushed to. */
import type { Command } from '../command.ts'

export const webhook: Command = {
  name: 'webhook',
  operands: '<inbox> [<url>]',
  summary: 'Push the events of an inbox to a URL, or show where they go and what signs them.',
  options: {
    event: {
      value: 'event',
      help: 'Push only these events, such as message.received. Repeat it for more.',
      multiple: true,
    },
  },
  async run({ operands: [slug, url], options, output, client }) {
    const events = options.event as ['message.received'] | undefined
    if (url !== undefined || events !== undefined)
      await client().inboxes.update(slug!, {
        ...(url === undefined ? {} : { webhook_url: url }),
        // What isn't an event is told by the service.
        ...(events === undefined ? {} : { webhook_events: events }),
      })
    const webhook = await client().webhooks.get(slug!)
    output.result(webhook, `${webhook.url ?? 'Nothing is pushed.'}\nSigned with ${webhook.secret}`)
  },
}
