/** A clamd that refuses to look at what is longer than its own limit: nothing passes for that. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseConfig } from '../../config/config.ts'
import { checkClamd } from '../../services/doctor/connection-checks.ts'
import { createScanner } from '../../shared/antivirus/clamd.ts'
import { takesStream } from '../../shared/antivirus/stream-limit.ts'
import { eicar } from '../support/eicar.ts'
import { type House, startHouse } from '../support/house.ts'
import { startNarrowClamd } from '../support/narrow-clamd.ts'

let clamd: Awaited<ReturnType<typeof startNarrowClamd>>
let house: House
beforeAll(async () => {
  clamd = await startNarrowClamd()
  house = await startHouse({ CLAMAV_URL: clamd.url, METRICS_PORT: '0' })
})
afterAll(async () => {
  await house?.stop()
  await clamd?.stop()
})

const metric = async (name: string) => {
  const text = await (await fetch(`http://127.0.0.1:${house.service.metrics?.port}/metrics`)).text()
  return text.split('\n').find((line) => line.startsWith(name))
}
// The test virus is the whole file, or clamd would not know it: what makes the message long stands beside it.
const filler = Buffer.alloc(2 * 1024 * 1024, 'words and words\r\n')

test('the start says that the limit is too small', async () => {
  await expect.poll(() => metric('antivirus_stream_too_small')).toBe('antivirus_stream_too_small 1')
  const scanner = createScanner(clamd.url)
  expect(await takesStream(scanner, 26_214_400)).toBe(false)
  expect(await takesStream(scanner, 1_000_000)).toBe(true)
  await scanner.close()
})

test('mail that it refuses for its size is withheld, and what it takes is judged as ever', async () => {
  const attached = (content: Buffer, name: string) =>
    [
      `--edge\r\nContent-Type: application/octet-stream; name="${name}"`,
      `Content-Disposition: attachment; filename="${name}"`,
      'Content-Transfer-Encoding: base64',
      '',
      content.toString('base64').replace(/.{76}/g, '$&\r\n'),
    ].join('\r\n')
  const mail = (...files: string[]) =>
    [
      `From: Ada <ada@peer.example>\r\nTo: ${house.inbox.address}\r\nSubject: Files`,
      `Message-ID: <${files.length}-${files.join('').length}@peer.example>\r\nMIME-Version: 1.0`,
      'Content-Type: multipart/mixed; boundary="edge"\r\n',
      '--edge\r\nContent-Type: text/plain\r\n\r\nThe files.',
      ...files,
      '--edge--\r\n',
    ].join('\r\n')
  const stored = async (raw: string) => {
    const { id } = await house.send(raw)
    await house.drain()
    return house.message(id)
  }
  const large = await stored(mail(attached(filler, 'words.bin')))
  expect([large.status, large.verdict]).toEqual(['withheld', 'withheld'])
  const hidden = await stored(mail(attached(filler, 'words.bin'), attached(Buffer.from('hello'), 'b.bin')))
  expect(hidden.status).toBe('withheld')
  const small = await stored(mail(attached(Buffer.from('hello'), 'a.txt')))
  expect(small.status).not.toBe('withheld')
  const infected = await stored(mail(attached(eicar, 'eicar.com')))
  expect(infected.status).toBe('withheld')
  expect(await metric('antivirus_unseen_total{direction="inbound"}')).toMatch(/ 2$/)
})

test('a send that it refuses for its size waits for a person', async () => {
  const send = (content: Buffer) =>
    house.api('POST', `/inboxes/${house.inbox.slug}/messages`, {
      to: 'ada@peer.example',
      subject: 'Order 1815',
      body: 'The file.',
      attachments: [{ filename: 'a.txt', content: content.toString('base64') }],
    })
  expect((await send(filler)).status).toBe(202)
  expect((await send(Buffer.from('hello'))).status).toBe(201)
})

test('the doctor says that it takes less than the service does, and what to raise', async () => {
  const wide = parseConfig({ CLAMAV_URL: clamd.url, MAX_MESSAGE_BYTES: String(25 * 1024 * 1024) })
  expect(await checkClamd(wide, null, 5_000)).toMatchObject({
    outcome: 'fail',
    found: expect.stringContaining('takes no message of 26214400 bytes'),
    mend: expect.stringContaining('StreamMaxLength'),
  })
  const fits = parseConfig({ CLAMAV_URL: clamd.url, MAX_MESSAGE_BYTES: String(512 * 1024) })
  expect(await checkClamd(fits, null, 5_000)).toMatchObject({
    outcome: 'warn',
    found: expect.stringContaining('EICAR'),
  })
})
