/** A session with a peer that misbehaves at each step, and what that means for each recipient. */
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Deadlines, deadlinesOf } from '../../shared/relay/deadlines.ts'
import type { TlsMode } from '../../shared/relay/session.ts'
import { SmartHost } from '../../shared/relay/smart-host.ts'
import type { OutgoingMail, RecipientResult } from '../../shared/relay/transport.ts'
import { makeCertificate, type PeerCertificate, SmtpPeer, type Step } from '../support/smtp-peer.ts'

/** Longer than any test takes, however busy the machine is. */
const patient = deadlinesOf(600)
/** Patient but for the step at which the peer says nothing, or too little. */
const shortAt = (step: Step): Deadlines => {
  const ms = 400
  if (step === 'CONNECT') return { ...patient, greetingMs: ms }
  if (step === 'EHLO') return { ...patient, setupMs: ms }
  if (step === 'END') return { ...patient, dataMs: () => ms }
  return { ...patient, envelopeMs: () => ms }
}
const raw = Buffer.from('From: a@inbox.example\r\nSubject: Hi\r\n\r\n.One\r\n..Two\r\n.\r\nThree\r\n')

function mailTo(recipients: string[], more: Partial<OutgoingMail> = {}): OutgoingMail {
  return {
    id: 'msg_1',
    mailFrom: 'bounce+abc@inbox.example',
    recipients,
    size: raw.length,
    content: async () => raw,
    mayGo: () => true,
    ...more,
  }
}

function hostAt(
  peer: SmtpPeer,
  tls: TlsMode = 'opportunistic',
  more: {
    ca?: string
    sessions?: number
    auth?: { user: string; pass: string }
    secure?: boolean
    host?: string
    deadlines?: Deadlines
    lmtp?: boolean
  } = {},
): SmartHost {
  const { sessions = 4, secure = false, host = 'localhost', deadlines = patient, ...rest } = more
  return new SmartHost(() => ({ host, address: peer.host, port: peer.port, secure, tls, ...rest }), {
    name: 'relay.example',
    deadlines,
    sessions,
  })
}

let peer: SmtpPeer
beforeAll(async () => {
  peer = await SmtpPeer.start()
})
beforeEach(() => {
  peer.behave()
  peer.forget()
})
afterAll(() => peer.close())

async function send(mail: OutgoingMail, to = peer, deadlines = patient): Promise<RecipientResult[]> {
  const host = hostAt(to, 'opportunistic', { deadlines })
  try {
    return await host.send(mail)
  } finally {
    await host.close()
  }
}

test('a message arrives byte for byte, with the envelope that was given', async () => {
  const results = await send(mailTo(['ada@peer.example', 'bob@peer.example']))
  expect(results).toEqual(
    ['ada@peer.example', 'bob@peer.example'].map((address) => ({
      address,
      outcome: 'sent',
      code: 250,
      enhancedCode: '2.0.0',
      text: 'Taken',
    })),
  )
  expect(peer.mails).toMatchObject([
    {
      helo: 'relay.example',
      mailFrom: 'bounce+abc@inbox.example',
      recipients: ['ada@peer.example', 'bob@peer.example'],
    },
  ])
  expect(peer.mails[0]!.data.equals(raw)).toBe(true)
  expect(peer.mails[0]!.mailParameters).toBe(`SIZE=${raw.length}`)
})

const codes = [
  '421 4.3.2 Shutting down',
  '450 4.2.1 Busy',
  '451 4.3.0 Trouble',
  '452 4.2.2 Full',
  '550 5.1.1 No such user',
  '552 5.2.2 Full for good',
  '554 5.7.1 No',
]

/** What is said of a refusal, but at RCPT, where it is about the recipient. */
const repliesTo: Partial<Record<Step, string>> = {
  CONNECT: ' (after initial connection)',
  MAIL: ' (in reply to MAIL FROM)',
  DATA: ' (in reply to DATA)',
  END: ' (in reply to end of DATA)',
}

