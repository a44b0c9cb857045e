/** Reads what mail systems say of mail that was sent: in the formats of RFC 3464 and RFC 5965, and in their own. */
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import type { BouncedRecipient } from '../../shared/domain/mail-report.ts'
import { ParserPool } from '../../shared/mail/parser-pool.ts'
import { readReport } from '../../shared/mail/report/read-report.ts'
import { complaintText, type DsnFields, dsnText } from '../support/dsn-text.ts'
import { threadMs } from '../support/thread-time.ts'

const recipient = 'ada@peer.example'

/** The recipients of a bounce. */
function bouncedIn(raw: string, ours: string[] = []): BouncedRecipient[] {
  const read = readReport(Buffer.from(raw), ours)
  expect(read?.kind).toBe('bounce')
  return read?.kind === 'bounce' ? read.recipients : []
}

/** A mail with a text for people only. */
const plain = (text: string, headers: string[] = []) =>
  ['From: MAILER-DAEMON@mx.example', 'Subject: failure notice', ...headers, '', text, ''].join('\r\n')

describe('a delivery status notification', () => {
  test('names the recipient, its codes and the words of the host', () => {
    const read = readReport(Buffer.from(dsnText({ recipient, messageId: '<sent@inbox.example>' })))
    expect(read).toMatchObject({
      kind: 'bounce',
      messageId: 'sent@inbox.example',
      recipients: [
        {
          address: recipient,
          action: 'failed',
          code: 550,
          enhancedCode: '5.1.1',
          reason: 'unknown_user',
          hard: true,
        },
      ],
    })
  })

  test.each(['utf-8; jörg@münchen.example', 'UTF-8;j\\x{F6}rg@m\\x{fc}nchen.example'])(
    'names a recipient in UTF-8, as it is or in ASCII: %s',
    (value) => {
      const raw = dsnText({ recipient }).replace(/^(Final-Recipient:).*$/im, `$1 ${value}`)
      expect(raw).toContain(value)
      expect(bouncedIn(raw)).toMatchObject([{ address: 'jörg@münchen.example' }])
    },
  )

  const other = dsnText({ recipient: 'other@else.example' })
  const notice = other.replaceAll('delivery-status', 'disposition-notification')
  const complaint = complaintText({ recipient: 'other@else.example', messageId: '<1@else.example>' })
  test.each([
    ['a bounce', other],
    ['a notice that it was read', notice],
    ['a complaint', complaint],
  ])('is about the message that came back, and not about %s that this carries', (_, carried) => {
    const returned = `Message-ID: <sent@inbox.localhost>\r\nContent-Type: multipart/mixed; boundary=c\r\n\r\n--c\r\n\r\nSee below.\r\n--c\r\nContent-Type: message/rfc822\r\n\r\n${carried.replaceAll('=_report', '=_carried')}\r\n--c--\r\n`
    const raw = dsnText({ recipient }).replace(
      /Content-Type: text\/rfc822-headers.*?(?=--=_report--)/s,
      `Content-Type: message/rfc822\r\n\r\n${returned}`,
    )
    const [only, ...more] = bouncedIn(raw)
    expect([only?.address, more]).toEqual([recipient, []])
  })

  test('is read where it was passed on as an attachment', () => {
    const passedOn = `From: a@gate.example\r\nContent-Type: multipart/mixed; boundary=c\r\n\r\n--c\r\n\r\nSee below.\r\n--c\r\nContent-Type: message/rfc822\r\n\r\n${dsnText({ recipient })}\r\n--c--\r\n`
    expect(bouncedIn(passedOn)).toMatchObject([{ address: recipient }])
  })

  test.each<[string, Partial<DsnFields>, Partial<BouncedRecipient>]>([
    [
      'a full mailbox is soft',
      { status: '5.2.2', diagnostic: '552 5.2.2 Mailbox full' },
      { reason: 'mailbox_full', hard: false },
    ],
    [
      'the code of the host is plainer than one that says nothing',
      { status: '5.0.0', diagnostic: '550 5.1.1 unknown user' },
      { enhancedCode: '5.1.1', hard: true },
    ],
    [
      'a code that says nothing is no better than the status',
      { status: '5.1.1', diagnostic: '550 5.0.0 unknown user' },
      { enhancedCode: '5.1.1' },
    ],
    [
      'expiry is soft, and the last error its reason',
      { status: '4.4.7', diagnostic: '554 4.4.7 message expired <421 4.4.2 connection timed out>' },
      { enhancedCode: '4.4.2', code: 421, hard: false },
    ],
    [
      'a null MX is hard',
      { status: '5.1.10', diagnostic: '556 5.1.10 Recipient address has null MX' },
      { reason: 'no_mail_accepted', hard: true },
    ],
    [
      'a domain that is not there is hard',
      { status: '5.1.2', diagnostic: '550 Host unknown' },
      { reason: 'unknown_host', hard: true },
    ],
    [
      'a domain that DNS gave no answer about is soft',
      {
        status: '4.4.3',
        diagnostic:
          'Host or domain name not found. Name service error for name=peer.example type=MX: Host not found, try again',
      },
      { reason: 'network', hard: false },
    ],
    [
      'a domain that DNS gave no answer about when the peer asked is soft',
      { status: '4.1.2', diagnostic: '450 4.1.2 Recipient address rejected: Domain not found' },
      { reason: 'network', hard: false },
    ],
    [
      'a domain that DNS knows nothing of is hard',
      {
        status: '5.4.4',
        diagnostic:
          'Host or domain name not found. Name service error for name=peer.example type=AAAA: Host not found',
      },
      { reason: 'unknown_host', hard: true },
    ],
    [
      'what is wrong with the sender is soft, though something does not exist',
      { status: '5.1.8', diagnostic: '553 5.1.8 Domain of sender address x@y.example does not exist' },
      { reason: 'policy', hard: false },
    ],
    [
      'a block list is soft',
      { status: '5.7.1', diagnostic: '554 5.7.1 Client host rejected: listed at a block list' },
      { reason: 'blocked', hard: false },
    ],
    [
      'a rule about the recipient says what it likes',
      {
        status: '5.7.1',
        diagnostic: '554 5.7.1 <ada@peer.example>: Recipient address rejected: Closed today',
      },
      { reason: 'policy', hard: false },
    ],
    [
      'an unknown user behind a rule is unknown all the same',
      {
        status: '5.1.1',
        diagnostic:
          '550 5.1.1 <ada@peer.example>: Recipient address rejected: User unknown in local recipient table',
      },
      { reason: 'unknown_user', hard: true },
    ],
    [
      'an unknown user for reasons of security is a pretext',
      { status: '5.7.1', diagnostic: '550 5.7.1 User unknown' },
      { reason: 'policy', hard: false },
    ],
    ['DMARC is soft', { status: '5.7.26', diagnostic: '550 5.7.26 DMARC' }, { reason: 'authentication' }],
  ])('%s', (_, fields, expected) => {
    expect(bouncedIn(dsnText({ recipient, ...fields }))).toMatchObject([expected])
  })

  test('of a delay or of success says so', () => {
    expect(bouncedIn(dsnText({ recipient, action: 'delayed', status: '4.2.0' }))).toMatchObject([
      { action: 'delayed' },
    ])
    expect(bouncedIn(dsnText({ recipient, action: 'delivered', status: '2.0.0' }))).toMatchObject([
      { action: 'delivered' },
    ])
  })

  test('of forwarded mail names both addresses', () => {
    const raw = dsnText({ recipient: 'elsewhere@other.example', originalRecipient: recipient })
    expect(bouncedIn(raw)).toMatchObject([{ address: 'elsewhere@other.example', originalAddress: recipient }])
  })

  test('is read by the command that was refused: after the data, an unknown user is a pretext of a filter', () => {
    const refused = (command: string) =>
      dsnText({ recipient, status: '5.0.0', diagnostic: '550 User unknown' }).replace(
        `said: 550 User unknown`,
        `said: 550 User unknown (in reply to ${command} command)`,
      )
    expect(bouncedIn(refused('RCPT TO'))).toMatchObject([{ hard: true }])
    expect(bouncedIn(refused('end of DATA'))).toMatchObject([{ hard: false, reason: 'policy' }])
    expect(bouncedIn(refused('MAIL FROM'))).toMatchObject([{ hard: false, reason: 'policy' }])
  })

  test('that lost its MIME parts is read as text', () => {
    const raw = dsnText({ recipient }).replaceAll(/^--=_report(--)?\r\n/gm, '')
    expect(bouncedIn(raw)).toMatchObject([{ address: recipient, enhancedCode: '5.1.1' }])
  })
})

