/** Signals of phishing and spam: hosts, senders, attachments and codes in images. */
import { crc32, deflateSync } from 'node:zlib'
import fc from 'fast-check'
import { PNG } from 'pngjs'
import { describe, expect, it } from 'vitest'
import type { Link } from '../../shared/domain/parsed-mail.ts'
import { contactSignals } from '../../shared/risk/scam/contact.ts'
import { endingDoubt, promiseOf } from '../../shared/risk/scam/domains.ts'
import { codeCaps, readCodes } from '../../shared/risk/scam/read-codes.ts'
import { senderSignals } from '../../shared/risk/scam/sender.ts'
import { wordingSignals } from '../../shared/risk/scam/wording.ts'
import type { RiskMessage } from '../../shared/risk/scorer.ts'
import { attachments } from '../../shared/risk/scorers/attachments.ts'
import { codes } from '../../shared/risk/scorers/codes.ts'
import { impersonation } from '../../shared/risk/scorers/impersonation.ts'
import { links } from '../../shared/risk/scorers/links.ts'
import { qrPng as png, qrJpeg } from '../support/qr-image.ts'
import { attachment, riskMessage } from '../support/risk-message.ts'

const context = { signal: new AbortController().signal, llm: null }
const resultsOf = async (
  scorer: typeof links,
  message: RiskMessage,
  more: Partial<Parameters<typeof links.score>[1]> = {},
): Promise<string[]> => (await scorer.score(message, { ...context, ...more })).map(({ result }) => result)

const pngMark = Buffer.from('89504e470d0a1a0a', 'hex')

function pngChunk(name: string, data: Buffer): Buffer {
  const chunk = Buffer.alloc(12 + data.length)
  chunk.writeUInt32BE(data.length, 0)
  chunk.write(name, 4, 'latin1')
  data.copy(chunk, 8)
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 8 + data.length)), 8 + data.length)
  return chunk
}

function pngHeader(width: number, height: number, interlaced: 0 | 1): Buffer {
  const data = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 6, 0, 0, interlaced])
  data.writeUInt32BE(width, 0)
  data.writeUInt32BE(height, 4)
  return pngChunk('IHDR', data)
}

describe('hosts', () => {
  it.each([
    ['paypal-security.com', 'brand'],
    ['login.paypal.com.verify-now.net', 'brand'],
    ['chase-bank-security.net', 'brand'],
    ['netflix-renewal.top', 'brand'],
    ['secure-login.online', 'lure'],
    ['www.paypal.com', null],
    ['accounts.google.com', null],
    ['mail.corp.com', null],
    ['security.debian.org', null],
    ['news.example', null],
    ['192.0.2.1', null],
    ['', null],
  ])('%s promises %s', (host, promise) => {
    expect(promiseOf(host)).toBe(promise)
  })

  it('judges a host behind two hundred decoys', async () => {
    const decoys = Array.from({ length: 200 }, (_, i) => ({ href: `https://d${i}.example.com/`, text: '' }))
    const all = [...decoys, { href: 'https://dropbox-files.net/x', text: 'here' }]
    expect(await resultsOf(links, riskMessage({ links: all }))).toContain('brand_in_link')
  })

  it('doubts endings that scams favour', () => {
    expect(endingDoubt('a.tk')).toBe(1)
    expect(endingDoubt('a.info')).toBeLessThan(1)
    expect(endingDoubt('a.com')).toBe(0)
  })

  it.each<[string, string]>([
    ['brand_in_link', 'https://dropbox-files.net/x'],
    ['lure_link', 'https://account-verify.net/x'],
    ['cheap_link_domain', 'https://shoes.icu/x'],
    ['shortened_link', 'https://bit.ly/3abc'],
    ['open_redirect', 'https://www.google.co.uk/amp/s/shoes.example/x'],
    ['open_redirect', 'https://www.bing.com/ck/a?!&&p=0a1b&u=a1aHR0cHM'],
    ['page_builder', 'https://storage.googleapis.com/some/index.html'],
    ['page_builder', 'https://mailbox-upgrade.weebly.com/'],
    ['odd_port', 'https://files.example.com:8800/'],
    ['deep_host', 'https://a.b.c.d.example.com/'],
  ])('finds %s', async (result, href) => {
    expect(await resultsOf(links, riskMessage({ links: [{ href, text: 'here' } satisfies Link] }))).toContain(
      result,
    )
  })

  it('leaves links to the sender’s own domain alone, whatever it is called', async () => {
    const mail = {
      from: { name: 'Club', address: 'news@tennis.club' },
      links: [{ href: 'https://tennis.club/', text: '' }],
    }
    expect(await resultsOf(links, riskMessage(mail))).toEqual([])
  })
})