describe.each<Step>(['MAIL', 'RCPT', 'DATA', 'END'])('refused at %s', (step) => {
  test.each(codes)('with %s', async (reply) => {
    for (const extensions of [['PIPELINING'], []]) {
      const other = await SmtpPeer.start({ extensions })
      other.answer(step, reply)
      const [result, ...rest] = await send(mailTo(['ada@peer.example']), other)
      expect(rest).toEqual([])
      expect(result).toEqual({
        address: 'ada@peer.example',
        outcome: reply.startsWith('5') ? 'failed' : 'deferred',
        code: Number(reply.slice(0, 3)),
        enhancedCode: reply.slice(4, 9),
        text: `${reply.slice(10)}${repliesTo[step] ?? ''}`,
      })
      expect(other.mails).toEqual([])
      await other.close()
    }
  })
})

describe.each<Step>(['CONNECT', 'EHLO'])('refused at %s', (step) => {
  test.each(codes)('with %s: what a configured host says of us is never final', async (reply) => {
    peer.answer(step, reply)
    if (step === 'EHLO') peer.answer('HELO', reply)
    const [result] = await send(mailTo(['ada@peer.example']))
    expect(result).toMatchObject({
      outcome: 'deferred',
      code: Number(reply.slice(0, 3)),
      // Whoever is told 421 doesn't go on to HELO.
      text: `${reply.slice(10)}${repliesTo[step] ?? ` (in reply to ${reply.startsWith('421') ? 'EHLO' : 'HELO'})`}`,
    })
    expect(peer.commands.filter((line) => line.startsWith('MAIL'))).toEqual([])
  })
})

describe.each<Step>(['CONNECT', 'EHLO', 'MAIL', 'RCPT', 'DATA', 'END'])('at %s the peer', (step) => {
  test.each(['hang', 'disconnect', 'cut', 'drip', 'garble'])(
    '%ss: the message is tried again later',
    async (behaviour) => {
      peer.answer(step, behaviour)
      if (step === 'EHLO') peer.answer('HELO', behaviour)
      const endless = behaviour === 'hang' || behaviour === 'drip'
      const [result] = await send(mailTo(['ada@peer.example']), peer, endless ? shortAt(step) : patient)
      expect(result).toMatchObject({ outcome: 'deferred', code: null })
      expect(result!.enhancedCode).toMatch(/^4\./)
      expect(peer.mails).toEqual([])
    },
  )
})

describe('a peer that refuses the sender, and then wants one for each recipient that was pipelined', () => {
  const unsaid = '503 5.5.1 Need MAIL'
  test.each(['PIPELINING', '8BITMIME'])(
    'offering %s: the refusal of the sender counts',
    async (extension) => {
      for (const reply of codes) {
        const other = await SmtpPeer.start({ extensions: [extension] })
        other.answer('MAIL', reply)
        other.answer('RCPT', unsaid)
        other.answer('DATA', unsaid)
        const results = await send(mailTo(['ada@peer.example', 'bob@peer.example']), other)
        expect(results).toEqual(
          ['ada@peer.example', 'bob@peer.example'].map((address) => ({
            address,
            outcome: reply.startsWith('5') ? 'failed' : 'deferred',
            code: Number(reply.slice(0, 3)),
            enhancedCode: reply.slice(4, 9),
            text: `${reply.slice(10)} (in reply to MAIL FROM)`,
          })),
        )
        await other.close()
      }
    },
  )

  test.each(['hang', 'disconnect'])('and %ss: the refusal of the sender counts', async (behaviour) => {
    peer.answer('MAIL', '550 5.7.1 Not from you')
    peer.answer('RCPT', unsaid)
    peer.answer('DATA', behaviour)
    const [result] = await send(
      mailTo(['ada@peer.example']),
      peer,
      behaviour === 'hang' ? shortAt('DATA') : patient,
    )
    expect(result).toMatchObject({ outcome: 'failed', text: 'Not from you (in reply to MAIL FROM)' })
  })
})

test('each recipient has its own result, and those that were taken are not sent to again', async () => {
  peer.answer('RCPT', '550 5.1.1 No such user', { when: (line) => line.includes('nobody') })
  peer.answer('RCPT', '450 4.2.1 Busy', { when: (line) => line.includes('busy') })
  const results = await send(mailTo(['ada@peer.example', 'nobody@peer.example', 'busy@peer.example']))
  expect(results.map(({ outcome, code }) => [outcome, code])).toEqual([
    ['sent', 250],
    ['failed', 550],
    ['deferred', 450],
  ])
  expect(peer.mails.map(({ recipients }) => recipients)).toEqual([['ada@peer.example']])
})

