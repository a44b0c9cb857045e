/** `agent-email approvals`, `approve` and `reject`: sends that wait for a person. */
import { type Command, textOf } from '../command.ts'

export const approvals: Command = {
  name: 'approvals',
  operands: '',
  summary: 'List what waits for a person.',
  options: {},
  help: {},
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
  summary: 'Let a message go that waits.',
  options: {},
  help: {},
  async run({ operands: [id], output, client }) {
    const resolution = await client().approvals.approve(id!)
    output.result(resolution, `${id} ${resolution.status}`)
  },
}

export const reject: Command = {
  name: 'reject',
  operands: '<approval>',
  summary: 'Keep a message from being sent.',
  options: { reason: { type: 'string' } },
  help: { reason: 'Why; the agent is told.' },
  async run({ operands: [id], options, output, client }) {
    const reason = textOf(options, 'reason')
    const resolution = await client().approvals.reject(id!, reason === undefined ? {} : { reason })
    output.result(resolution, `${id} ${resolution.status}`)
  },
}
