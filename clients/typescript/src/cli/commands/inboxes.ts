/** `agent-email inbox create` and `inbox list`. */
import { type Command, textOf } from '../command.ts'

export const inboxCreate: Command = {
  name: 'inbox create',
  operands: '<slug>',
  summary: 'Make an inbox: mail for its address arrives from then on.',
  options: { name: { type: 'string' }, level: { type: 'string' } },
  help: {
    name: 'The name that its mail is sent under.',
    level: 'receive_only, guarded_receive, guarded_send (the default) or full_lockdown.',
  },
  async run({ operands: [slug], options, output, client }) {
    const [name, level] = [textOf(options, 'name'), textOf(options, 'level')]
    const inbox = await client().inboxes.create({
      slug: slug!,
      ...(name === undefined ? {} : { display_name: name }),
      // What it isn't is told by the service.
      ...(level === undefined ? {} : { security_level: level as 'guarded_send' }),
    })
    output.result(inbox, inbox.address)
  },
}

export const inboxList: Command = {
  name: 'inbox list',
  operands: '',
  summary: 'List inboxes.',
  options: {},
  help: {},
  async run({ output, client }) {
    const inboxes = await client().inboxes.list({ limit: 100 }).toArray()
    output.table(inboxes, {
      ADDRESS: ({ address }) => address,
      LEVEL: ({ security_level }) => security_level,
      STATUS: ({ status }) => status,
      MESSAGES: ({ message_count }) => String(message_count),
    })
  },
}
