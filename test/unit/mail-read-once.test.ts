/** A message is walked once, for what it says and for its files, and so is one that is attached to another. */
import { expect, it, vi } from 'vitest'
import { readMimeTree } from '../../shared/mail/mime-tree.ts'
import { readMail } from '../../shared/mail/parse.ts'
import { readAttachedMail } from '../../shared/mail/read-attached-mail.ts'
import { mailText } from '../support/mail-text.ts'

vi.mock('../../shared/mail/mime-tree.ts', async (original) => {
  const real = await original<typeof import('../../shared/mail/mime-tree.ts')>()
  return { ...real, readMimeTree: vi.fn(real.readMimeTree) }
})

const content = 'The order is on its way.'
const raw = Buffer.from(
  mailText({ body: 'See the note.', attachments: [{ filename: 'note.txt', type: 'text/plain', content }] }),
)

it('walks a message once', async () => {
  const { mail, files } = await readMail(raw)
  expect(mail.body).toContain('See the note.')
  expect(files.map((file) => Buffer.from(file.content).toString())).toEqual([content])
  expect(readMimeTree).toHaveBeenCalledTimes(1)
})

it('walks an attached message once', async () => {
  vi.mocked(readMimeTree).mockClear()
  const mail = await readAttachedMail(raw, { filename: 'old.eml', contentType: 'message/rfc822' })
  expect(mail?.parts.map((part) => [part.filename, Buffer.from(part.content).toString()])).toEqual([
    ['message.txt', expect.stringContaining('See the note.')],
    ['note.txt', content],
  ])
  expect(readMimeTree).toHaveBeenCalledTimes(1)
})