test('recipients that were refused keep their own reply where the message is refused too', async () => {
  peer.answer('RCPT', '550 5.1.1 No such user', { when: (line) => line.includes('nobody') })
  peer.answer('END', '451 4.3.0 Later')
  const results = await send(mailTo(['ada@peer.example', 'nobody@peer.example']))
  expect(results.map(({ outcome, code }) => [outcome, code])).toEqual([
    ['deferred', 451],
    ['failed', 550],
  ])
})

describe('over LMTP, of several recipients', () => {
  const three = ['ada@peer.example', 'bob@peer.example', 'eve@peer.example']
  let lmtp: SmtpPeer
  beforeAll(async () => {
    lmtp = await SmtpPeer.start({ lmtp: true })
  })
  beforeEach(() => lmtp.behave())
  afterAll(() => lmtp.close())

  const sendOver = async (deadlines = patient) => {
    const host = hostAt(lmtp, 'off', { lmtp: true, deadlines })
    try {
      return await host.send(mailTo(three))
    } finally {
      await host.close()
    }
  }

  test('each has the reply that was given for them', async () => {
    lmtp.answer('END', '452 4.2.2 Full', { when: (to) => to.startsWith('bob') })
    expect(await sendOver()).toMatchObject([
      { outcome: 'sent', text: 'Taken' },
      { outcome: 'deferred', code: 452 },
      { outcome: 'sent', text: 'Taken' },
    ])
  })

  test.each<[string, Deadlines]>([
    ['disconnect', patient],
    ['hang', shortAt('END')],
    ['cut', shortAt('END')],
    ['garble', patient],
    ['421 4.3.2 Going down', patient],
  ])('those who were told stay so where the peer then does this: %s', async (behaviour, deadlines) => {
    lmtp.answer('RCPT', '550 5.1.1 Nobody', { when: (to) => to.includes('bob') })
    lmtp.answer('END', behaviour, { when: (to) => to.startsWith('eve') })
    expect(await sendOver(deadlines)).toMatchObject([
      { outcome: 'sent', code: 250, text: 'Taken' },
      { outcome: 'failed', code: 550, text: 'Nobody' },
      { outcome: 'deferred' },
    ])
  })
})

test('recipients that were refused keep their reply where the peer then says nothing to the message', async () => {
  peer.answer('RCPT', '550 5.1.1 Nobody', { when: (line) => /bob/.test(line) })
  peer.answer('END', 'hang')
  const results = await send(mailTo(['ada@peer.example', 'bob@peer.example']), peer, shortAt('END'))
  expect(results).toMatchObject([{ outcome: 'deferred' }, { outcome: 'failed', code: 550 }])
})

