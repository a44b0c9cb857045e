/** `agent-email approvals`, `approve` and `reject`: sends that wait for a person. */
import { type Command, textOf } from '../command.ts'

export const approvals: Command = {
  name: 'approvals',
  operands: '',
  summary: 'List the messages that wait for a person.',
  options: {},
  async run({ output, client }) {
    const waiting = await client().approvals.list({ status: 'pending', limit: 100 }).toArray()
    output.table(waiting, {
      ID: ({ id }) => id,
      SINCE: ({ created_at }) => created_at.slice(0, 16).replace('T', ' '),
      TO: ({ message_preview }) => message_preview.to,
      SUBJECT: ({ message_preview }) => message_preview.subject,
    })
  },
}

export const approve: Command = {
  name: 'approve',
  operands: '<approval>',
  summary: 'Approve a message that waits, so that it is sent.',
  options: {},
  async run({ operands: [id], output, client }) {
    const resolution = await client().approvals.approve(id!)
    output.result(resolution, `${id} ${resolution.status}`)
  },
}

export const reject: Command = {
  name: 'reject',
  operands: '<approval>',
  summary: 'Reject a message that waits, so that it is never sent.',
  options: { reason: { value: 'text', help: 'Why. The agent is told.' } },
  fields: { reason: '--reason' },
  async run({ operands: [id], options, output, client }) {
    const reason = textOf(options, 'reason')
    const resolution = await client().approvals.reject(id!, reason === undefined ? {} : { reason })
    output.result(resolution, `${id} ${resolution.status}`)
  },
}