describe('a bounce for people', () => {
  test('of qmail names several recipients, each with its reason', () => {
    const read = bouncedIn(
      plain(`Hi. This is the qmail-send program at mx.example.
I'm afraid I wasn't able to deliver your message to the following addresses.

<full@peer.example>:
192.0.2.1 does not like recipient.
Remote host said: 552 5.2.2 <full@peer.example> Mailbox full
Giving up on 192.0.2.1.

<nobody@peer.example>:
192.0.2.1 does not like recipient.
Remote host said: 550 5.1.1 <nobody@peer.example> User unknown
Giving up on 192.0.2.1.

--- Below this line is a copy of the message.

Received: from nowhere
To: other@elsewhere.example`),
    )
    expect(read).toMatchObject([
      { address: 'full@peer.example', code: 552, enhancedCode: '5.2.2', hard: false, action: 'failed' },
      { address: 'nobody@peer.example', code: 550, enhancedCode: '5.1.1', hard: true },
    ])
  })

  test('of Exim says after which command', () => {
    const exim = (command: string, said: string) =>
      plain(
        `This message was created automatically by mail delivery software.

A message that you sent could not be delivered to one or more of its
recipients. This is a permanent error. The following address(es) failed:

  ada@peer.example
    SMTP error from remote mail server after ${command}:
    host mx.peer.example [192.0.2.1]: ${said}

------ This is a copy of the message, including all the headers. ------

Return-path: <bounce@inbox.example>
`,
        ['X-Failed-Recipients: ada@peer.example'],
      )
    expect(bouncedIn(exim('RCPT TO:<ada@peer.example>', '550 No such user'))).toMatchObject([
      { address: recipient, code: 550, hard: true },
    ])
    expect(bouncedIn(exim('MAIL FROM:<x@y.example>', '501 5.1.8 x@y.example does not exist'))).toMatchObject([
      { address: recipient, hard: false },
    ])
  })

  test('of Sendmail prints the conversation', () => {
    const sendmail = (command: string) =>
      plain(`   ----- The following addresses had permanent fatal errors -----
<ada@peer.example>

   ----- Transcript of session follows -----
... while talking to mx.peer.example.:
>>> ${command}
<<< 550 Unknown user
554 5.0.0 Service unavailable
`)
    expect(bouncedIn(sendmail('RCPT To:<ada@peer.example>'))).toMatchObject([{ code: 550, hard: true }])
    expect(bouncedIn(sendmail('DATA'))).toMatchObject([{ code: 550, hard: false }])
  })

  test('does not take our own address, or that of whoever helps, for a recipient', () => {
    const text = `Your mail from agent@inbox.example was not delivered.

For further assistance, please contact <help@mx.example>.

<ada@peer.example>: host mx.peer.example said: 550 User unknown`
    expect(bouncedIn(plain(text), ['agent@inbox.example'])).toMatchObject([
      { address: recipient, hard: true },
    ])
  })

  test('that still tries is a delay, and one that has given up is none', () => {
    const warning = (end: string) => plain(`<ada@peer.example>: delivery temporarily deferred.\n${end}`)
    expect(bouncedIn(warning('It will be retried for 4 days.'))).toMatchObject([{ action: 'delayed' }])
    expect(bouncedIn(warning('It was retried; now it has expired.'))).toMatchObject([{ action: 'failed' }])
  })
})