test.each(['destroy', 'resetAndDestroy'] as const)(
  'a peer that ends the connection within a large message puts it off: %s',
  async (end) => {
    const server = createServer((socket) => {
      let inData = false
      socket.write('220 peer.example\r\n')
      socket.on('error', () => {})
      socket.on('data', (piece: Buffer) => {
        if (inData) {
          socket[end]()
          return
        }
        inData = piece.toString('latin1').endsWith('DATA\r\n')
        socket.write(inData ? '354 Go on\r\n' : '250 OK\r\n')
      })
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const { port } = server.address() as AddressInfo
    const target = { host: 'localhost', address: '127.0.0.1', port, secure: false, tls: 'off' } as const
    const host = new SmartHost(() => target, { name: 'relay.example', deadlines: patient, sessions: 1 })
    const large = Buffer.from('Subject: Long\r\n\r\n'.padEnd(8_000_000, 'x'.repeat(70).concat('\r\n')))
    const mail = mailTo(['ada@peer.example'], { size: large.length, content: async () => large })
    expect(await host.send(mail)).toMatchObject([{ outcome: 'deferred', code: null }])
    await host.close()
    server.close()
  },
)

test.each(['250 2.0.0 Taken', '552 5.3.4 Too large', '451 4.3.0 Later'])(
  'a session is over whose peer replies before the message has ended: %s',
  async (early) => {
    const sessions: string[] = []
    const server = createServer((socket) => {
      const n = sessions.push('') - 1
      let inData = false
      socket.write('220 peer.example\r\n')
      socket.on('error', () => {})
      socket.on('data', (piece: Buffer) => {
        sessions[n] += piece.toString('latin1')
        if (inData) return
        inData = sessions[n]!.endsWith('DATA\r\n')
        const refused = sessions[n]!.includes('<bob@peer.example>') && sessions[n]!.endsWith('example>\r\n')
        socket.write(inData ? `354 Go on\r\n${early}\r\n` : `${refused ? '550 5.1.1 Nobody' : '250 OK'}\r\n`)
      })
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const { port } = server.address() as AddressInfo
    const target = { host: 'localhost', address: '127.0.0.1', port, secure: false, tls: 'off' } as const
    const host = new SmartHost(() => target, { name: 'relay.example', deadlines: patient, sessions: 1 })
    const large = Buffer.from('Subject: Long\r\n\r\n'.padEnd(8_000_000, 'x'.repeat(70).concat('\r\n')))
    const [result, refused] = await host.send(
      mailTo(['ada@peer.example', 'bob@peer.example'], { size: large.length, content: async () => large }),
    )
    expect(result!.outcome).toBe(early.startsWith('552') ? 'failed' : 'deferred')
    expect(refused).toMatchObject({ outcome: 'failed', code: 550, text: 'Nobody' })
    await host.close()
    server.close()
    expect(sessions[0]).not.toMatch(/\r\n(?:RSET|QUIT|\.)\r\n/)
  },
)

test('no envelope is begun once the attempt has had its time: those who are left wait', async () => {
  const mail = mailTo(['ada@peer.example', 'bob@peer.example'], {
    mailFromFor: (recipient) => `bounce+${recipient.slice(0, 3)}@inbox.example`,
  })
  mail.mayGo = () => {
    mail.beginUntil = performance.now()
    return true
  }
  expect(await send(mail)).toMatchObject([{ outcome: 'sent' }, { outcome: 'waiting', code: null }])
  expect(await send(mail)).toMatchObject([{ outcome: 'waiting' }, { outcome: 'waiting' }])
  expect(peer.mails.map(({ recipients }) => recipients)).toEqual([['ada@peer.example']])
})

test('a peer that takes a few recipients at a time is given them a few at a time', async () => {
  let taken = 0
  peer.answer('RCPT', '452 4.5.3 Too many recipients', {
    when: () => ++taken % 3 === 0,
  })
  const recipients = Array.from({ length: 9 }, (_, i) => `r${i}@peer.example`)
  const results = await send(mailTo(recipients))
  expect(results.map(({ outcome }) => outcome)).toEqual(recipients.map(() => 'sent'))
  expect(peer.mails.flatMap((mail) => mail.recipients).toSorted()).toEqual(recipients)
  expect(peer.mails.length).toBeGreaterThan(1)
})

test.each([
  'ada@peer.example\r\nRCPT TO:<eve@peer.example>',
  'ada@peer.example> SIZE=1\r\nDATA',
  'ada@peer.example>',
  '<eve@peer.example',
  'ada eve@peer.example',
  'ada@peer.example\u2028eve',
  'ada@peer.example\0',
  '@peer.example',
  'ada@',
  'ada',
  '',
])('the address %j never reaches the envelope', async (address) => {
  const results = await send(mailTo([address, 'bob@peer.example']))
  expect(results.map(({ outcome, enhancedCode }) => [outcome, enhancedCode])).toEqual([
    ['failed', '5.1.3'],
    ['sent', '2.0.0'],
  ])
  expect(peer.mails.map(({ recipients }) => recipients)).toEqual([['bob@peer.example']])
  expect(peer.commands.filter((line) => /eve/.test(line))).toEqual([])
})

test('an internationalized address goes only to who takes such, and fails for that recipient alone', async () => {
  const recipients = ['ünal@peer.example', 'bob@peer.example']
  expect((await send(mailTo(recipients))).map(({ outcome }) => outcome)).toEqual(['sent', 'sent'])
  expect(peer.mails[0]!.mailParameters).toContain('SMTPUTF8')
  expect(peer.mails[0]!.recipients).toEqual(recipients)
  const plain = await SmtpPeer.start({ extensions: ['PIPELINING'] })
  const results = await send(mailTo(recipients), plain)
  expect(results.map(({ outcome, enhancedCode }) => [outcome, enhancedCode])).toEqual([
    ['failed', '5.6.7'],
    ['sent', '2.0.0'],
  ])
  await plain.close()
})

test('a message with 8-bit bytes is declared, and fails where the peer takes none', async () => {
  const content = async () => Buffer.from('Subject: Hi\r\n\r\nGrüße\r\n')
  expect((await send(mailTo(['bob@peer.example'], { content })))[0]!.outcome).toBe('sent')
  expect(peer.mails[0]!.mailParameters).toContain('BODY=8BITMIME')
  const plain = await SmtpPeer.start({ extensions: [] })
  expect(await send(mailTo(['bob@peer.example'], { content }), plain)).toMatchObject([
    { outcome: 'failed', enhancedCode: '5.6.3' },
  ])
  await plain.close()
})

test('a message larger than the peer takes fails for good', async () => {
  const small = await SmtpPeer.start({ extensions: ['SIZE 20'] })
  expect(await send(mailTo(['bob@peer.example']), small)).toMatchObject([
    { outcome: 'failed', enhancedCode: '5.3.4' },
  ])
  await small.close()
})

test('what somebody was told of one message is not said of a larger one over the same session', async () => {
  const small = await SmtpPeer.start({ extensions: ['SIZE 1000'] })
  small.answer('RCPT', '450 4.2.1 Busy', { when: (line) => line.includes('bob'), times: 1 })
  const host = hostAt(small, 'off', { sessions: 1 })
  await host.send(mailTo(['ada@peer.example', 'bob@peer.example']))
  const large = Buffer.from(`Subject: Long\r\n\r\n${'x'.repeat(70)}\r\n`.repeat(30))
  const results = await host.send(
    mailTo(['bob@peer.example'], { size: large.length, content: async () => large }),
  )
  expect(results).toMatchObject([{ outcome: 'failed', enhancedCode: '5.3.4' }])
  await Promise.all([host.close(), small.close()])
})

test('a message that is no longer ours when there is a session, when the data begins, or before it ends, is not taken by the peer', async () => {
  expect(await send(mailTo(['bob@peer.example'], { mayGo: () => false }))).toMatchObject([
    { outcome: 'waiting' },
  ])
  expect(await send(mailTo(['bob@peer.example'], { mayGo: async () => false }))).toMatchObject([
    { outcome: 'waiting' },
  ])
  expect(peer.commands.filter((line) => line.startsWith('MAIL'))).toEqual([])
  let asked = 0
  const onceOnly = () => ++asked <= 1
  expect(await send(mailTo(['bob@peer.example'], { mayGo: onceOnly }))).toMatchObject([
    { outcome: 'waiting' },
  ])
  const large = Buffer.alloc(1_000_000, 'A line of text that is repeated often.\r\n')
  asked = 0
  const mayGo = () => ++asked <= 2
  expect(await send(mailTo(['bob@peer.example'], { content: async () => large, mayGo }))).toMatchObject([
    { outcome: 'waiting' },
  ])
  expect(asked).toBe(3)
  expect(peer.received).toEqual([])
})

test('a message that can not be read now waits, and the session is good for the next', async () => {
  const host = hostAt(peer, 'off')
  const content = () => Promise.reject(new Error('the database is away'))
  expect(await host.send(mailTo(['bob@peer.example'], { content }))).toMatchObject([{ outcome: 'waiting' }])
  expect(await host.send(mailTo(['bob@peer.example']))).toMatchObject([{ outcome: 'sent' }])
  expect(peer.commands.filter((line) => line.startsWith('EHLO'))).toHaveLength(1)
  await host.close()
})

describe('TLS', () => {
  let certificate: PeerCertificate
  let secure: SmtpPeer
  beforeAll(async () => {
    certificate = await makeCertificate('localhost')
    secure = await SmtpPeer.start({ tls: certificate, password: 'open sesame' })
  })
  beforeEach(() => {
    secure.behave()
    secure.forget()
  })
  afterAll(() => secure.close())

  test('is used when offered, whoever signed the certificate', async () => {
    expect(await send(mailTo(['bob@peer.example']), secure)).toMatchObject([{ outcome: 'sent' }])
    expect(secure.mails).toMatchObject([{ tls: true }])
  })

  test.each(['454 4.7.0 Not now', 'garble', 'disconnect'])(
    'that fails with %s is done without where nobody asked for it',
    async (behaviour) => {
      secure.answer('STARTTLS', behaviour)
      expect(await send(mailTo(['bob@peer.example']), secure)).toMatchObject([{ outcome: 'sent' }])
      expect(secure.mails).toMatchObject([{ tls: false }])
    },
  )

  test.each([
    ['MAIL', '530 5.7.0 Must issue a STARTTLS command first'],
    ['RCPT', '550 5.7.10 Encryption needed'],
    ['MAIL', '554 5.7.1 This server requires TLS'],
  ] as const)('that fails, of a peer that wants it at %s (%s), puts the message off', async (step, reply) => {
    secure.answer(step, reply)
    expect(await send(mailTo(['bob@peer.example']), secure)).toMatchObject([{ outcome: 'failed' }])
    secure.answer('STARTTLS', '454 4.7.0 Not now')
    expect(await send(mailTo(['bob@peer.example']), secure)).toMatchObject([
      {
        outcome: 'deferred',
        code: Number(reply.slice(0, 3)),
        enhancedCode: reply.slice(4, 9 + Number(reply.includes('.10'))),
      },
    ])
  })

  test.each([
    '530 5.7.0 Authentication required',
    '550 5.1.1 <starttls@peer.example>: User unknown',
    '550 5.7.1 <starttls@peer.example>: Relay access denied',
    '550 5.7.1 Not for you',
  ])('%s is no wish for it: the message fails', async (reply) => {
    secure.answer('STARTTLS', '454 4.7.0 Not now')
    secure.answer('RCPT', reply)
    expect(await send(mailTo(['bob@peer.example']), secure)).toMatchObject([{ outcome: 'failed' }])
  })

  test('that a peer wants, of a relay that is not to use it, is the last word', async () => {
    secure.answer('MAIL', '530 5.7.0 Must issue a STARTTLS command first')
    const plain = hostAt(secure, 'off')
    expect(await plain.send(mailTo(['bob@peer.example']))).toMatchObject([{ outcome: 'failed' }])
    await plain.close()
  })

  test('that is asked for is never done without', async () => {
    const host = hostAt(secure, 'verified', { ca: certificate.cert })
    expect(await host.send(mailTo(['bob@peer.example']))).toMatchObject([{ outcome: 'sent' }])
    await host.close()
    for (const behaviour of ['454 4.7.0 Not now', 'garble', 'disconnect', 'hang']) {
      secure.behave()
      secure.answer('STARTTLS', behaviour)
      const deadlines = behaviour === 'hang' ? shortAt('EHLO') : patient
      const strict = hostAt(secure, 'verified', { ca: certificate.cert, deadlines })
      expect(await strict.send(mailTo(['bob@peer.example']))).toMatchObject([{ outcome: 'deferred' }])
      await strict.close()
    }
    const stranger = hostAt(secure, 'verified')
    secure.behave()
    expect(await stranger.send(mailTo(['bob@peer.example']))).toMatchObject([
      { outcome: 'deferred', enhancedCode: '4.7.5' },
    ])
    const elsewhere = hostAt(secure, 'verified', { ca: certificate.cert, host: 'other.example' })
    expect(await elsewhere.send(mailTo(['bob@peer.example']))).toMatchObject([
      { outcome: 'deferred', enhancedCode: '4.7.5' },
    ])
    const plain = hostAt(peer, 'verified', { ca: certificate.cert })
    expect(await plain.send(mailTo(['bob@peer.example']))).toMatchObject([{ outcome: 'deferred' }])
    expect(secure.mails).toHaveLength(1)
    expect(peer.mails).toEqual([])
  })

  test('from the first byte, with credentials', async () => {
    const smtps = await SmtpPeer.start({ tls: certificate, secure: true, password: 'open sesame' })
    const host = hostAt(smtps, 'verified', {
      ca: certificate.cert,
      secure: true,
      auth: { user: 'agent', pass: 'open sesame' },
    })
    expect(await host.send(mailTo(['bob@peer.example']))).toMatchObject([{ outcome: 'sent' }])
    expect(smtps.mails).toMatchObject([{ tls: true, user: 'agent' }])
    await host.close()
    await smtps.close()
  })

  test('credentials that are refused put mail off, and are not in what is kept of it', async () => {
    const host = hostAt(secure, 'verified', {
      ca: certificate.cert,
      auth: { user: 'agent', pass: 'guessed' },
    })
    const results = await host.send(mailTo(['bob@peer.example']))
    expect(results).toMatchObject([{ outcome: 'deferred', code: 535 }])
    expect(JSON.stringify(results)).not.toContain('guessed')
    await host.close()
  })
})

describe('sessions', () => {
  test('are used for many messages, and no more than allowed are open', async () => {
    const crowd = await SmtpPeer.start()
    const host = hostAt(crowd, 'off', { sessions: 3 })
    const results = await Promise.all(
      Array.from({ length: 24 }, () => host.send(mailTo(['bob@peer.example']))),
    )
    expect(results.flat().every(({ outcome }) => outcome === 'sent')).toBe(true)
    expect(crowd.most).toBe(3)
    expect(crowd.connections).toBe(3)
    await host.close()
    await crowd.close()
  })

  test('that the peer has closed meanwhile are replaced, and the message is sent once', async () => {
    const host = hostAt(peer, 'off')
    await host.send(mailTo(['bob@peer.example']))
    peer.answer('MAIL', 'disconnect', { times: 1 })
    expect(await host.send(mailTo(['bob@peer.example']))).toMatchObject([{ outcome: 'sent' }])
    expect(peer.mails).toHaveLength(2)
    await host.close()
  })

  test('are fewer where the peer wants fewer', async () => {
    const shy = await SmtpPeer.start()
    let open = 0
    shy.answer('CONNECT', '421 4.7.0 Too many connections', { when: () => ++open > 2 })
    const host = hostAt(shy, 'off', { sessions: 6 })
    const results = await Promise.all(
      Array.from({ length: 12 }, () => host.send(mailTo(['bob@peer.example']))),
    )
    const sent = results.flat().filter(({ outcome }) => outcome === 'sent')
    expect(sent.length).toBeGreaterThanOrEqual(1)
    expect(results.flat().filter(({ outcome }) => outcome === 'failed')).toEqual([])
    await host.close()
    await shy.close()
  })

  test('that are free again serve who was refused one more', async () => {
    const shy = await SmtpPeer.start()
    const taken = Promise.withResolvers<void>()
    shy.beforeReply = () => taken.promise
    const host = hostAt(shy, 'off')
    const first = host.send(mailTo(['bob@peer.example']))
    await expect.poll(() => shy.received.length).toBe(1)
    shy.answer('CONNECT', 'hang', { times: 1 })
    const second = host.send(mailTo(['eve@peer.example']))
    await expect.poll(() => shy.connections).toBe(2)
    taken.resolve()
    await first
    shy.goOn('421 4.7.0 Too many connections')
    expect(await second).toMatchObject([{ outcome: 'sent' }])
    expect(shy.connections).toBe(2)
    await host.close()
    await shy.close()
  })

  test('with what can not be reached are not tried by each message: they wait', async () => {
    const gone = await SmtpPeer.start()
    await gone.close()
    const host = hostAt(gone, 'off')
    expect(await host.send(mailTo(['bob@peer.example']))).toMatchObject([
      { outcome: 'deferred', enhancedCode: '4.4.1' },
    ])
    const before = Date.now()
    const [waiting] = await host.send(mailTo(['bob@peer.example']))
    expect(waiting).toMatchObject({ outcome: 'waiting', code: null, down: true })
    expect(waiting!.notBefore).toBeGreaterThan(before)
  })
})
