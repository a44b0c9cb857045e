/** The structural rules: each oddity is named, ordinary mail is left alone. */
import { describe, expect, it } from 'vitest'
import { parseMail } from '../../shared/mail/parse.ts'

const findings = async (...lines: string[]): Promise<string[]> =>
  (await parseMail(Buffer.from(lines.join('\r\n')))).findings.map(({ code }) => code)

const multipart = (type: string, ...part: string[]): string[] => [
  'From: a@example.org',
  'MIME-Version: 1.0',
  `Content-Type: ${type}`,
  '',
  '--edge',
  ...part,
  '--edge--',
]
const attached = [
  'Content-Type: application/zip',
  'Content-Transfer-Encoding: base64',
  'Content-Disposition: attachment; filename=a.zip',
  '',
  'UEsDBA==',
]

describe('ordinary mail', () => {
  it.each([
    ['a plain text', ['From: a@example.org', 'Subject: hi', '', 'hello']],
    ['a multipart', multipart('multipart/mixed; boundary="edge"', ...attached)],
    [
      'a multipart with more parameters',
      multipart('multipart/related; type="text/html"; boundary="edge"; charset=utf-8', ...attached),
    ],
    [
      'a file whose name is given in several ways',
      multipart(
        'multipart/mixed; boundary=edge',
        'Content-Type: application/zip; name="=?utf-8?Q?=C3=BC.ZIP?="',
        'Content-Disposition: attachment; filename="u.zip"; filename*=utf-8\'\'%C3%BC.zip; size=4',
        '',
        'PK',
      ),
    ],
    [
      'a file one of whose names was cut',
      multipart(
        'multipart/mixed; boundary=edge',
        'Content-Type: application/pdf; name="Report 1.2 of example.com"',
        'Content-Disposition: attachment; filename="Report 1.2 of example.com (new).pdf"',
        '',
        '%PDF',
      ),
    ],
    [
      'quoted-printable',
      ['Content-Type: text/plain', 'Content-Transfer-Encoding: quoted-printable', '', 'a=3Db=', ' c=C3=BC'],
    ],
    [
      'a bounce with the message in its text',
      [
        'Subject: failed',
        '',
        `${'The message could not be delivered. '.repeat(20)}`,
        '',
        'Content-Transfer-Encoding: base64',
        '',
        'aGk=',
      ],
    ],
  ])('%s has no finding', async (_, lines) => expect(await findings(...lines)).toEqual([]))
})