describe('a complaint', () => {
  test('names its kind, who complained, and the message', () => {
    expect(readReport(Buffer.from(complaintText({ recipient, messageId: '<sent@inbox.example>' })))).toEqual({
      kind: 'complaint',
      feedbackType: 'abuse',
      recipients: [recipient],
      messageId: 'sent@inbox.example',
    })
  })

  test('of Outlook.com has no feedback report, only a field in what came back', () => {
    const raw = complaintText({ recipient, messageId: '<sent@inbox.example>' })
      .replace(
        /Content-Type: message\/feedback-report[\s\S]*?(?=--=_report)/,
        'Content-Type: text/plain\r\n\r\n',
      )
      .replace('Subject: Order 1815\r\n\r\nText', `X-HmXmrOriginalRecipient: ${recipient}\r\n\r\nText`)
    expect(readReport(Buffer.from(raw))).toMatchObject({ kind: 'complaint', recipients: [recipient] })
  })
})

describe('no report is', () => {
  test.each([
    ['an ordinary mail', 'From: a@b.example\r\nSubject: Order\r\n\r\nThe order has come, thank you.\r\n'],
    ['an empty mail', ''],
    [
      'a notice that a message was read',
      dsnText({ recipient })
        .replace('message/delivery-status', 'message/disposition-notification')
        .replace('report-type=delivery-status', 'report-type=disposition-notification'),
    ],
    [
      'an answer for who is away, that names somebody else',
      'From: jan@firma.example\r\nSubject: Urlop\r\n\r\nJestem na urlopie. Proszę pisać: biuro@firma.example\r\n',
    ],
    [
      'one that names whom to ask for what',
      'From: jan@firma.example\r\nSubject: Urlop\r\n\r\nbiuro@firma.example: w sprawach zamówień, reklamacji oraz dostaw do klientów\r\nann@firma.example: w sprawach faktur, płatności oraz umów z dostawcami\r\n',
    ],
    [
      'one that says who is able to send something',
      'From: jan@firma.example\r\nSubject: Re: Papers\r\n\r\nAnn (ann@firma.example) will be able to send you the papers. About the delivery status ask her, too.\r\n',
    ],
    [
      'one for who has left',
      'From: jan@firma.example\r\nSubject: Re: Order\r\n\r\nJan no longer works here: ann@firma.example\r\n',
    ],
    [
      'a receipt of a desk, whose telephone number looks like a reply code',
      'From: desk@firma.example\r\nSubject: [#4711] Received\r\n\r\nThank you. Ask desk@firma.example, tel: 555-0134\r\n',
    ],
  ])('%s', (_, raw) => {
    expect(readReport(Buffer.from(raw))).toBeNull()
  })

  test.each([
    ['its sender', 'From: Mailer-Daemon@mx.example', 'ada@peer.example: non existe'],
    ['its subject', 'Subject: =?utf-8?q?Undelivered_Mail?=', 'ada@peer.example: non existe'],
    ['its header', 'X-Failed-Recipients: ada@peer.example', 'Non existe.'],
    ['its words', 'Subject: x', 'Your mail to ada@peer.example could not be delivered.'],
    ['its codes', 'Subject: x', 'ada@peer.example: 550 User unknown'],
    ['its enhanced code', 'Subject: x', 'ada@peer.example: 5.1.1'],
  ])('but a mail that says by %s that it is one', (_, field, text) => {
    expect(bouncedIn(`${field}\r\n\r\n${text}\r\n`)).toMatchObject([{ address: recipient }])
  })
})