describe('senders', () => {
  const names = (name: string, address: string): string[] =>
    senderSignals(riskMessage({ from: { name, address } })).map((signal) => signal.name)

  it('tells an office without a house from one that has its own', () => {
    expect(names('IT Help Desk', 'maria@brightfarm.com')).toContain('office_without_house')
    expect(names('Acme Support', 'support@acme.com')).toEqual([])
    expect(names('Mail Administrator', 'help4you@gmail.com')).toContain('office_at_free_mail')
    expect(names('Alice Example', 'alice@corp.example')).toEqual([])
  })

  it('tells names that are made up from those of people and houses', () => {
    expect(names('Bonus ™ US0293', 'a@corp.example')).toContain('dressed_name')
    expect(names('Delivery #48213', 'a@corp.example')).toContain('dressed_name')
    expect(names('🎁 Rewards', 'a@corp.example')).toContain('dressed_name')
    for (const name of ['Müller & Söhne GmbH', 'Alice | Acme', 'Studio 54', 'O’Neil, Pat (via Docs)', ''])
      expect(names(name, 'alice@corp.example')).not.toContain('dressed_name')
  })

  it('tells who has no domain but the one that a cloud gives', () => {
    expect(names('Bonus', 'x@market-28b39.firebaseapp.com')).toContain('bare_tenant')
    expect(names('Alice', 'alice@corp.example')).not.toContain('bare_tenant')
  })

  it('finds the free mailbox that the reader is to write to', () => {
    const contact = (body: string, address = 'alice@corp.example'): string[] =>
      contactSignals(riskMessage({ body, bodySanitized: body, from: { name: 'Alice', address } })).map(
        ({ name }) => name,
      )
    expect(contact('Contact my lawyer at barrister.jones@gmail.com for the release.')).toEqual([
      'contact_elsewhere',
    ])
    expect(contact('Reply to me at alice@gmail.com.', 'alice@gmail.com')).toEqual([])
    expect(contact('Write to press@corp.example.')).toEqual([])
  })

  it('finds who poses as the domain of this inbox, or borrows a brand', async () => {
    const from = { name: 'northwind-mail.com Server', address: 'info@kratz.de' }
    expect(await resultsOf(impersonation, riskMessage({ from }))).toContain('own_domain')
    const borrowed = { name: 'Service', address: 'a@paypal-security.com' }
    expect(await resultsOf(impersonation, riskMessage({ from: borrowed }))).toContain('borrowed_brand')
  })
})

describe('wording', () => {
  const names = (body: string, subject = ''): string[] =>
    wordingSignals(riskMessage({ body, subject })).map((signal) => signal.name)

  it('finds what presses a reader without a name', () => {
    const body =
      'Dear customer,\nyour account was suspended. Verify your password within 24 hours: https://x.example/'
    expect(names(body)).toEqual(['pressing', 'hours_left', 'impersonal_greeting'])
    expect(
      names(
        'Sehr geehrter Kunde, Ihr Konto wurde gesperrt. Bitte bestätigen Sie Ihr Passwort, sonst verfällt es.',
      ),
    ).toContain('pressing')
    expect(names('Hi Alice, are we still on for lunch on Thursday?')).toEqual([])
  })

  it('tells a customer without a name from one who is named, in other languages too', () => {
    for (const body of [
      'Estimado cliente: su factura',
      'Sehr geehrte Kundin, geehrter Kunde',
      'Уважаемый клиент!',
    ])
      expect(names(body)).toEqual(['impersonal_greeting'])
    for (const body of [
      'Estimado Rafael Monteiro, su factura',
      'Gentile Laura Bianchi',
      'Prezado(a) Carlos Mendoza',
    ])
      expect(names(body)).toEqual([])
    for (const body of ['Уважаемая Анна Орлова', '尊敬的 Sofia Lee', 'Geachte mevrouw De Boer'])
      expect(names(body)).toEqual([])
  })

  it('finds a reader who is addressed by a mail address', () => {
    expect(
      names('Dear bob@agents.northwind-mail.com, see below.', 'bob@agents.northwind-mail.com: notice'),
    ).toEqual(['address_in_subject', 'greeted_by_address'])
  })
})

describe('attachments', () => {
  const found = (filename: string, body = ''): Promise<string[]> =>
    resultsOf(attachments, riskMessage({ attachments: [attachment(filename)], body }))

  it.each([
    ['invoice.exe', ['program']],
    ['invoice.pdf.exe', ['double_ending', 'program']],
    ['invoice.pdf      .scr', ['double_ending', 'program']],
    ['report.docm', ['macro_document']],
    ['voicemail.html', ['html_attachment']],
    ['invoice\u202efdp.exe', ['turned_name', 'program']],
    ['a.exe. ', ['program']],
    [`a.exe${' .'.repeat(200)}`, ['program']],
    ['report.pdf', []],
    ['photo.jpg', []],
    ['data.tar.gz', []],
  ])('%j is %j', async (filename, results) => {
    expect(await found(filename)).toEqual(results)
  })

  it('flags an archive whose password is in the mail', async () => {
    expect(await found('files.zip', 'The password is: hunter22')).toEqual(['sealed_archive'])
    expect(await found('files.zip', 'The photos of Sunday.')).toEqual([])
  })
})

