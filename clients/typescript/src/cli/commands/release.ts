/** `agent-email release`: withheld mail that a person has looked at. */
import type { Command } from '../command.ts'
import { standingOf } from '../standing.ts'

export const release: Command = {
  name: 'release',
  operands: '<message>',
  summary: 'Release a withheld message that came in, so that agents can read it.',
  options: {},
  async run({ operands: [id], output, client }) {
    const message = await client().messages.release(id!)
    output.result(message, `${message.id} ${standingOf(message)}`)
  },
}
