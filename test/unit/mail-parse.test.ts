/** Parsing raw messages: what is read, what is mended, and that nothing makes it throw. */
import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { simpleParser } from 'mailparser'
import { describe, expect, it } from 'vitest'
import { limits } from '../../shared/domain/limits.ts'
import { attachmentAt, attachmentContents } from '../../shared/mail/attachment-content.ts'
import { parseHead, parseMail } from '../../shared/mail/parse.ts'
import { signedFileOf } from '../support/signed-file.ts'
import { threadMs } from '../support/thread-time.ts'

const message = (...lines: string[]): Buffer => Buffer.from(lines.join('\r\n'))
const codes = (mail: { findings: { code: string }[] }): string[] => mail.findings.map(({ code }) => code)
const mixed = (...parts: string[][]): Buffer =>
  message(
    'From: Ann <ann@example.org>',
    'Subject: parts',
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary="edge"',
    '',
    ...parts.flatMap((part) => ['--edge', ...part]),
    '--edge--',
    '',
  )

describe('a message that is signed as a whole (S/MIME)', () => {
  const wrap = (content: string, header: string) =>
    message(
      'From: Ann <ann@example.org>',
      'Subject: signed',
      header,
      'Content-Transfer-Encoding: base64',
      '',
      signedFileOf(content).toString('base64').replace(/.{76}/g, '$&\r\n'),
      '',
    )
  const header = 'Content-Type: application/pkcs7-mime; smime-type=signed-data; name=smime.p7m'
  const large = 'a file of some length '.repeat(5_000)
  const inner = [
    'Content-Type: multipart/mixed; boundary=x',
    '',
    '--x',
    'Content-Type: multipart/alternative; boundary=y',
    '',
    '--y',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: quoted-printable',
    '',
    'Gr=C3=BC=C3=9Fe',
    '--y',
    'Content-Type: text/html',
    '',
    '<p>Hello</p>',
    '--y--',
    '--x',
    'Content-Type: text/plain; name=a.txt',
    'Content-Disposition: attachment',
    '',
    large,
    '--x--',
    '',
  ].join('\r\n')

  it.each([
    ['by its type', wrap(inner, header)],
    ['by its name', wrap(inner, 'Content-Type: application/octet-stream; name="smime.p7m"')],
    ['signed twice', wrap(wrap(inner, header).toString().split('\r\n').slice(2).join('\r\n'), header)],
  ])('is shown with its files, %s', async (name, raw) => {
    const mail = await parseMail(raw)
    expect(mail).toMatchObject({ body: 'Grüße', html: '<p>Hello</p>', subject: 'signed', findings: [] })
    expect(mail.attachments.map(({ index, filename }) => [index, filename])).toEqual(
      ['smime.p7m', ...(name === 'signed twice' ? ['smime.p7m'] : []), 'a.txt'].map((one, i) => [i, one]),
    )
    const { index, sha256 } = mail.attachments.at(-1)!
    expect(Buffer.from((await attachmentAt(raw, index))!.content).toString()).toBe(large)
    expect(sha256).toBe(createHash('sha256').update(large).digest('hex'))
    expect((await parseHead(raw)).attachments).toEqual(mail.attachments)
  })

  it('is a file where what is signed is no part of a message', async () => {
    const mail = await parseMail(
      wrap('<bill>7</bill>', 'Content-Type: application/pkcs7-mime; name=b.xml.p7m'),
    )
    expect(mail).toMatchObject({ body: '', html: null })
    expect(mail.attachments.map(({ filename }) => filename)).toEqual(['b.xml.p7m'])
  })

  it('has the oddities of what is signed', async () => {
    const odd = 'Content-Type: text/plain\r\nContent-Type: text/html\r\n\r\nHello'
    expect(codes(await parseMail(wrap(odd, header)))).toEqual(['duplicate_mime_header'])
  })

  it('is opened a few times at most', async () => {
    let raw = wrap(inner, header)
    for (let times = 0; times < 9; times++)
      raw = wrap(raw.toString().split('\r\n').slice(2).join('\r\n'), header)
    const mail = await parseMail(raw)
    expect(mail.body).toBe('')
    expect(mail.attachments).toHaveLength(6)
  })
})

