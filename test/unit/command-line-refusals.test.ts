/** What the command line says of what the service refuses, and of an SMTP server of another service. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { SMTPServer } from 'smtp-server'
import { afterEach, expect, test } from 'vitest'
import type { Options } from '../../clients/typescript/src/cli/command.ts'
import { read } from '../../clients/typescript/src/cli/commands/read.ts'
import { send } from '../../clients/typescript/src/cli/commands/send.ts'
import { simulate } from '../../clients/typescript/src/cli/commands/simulate.ts'
import { Output } from '../../clients/typescript/src/cli/output.ts'
import { refusalOf } from '../../clients/typescript/src/cli/refusal.ts'
import type { AgentEmail } from '../../clients/typescript/src/client.ts'
import { apiError } from '../../clients/typescript/src/errors.ts'

const cleanups: (() => void)[] = []
afterEach(() => {
  for (const cleanup of cleanups.splice(0)) cleanup()
})

const called = { environment: {}, operands: [], options: {} }
const wrong = (path: string, options: Options) => {
  const details = [{ path, message: 'is wrong' }]
  const error = apiError(400, { code: 'validation_error', message: 'No.', details }, null)
  return refusalOf(error, { ...called, command: send, options }).split('. ')[0]
}

test('of an option that was given several times it says which one is wrong', () => {
  expect(wrong('body.to[0]', { to: ['none'] })).toBe('--to is wrong')
  expect(wrong('body.to[1]', { to: ['ada@example.com', 'none'] })).toBe('the second --to is wrong')
  expect(wrong('body.to[11]', { to: Array(12).fill('none') })).toBe('--to number 12 is wrong')
  expect(wrong('body.to', { to: ['a', 'b'] })).toBe('--to is wrong')
})

test('what is wrong with a file is told of --attach', () => {
  expect(wrong('body.attachments[0].filename', { attach: ['a'] })).toBe('--attach is wrong')
  expect(wrong('body.attachments[2].content', { attach: ['a', 'b', 'c'] })).toBe(
    'the third --attach is wrong',
  )
  expect(wrong('body.metadata.to', {})).toBe('body.metadata.to is wrong')
})

test('of withheld mail it sends its reader to a person, and on', () => {
  const error = apiError(409, { code: 'message_withheld', message: 'The message is withheld.' }, null)
  expect(refusalOf(error, { ...called, command: read, operands: ['msg_1'] })).toContain(
    'Ask a person, who can let it in with `agent-email release msg_1`, and go on without it until then.',
  )
})

test('a mail that an SMTP server took and the service does not have went to another service', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'simulate-'))
  const file = join(folder, 'mail.eml')
  writeFileSync(file, 'Subject: Fine\r\n\r\nFine.\r\n')
  const id = `msg_${'0'.repeat(26)}`
  const server = new SMTPServer({
    authOptional: true,
    onData: (stream, _session, done) =>
      // What nodemailer types as an error is the text of the reply, too.
      stream
        .resume()
        .on('end', () => (done as (error: null, reply: string) => void)(null, `accepted as ${id}`)),
  })
  cleanups.push(
    () => rmSync(folder, { recursive: true }),
    () => server.close(),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const smtp = `127.0.0.1:${(server.server.address() as AddressInfo).port}`
  const client = {
    inboxes: { get: () => Promise.resolve({ address: 'demo@inbox.example' }) },
    messages: {
      get: () => Promise.reject(apiError(404, { code: 'not_found', message: 'No such resource.' }, null)),
    },
  }
  const call = simulate.run({
    operands: ['demo', file],
    options: {},
    output: new Output(false, new PassThrough(), new PassThrough()),
    client: () => client as unknown as AgentEmail,
    url: 'http://here.example',
    smtp,
  })
  await expect(call).rejects.toThrow(
    `the SMTP server at ${smtp} took the mail as ${id}, which http://here.example does not have: that SMTP server belongs to another service.`,
  )
})

/** What comes of simulating a file of such content; a mail would be asked for its inbox. */
function simulated(content: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'simulate-'))
  cleanups.push(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'file')
  writeFileSync(file, content)
  return simulate.run({
    operands: ['demo', file],
    options: {},
    output: new Output(false, new PassThrough(), new PassThrough()),
    client: () => {
      throw new Error('asked')
    },
    url: 'http://here.example',
    smtp: '127.0.0.1:9',
  })
}

test.each([
  ['a PDF', '%PDF-1.7\n1 0 obj\n'],
  ['a letter', 'Dear Ada,\n\nSubject: to change.\n'],
  ['a page', '<!doctype html>\n<title>From: us</title>\n'],
  ['nothing', ''],
])('a file that is no mail is not sent, and that is said: %s', async (_, content) => {
  await expect(simulated(content)).rejects.toThrow(/file is no mail: it does not begin with header fields/)
})

test.each([
  ['an mbox', 'From ada@x.example Sat Jan  3 01:05:34 1996\nReceived: here\nSubject: a\n\nb\n'],
  ['one behind a byte order mark', '\ufeffX-One: a\n b\nDate: today\n\nb\n'],
  ['a header alone', 'to : ada@x.example'],
])('a file that begins like a mail is: %s', async (_, content) => {
  await expect(simulated(content)).rejects.toThrow('asked')
})
