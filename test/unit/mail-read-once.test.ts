/** A message attached to another is parsed once, for what it says and for its files. */
import { simpleParser } from 'mailparser'
import { expect, it, vi } from 'vitest'
import { readAttachedMail } from '../../shared/mail/read-attached-mail.ts'
import { mailText } from '../support/mail-text.ts'

vi.mock('mailparser', async (original) => {
  const real = await original<typeof import('mailparser')>()
  return { ...real, simpleParser: vi.fn(real.simpleParser) }
})

it('parses an attached message once', async () => {
  const content = 'The order is on its way.'
  const attached = Buffer.from(
    mailText({ body: 'See the note.', attachments: [{ filename: 'note.txt', type: 'text/plain', content }] }),
  )
  const mail = await readAttachedMail(attached, { filename: 'old.eml', contentType: 'message/rfc822' })
  expect(mail?.parts.map((part) => [part.filename, Buffer.from(part.content).toString()])).toEqual([
    ['message.txt', expect.stringContaining('See the note.')],
    ['note.txt', content],
  ])
  expect(simpleParser).toHaveBeenCalledTimes(1)
})
