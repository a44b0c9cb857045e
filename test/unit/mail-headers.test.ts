/** Reading the fields of a message's header. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { limits } from '../../shared/domain/limits.ts'
import { splitHeaderFields } from '../../shared/mail/header-fields.ts'
import { parseHeaderValue } from '../../shared/mail/header-value.ts'
import { parseMailDate } from '../../shared/mail/mail-date.ts'
import { mailboxesOf } from '../../shared/mail/mailboxes.ts'
import { messageIdOf, messageIdsOf } from '../../shared/mail/message-ids.ts'
import { readHeaders } from '../../shared/mail/read-headers.ts'

const read = (...lines: string[]) =>
  readHeaders(splitHeaderFields(Buffer.from(lines.join('\r\n')).toString('latin1')))

describe('header fields', () => {
  it('are unfolded with their white space kept', () => {
    expect(read('Subject: one', '\ttwo   three').subject).toBe('one\ttwo   three')
  })

  it('are decoded from encoded words, split characters and raw UTF-8', () => {
    expect(read('Subject: =?utf-8?B?8J+Y?= =?utf-8?B?gA==?= ok').subject).toBe('😀 ok')
    expect(read('Subject: =?iso-8859-1?q?caf=E9_au?=\t=?iso-8859-1?q?_lait?=').subject).toBe('café au lait')
    expect(read('Subject: =?ISO-2022-JP?B?GyRCJUYlOSVIGyhC?=').subject).toBe('テスト')
    expect(read('Subject: grüße').subject).toBe('grüße')
    expect(read('Subject: =?no-such-charset?B?aGk=?=').subject).toBe('hi')
    expect(read('Subject: =?utf-8?Q?Why=3F_Who??= =?utf-8?Q?_?x??=').subject).toBe('Why? Who? ?x?')
    expect(read('Subject: =?UTF-8?Q?Größe_日本_=C3=BC?=').subject).toBe('Größe 日本 ü')
    expect(read('From: =?utf8?q?Jérôme?= <j@example.org>').from?.name).toBe('Jérôme')
    expect(read('Subject: =?iso-8859-1?Q?é_=E9?=').subject).toBe('é é')
    expect(read('Subject: =?utf-8?Q?open =?utf-8?B?aGk=?==?utf-8?Q?_a=?=').subject).toBe(
      '=?utf-8?Q?open hi a=',
    )
  })

  it('are cut at their caps, never through a character; the subject stays whole among the headers', () => {
    const subject = `${'s'.repeat(limits.subjectCharacters - 1)}😀`
    const cut = read(`Subject: ${subject}`)
    expect(cut.subject).toBe('s'.repeat(limits.subjectCharacters - 1))
    expect(cut.headers).toEqual([{ name: 'Subject', value: subject }])
    const { to } = read(`To: ${'t'.repeat(limits.headerBytes - 1)}😀`)
    expect(to).toBe('t'.repeat(limits.headerBytes - 1))
  })

  it('are all listed, in order and as named', () => {
    expect(read('X-A: 1', 'x-a: 2', 'no colon', 'To: a@b.c').headers).toEqual([
      { name: 'X-A', value: '1' },
      { name: 'x-a', value: '2' },
      { name: 'To', value: 'a@b.c' },
    ])
  })

  it('give addresses as text and as mailboxes, groups flattened', () => {
    const mail = read(
      'To: "Doe, Jane" <jane@example.org>,',
      ' team: a@example.org, b@example.org;',
      'To: c@example.org',
    )
    expect(mail.to).toBe('"Doe, Jane" <jane@example.org>, team: a@example.org, b@example.org;, c@example.org')
    expect(mail.toMailboxes.map(({ address }) => address)).toEqual([
      'jane@example.org',
      'a@example.org',
      'b@example.org',
      'c@example.org',
    ])
    expect(mail.toMailboxes[0]!.name).toBe('Doe, Jane')
  })

  it.each([
    ['iso-2022-kr', Buffer.from('\x1b$)C\x0eGQ1[\x0f').toString('base64'), '한글'],
    ['hz-gb-2312', Buffer.from('~{VPND~}').toString('base64'), '中文'],
    ['iso-2022-jp-2', 'GyRCJDMkcyRLJEEkTxsoQg==', 'こんにちは'],
    ['x-windows-949', 'vsiz5w==', '안녕'],
    ['cp437', Buffer.from([0x81, 0xe1, 0x9b]).toString('base64'), 'üß¢'],
    ['IBM850', Buffer.from([0x81, 0xe1, 0x9b]).toString('base64'), 'üßø'],
    ['csPC850Multilingual', Buffer.from([0x9b]).toString('base64'), 'ø'],
    ['CP852', Buffer.from([0x88, 0xa5]).toString('base64'), 'łą'],
    ['cp858', Buffer.from([0xd5]).toString('base64'), '€'],
    ['DOS-862', Buffer.from([0x99, 0x8c, 0x85, 0x8d]).toString('base64'), 'שלום'],
    ['cp866', Buffer.from([0x8f, 0xe0, 0xa8]).toString('base64'), 'При'],
    ['dos-866', Buffer.from([0x8f, 0xe0, 0xa8]).toString('base64'), 'При'],
  ])('are read in the charset %s', (charset, base64, text) => {
    expect(read(`Subject: =?${charset}?B?${base64}?=`).subject).toBe(text)
  })

  it('give no author where there is no From', () => {
    expect(read('Subject: x').from).toBeNull()
  })
})

describe('mailboxes', () => {
  it('never take an address out of an encoded word', () => {
    const encoded = `=?utf-8?B?${Buffer.from('boss@example.org').toString('base64')}?=`
    expect(mailboxesOf(encoded)).toEqual([{ name: 'boss@example.org', address: '' }])
    expect(mailboxesOf(`${encoded} <eve@evil.example>`)).toEqual([
      { name: 'boss@example.org', address: 'eve@evil.example' },
    ])
  })

  it('are read from any text without an error', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        expect(Array.isArray(mailboxesOf(text))).toBe(true)
      }),
    )
  })
})

describe('dates', () => {
  it.each([
    ['Mon, 16 Nov 2026 10:00:00 +0100', '2026-11-16T09:00:00.000Z'],
    ['Mon, 16 Nov 2026 10:00:00 GMT+0100', '2026-11-16T09:00:00.000Z'],
    ['Mon, 16 Nov 2026 10:00:00 UTC-05:30', '2026-11-16T15:30:00.000Z'],
    ['16 Nov 2026 10:00 GMT', '2026-11-16T10:00:00.000Z'],
    ['Fri, 21 Nov 97 09:55:06 -0600', '1997-11-21T15:55:06.000Z'],
    ['Tue, 1 Jan 2019 12:00:00 EST', '2019-01-01T17:00:00.000Z'],
    ['Mon, 16 Nov 2026 10:00:00 +0100 (CET)', '2026-11-16T09:00:00.000Z'],
    ['Mon, 16 Nov 2026 9:05 PM', '2026-11-16T21:05:00.000Z'],
    ['Mon, 16 Nov 2026 09:05:30 p.m. -0500', '2026-11-17T02:05:30.000Z'],
    ['Mon 16 Nov 2026 12:05:30 AM EST', '2026-11-16T05:05:30.000Z'],
    ['16 Nov 2026 12:30 PM GMT', '2026-11-16T12:30:00.000Z'],
    ['16 Nov 2026 21:05 PM', '2026-11-16T21:05:00.000Z'],
    ['Mon Nov 16 09:05:33 PM PST 2026', '2026-11-17T05:05:33.000Z'],
    ['2026-11-16T10:00:00Z', '2026-11-16T10:00:00.000Z'],
    ['Thu Nov  5 08:00:00 2020', '2020-11-05T08:00:00.000Z'],
  ])('%s is %s', (text, iso) => expect(parseMailDate(text)).toBe(iso))

  it.each([
    '',
    'yesterday',
    'Mon, 99 Foo 2026 10:00:00 +0000',
    '1 Jan 99999 00:00:00 +0000',
    '1 Jan 0000 00:00:00 +0000',
    '2026-99-99',
  ])('%j is none', (text) => expect(parseMailDate(text)).toBeNull())

  it('are a storable instant or none, whatever the text', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[\dA-Za-z :,+-]{0,40}$/), (text) => {
        const date = parseMailDate(text)
        expect(date === null || /^\d{4}-\d\d-\d\dT/.test(date)).toBe(true)
      }),
    )
  })
})

describe('Message-IDs', () => {
  it('lose their angle brackets and white space', () => {
    expect(messageIdOf(' <a@b> ')).toBe('a@b')
    expect(messageIdOf('<a@\tb>')).toBe('a@b')
    expect(messageIdOf('odd')).toBe('odd')
    expect(messageIdOf('')).toBeNull()
    expect(messageIdsOf('<a@b> <c@d>\t<a@b> "words" ')).toEqual(['a@b', 'c@d'])
    expect(messageIdsOf('a@b c@d')).toEqual(['a@b', 'c@d'])
    expect(messageIdsOf('an-id-without-brackets.or.at')).toEqual(['an-id-without-brackets.or.at'])
    expect(messageIdsOf('none')).toEqual([])
    expect(messageIdsOf('<none> <1> <@x> <null@x> <> <a@b> <an-id-without-at>')).toEqual([
      'a@b',
      'an-id-without-at',
    ])
    expect(messageIdOf('<odd>')).toBe('odd')
    expect(messageIdOf('<>')).toBeNull()
    expect(messageIdsOf('your communication of yesterday')).toEqual([])
  })

  it('are cut in number, the first and the last kept, and in length', () => {
    const many = messageIdsOf(Array.from({ length: 1_000 }, (_, i) => `<${i}@x>`).join(' '))
    expect(many.length).toBe(limits.references)
    expect([many[0], many.at(-1)]).toEqual(['0@x', '999@x'])
    expect(Buffer.byteLength(messageIdOf(`<${'ü'.repeat(5_000)}@x>`)!)).toBeLessThanOrEqual(
      limits.messageIdBytes,
    )
  })
})

describe('structured values', () => {
  it('drop comments, resolve quotes and keep the first of two parameters', () => {
    const { value, params } = parseHeaderValue(
      'Text/Plain (really); charset="utf-8"; charset=x; Name = "a;b\\"c"',
    )
    expect(value).toBe('text/plain')
    expect(Object.fromEntries(params)).toEqual({ charset: 'utf-8', name: 'a;b"c' })
  })

  it('are read from any text without an error', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        expect(typeof parseHeaderValue(text).value).toBe('string')
      }),
    )
  })
})
