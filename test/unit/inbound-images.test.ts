/** The images of a message in which codes are looked for, from the bytes that came to the finding. */
import { describe, expect, it } from 'vitest'
import { imagesOf } from '../../shared/judge/images.ts'
import { judgedFiles } from '../../shared/mail/judged-files.ts'
import { readMail } from '../../shared/mail/parse.ts'
import { assess } from '../../shared/risk/assess.ts'
import { codeCaps } from '../../shared/risk/scam/read-codes.ts'
import { mailText } from '../support/mail-text.ts'
import { qrJpeg, qrPng } from '../support/qr-image.ts'
import { riskMessage } from '../support/risk-message.ts'

const address = 'https://paypal-login.tk/a'

async function found(attachments: { filename: string; type?: string; content: Uint8Array | string }[]) {
  const raw = Buffer.from(mailText({ attachments }), 'latin1')
  const { mail, files } = await readMail(raw)
  const images = imagesOf(judgedFiles(files, mail), mail)
  const { analysis } = await assess({ ...riskMessage(), mail }, { llm: null, images })
  const codes = analysis.detections.filter(({ method }) => method === 'codes')
  return {
    mail,
    images,
    codes: codes.map(({ result, evidence }) => [result, evidence?.[0]?.where, evidence?.[0]?.text]),
  }
}

describe('images of a message', () => {
  it.each([
    ['a PNG', { filename: 'code.png', type: 'image/png', content: qrPng(address) }],
    ['a JPEG', { filename: 'code.jpeg', type: 'image/jpeg', content: qrJpeg(address) }],
    [
      'an image that is called something else',
      { filename: 'code.png', type: 'application/octet-stream', content: qrPng(address) },
    ],
    ['a PNG that calls itself a GIF', { filename: 'code.gif', type: 'image/gif', content: qrPng(address) }],
    ['an image without an ending', { filename: 'code', type: 'image/png', content: qrPng(address) }],
  ])('are read for codes: %s', async (_, attachment) => {
    const { codes } = await found([attachment])
    const where = `attachment:${attachment.filename}`
    expect(codes).toEqual([
      ['link', where, address],
      ['odd_link', where, address],
    ])
  })

  it('are no other files, no more than eight, and none that is too large', async () => {
    const note = { filename: 'notes.txt', type: 'text/plain', content: 'hello' }
    expect((await found([note])).images).toEqual([])
    const many = Array.from({ length: codeCaps.images + 1 }, (_, i) => ({
      filename: `${i}.png`,
      type: 'image/png',
      content: Buffer.from('89504e470d0a1a0a', 'hex'),
    }))
    expect((await found(many)).images).toHaveLength(codeCaps.images)
    const none = many.map((file) => ({ ...file, content: 'no image' }))
    expect((await found(none)).images).toEqual([])
    const behind = { filename: 'code.png', type: 'image/png', content: qrPng(address) }
    expect((await found([...none, behind])).images).toHaveLength(1)
    const huge = { filename: 'huge.png', type: 'image/png', content: Buffer.alloc(codeCaps.bytes + 1, 1) }
    expect((await found([huge])).images).toEqual([])
    expect(imagesOf([], (await found(many)).mail)).toEqual([])
  })
})
