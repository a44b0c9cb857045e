/** `agent-email simulate`: a mail from a file through real SMTP, and what becomes of it. */
import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { type Command, textOf, UsageError } from '../command.ts'
import { handOver } from '../smtp.ts'

const judgedMs = 60_000

export const simulate: Command = {
  name: 'simulate',
  operands: '<inbox> <file.eml>',
  summary: 'Send a mail from a file through SMTP, and show how it is judged.',
  options: { smtp: { type: 'string' }, from: { type: 'string' } },
  help: {
    smtp: 'The SMTP listener; port 2525 of the service’s host unless given (host:port).',
    from: 'The envelope sender; sender@example.com unless given.',
  },
  async run({ operands: [slug, file], options, output, client, url }) {
    const [host, port] = (textOf(options, 'smtp') ?? `${new URL(url).hostname}:2525`).split(/:(?=\d+$)/)
    if (host === undefined || port === undefined) throw new UsageError('--smtp is host:port')
    const { address } = await client().inboxes.get(slug!)
    const envelope = { from: textOf(options, 'from') ?? 'sender@example.com', to: address }
    output.progress(`Sending it to ${address} …`)
    const reply = await handOver({ host, port: Number(port) }, envelope, readFileSync(file!))
    const id = /msg_[0-9a-z]{26}/.exec(reply)?.[0]
    if (id === undefined) throw new Error(`the listener answered: ${reply}`)
    output.progress(`Taken as ${id}; waiting for the verdict …`)
    const until = Date.now() + judgedMs
    let message = await client().messages.get(id)
    while (message.status === 'processing' && Date.now() < until) {
      await pause(200)
      message = await client().messages.get(id)
    }
    output.progressDone()
    const analysis = message.security_analysis
    output.result(message, [
      `${id} ${message.verdict ?? message.status}${analysis == null ? '' : `, risk ${analysis.risk_score} of 100: ${analysis.summary}`}`,
      ...(analysis?.detections ?? []).map(({ method, result, detail }) => `  ${method}.${result}: ${detail}`),
    ])
  },
}