describe('an ordinary message', () => {
  it('is read with its header, body and attachments', async () => {
    const raw = mixed(
      ['Content-Type: text/plain; charset=utf-8', '', 'Please see the file.', '', 'Ann'],
      [
        'Content-Type: application/pdf; name="report.pdf"',
        'Content-Disposition: attachment; filename="report.pdf"',
        'Content-Transfer-Encoding: base64',
        '',
        Buffer.from('%PDF-1.7 small').toString('base64'),
      ],
    )
    const mail = await parseMail(raw)
    expect(mail.from).toEqual({ name: 'Ann', address: 'ann@example.org' })
    expect(mail.body).toBe('Please see the file.\n\nAnn')
    expect(mail.findings).toEqual([])
    expect(mail.needsScan).toBe(true)
    expect(mail.attachments).toEqual([
      {
        index: 0,
        filename: 'report.pdf',
        contentType: 'application/pdf',
        sizeBytes: 14,
        sha256: createHash('sha256').update('%PDF-1.7 small').digest('hex'),
        contentId: null,
        inline: false,
      },
    ])
    expect(Buffer.from((await attachmentAt(raw, 0))!.content).toString()).toBe('%PDF-1.7 small')
    expect(await attachmentAt(raw, 1)).toBeNull()
  })

  it('needs no scan where it is text and HTML alone', async () => {
    const raw = message(
      'Subject: both',
      'Content-Type: multipart/alternative; boundary=b',
      '',
      '--b',
      '',
      'plain',
      '--b',
      'Content-Type: text/html',
      '',
      '<p>rich</p>',
      '--b--',
    )
    const mail = await parseMail(raw)
    expect(mail).toMatchObject({ body: 'plain', html: '<p>rich</p>', needsScan: false, findings: [] })
  })

  it('has its HTML as text where it has no text part, or where both stand side by side', async () => {
    const alone = await parseMail(message('Content-Type: text/html', '', '<p>One<br>two</p>'))
    expect(alone.body).toBe('One\ntwo')
    const beside = await parseMail(mixed(['', 'first'], ['Content-Type: text/html', '', '<b>second</b>']))
    expect(beside.body).toBe('first\n\nsecond')
  })

  const html = (text: string) => ['Content-Type: text/html', '', `<p>${text}</p>`]
  const either = (...parts: string[][]) => [
    'Content-Type: multipart/alternative; boundary=a',
    '',
    ...parts.flatMap((part) => ['--a', ...part]),
    '--a--',
  ]
  it.each([
    [
      'a page behind both forms of it',
      [either(['', 'text'], html('page')), html('footer')],
      'text\n\nfooter',
    ],
    ['a page that is the only form of it', [['', 'text'], either(html('page'))], 'text\n\npage'],
    ['an empty form, and a footer', [either(['', ' '], html('page')), ['', 'footer']], ' \nfooter\n\npage'],
    ['a page that says nothing', [either(['', 'text'], html('page')), html('<img src="x">')], 'text'],
    ['both forms, and a footer', [either(['', 'text'], html('page')), ['', 'footer']], 'text\nfooter'],
  ])('says all once: %s', async (_, parts, body) => {
    expect((await parseMail(mixed(...parts))).body).toBe(body)
  })
})