describe('whatever comes', () => {
  const pool = new ParserPool({ size: 1 })
  afterAll(() => pool.close())

  test('is read without an error', () => {
    const head = fc.constantFrom(
      '',
      'Content-Type: multipart/report; boundary=b\r\n\r\n--b\r\nContent-Type: message/delivery-status\r\n\r\n',
      'X-Failed-Recipients: a@b.example\r\n\r\n',
    )
    fc.assert(
      fc.property(head, fc.uint8Array({ maxLength: 500 }), (begin, bytes) => {
        expect(() => readReport(Buffer.concat([Buffer.from(begin), bytes]))).not.toThrow()
      }),
    )
  })

  test.each([
    ['a recipient over and over', 'final-recipient: rfc822; a@b\n\n'],
    ['addresses without end', 'a@b.'],
    ['headings without end', '<a@b.example>: \n'],
    ['a conversation without end', '>>> DATA\n'],
    ['codes without end', '550 5.1.1 '],
    ['words without end', 'user mailbox recipient '],
  ])('is read in time: %s', (_, unit) => {
    const status =
      'Content-Type: multipart/report; boundary=b\n\n--b\nContent-Type: message/delivery-status\n\nFinal-Recipient: rfc822; a@b\nDiagnostic-Code: smtp; '
    for (const head of ['\n', status]) {
      const raw = Buffer.from(head + unit.repeat(Math.ceil(300_000 / unit.length)))
      const begun = threadMs()
      readReport(raw)
      expect(threadMs() - begun).toBeLessThan(3_000)
    }
  })

  test('is read on a thread of its own', async () => {
    const read = await pool.readReport(Buffer.from(dsnText({ recipient })), [])
    expect(read).toMatchObject({ kind: 'bounce', recipients: [{ address: recipient }] })
  })
})
