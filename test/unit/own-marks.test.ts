/** Whether a message can be known again is read from its header alone, as the parser reads that. */
import { expect, test } from 'vitest'
import { limits } from '../../shared/domain/limits.ts'
import { hasOwnMarks } from '../../shared/mail/own-marks.ts'

const marked = (mail: string) => hasOwnMarks(Buffer.from(mail, 'latin1'))

const date = 'Date: Sat, 28 Nov 2026 03:00:00 +0000'

test.each(['\r\n', '\n', '\r'])(
  'a field counts wherever it stands, and a body never does: lines end with %j',
  (end) => {
    const mail = (...lines: string[]) => marked(lines.join(end))
    for (const field of [
      date,
      'message-id: <1@a.example>',
      'RECEIVED : from a by b',
      `Received:${end} from a by b`,
    ]) {
      expect(mail('From: a@a.example', field, 'Subject: x', '', 'Hello.', ''), field).toBe(true)
      expect(mail('From: a@a.example', 'Subject: x', '', field, '', field, ''), field).toBe(false)
      expect(mail('', field, '', 'x'), `${field} below an empty header`).toBe(false)
      expect(mail('Subject: x', `\t${field}`, '', 'x'), `${field} as a folded line`).toBe(false)
    }
    expect(mail('From a@a.example Sat Nov 28 03:00:00 2026', date, '', 'x'), 'below an mbox line').toBe(true)
    expect(mail(date), 'no body').toBe(true)
  },
)

test.each([
  'Date:',
  'Message-ID: \t',
  'Resent-Date: Sat, 28 Nov 2026 03:00:00 +0000',
  'Resent-Message-ID: <1@a.example>',
  'X-Received: from a by b',
  'Date',
])('%j is no mark', (field) => {
  expect(marked(`Subject: x\r\n${field}\r\nFrom: a@a.example\r\n\r\nHello.\r\n`)).toBe(false)
})

test('a bare CR among other line ends makes no field', () => {
  expect(marked(`Subject: x\r${date}\r\n\r\nHello.\r\n`)).toBe(false)
})

test('what has no bytes has no mark, and no more is read than a header may have', () => {
  expect(marked('')).toBe(false)
  const long = `X: ${'x'.repeat(limits.headerBytes)}\r\n`
  expect(marked(`${long}${date}\r\n\r\n`)).toBe(false)
  expect(marked(`${date}\r\n${long}\r\n`)).toBe(true)
})