describe('what other readers lose', () => {
  it.each([
    ['just text', 'just text', ''],
    ['Subject: s\r\nHello,\r\nhow are you?\r\n\r\nAnn\r\n', 'Hello,\nhow are you?\n\nAnn\n', 's'],
    ['Subject: s\r\nHello there: you\r\n\r\nAnn', 'Hello there: you\n\nAnn', 's'],
    ['Subject: s\nno field\nX-More: y\n\nAnn', 'Ann', 's'],
    ['Subject: s\r\nContent-Transfer-Encoding: base64\r\nbbb\r\n\r\nQW5u', 'Ann', 's'],
  ])(
    'shows the text behind the last field where the empty line is missing: %j',
    async (raw, body, subject) => {
      expect(await parseMail(Buffer.from(raw))).toMatchObject({ body, subject })
    },
  )

  it.each([
    ['multipart/mixed', 'missing_boundary'],
    ['multipart/mixed; boundary=b', 'boundary_never_seen'],
    ['multipart/alternative; boundary=""', 'missing_boundary'],
  ])('shows what stands in a multipart without a part: %s', async (type, finding) => {
    const mail = await parseMail(message(`Content-Type: ${type}`, '', 'Hello.', '', '--c', '', 'Ann'))
    expect(mail).toMatchObject({ body: 'Hello.\n\n--c\n\nAnn', attachments: [] })
    expect(codes(mail)).toContain(finding)
    const inner = [`Content-Type: ${type}`, '', 'Hello.']
    expect((await parseMail(mixed(['', 'Above.'], inner, ['', 'Below.']))).body).toContain(
      'Above.\nHello.\nBelow.',
    )
  })

  it.each([
    ['plain', 'Hello.'],
    ['text\\plain', 'Hello.'],
    ['html', 'Hello.'],
    ['us-ascii', 'Hello.'],
  ])('shows text of a type that is none, and keeps it as a file: %s', async (type, body) => {
    const mail = await parseMail(
      message(`Content-Type: ${type}`, '', type === 'html' ? '<p>Hello.</p>' : 'Hello.'),
    )
    expect(mail.body).toBe(body)
    expect(mail.attachments).toMatchObject([{ inline: true }])
    expect((await parseMail(message('Content-Type: pdf; name=a.pdf', '', '%PDF'))).body).toBe('')
  })

  it('reads a message whose lines end with CR alone, with its parts and files, and says so', async () => {
    const lines = [
      'From: Ada <ada@peer.example>',
      'Subject: Two',
      ' lines',
      'Content-Type: multipart/mixed; boundary=x',
      '',
      '--x',
      '',
      'Hello,',
      '',
      'you.',
      '--x',
      'Content-Type: text/csv; name=a.csv',
      '',
      'a;b',
      '--x--',
    ]
    const usual = await parseMail(Buffer.from(lines.join('\n')))
    for (const end of ['', '\r', '\r\n', '\r\r\n\r\n']) {
      const mail = await parseMail(Buffer.from(`${lines.join('\r')}${end}`))
      expect(mail).toMatchObject({
        subject: 'Two lines',
        body: 'Hello,\n\nyou.',
        from: { name: 'Ada', address: 'ada@peer.example' },
        needsScan: true,
      })
      expect(mail.attachments).toEqual(usual.attachments)
      expect(mail.findings.map(({ code }) => code)).toEqual(['bare_cr'])
    }
  })

  it('takes no CR among other line ends for one: no other reader has the field behind it', async () => {
    for (const raw of [
      'Subject: hi\rFrom: boss@corp.example\r\nFrom: ada@peer.example\r\n\r\nHello.',
      'Received: here\r\nSubject: hi\rFrom: boss@corp.example\r\rHello.\r',
      'Subject: hi\rFrom: boss@corp.example\r\rHello.\nAnd more.\r',
    ]) {
      const { from, findings } = await parseMail(Buffer.from(raw))
      expect(from?.address).not.toBe('boss@corp.example')
      expect(findings.map(({ code }) => code)).not.toContain('bare_cr')
    }
  })

  it('ends lines of text at CR alone, which no reader shows', async () => {
    const raw = 'Subject: hi\r\n\r\nFirst.\rSecond.\r\rThird.\r\r\nFourth.\r\n'
    expect((await parseMail(Buffer.from(raw))).body).toBe('First.\nSecond.\n\nThird.\nFourth.\n')
    // In a time that grows with them and not with their square.
    const before = threadMs()
    await parseMail(Buffer.from(`Subject: hi\r\n\r\n${'\r'.repeat(200_000)}x\r\n`))
    expect(threadMs() - before).toBeLessThan(3_000)
  })

  it('reads a field with a space ahead of its colon, the first one too', async () => {
    const { from, subject } = await parseMail(Buffer.from('From : a@b.example\r\nSubject : s\r\n\r\nx'))
    expect([from?.address, subject]).toEqual(['a@b.example', 's'])
    const mbox = await parseMail(
      Buffer.from('From a@b.example Thu Nov  5 08:00:00 2020\r\nSubject: s\r\n\r\nx'),
    )
    expect([mbox.from, mbox.subject, mbox.body]).toEqual([null, 's', 'x'])
  })

  it('cuts a filename that no file system takes in its middle, and a media type at its end', async () => {
    const raw = mixed(
      ['', 'hi'],
      [`Content-Disposition: attachment; filename="${'ü'.repeat(9_000)}.tar.gz"`, '', 'x'],
      [`Content-Type: application/${'x'.repeat(9_000)}; name=a.bin`, '', 'x'],
    )
    const [long, odd] = (await parseMail(raw)).attachments
    expect(long!.filename).toMatch(/^ü{222}…ü{25}\.tar\.gz$/)
    expect(long!.filename).toHaveLength(limits.filenameCharacters)
    expect(odd!.contentType).toHaveLength(limits.contentTypeCharacters)
  })

  it('finds an inline text part with a filename, in the body and as an attachment', async () => {
    const raw = mixed(
      ['', 'See below.'],
      ['Content-Type: text/plain', 'Content-Disposition: inline; filename="notes.txt"', '', 'the notes'],
    )
    const mail = await parseMail(raw)
    expect(mail.body).toContain('the notes')
    expect(mail.attachments.map(({ filename, inline }) => ({ filename, inline }))).toEqual([
      { filename: 'notes.txt', inline: true },
    ])
    expect(Buffer.from((await attachmentContents(raw))[0]!).toString()).toBe('the notes')
  })

  it('takes uuencoded files out of the text', async () => {
    const raw = message('Subject: uu', '', 'Look:', 'begin 644 cat.txt', '#0V%T', '`', 'end', 'Bye')
    const mail = await parseMail(raw)
    expect(mail.attachments).toMatchObject([{ filename: 'cat.txt', sizeBytes: 3 }])
    expect(mail.body).toBe('Look:\nBye')
    expect(codes(mail)).toEqual(['uuencoded_body'])
    expect(Buffer.from((await attachmentContents(raw))[0]!).toString()).toBe('Cat')
  })

  it('takes no uuencoded file that is many times as long as its text', async () => {
    const raw = message('Subject: uu', '', 'begin 644 a.bin', 'L\r\n'.repeat(200_000))
    const { attachments } = await parseMail(raw)
    expect(attachments[0]?.sizeBytes).toBeLessThan(raw.length)
    const zeros = message('', 'begin 644 zeros', ...Array.from({ length: 1_000 }, () => 'M'), '`', 'end')
    expect((await parseMail(zeros)).attachments[0]?.sizeBytes).toBe(45_000)
  })

  it('leaves more uuencoded files than a message may have parts in the text, and says so', async () => {
    const file = ['begin 644 cat.txt', '#0V%T', '`', 'end']
    const mail = await parseMail(
      message(
        'Subject: uu',
        '',
        ...Array(limits.mimeParts + 1)
          .fill(file)
          .flat(),
      ),
    )
    expect(mail.attachments).toEqual([])
    expect(mail.body).toContain('begin 644 cat.txt')
    expect(codes(mail)).toContain('parts_capped')
  })

  it('decodes a part whose transfer encoding is uuencode', async () => {
    const raw = mixed(
      ['', 'text'],
      [
        'Content-Type: image/png; name=cat.png',
        'Content-Transfer-Encoding: x-uuencode',
        '',
        'begin 644 cat.png',
        '#0V%T',
        '`',
        'end',
      ],
    )
    expect(Buffer.from((await attachmentContents(raw))[0]!).toString()).toBe('Cat')
  })

  it('ends an inner multipart that was left open at the delimiter of the outer one', async () => {
    const raw = mixed(
      ['Content-Type: multipart/alternative; boundary="inner"', '', '--inner', '', 'hello'],
      ['Content-Type: application/zip', 'Content-Disposition: attachment; filename=a.zip', '', 'PK'],
    )
    const mail = await parseMail(raw)
    expect(mail.body).toBe('hello')
    expect(mail.attachments).toMatchObject([{ filename: 'a.zip', sizeBytes: 2 }])
  })

  it('accepts white space after a delimiter', async () => {
    const raw = Buffer.from(
      mixed(['', 'hi'], ['Content-Disposition: attachment; filename=x', '', 'X'])
        .toString()
        .replaceAll('--edge\r\n', '--edge \t\r\n'),
    )
    expect((await parseMail(raw)).attachments).toMatchObject([{ filename: 'x', sizeBytes: 1 }])
  })

  it.each([
    ["filename*=UTF-8''na%C3%AFve%20plan.pdf", 'naïve plan.pdf'],
    ["filename*0*=ISO-8859-1''caf%E9; filename*1=-menu.pdf", 'café-menu.pdf'],
    ['filename="=?utf-8?B?w7xiZXIucGRm?="', 'über.pdf'],
    ['filename="a \\"quoted\\" name.pdf"', 'a "quoted" name.pdf'],
    ['filename="grüße.pdf"', 'grüße.pdf'],
    ['filename=Report (1).pdf', 'Report (1).pdf'],
    ['filename=Report (1) (final).pdf; size=3', 'Report (1) (final).pdf'],
    ['filename=report.pdf (the first); size=3', 'report.pdf'],
    ['filename=report.pdf (a) (b)', 'report.pdf'],
    ['(a file) filename (that is) = report.pdf', 'report.pdf'],
  ])('reads the filename of %s', async (parameter, filename) => {
    const raw = mixed([
      `Content-Disposition: attachment; ${parameter}`,
      'Content-Type: application/pdf',
      '',
      'x',
    ])
    expect((await parseMail(raw)).attachments[0]!.filename).toBe(filename)
  })

  it('keeps an answer below a flowed quote out of the quote', async () => {
    const raw = message(
      'From ann@example.org Tue Nov 24 12:00:00 2026',
      'Content-Type: text/plain; format=flowed',
      '',
      '> a long ',
      '> quote ',
      'My own ',
      'answer',
    )
    expect((await parseMail(raw)).body).toBe('> a long quote \nMy own answer')
  })

  it.each([
    ['goes on behind its padding, each line padded', 'QQ==\r\nQkM=\r\nRA==', 'ABCD'],
    ['begins with padding', '====QUJD', 'ABC'],
    ['has characters that base64 has not', 'Q-U_J!D', 'ABC'],
    ['ends within a group', 'QUJDQ', 'ABC'],
    ['goes on in plain text', 'QUJD\r\nRA==\r\n-- sent by a list --', 'ABCD'],
  ])('decodes base64 that %s', async (_, body, content) => {
    const file = ['Content-Type: application/x-thing', 'Content-Transfer-Encoding: base64', '', body]
    expect(Buffer.from((await attachmentContents(mixed(['', 'x'], file)))[0]!).toString()).toBe(content)
  })

  it('ends a part that has no header and no body at the next delimiter', async () => {
    const mail = await parseMail(mixed([], ['Content-Type: text/plain', '', 'hello']))
    expect(mail).toMatchObject({ body: 'hello', findings: [] })
  })

  it('looks for parts below a type that is none, and keeps the whole as a file', async () => {
    const raw = message(
      'Content-Type: x-multipart/mixed; boundary=b',
      '',
      '--b',
      'Content-Disposition: attachment; filename=a.txt',
      '',
      'hidden',
      '--b--',
    )
    const files = (await attachmentContents(raw)).map((content) => Buffer.from(content).toString())
    expect(files).toEqual([expect.stringContaining('--b\r\n'), 'hidden'])
  })
})

