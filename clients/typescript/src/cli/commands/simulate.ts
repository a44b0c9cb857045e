/** `agent-email simulate`: a mail from a file through real SMTP, and what becomes of it. */
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { NotFoundError } from '../../errors.ts'
import type { Schema } from '../../types.ts'
import { type Command, hostAndPort, textOf } from '../command.ts'
import { handOver } from '../smtp.ts'

const judgedMs = 60_000
/** Longer than a mail takes to be stored. */
const earlierMs = 2_000

export const simulate: Command = {
  name: 'simulate',
  operands: '<inbox> <file.eml>',
  summary: 'Send a mail from a file through SMTP, and show how it is judged.',
  options: {
    smtp: {
      value: 'host:port',
      help: "The service's SMTP listener. The default is what login saved, or port 2525 of the service's host.",
    },
    from: { value: 'address', help: 'The envelope sender (sender@example.com by default).' },
  },
  async run({ operands: [slug, file], options, output, client, smtp, url }) {
    const server = hostAndPort(smtp)
    const read = readFileSync(file!)
    if (!isMail(read))
      throw new Error(
        `${file} is no mail: it does not begin with header fields such as From and Subject. Save the mail with its header, as .eml.`,
      )
    const mail = withMessageId(read)
    const { address } = await client().inboxes.get(slug!)
    const envelope = { from: textOf(options, 'from') ?? 'sender@example.com', to: address }
    output.progress(`Sending it to ${address} …`)
    const startedAt = Date.now()
    const reply = await handOver(server, envelope, mail)
    const id = /msg_[0-9a-z]{26}/.exec(reply)?.[0]
    if (id === undefined) throw new Error(`the SMTP server answered: ${reply}`)
    output.progress(`Accepted as ${id}; waiting for the verdict …`)
    const until = Date.now() + judgedMs
    const find = async (): Promise<Schema<'Message'>> => {
      try {
        return await client().messages.get(id)
      } catch (error) {
        if (!(error instanceof NotFoundError)) throw error
        throw new Error(
          `the SMTP server at ${smtp} took the mail as ${id}, which ${url} does not have: that SMTP server belongs to another service. Name this one's with --smtp.`,
        )
      }
    }
    let message = await find()
    while (message.status === 'processing' && Date.now() < until) {
      await pause(200)
      message = await find()
    }
    output.progressDone()
    if (Date.parse(message.created_at) < startedAt - earlierMs)
      output.note(
        'The inbox already had this mail (the same Message-ID). To send it as a new one, change its Message-ID or leave it out.',
      )
    const analysis = message.security_analysis
    output.result(message, [
      `${id} ${message.verdict ?? message.status}${analysis == null ? '' : `, risk ${analysis.risk_score} of 100: ${analysis.summary}`}`,
      ...(analysis?.detections ?? []).map(({ method, result, detail }) => `  ${method}.${result}: ${detail}`),
    ])
  },
}

/** Whether a file begins like a mail (RFC 5322 §2.2): with a field that mail has, among lines that can be fields, if need be behind the line of an mbox. */
function isMail(file: Buffer): boolean {
  const lines = file
    .toString('latin1', 0, headBytes)
    .replace(/^(?:\xef\xbb\xbf)?(?:>?From [^\r\n]*\r?\n)?/, '')
    .split(/\r?\n/)
  const end = lines.findIndex((line) => !/^(?:[\x21-\x39\x3b-\x7e]+[ \t]*:|[ \t]+\S)/.test(line))
  return lines.slice(0, end === -1 ? lines.length : end).some((line) => mailField.test(line))
}

const headBytes = 64 * 1024
const mailField =
  /^(?:from|to|cc|bcc|subject|date|received|message-id|mime-version|content-type|return-path|sender|reply-to|delivered-to|in-reply-to|references)[ \t]*:/i

/** A mail without a Message-ID gets one, as a mail program would give it (RFC 6409 §8.3): each run sends a new mail. */
function withMessageId(mail: Buffer): Buffer {
  const text = mail.toString('latin1')
  const head = text.slice(0, /\r?\n\r?\n/.exec(text)?.index ?? text.length)
  if (/^message-id[ \t]*:/im.test(head)) return mail
  return Buffer.concat([Buffer.from(`Message-ID: <${randomUUID()}@agent-email.invalid>\r\n`), mail])
}
