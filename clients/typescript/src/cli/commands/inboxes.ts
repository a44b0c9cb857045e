/** `agent-email inbox create` and `inbox list`. */
import { type Command, textOf } from '../command.ts'

export const inboxCreate: Command = {
  name: 'inbox create',
  operands: '<slug>',
  summary: 'Create an inbox. From then on, mail to its address arrives.',
  options: {
    name: { value: 'name', help: 'The name that its mail is sent under.' },
    level: {
      value: 'level',
      help: 'receive_only, guarded_receive, guarded_send (the default) or full_lockdown.',
      choices: ['receive_only', 'guarded_receive', 'guarded_send', 'full_lockdown'],
    },
  },
  fields: { slug: '<slug>', display_name: '--name', security_level: '--level' },
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
  summary: 'List your inboxes.',
  options: {},
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