describe('text', () => {
  const text = async (type: string, body: Uint8Array | string) => {
    const header = `From: a@b.example\r\nContent-Type: ${type}\r\n\r\n`
    return (await parseMail(Buffer.concat([Buffer.from(header), Buffer.from(body)]))).body
  }

  it.each([
    ['a charset that Node knows', 'text/plain; charset=windows-1251', [0xcf, 0xf0], 'Пр'],
    ['Korean by the name that mailers give it', 'text/plain; charset=ks_c_5601-1987', [0xb0, 0xa1], '가'],
    ['a charset of DOS', 'text/plain; charset=cp437', [0x81, 0xe1], 'üß'],
    ['UTF-7 by an older name', 'text/plain; charset=unicode-1-1-utf-7', Buffer.from('+APw-'), 'ü'],
    ['UTF-7 with a blank in its name', 'text/plain; charset=" utf-7"', Buffer.from('+APw-'), 'ü'],
    ['Japanese by a name without hyphens', 'text/plain; charset=eucjp', [0xc6, 0xfc], '日'],
    ['Chinese by the name of its code page', 'text/plain; charset=windows-936', [0xd6, 0xd0], '中'],
    ['Russian by a name without a hyphen', 'text/plain; charset=windows1251', [0xcf, 0xf0], 'Пр'],
    ['Polish by the number of its code page', 'text/plain; charset=windows-28592', [0xb1], 'ą'],
    ['Latin that calls itself UTF-8', 'text/plain; charset=utf-8', [0xc9, 0x74, 0xe9, 0x2e], 'Été.'],
    ['UTF-8 with a broken byte', 'text/plain; charset=utf-8', [0xc3, 0xa9, 0xff, 0x2e], 'é\ufffd.'],
    [
      'UTF-8 that says what was broken before',
      'text/plain; charset=utf-8',
      Buffer.from('caf\ufffd au'),
      'caf\ufffd au',
    ],
    [
      'UTF-8 with a mark and a broken byte',
      'text/plain; charset=utf-8',
      [0xef, 0xbb, 0xbf, 0x61, 0xff, 0x62],
      'a\ufffdb',
    ],
    ['UTF-8 whose end is missing', 'text/plain; charset=utf-8', [0x74, 0xc3], 't\ufffd'],
    ['UTF-32, which mailparser knows', 'text/plain; charset=utf-32le', [0xfc, 0, 0, 0], 'ü'],
    [
      'Chinese that shifts (RFC 1843)',
      'text/plain; charset=hz-gb-2312',
      Buffer.from('a~~ ~{VPND~} b~\nc'),
      'a~ 中文 bc',
    ],
    ['Chinese that never shifts back', 'text/plain; charset=HZ', Buffer.from('~{VPND\nb'), '中文\nb'],
    ['a tilde that shifts nothing', 'text/plain; charset=hz-gb-2312', Buffer.from('~/a ~'), '~/a ~'],
    [
      'Korean that shifts (RFC 1557)',
      'text/plain; charset=iso-2022-kr',
      Buffer.from('\x1b$)C\n\x0eGQ1[\x0f a'),
      '\n한글 a',
    ],
    [
      'Korean that shifts, in HTML',
      'text/html; charset=ISO-2022-KR',
      Buffer.from('<p>\x1b$)C\x0eGQ1[\x0f</p>'),
      '한글',
    ],
    [
      'Chinese that shifts (RFC 1922)',
      'text/plain; charset=iso-2022-cn',
      Buffer.from('\x1b$)A\x0eVPND\x0f a'),
      '中文 a',
    ],
    [
      'Korean that shifts without an end',
      'text/plain; charset=iso-2022-kr',
      Buffer.from('\x1b$)C\x0eGQ1[\x0eG'),
      '한글G',
    ],
    ['UTF-8 that calls itself Japanese', 'text/plain; charset=iso-2022-jp', Buffer.from('送信'), '送信'],
    ['8-bit text that names no charset', 'text/plain', [0x92, 0x73], '’s'],
    ['8-bit text that calls itself ASCII', 'text/plain; charset=us-ascii', [0x92, 0x73], '’s'],
    ['a charset that nobody knows', 'text/plain; charset=x-none', [0x92, 0x73], '’s'],
    ['UTF-16 by its mark', 'text/plain; charset=utf-16', [0xfe, 0xff, 0, 0x68, 0, 0xfc], 'hü'],
    ['UTF-16 by its other mark', 'text/plain; charset=utf-16', [0xff, 0xfe, 0x68, 0, 0xfc, 0], 'hü'],
    ['a charset that only the page names', 'text/html', page('koi8-r', 0xf0, 0xd2), 'Пр'],
    ['a charset that the page names wrongly', 'text/html', page('koi8-r', 0xc3, 0xbc), 'ü'],
    ['a charset that no page can name', 'text/html', page('utf-16', 0xf0, 0xd2), 'ðÒ'],
    ['a charset that the page contradicts', 'text/html; charset=latin1', page('koi8-r', 0xf0), 'ð'],
    ['a type of old mail', 'text', 'hi', 'hi'],
    ['plain text with no semicolon behind it', 'text/plain charset=utf-8', 'hi', 'hi'],
    ['HTML with no semicolon behind it', 'text/html charset=utf-8', '<p>hi</p>', 'hi'],
    ['a wide charset in flowed lines', 'text/plain; charset=utf-16le; format=flowed', utf16('a \nb'), 'a b'],
  ])('is read in %s', async (_, type, body, expected) => {
    expect(await text(type, typeof body === 'string' ? body : Uint8Array.from(body))).toBe(expected)
  })

  it('of a type that only some take for text is a file as well', async () => {
    const body = [
      'Content-Type: text/plain charset=utf-8',
      'Content-Disposition: inline; filename=a',
      '',
      'hi',
    ]
    const { body: shown, attachments } = await parseMail(mixed(body, [...png, '', 'x']))
    expect(shown).toBe('hi')
    expect(attachments.map(({ filename, inline }) => [filename, inline])).toEqual([
      ['a', true],
      ['b.png', false],
    ])
  })

  it('of a kind that nobody draws is the body of a message that is all of it, and a file as well', async () => {
    const { body, attachments } = await parseMail(
      Buffer.from('From: a@b.example\r\nContent-Type: text/markdown\r\n\r\nThe *order* is on its way.\r\n'),
    )
    expect(body).toBe('The *order* is on its way.\n')
    expect(attachments.map(({ contentType }) => contentType)).toEqual(['text/markdown'])
  })

  it('has all lines where mailparser would take some for another part', async () => {
    const body = Buffer.concat([
      Buffer.from('--b\r\nContent-Type: image/png\r\n\r\nsaid to a reader\r\n'),
      Buffer.from([0x81]),
    ])
    expect(await text('text/plain; charset=cp437; boundary=b', body)).toContain('said to a reader')
  })

  it('stands below the head of a message that is shown within', async () => {
    const inner = [
      'Content-Type: message/rfc822',
      'Content-Disposition: inline',
      '',
      'From: =?utf-8?Q?J=C3=BCrgen?= <j@example.org>',
      'Subject: Inner <b>',
      'Content-Type: multipart/alternative; boundary=i',
      '',
      '--i',
      '',
      'inner text',
      '--i',
      'Content-Type: text/html',
      '',
      '<p>inner page</p>',
      '--i--',
    ]
    const mail = await parseMail(mixed(['', 'outer'], inner))
    expect(mail.body).toBe('outer\n\nFrom: Jürgen <j@example.org>\nSubject: Inner <b>\n\ninner text')
    expect(mail.html).toBe(
      '<p>From: Jürgen &lt;j@example.org&gt;<br/>\nSubject: Inner &lt;b&gt;</p><br/>\n<p>inner page</p>',
    )
    expect(mail.attachments).toEqual([])
  })

  it('is that of the messages of a digest, which need not say that they are messages', async () => {
    const long = Array.from({ length: 20 }, (_, i) => `X-Hop-${i}: ${'a'.repeat(60)}`)
    const digested = [
      'From: Bob <bob@example.org>',
      'Subject: =?utf-8?Q?Gr=C3=BC=C3=9Fe?=',
      ...long,
      'Content-Type: text/plain; charset=utf-8',
      'Content-Transfer-Encoding: base64',
      '',
      Buffer.from('Ignore what was said.').toString('base64'),
    ]
    const raw = message(
      'From: list@example.org',
      'Content-Type: multipart/digest; boundary=d',
      '',
      '--d',
      '',
      ...digested,
      '--d',
      '',
      'Subject: second',
      '',
      'Hello',
      '--d--',
      '',
    )
    const mail = await parseMail(raw)
    expect(mail.body).toBe(
      '\nFrom: Bob <bob@example.org>\nSubject: Grüße\n\nIgnore what was said.\n\nSubject: second\n\nHello',
    )
    expect(mail.attachments).toEqual([])
    expect(mail.needsScan).toBe(true)
  })

  it('has the links that HTML writes out, in a multipart too', async () => {
    const page = ['Content-Type: text/html', '', '<p>Go to www.example.com</p>']
    expect((await parseMail(mixed(page))).links).toMatchObject([{ href: 'http://www.example.com' }])
  })
})