describe('what hides content from scanners', () => {
  it.each([
    [
      'unknown_transfer_encoding',
      multipart(
        'multipart/mixed; boundary=edge',
        ...attached.map((line) => line.replace('base64', 'base-64')),
      ),
    ],
    [
      'unknown_transfer_encoding',
      multipart(
        'multipart/mixed; boundary=edge',
        ...attached.map((line) => line.replace('base64', 'base64 (comment)')),
      ),
    ],
    ['missing_boundary', multipart('multipart/mixed', ...attached)],
    ['boundary_never_seen', multipart('multipart/mixed; boundary=other', ...attached)],
    ...[
      'filename=a.pdf; filename=a.html',
      'filename=a.pdf; filename="a.exe "',
      "filename=a.exe; filename*=utf-8''a.pdf",
      "filename*=utf-8''a.pdf; filename*0=a.; filename*1=exe",
      'filename*0=a.exe; filename*2=.pdf',
      'filename*0=a.; filename*1=exe; filename*01=.pdf',
    ].map((names): [string, string[]] => [
      'ambiguous_filename',
      multipart(
        'multipart/mixed; boundary=edge',
        ...attached.map((line) => line.replace('filename=a.zip', names)),
      ),
    ]),
    [
      'ambiguous_filename',
      multipart(
        'multipart/mixed; boundary=edge',
        ...attached.map((line) => line.replace('application/zip', 'application/zip; name=a.exe')),
      ),
    ],
    ['duplicate_boundary', multipart('multipart/mixed; boundary=edge; boundary=other', ...attached)],
    ['rfc2231_boundary', multipart("multipart/mixed; boundary*=us-ascii''edge", ...attached)],
    ['encoded_boundary', multipart('multipart/mixed; boundary="=?us-ascii?Q?edge?="', ...attached)],
    ['odd_boundary', multipart('multipart/mixed; boundary="ed\\ge"', ...attached)],
    ['content_type_comment', multipart('multipart/mixed; (comment) boundary=edge', ...attached)],
    ['quoted_content_type', multipart('"multipart/mixed"; boundary=edge', ...attached)],
    ['odd_multipart_type', multipart('x-multipart/mixed; boundary=edge', ...attached)],
    [
      'duplicate_mime_header',
      ['Content-Type: text/plain', ...multipart('multipart/mixed; boundary=edge', ...attached)],
    ],
    ['duplicate_from', ['From: b@example.org', ...multipart('multipart/mixed; boundary=edge', ...attached)]],
    ['duplicate_header', ['Subject: a', 'Subject: b', '', 'x']],
    [
      'malformed_header',
      multipart(
        'multipart/mixed; boundary=edge',
        ...attached.map((line) => line.replace('Encoding:', 'Encoding :')),
      ),
    ],
    ['malformed_header', multipart('multipart/mixed; boundary=edge', 'no field at all', ...attached)],
    [
      'control_in_header',
      multipart(
        'multipart/mixed; boundary=edge',
        ...attached.map((line) => line.replace(' base64', '\u000bbase64')),
      ),
    ],
    [
      'impossible_base64',
      multipart('multipart/mixed; boundary=edge', ...attached.map((line) => line.replace('UEsD', 'U-E-s-D'))),
    ],
    ['base64_after_padding', multipart('multipart/mixed; boundary=edge', ...attached, 'UEsDBA==')],
    ['broken_quoted_printable', ['Content-Transfer-Encoding: quoted-printable', '', 'a==41b']],
    ['lowercase_quoted_printable', ['Content-Transfer-Encoding: quoted-printable', '', 'a=c3=bc']],
    [
      'encoded_multipart',
      ['Content-Transfer-Encoding: base64', ...multipart('multipart/mixed; boundary=edge', ...attached)],
    ],
    [
      'encoded_message',
      ['Content-Type: message/rfc822', 'Content-Transfer-Encoding: base64', '', 'U3ViamVjdDogeA0KDQp5'],
    ],
    [
      'boundary_reused',
      multipart(
        'multipart/mixed; boundary=edge',
        'Content-Type: multipart/mixed; boundary=edge',
        '',
        '--edge',
        ...attached,
      ),
    ],
    ['remote_body', ['Content-Type: message/partial; id=x; number=1', '', 'x']],
    ['uuencoded_body', ['Subject: x', '', 'begin 644 a.exe', '#0V%T', '`', 'end']],
    ['yenc_body', ['Subject: x', '', '=ybegin line=128 size=3 name=a.exe', 'abc', '=yend size=3']],
    ['binhex_body', ['Subject: x', '', '(This file must be converted with BinHex 4.0)', ':abc:']],
    [
      'mime_in_body',
      ['Subject: x', '', '--edge', 'Content-Transfer-Encoding: base64', '', 'UEsDBA==', '--edge--'],
    ],
    [
      'mime_in_gap',
      [
        'Content-Type: multipart/mixed; boundary=edge',
        '',
        ' \r--edge',
        ...attached,
        '--edge',
        '',
        'innocent',
        '--edge--',
      ],
    ],
    ['nul_in_header', ['X-Thing: a\0b', '', 'x']],
    ['bare_cr', ['Subject: a\rFrom: b@c.example\r\rx']],
  ])('%s is found', async (code, lines) => {
    expect(await findings(...lines)).toContain(code)
    expect((await parseMail(Buffer.from(lines.join('\r\n')))).needsScan).toBe(true)
  })

  it('is reported a bounded number of times', async () => {
    const parts = Array.from({ length: 900 }, (_, i) => [
      '--edge',
      `Content-Transfer-Encoding: x-${i}`,
      '',
      'x',
    ])
    expect(
      (await findings('Content-Type: multipart/mixed; boundary=edge', '', ...parts.flat(), '--edge--'))
        .length,
    ).toBe(50)
  })
})
