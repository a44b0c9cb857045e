/** The bound on copies of one large message in several inboxes. */
import { expect, test } from 'vitest'
import { mayBeCopied } from '../../services/smtp/copied-bytes.ts'
import { limits } from '../../shared/domain/limits.ts'

const inboxes = 10
const most = Math.floor(limits.smtpCopiedBytes / inboxes)

test('one inbox may have any message, several as much as the limit', () => {
  expect(mayBeCopied(limits.smtpCopiedBytes + 1, 1)).toBe(true)
  expect(mayBeCopied(most, inboxes)).toBe(true)
  expect(mayBeCopied(most + 1, inboxes)).toBe(false)
})

test('a message that its sender declared with line ends of one byte is taken, one that says nothing near its size is not', () => {
  const lines = Math.floor(most / 40)
  expect(mayBeCopied(most + lines, inboxes, most)).toBe(true)
  expect(mayBeCopied(most + lines, inboxes)).toBe(false)
  expect(mayBeCopied(most * 2, inboxes, most)).toBe(false)
})
