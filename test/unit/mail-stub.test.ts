/** Mail whose text is a stub: its HTML is what it says. Drafts say what they were given. */
import { afterAll, expect, it } from 'vitest'
import { parseMail } from '../../shared/mail/parse.ts'
import { ParserPool } from '../../shared/mail/parser-pool.ts'

const request = 'Please cancel my order 1815 and refund 50 EUR to the card that I have paid it with.'
const stub = 'Your program shows no HTML.'

const alternatives = (text: string, html: string) =>
  Buffer.from(
    `From: a@example.org\r\nContent-Type: multipart/alternative; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\n${text}\r\n--b\r\nContent-Type: text/html\r\n\r\n${html}\r\n--b--\r\n`,
  )
const bodyOf = async (text: string, html: string) => (await parseMail(alternatives(text, html))).body.trim()

const pool = new ParserPool({ size: 1 })
afterAll(() => pool.close())

it('is its HTML, below what only the text says', async () => {
  expect(await bodyOf(stub, `<p>${request}</p>`)).toBe(`${stub}\n\n${request}`)
  expect(await bodyOf('Please cancel my order 1815', `<p>${request}</p>`)).toBe(request)
  const link = `View it in your browser: https://example.org/${'a'.repeat(400)}`
  expect(await bodyOf(link, `<p>${request}</p>`)).toBe(`${link}\n\n${request}`)
})

it.each([
  ['says most of it', request, `<p>${request}</p><p>Kind regards, Ann</p>`],
  ['is long', `${request} ${request}`, `<p>${`${request} `.repeat(9)}</p>`],
])('is the text where that %s', async (_, text, html) => {
  expect(await bodyOf(text, html)).toBe(text)
})

it('is its text where it is a draft, and not where it is analysed as mail that comes in', async () => {
  const raw = alternatives(stub, `<p>${request}</p>`)
  const draft = await pool.readDraft(raw)
  expect(draft.mail).toMatchObject({ body: stub, bodySanitized: stub, extractedText: stub })
  expect(draft.mail).toEqual(await parseMail(raw, 'draft'))
  const analysed = await pool.readAnalysed(raw)
  expect(analysed.mail).toEqual(await parseMail(raw))
  expect(analysed.mail.bodySanitized).toContain(request)
})