describe('codes in images', () => {
  const address = 'https://paypal-login.tk/a'

  it('leads to a page, and the page is judged', async () => {
    const images = [{ where: 'attachment:code.png', content: png(address) }]
    expect(await resultsOf(codes, riskMessage(), { images })).toEqual(['link', 'odd_link'])
    const large = [{ where: 'attachment:code.png', content: png(address, 40) }]
    expect(await resultsOf(codes, riskMessage(), { images: large })).toEqual(['link', 'odd_link'])
  })

  it('is read from a JPEG', async () => {
    const images = [{ where: 'attachment:code.jpg', content: qrJpeg(address) }]
    expect(readCodes(images)).toEqual([{ where: 'attachment:code.jpg', text: address }])
    const html = `<img src="data:image/jpeg;base64,${qrJpeg(address).toString('base64')}">`
    expect(await resultsOf(codes, riskMessage({ html }))).toEqual(['link', 'odd_link'])
  })

  it('is found in HTML that carries the image in itself', async () => {
    const html = `<p>Scan me</p><img src="data:image/png;base64,${png(address).toString('base64')}">`
    expect(await resultsOf(codes, riskMessage({ html }))).toEqual(['link', 'odd_link'])
  })

  it('passes over what is no image, broken, or too large to be unpacked', () => {
    const bomb = png(address)
    bomb.writeUInt32BE(60_000, 16)
    bomb.writeUInt32BE(60_000, 20)
    const images = [
      bomb,
      png(address).subarray(0, 200),
      Buffer.from('GIF89a'),
      Buffer.alloc(codeCaps.bytes + 1),
    ]
    expect(readCodes(images.map((content) => ({ where: 'x', content })))).toEqual([])
  })

  it('unpacks no image of more pixels than it looks at, however few bytes it has', () => {
    for (const content of [png(address, 60), qrJpeg(address, 60)]) {
      expect(content.length).toBeLessThan(codeCaps.bytes)
      expect(readCodes([{ where: 'x', content }])).toEqual([])
    }
  })

  it('is read from an image without a background, which is shown on white', () => {
    const image = PNG.sync.read(png(address))
    for (let at = 0; at < image.data.length; at += 4)
      if (image.data[at] === 255) image.data.fill(0, at, at + 4)
    expect(readCodes([{ where: 'x', content: PNG.sync.write(image) }])).toEqual([
      { where: 'x', text: address },
    ])
  })

  it('unpacks no PNG further than its header says, interlaced or with another header behind it', () => {
    const packed = pngChunk('IDAT', deflateSync(Buffer.alloc(200_000_000)))
    for (const headers of [[pngHeader(32, 32, 1)], [pngHeader(32, 32, 0), pngHeader(8_000, 6_000, 0)]]) {
      const content = Buffer.concat([pngMark, ...headers, packed, pngChunk('IEND', Buffer.alloc(0))])
      expect(content.length).toBeLessThan(codeCaps.bytes)
      const before = process.memoryUsage().rss
      expect(readCodes([{ where: 'x', content }])).toEqual([])
      expect(process.memoryUsage().rss - before).toBeLessThan(100_000_000)
    }
  })

  it('walks over a JPEG no more often than an honest one takes', () => {
    const segment = (mark: number, ...body: number[]) => [0xff, mark, 0, body.length + 2, ...body]
    const scan = [...segment(0xda, 1, 1, 0, 1, 63, 0), 0x7f, 0xfe, 0xff, 0, 0xff, 0]
    const content = Buffer.from([
      ...[0xff, 0xd8],
      ...segment(0xdb, 0, ...Array.from({ length: 64 }, () => 1)),
      ...segment(0xc2, 8, 6, 0xc0, 6, 0xc0, 1, 1, 0x11, 0),
      ...segment(0xc4, 0x10, 1, ...Array.from({ length: 15 }, () => 0), 0xe0),
      ...Array.from({ length: 20_000 }, () => scan).flat(),
      ...[0xff, 0xd9],
    ])
    const begun = performance.now()
    expect(readCodes([{ where: 'x', content }])).toEqual([])
    expect(performance.now() - begun).toBeLessThan(1_000)
  })

  it('never throws, whatever the bytes', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 300 }),
        fc.constantFrom([0x89, 0x50, 0x4e, 0x47], [0xff, 0xd8, 0xff]),
        (tail, head) => {
          const read = readCodes([{ where: 'x', content: Uint8Array.from([...head, ...tail]) }])
          expect(read).toEqual([])
        },
      ),
      { numRuns: 200 },
    )
  })

  it('stops looking when its time is up', () => {
    let at = 0
    const content = png(address)
    const images = Array.from({ length: codeCaps.images }, () => ({ where: 'x', content }))
    expect(readCodes(images, () => (at += codeCaps.ms / 2))).toHaveLength(1)
  })
})
