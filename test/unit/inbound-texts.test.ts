/** Text attachments of a message, as the scorers are given them. */
import { describe, expect, it } from 'vitest'
import { hasTexts, textsOf } from '../../shared/flow/inbound/texts.ts'
import { parseMail } from '../../shared/mail/parse.ts'

const part = (type: string, filename: string, content: string): string =>
  `--b\r\nContent-Type: ${type}\r\nContent-Disposition: attachment; filename="${filename}"\r\nContent-Transfer-Encoding: base64\r\n\r\n${Buffer.from(content).toString('base64')}\r\n`

const mail = (...parts: string[]): Buffer =>
  Buffer.from(
    `From: a@b.example\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\nSee attached.\r\n${parts.join('')}--b--\r\n`,
  )

describe('textsOf', () => {
  it('reads text, and of HTML what is shown and what is hidden', async () => {
    const raw = mail(
      part('text/plain', 'notes.txt', 'Grüße aus Köln'),
      part('text/html', 'page.html', '<p>Shown</p><p style="display:none">not shown</p>'),
      part('application/pdf', 'plan.pdf', '%PDF-1.4'),
    )
    expect(await textsOf(raw, await parseMail(raw))).toEqual([
      { filename: 'notes.txt', text: 'Grüße aus Köln' },
      { filename: 'page.html', text: 'Shown\nnot shown' },
    ])
  })

  it('asks for the raw message only where there is such an attachment', async () => {
    const none = await parseMail(mail(part('application/pdf', 'plan.pdf', '%PDF-1.4')))
    expect(hasTexts(none)).toBe(false)
    expect(await textsOf(null, none)).toEqual([])
    expect(hasTexts(await parseMail(mail(part('text/csv', 'list.csv', 'a,b'))))).toBe(true)
  })
})