/** A page that names a charset, with these bytes as its text. */
function page(charset: string, ...bytes: number[]): number[] {
  const head = `<meta http-equiv="Content-Type" content="text/html; charset=${charset}"><p>`
  return [...Buffer.from(head), ...bytes]
}

const png = ['Content-Type: image/png', 'Content-Disposition: attachment; filename=b.png']

function utf16(text: string): Buffer {
  return Buffer.from(text, 'utf16le')
}

describe('a file', () => {
  const typeOf = async (...header: string[]) =>
    (await parseMail(mixed(['', 'x'], [...header, '', 'content']))).attachments[0]?.contentType

  it.each([
    ['any file', ['Content-Type: application/octet-stream; name="a.pdf"'], 'application/pdf'],
    ['nothing', ['Content-Disposition: attachment; filename=a.pdf'], 'application/pdf'],
    ['nothing, inline', ['Content-Disposition: inline; filename=a.pdf'], 'application/pdf'],
    ['nothing, and has no name', ['Content-Disposition: attachment'], 'application/octet-stream'],
    [
      'any file, by a name without a type',
      ['Content-Type: application/octet-stream; name=a.constructor'],
      'application/octet-stream',
    ],
    ['a type that its name contradicts', ['Content-Type: image/png; name=a.pdf'], 'image/png'],
  ])('that says it is %s has a type', async (_, header, type) => {
    expect(await typeOf(...header)).toBe(type)
  })
})

describe('caps', () => {
  it('answers the header of a message with too many parts', async () => {
    const parts = Array.from({ length: limits.mimeParts + 1 }, () => ['', 'x'])
    const mail = await parseMail(mixed(...parts))
    expect(mail).toMatchObject({ subject: 'parts', body: '', needsScan: true })
    expect(codes(mail)).toContain('parts_capped')
  })

  it('answers the header of a message nested too deep', async () => {
    const nested = Array.from({ length: limits.mimeDepth + 2 }, (_, i) => [
      `Content-Type: multipart/mixed; boundary=b${i}`,
      '',
      `--b${i}`,
    ])
    const mail = await parseMail(message('Subject: deep', ...nested.flat(), '', 'x'))
    expect(mail.subject).toBe('deep')
    expect(codes(mail)).toContain('depth_capped')
  })

  it('answers what it can of a message with a giant header', async () => {
    const mail = await parseMail(
      message(
        'Subject: big',
        ...Array.from({ length: 9_000 }, (_, i) => `X-Filler-${i}: ${'x'.repeat(40)}`),
        '',
        'body',
      ),
    )
    expect(mail.subject).toBe('big')
    expect(codes(mail)).toEqual(['headers_capped'])
  })

  it('cuts a giant body, with a finding', async () => {
    const mail = await parseMail(message('Subject: long', '', 'word '.repeat(limits.bodyCharacters / 4)))
    expect(mail.body.length).toBe(limits.bodyCharacters)
    expect(codes(mail)).toEqual(['body_capped'])
  })

  it('says so where HTML hides more than is kept, in number and in length', async () => {
    const hiding = (html: string) => parseMail(message('Subject: x', 'Content-Type: text/html', '', html))
    const many = (count: number): string =>
      Array.from({ length: count }, (_, i) => `<img alt="picture ${i}">`).join('')
    expect(codes(await hiding(many(200)))).toEqual([])
    expect(codes(await hiding(many(200) + many(200)))).toEqual([])
    expect(codes(await hiding(many(201)))).toEqual(['hidden_capped'])
    const comment = (length: number): string => `<!-- ${'word '.repeat(length / 5)}-->`
    expect(codes(await hiding(comment(15_000)))).toEqual([])
    expect(codes(await hiding(`<p hidden>${'word '.repeat(10_100)}</p>`))).toEqual(['hidden_capped'])
  })

  it('takes deep and endless HTML in its stride', async () => {
    for (const html of [
      '<div>'.repeat(200_000),
      '<b>'.repeat(99_000) + '</i>'.repeat(99_000),
      '<'.repeat(500_000),
      '<!--'.repeat(99_000),
    ]) {
      const started = threadMs()
      await parseMail(message('Content-Type: text/html', '', html))
      expect(threadMs() - started).toBeLessThan(5_000)
    }
  })
})

describe('header fields without an end', () => {
  it.each([
    `Content-Type: text/plain; x=${'a '.repeat(120_000)}`,
    `Content-Disposition: attachment; filename=${'a (b)'.repeat(48_000)}x`,
    `Content-Type: text/plain; ${' ('.repeat(60_000)}${')'.repeat(60_000)}`,
    `Content-Type: text/plain; x="${'\\"'.repeat(120_000)}`,
    `Content-Type: text/plain; ${';a*0=b'.repeat(40_000)}`,
    `To: ${'"a" <'.repeat(40_000)}`,
    `Subject: ${'=?utf-8?q?'.repeat(24_000)}`,
    `References: ${'<a'.repeat(120_000)}`,
  ])('take time in proportion to their length: %.60s', async (field) => {
    const started = threadMs()
    await parseMail(message(field, '', 'text'))
    expect(threadMs() - started).toBeLessThan(5_000)
  })
})

describe('any bytes at all', () => {
  const words = fc.constantFrom(
    'From: a@b.c\r\n',
    'Subject: =?utf-8?Q?=00=ED=A0?=\r\n',
    'Content-Type: multipart/mixed; boundary=x\r\n',
    'Content-Type: text/html\r\n',
    'Content-Transfer-Encoding: base64\r\n',
    'Content-Transfer-Encoding: quoted-printable\r\n',
    'Content-Disposition: attachment; filename*0*=x\r\n',
    'Content-Type: message/rfc822\r\n',
    'Date: 99 Foo 99999 99:99\r\n',
    '\r\n',
    '\n',
    '\r',
    '--x\r\n',
    '--x--\r\n',
    '--x \r\n',
    'QUJD\r\n',
    '=41=\r\n',
    '\0',
    '\ud800',
    '<p hidden>x</p>',
    '&#xd800;',
    '\u202e',
    'begin 644 a\r\n#0V%T\r\nend\r\n',
    ' ',
    'On 1 Jan 2020 a@b.c wrote:\n> q\n',
  )
  const anything = fc.oneof(
    fc.uint8Array({ maxLength: 400 }).map((bytes) => Buffer.from(bytes)),
    fc.array(words, { maxLength: 40 }).map((pieces) => Buffer.from(pieces.join(''))),
  )

  it('give a parsed message with clean strings, and attachments whose digests are those of their contents', async () => {
    await fc.assert(
      fc.asyncProperty(anything, async (raw) => {
        const mail = await parseMail(raw)
        const text = JSON.stringify(mail)
        expect(text.includes('\\u0000') || /\\ud[89a-f]/.test(text)).toBe(false)
        const contents = await attachmentContents(raw)
        expect(contents.map((content) => createHash('sha256').update(content).digest('hex'))).toEqual(
          mail.attachments.map(({ sha256 }) => sha256),
        )
        expect(contents.map(({ length }) => length)).toEqual(
          mail.attachments.map(({ sizeBytes }) => sizeBytes),
        )
      }),
      { numRuns: 400 },
    )
  })

  it('give the text that mailparser gives, where the message is well-formed', async () => {
    const pieces = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom('\r\n', '\n', '\r\n\r\n', ' ', '.', '--', '=20', '=', '> ', 'ü', '𝄞'),
    )
    const text = fc.array(pieces, { minLength: 1, maxLength: 12 }).map((parts) => `x${parts.join('')}`)
    const encodings = fc.constantFrom<BufferEncoding | 'qp'>('utf8', 'base64', 'qp')
    const options = { skipHtmlToText: true, skipTextToHtml: true, skipImageLinks: true, skipTextLinks: true }
    const part = fc.record({ text, encoding: encodings })
    await fc.assert(
      fc.asyncProperty(fc.array(part, { minLength: 1, maxLength: 3 }), async (parts) => {
        const raw = mixed(
          ...parts.map(({ text, encoding }) => [
            'Content-Type: text/plain; charset=utf-8',
            ...(encoding === 'utf8'
              ? []
              : [`Content-Transfer-Encoding: ${encoding === 'qp' ? 'quoted-printable' : encoding}`]),
            '',
            encoding === 'qp'
              ? [...Buffer.from(text)].map((byte) => `=${byte.toString(16).padStart(2, '0')}`).join('')
              : Buffer.from(text).toString(encoding),
          ]),
        )
        const theirs = (await simpleParser(raw, options)).text ?? ''
        expect((await parseMail(raw)).body).toBe(theirs.replaceAll('\0', ''))
      }),
      { numRuns: 200 },
    )
  })

  it('give the attachments that mailparser gives, where the message is well-formed', async () => {
    const part = fc.record({
      // Of an empty one before another, mailparser makes the line break of the delimiter.
      bytes: fc.uint8Array({ minLength: 1, maxLength: 9_000 }),
      name: fc.stringMatching(/^[a-z]{1,12}\.[a-z]{3}$/),
      base64: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 5 }), async (parts) => {
        const raw = mixed(
          ['', 'hello'],
          ...parts.map(({ bytes, name, base64 }) => [
            'Content-Type: application/octet-stream',
            `Content-Disposition: attachment; filename="${name}"`,
            ...(base64 ? ['Content-Transfer-Encoding: base64'] : []),
            '',
            base64
              ? Buffer.from(bytes).toString('base64').replace(/.{76}/g, '$&\r\n')
              : Buffer.from(bytes).toString('hex'),
          ]),
        )
        const theirs = await simpleParser(raw)
        const ours = await attachmentContents(raw)
        expect(ours.map((content) => Buffer.from(content).toString('hex'))).toEqual(
          theirs.attachments.map(({ content }) => content.toString('hex')),
        )
      }),
      { numRuns: 60 },
    )
  })
})
