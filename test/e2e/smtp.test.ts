/** The SMTP listener as peers meet it, over real sockets: greeting, envelope, limits, data. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { limits } from '../../shared/domain/limits.ts'
import { itemsOf } from '../support/api.ts'
import { type House, startHouse } from '../support/house.ts'
import { mailText } from '../support/mail-text.ts'
import { type Reply, SmtpClient, sendMail } from '../support/smtp-client.ts'

let house: House
/** Small limits, and a PROXY header believed of another peer only. */
let tight: House
beforeAll(async () => {
  ;[house, tight] = await Promise.all([
    startHouse(),
    startHouse({
      MAX_MESSAGE_BYTES: '10000',
      METRICS_PORT: '0',
      SMTP_MAX_CLIENTS_PER_ADDRESS: '3',
      SMTP_PROXY_PROTOCOL: '203.0.113.1',
    }),
  ])
})
afterAll(async () => {
  await Promise.all([house.stop(), tight.stop()])
})

/** `250 2.1.5 text` of a reply's last line. */
const textOf = ({ code, lines }: Reply) => `${code} ${lines.at(-1)}`

/** A session that has said EHLO. */
async function session(port = house.smtpPort): Promise<SmtpClient> {
  const client = await SmtpClient.connect(port)
  await client.reply()
  await client.command('EHLO client.example')
  return client
}

/** A session that may send DATA. */
async function readyForData(to = house.inbox.address, port = house.smtpPort): Promise<SmtpClient> {
  const client = await session(port)
  await client.command('MAIL FROM:<ada@sender.example>')
  expect((await client.command(`RCPT TO:<${to}>`)).code).toBe(250)
  return client
}

const idOf = (reply: Reply) => /msg_[0-9a-z]+/.exec(reply.lines.join(' '))?.[0] ?? ''

const countOf = async (inHouse: House, slug: string) => {
  const { body } = await inHouse.api('GET', `/inboxes/${slug}`)
  return Number(body.message_count)
}

describe('a session', () => {
  test('a peer that talks before the greeting is answered in order: there is no wait for early talkers', async () => {
    const client = await SmtpClient.connect(house.smtpPort)
    client.sendBytes('EHLO early.example\r\nNOOP\r\nQUIT\r\n')
    const replies = [await client.reply(), await client.reply(), await client.reply(), await client.reply()]
    expect(replies.map(({ code }) => code)).toEqual([220, 250, 250, 221])
    await client.closed
  })

  test('EHLO announces what the listener can do, and nothing it can not', async () => {
    const client = await SmtpClient.connect(house.smtpPort)
    expect(textOf(await client.reply())).toMatch(/^220 inbox\.localhost ESMTP/)
    const { lines } = await client.command('EHLO client.example')
    expect(lines.slice(1).toSorted()).toEqual([
      '8BITMIME',
      'ENHANCEDSTATUSCODES',
      'PIPELINING',
      'SIZE 26214400',
      'SMTPUTF8',
      'STARTTLS',
    ])
    client.end()
  })

  test.each([
    'AUTH PLAIN AGEAYg==',
    'ETRN x',
    'BDAT 5',
    'TURN',
    'WIZ',
    'SHELL',
    'KILL',
    'XCLIENT ADDR=1.2.3.4',
  ])('%s is refused', async (command) => {
    const client = await session()
    expect((await client.command(command)).code).toBeGreaterThanOrEqual(500)
    expect((await client.command('NOOP')).code).toBe(250)
    client.end()
  })

  test.each([
    ['VRFY agent', 252],
    ['vrfy <nobody@inbox.localhost>', 252],
    ['VRFY', 501],
    ['EXPN agent', 502],
    ['HELP', 214],
    ['HELP MAIL', 214],
    ['NOOP', 250],
    ['NOOP of any kind', 250],
  ])('%s is %i, before EHLO and within an envelope, which it leaves as it is', async (command, code) => {
    const client = await SmtpClient.connect(house.smtpPort)
    await client.reply()
    expect((await client.command(command)).code).toBe(code)
    await client.command('EHLO client.example')
    await client.command('MAIL FROM:<ada@sender.example>')
    await client.command(`RCPT TO:<${house.inbox.address}>`)
    const reply = await client.command(command)
    expect(reply).toEqual({ code, lines: [expect.stringMatching(/^[25]\.\d\.\d \S/)] })
    expect((await client.command('DATA')).code).toBe(354)
    client.end()
  })

  test.each(['REQUIRETLS', 'RET=HDRS ENVID=x', 'AUTH=<>', 'SIZE=100 HOLDFOR=60', 'X'])(
    'MAIL with %s, which EHLO does not offer, is 555, and the session goes on',
    async (parameters) => {
      const client = await session()
      await client.startTls()
      await client.command('EHLO client.example')
      const reply = await client.command(`MAIL FROM:<ada@sender.example> ${parameters}`)
      expect(textOf(reply)).toMatch(/^555 5\.5\.4 /)
      expect((await client.command(`RCPT TO:<${house.inbox.address}>`)).code).toBe(503)
      const taken = 'mail from: <ada@sender.example>  size=100 body=8bitmime smtputf8 '
      expect((await client.command(taken)).code).toBe(250)
      client.end()
    },
  )

  test.each(['NOTIFY=NEVER', 'ORCPT=rfc822;a@b.example', 'SIZE=100'])(
    'RCPT with %s, which EHLO does not offer, is 555, and the recipient is not one of the message',
    async (parameters) => {
      const client = await session()
      await client.command('MAIL FROM:<ada@sender.example>')
      const reply = await client.command(`RCPT TO:<${house.inbox.address}> ${parameters}`)
      expect(textOf(reply)).toMatch(/^555 5\.5\.4 /)
      expect((await client.command('DATA')).code).toBe(503)
      expect((await client.command(`RCPT TO: <${house.inbox.address}> `)).code).toBe(250)
      client.end()
    },
  )

  test('after STARTTLS the session starts anew, and its cipher is kept with the message', async () => {
    const client = await session()
    expect((await client.startTls()).code).toBe(220)
    expect((await client.command('MAIL FROM:<a@b.example>')).code).toBe(503)
    expect((await client.command('EHLO client.example')).lines).not.toContain('STARTTLS')
    await client.command('MAIL FROM:<ada@sender.example>')
    await client.command(`RCPT TO:<${house.inbox.address}>`)
    await client.command('DATA')
    client.sendBytes(`${mailText()}.\r\n`)
    const { tls } = await house.envelope(idOf(await client.reply()))
    expect(tls).toEqual({
      version: expect.stringMatching(/^TLSv1\.[23]$/),
      cipher: expect.stringMatching(/^\S{5,}$/),
    })
    client.end()
  })

  test('commands slipped in behind STARTTLS, before the handshake, are dropped', async () => {
    const client = await session()
    client.sendBytes('STARTTLS\r\nMAIL FROM:<attacker@evil.example>\r\n')
    expect((await client.reply()).code).toBe(220)
    client.sendBytes('RSET\r\n')
    await expect(client.reply()).rejects.toThrow('ended')
  })

  test('a session without TLS has none on record, but address, name and sender', async () => {
    const { id } = await house.send(mailText(), { mailFrom: 'Bob@Sender.Example' })
    expect(await house.envelope(id)).toEqual({
      peerAddress: '127.0.0.1',
      helo: 'client.example',
      mailFrom: 'Bob@Sender.Example',
      rcptTo: [house.inbox.address],
      tls: null,
    })
  })
})

describe('recipients', () => {
  const rcpt = async (path: string) => {
    const client = await session()
    await client.command('MAIL FROM:<ada@sender.example>')
    const reply = await client.command(`RCPT TO:${path}`)
    client.end()
    return textOf(reply)
  }

  test('an unknown one is 550 5.1.1, also where its form can be no slug', async () => {
    for (const local of ['nobody', 'no-body', 'x', '1st', 'a..b', `${'l'.repeat(65)}`, 'agent$'])
      expect(await rcpt(`<${local}@inbox.localhost>`)).toMatch(/^550 5\.1\.1 /)
  })

  test('one elsewhere is 550 5.7.1', async () => {
    for (const address of [
      'user@other.example',
      'user@sub.inbox.localhost',
      'user@inbox.localhost.other.example',
      'user@xinbox.localhost',
      'user@localhost',
      'user@[127.0.0.1]',
    ])
      expect(await rcpt(`<${address}>`)).toMatch(/^550 5\.7\.1 /)
  })

  test.each([
    '<user%other.example@inbox.localhost>',
    '<@inbox.localhost:user@other.example>',
    '<@inbox.localhost,@other.example:user@other.example>',
    '<"user@other.example"@inbox.localhost>',
    '<"user%other.example"@inbox.localhost>',
    '<"user@other.example">',
    '<user@other.example@inbox.localhost>',
    '<other.example!user@inbox.localhost>',
    '<other.example!user>',
    '<inbox.localhost!other.example!user>',
    '<user%other.example>',
    '<user@other.example\0@inbox.localhost>',
    '<user@other.example@>',
    '<>',
  ])('relaying is refused in the form %j', async (path) => {
    expect(await rcpt(path)).toMatch(/^5(01|50|53) /)
  })

  test('a source route in front of an inbox is ignored, as RFC 5321 asks', async () => {
    expect(await rcpt(`<@relay.example,@b.example:${house.inbox.address}>`)).toMatch(/^250 2\.1\.5 /)
  })

  test('a quoted local part and a domain with the root dot reach the inbox', async () => {
    expect(await rcpt(`<"${house.inbox.slug}"@inbox.localhost>`)).toMatch(/^250 /)
    expect(await rcpt(`<${house.inbox.address}.>`)).toMatch(/^250 /)
  })

  test('a paused inbox still receives', async () => {
    const inbox = await house.createInbox()
    await house.api('PATCH', `/inboxes/${inbox.slug}`, { status: 'paused' })
    const { id } = await house.send(mailText(), { rcptTo: [inbox.address] })
    await house.drain()
    expect((await house.message(id)).status).toBe('clean')
  })

  test('mail for an inbox that was just deleted is put off; made anew, it receives at once', async () => {
    const { slug, address } = await house.createInbox()
    await house.send(mailText(), { rcptTo: [address] })
    await house.api('DELETE', `/inboxes/${slug}`)
    const client = await session()
    await client.command('MAIL FROM:<ada@sender.example>')
    if ((await client.command(`RCPT TO:<${address}>`)).code === 250) {
      await client.command('DATA')
      client.sendBytes(`${mailText()}.\r\n`)
      expect(textOf(await client.reply())).toMatch(/^451 4\.3\.0 /)
    }
    client.end()
    expect(await rcpt(`<${address}>`)).toMatch(/^550 5\.1\.1 /)
    await house.createInbox({ slug })
    const { id } = await house.send(mailText(), { rcptTo: [address] })
    await house.drain()
    expect((await house.message(id)).status).toBe('clean')
  })

  test.each([
    '<postmaster@inbox.localhost>',
    '<Postmaster>',
    '<POSTMASTER@INBOX.LOCALHOST>',
    '<abuse@inbox.localhost>',
  ])('%s takes mail', async (path) => {
    const client = await session()
    await client.command('MAIL FROM:<ada@sender.example>')
    expect((await client.command(`RCPT TO:${path}`)).code).toBe(250)
    await client.command('DATA')
    client.sendBytes(`${mailText()}.\r\n`)
    expect(textOf(await client.reply())).toMatch(/^250 2\.6\.0 /)
    client.end()
  })

  test('the null sender is taken, as bounces need', async () => {
    const { id } = await house.send(mailText(), { mailFrom: '' })
    expect((await house.envelope(id)).mailFrom).toBe('')
  })

  test.each([
    '"john doe"@sender.example',
    '"a@b"@sender.example',
    '"<x> SIZE=9"@sender.example',
    '"back\\\\slash \\" quote:"@sender.example',
    '"grüße an"@sender.example',
  ])('a sender with a quoted local part is taken as it is: %s', async (mailFrom) => {
    const client = await session()
    expect((await client.command(`MAIL FROM:<${mailFrom}> SIZE=1000 SMTPUTF8`)).code).toBe(250)
    expect((await client.command(`RCPT TO:<"no mailbox"@inbox.localhost>`)).code).toBe(550)
    expect(
      (await client.command(`RCPT TO:<@relay.example:"${house.inbox.slug}"@inbox.localhost>`)).code,
    ).toBe(250)
    await client.command('DATA')
    client.sendBytes(`${mailText()}.\r\n`)
    expect((await house.envelope(idOf(await client.reply()))).mailFrom).toBe(mailFrom)
    client.end()
  })

  test('addresses in UTF-8 are taken with SMTPUTF8', async () => {
    const client = await session()
    expect((await client.command('MAIL FROM:<søren@exämple.example> SMTPUTF8 BODY=8BITMIME')).code).toBe(250)
    await client.command(`RCPT TO:<${house.inbox.address}>`)
    await client.command('DATA')
    client.sendBytes(`${mailText({ subject: 'Grüße' })}.\r\n`)
    const reply = await client.reply()
    expect((await house.envelope(idOf(reply))).mailFrom).toBe('søren@exämple.example')
    client.end()
  })

  test('a hundred are taken, all others put off with 452 4.5.3, and the message goes to the hundred', async () => {
    const client = await session()
    await client.command('MAIL FROM:<ada@sender.example>')
    const replies = await client.pipeline(
      Array.from({ length: 150 }, (_, index) => `RCPT TO:<${house.inbox.slug}+${index}@inbox.localhost>`),
    )
    expect(new Set(replies.slice(0, 100).map(({ code }) => code))).toEqual(new Set([250]))
    for (const reply of replies.slice(100)) expect(textOf(reply)).toBe('452 4.5.3 Too many recipients.')
    expect((await client.command('DATA')).code).toBe(354)
    client.sendBytes(`${mailText()}.\r\n`)
    const { rcptTo } = await house.envelope(idOf(await client.reply()))
    expect(rcptTo).toHaveLength(100)
    client.end()
  })

  test('a large message goes to as many inboxes as it may be copied to; the others are put off with 452 4.5.3', async () => {
    const size = 24 * 1024 * 1024
    const fitting = Math.floor(limits.smtpCopiedBytes / size)
    const inboxes = await Promise.all(Array.from({ length: fitting + 1 }, () => house.createInbox()))
    const client = await session()
    await client.command(`MAIL FROM:<ada@sender.example> SIZE=${size}`)
    const replies = await client.pipeline(inboxes.map(({ address }) => `RCPT TO:<${address}>`))
    expect(replies.map(({ code }) => code)).toEqual([...Array.from({ length: fitting }, () => 250), 452])
    expect(textOf(replies.at(-1)!)).toBe('452 4.5.3 Too many recipients.')
    // Further addresses of an inbox have no copy of their own.
    expect((await client.command(`RCPT TO:<${inboxes[0]!.slug}+tag@inbox.localhost>`)).code).toBe(250)
    // One that says nothing of its size is told when it is known.
    await client.command('RSET')
    await client.command('MAIL FROM:<ada@sender.example>')
    await client.pipeline(inboxes.map(({ address }) => `RCPT TO:<${address}>`))
    await client.command('DATA')
    client.sendBytes(`${mailText({ body: `${'x'.repeat(998)}\r\n`.repeat(size / 1_000) })}.\r\n`)
    expect(textOf(await client.reply())).toMatch(/^552 5\.3\.4 /)
    client.end()
    for (const { slug } of inboxes) expect(await countOf(house, slug)).toBe(0)
  })

  test('DATA without a recipient that was taken is 503', async () => {
    const client = await session()
    await client.command('MAIL FROM:<ada@sender.example>')
    await client.command('RCPT TO:<nobody@inbox.localhost>')
    expect((await client.command('DATA')).code).toBe(503)
    client.end()
  })
})

describe('limits', () => {
  test('a declared SIZE over the limit is 552 at MAIL FROM', async () => {
    const client = await session(tight.smtpPort)
    expect(textOf(await client.command('MAIL FROM:<a@sender.example> SIZE=10001'))).toMatch(/^552 5\.3\.4 /)
    expect((await client.command('MAIL FROM:<a@sender.example> SIZE=10000')).code).toBe(250)
    client.end()
  })

  test('a message over the limit is 552 5.3.4 after its end, and the session goes on', async () => {
    const client = await readyForData(tight.inbox.address, tight.smtpPort)
    await client.command('DATA')
    client.sendBytes(`${mailText({ body: 'x'.repeat(200_000) })}.\r\n`)
    expect(textOf(await client.reply())).toMatch(/^552 5\.3\.4 /)
    expect((await client.command('MAIL FROM:<a@sender.example>')).code).toBe(250)
    client.end()
    expect(await countOf(tight, tight.inbox.slug)).toBe(0)
    client.end()
    await client.closed
  })

  test('a message of exactly the limit is taken, one byte more is not; stuffed dots are not counted', async () => {
    const head = 'Subject: Size\r\n\r\n'
    const lines = `${'.'.repeat(98)}\r\n`.repeat(90)
    for (const [size, code] of [
      [10_000, 250],
      [10_001, 552],
    ] as const) {
      const client = await readyForData(tight.inbox.address, tight.smtpPort)
      await client.command('DATA')
      const rest = 'x'.repeat(size - head.length - lines.length - 2)
      client.sendBytes(`${head}${lines.replaceAll(/^\./gm, '..')}${rest}\r\n.\r\n`)
      expect((await client.reply()).code).toBe(code)
      client.end()
      await client.closed
    }
  })

  test('the twentieth error ends the session with 421', async () => {
    const client = await session()
    await client.command('MAIL FROM:<ada@sender.example>')
    client.sendBytes('RCPT TO:<nobody@inbox.localhost>\r\n'.repeat(30))
    for (let error = 1; error <= 20; error++) expect((await client.reply()).code).toBe(550)
    expect(textOf(await client.reply())).toBe('421 4.7.0 Too many errors.')
    await client.closed
  })

  test('commands that nobody knows end the session with 421, as does HTTP', async () => {
    const client = await session()
    client.sendBytes('FOO\r\n'.repeat(30))
    const codes: number[] = []
    while (codes.at(-1) !== 421) codes.push((await client.reply()).code)
    expect(codes.length).toBeLessThanOrEqual(21)
    await client.closed
    const browser = await SmtpClient.connect(house.smtpPort)
    await browser.reply()
    expect((await browser.command('POST / HTTP/1.1')).code).toBe(421)
    await browser.closed
  })

  test('a command line over the limit ends the session with 421', async () => {
    const client = await session()
    client.sendBytes(`NOOP ${'x'.repeat(100_000)}`)
    expect((await client.reply()).code).toBe(421)
    await client.closed
  })

  test('one connection more than an address may have is 421; one that ends makes room', async () => {
    const clients = await Promise.all([1, 2, 3].map(() => session(tight.smtpPort)))
    const refused = await SmtpClient.connect(tight.smtpPort)
    expect((await refused.reply()).code).toBe(421)
    await refused.closed
    expect((await clients[0]!.command('QUIT')).code).toBe(221)
    clients[0]!.end()
    await clients[0]!.closed
    let code = 421
    while (code === 421) {
      const next = await SmtpClient.connect(tight.smtpPort)
      code = (await next.reply()).code
      next.end()
      await next.closed
    }
    expect(code).toBe(220)
    for (const client of clients.slice(1)) client.end()
  })

  test('a PROXY header of a peer that is not trusted is no command, and changes no address', async () => {
    const client = await SmtpClient.connect(tight.smtpPort)
    expect((await client.reply()).code).toBe(220)
    expect((await client.command('PROXY TCP4 198.51.100.7 127.0.0.1 4321 25')).code).toBe(500)
    await client.command('EHLO client.example')
    await client.command('MAIL FROM:<a@sender.example>')
    await client.command(`RCPT TO:<${tight.inbox.address}>`)
    await client.command('DATA')
    client.sendBytes(`${mailText()}.\r\n`)
    expect((await tight.envelope(idOf(await client.reply()))).peerAddress).toBe('127.0.0.1')
    client.end()
  })
})

describe('data', () => {
  test.each([
    '\n.\n',
    '\n.\r\n',
    '\r\n.\n',
    '\r.\r',
    '\r.\r\n',
    '\r\n.\r',
    '\r.\n',
    '\n.\r',
    '\r\n\0.\r\n',
    '\r\n.\0\r\n',
    '\r\n.\r\0\n',
    '\r\0\n.\r\n',
    '\r\n.\0\n',
    '\n\n.\n\n',
    '\r\r.\r\r',
    '\r\n .\r\n',
    '\r\n. \r\n',
    '\r\n.\r\r\n',
    '\r\r\n.\n',
    '\r\r\n.\r\r\n',
    '\n\r.\n\r',
    '\x85.\x85',
    '\r\n..\r\n',
    '\v.\v',
  ])('%j does not end the data: what hides behind it is no second message', async (form) => {
    const inbox = await house.createInbox()
    const client = await readyForData(inbox.address)
    await client.command('DATA')
    const smuggled = [
      'MAIL FROM:<attacker@evil.example>',
      `RCPT TO:<${inbox.address}>`,
      'DATA',
      'Subject: Smuggled',
      '',
      'x',
    ].join('\r\n')
    client.sendBytes(
      Buffer.from(`Subject: Carrier\r\n\r\nfirst${form}${smuggled}\r\n.\r\nNOOP\r\nQUIT\r\n`, 'latin1'),
    )
    const replies = [await client.reply(), await client.reply(), await client.reply()]
    expect(replies.map(({ code }) => code)).toEqual([250, 250, 221])
    await client.closed
    await house.drain()
    const { messages } = (await house.api('GET', `/inboxes/${inbox.slug}/messages`)).body
    expect(messages as unknown as { subject: string }[]).toMatchObject([{ subject: 'Carrier' }])
  })

  test('lines that begin with dots come out byte for byte, in whatever pieces they arrive', async () => {
    const lines = [
      'Subject: Dots',
      '',
      '.',
      '..',
      '...',
      '. .',
      '.\t',
      'a.',
      '',
      '.',
      '.x.',
      '.'.repeat(2_000),
      '.',
    ]
    const mail = Buffer.from(`${lines.join('\r\n')}\r\n`)
    const stuffed = Buffer.from(
      `${lines.map((line) => (line.startsWith('.') ? `.${line}` : line)).join('\r\n')}\r\n.\r\n`,
    )
    for (const size of [1, 2, 3, 5, stuffed.length]) {
      const inbox = await house.createInbox()
      const client = await readyForData(inbox.address)
      await client.command('DATA')
      for (let at = 0; at < stuffed.length; at += size) {
        client.sendBytes(stuffed.subarray(at, at + size))
        // Lets each piece go as a segment of its own.
        await new Promise((resolve) => setImmediate(resolve))
      }
      const id = idOf(await client.reply())
      client.end()
      await house.drain()
      expect(await house.raw(id)).toEqual(mail)
    }
  })

  test('line ends that are no CRLF come out as they went in, dots behind them too', async () => {
    const mail = Buffer.from('Subject: Bare\r\n\r\na\nb\rc\n.d\n..e\r.f\r..g\n\r.h\r\n', 'latin1')
    const client = await readyForData()
    await client.command('DATA')
    client.sendBytes(Buffer.concat([mail, Buffer.from('.\r\n')]))
    const id = idOf(await client.reply())
    client.end()
    await house.drain()
    expect(await house.raw(id)).toEqual(mail)
  })

  test('three messages pipelined in one session are three messages, in order', async () => {
    const inbox = await house.createInbox()
    const client = await session()
    const subjects = ['First', 'Second', 'Third']
    for (const subject of subjects) {
      const replies = await client.pipeline([
        'MAIL FROM:<ada@sender.example>',
        `RCPT TO:<${inbox.address}>`,
        'RCPT TO:<nobody@inbox.localhost>',
        'DATA',
      ])
      expect(replies.map(({ code }) => code)).toEqual([250, 250, 550, 354])
      client.sendBytes(`${mailText({ subject })}.\r\nNOOP\r\n`)
      expect([(await client.reply()).code, (await client.reply()).code]).toEqual([250, 250])
    }
    client.end()
    await house.drain()
    const page = await house.api('GET', `/inboxes/${inbox.slug}/messages`)
    expect(itemsOf(page, 'messages').map(({ subject }) => subject)).toEqual(subjects.toReversed())
  })

  test('RSET and a second MAIL FROM forget the recipients before', async () => {
    const other = await house.createInbox()
    const client = await readyForData(other.address)
    expect((await client.command('RSET')).code).toBe(250)
    await client.command('MAIL FROM:<ada@sender.example>')
    await client.command(`RCPT TO:<${house.inbox.address}>`)
    await client.command('DATA')
    client.sendBytes(`${mailText()}.\r\n`)
    expect((await client.reply()).lines[0]?.match(/msg_/g)).toHaveLength(1)
    client.end()
    expect(await countOf(house, other.slug)).toBe(0)
  })

  test.each([
    ['', async () => {}],
    [', over TLS', (client: SmtpClient) => client.startTls()],
  ])('a peer that ends its side behind the last command gets all replies%s', async (_, secure) => {
    const inbox = await house.createInbox()
    const client = await session()
    await secure(client)
    const text = mailText({ subject: 'All at once' })
    client.sendBytes(
      `EHLO client.example\r\nMAIL FROM:<ada@sender.example>\r\nRCPT TO:<${inbox.address}>\r\nDATA\r\n${text}.\r\n`,
    )
    client.end()
    const codes = []
    for (let i = 0; i < 5; i++) codes.push((await client.reply()).code)
    expect(codes).toEqual([250, 250, 250, 354, 250])
    await client.closed
    expect(await countOf(house, inbox.slug)).toBe(1)
  })

  test('a peer that ends its side within the data is hung up on, and nothing of its mail is kept', async () => {
    const inbox = await house.createInbox()
    const client = await readyForData(inbox.address)
    await client.command('DATA')
    client.sendBytes('Subject: Half\r\n\r\nhalf a mess')
    client.end()
    await client.closed
    expect(await countOf(house, inbox.slug)).toBe(0)
  })

  test('a peer that ends its side within a handshake is hung up on', async () => {
    const client = await session()
    expect((await client.command('STARTTLS')).code).toBe(220)
    client.end()
    await client.closed
  })

  test('a peer that goes away within the data leaves nothing behind', async () => {
    const inbox = await house.createInbox()
    const client = await readyForData(inbox.address)
    await client.command('DATA')
    client.sendBytes('Subject: Half\r\n\r\nhalf a mess')
    client.destroy()
    await client.closed
    await house.send(mailText({ subject: 'Whole' }), { rcptTo: [inbox.address] })
    expect(await countOf(house, inbox.slug)).toBe(1)
  })
})

test('an inbox domain in A-labels receives, however peers write it', async () => {
  const idn = await startHouse({ INBOX_DOMAIN: 'xn--mnchen-3ya.example' })
  try {
    for (const domain of ['xn--mnchen-3ya.example', 'münchen.example', 'XN--MNCHEN-3YA.EXAMPLE']) {
      const { id } = await idn.send({ subject: domain }, { rcptTo: [`${idn.inbox.slug}@${domain}`] })
      expect((await idn.message(id)).inbox_id).toBe(idn.inbox.id)
    }
  } finally {
    await idn.stop()
  }
})

describe('LMTP behind a load balancer', () => {
  let lmtp: House
  beforeAll(async () => {
    lmtp = await startHouse({ SMTP_LMTP: 'true', SMTP_PROXY_PROTOCOL: '127.0.0.1' })
  })
  afterAll(() => lmtp.stop())

  async function hello(proxy: string): Promise<SmtpClient> {
    const client = await SmtpClient.connect(lmtp.smtpPort)
    client.send(proxy)
    expect(textOf(await client.reply())).toContain('LMTP')
    return client
  }

  test('every recipient that was taken gets a reply of its own; EHLO is refused', async () => {
    const inbox = await lmtp.createInbox()
    const client = await hello('PROXY TCP4 198.51.100.7 127.0.0.1 4321 24')
    expect((await client.command('EHLO client.example')).code).toBe(500)
    expect((await client.command('LHLO client.example')).code).toBe(250)
    await client.command('MAIL FROM:<ada@sender.example>')
    const to = [
      inbox.address,
      'nobody@inbox.localhost',
      lmtp.inbox.address,
      `${inbox.slug}+tag@inbox.localhost`,
    ]
    const codes = (await client.pipeline(to.map((address) => `RCPT TO:<${address}>`))).map(({ code }) => code)
    expect(codes).toEqual([250, 550, 250, 250])
    await client.command('DATA')
    client.sendBytes(`${mailText()}.\r\n`)
    const replies = [await client.reply(), await client.reply(), await client.reply()]
    expect(replies.map(({ code }) => code)).toEqual([250, 250, 250])
    expect((await client.command('QUIT')).code).toBe(221)
    client.end()
  })

  test('one that is named twice is put off the second time: as many replies come as RCPT were taken', async () => {
    const client = await hello('PROXY TCP4 198.51.100.7 127.0.0.1 4321 24')
    await client.command('LHLO client.example')
    await client.command('MAIL FROM:<ada@sender.example>')
    const { address } = lmtp.inbox
    const replies = await client.pipeline([address, address.toUpperCase()].map((to) => `RCPT TO:<${to}>`))
    expect(replies.map(textOf)).toEqual([
      expect.stringMatching(/^250 /),
      expect.stringMatching(/^452 4\.5\.3 /),
    ])
    await client.command('DATA')
    client.sendBytes(`${mailText()}.\r\nNOOP\r\n`)
    expect((await client.reply()).lines.join()).toContain('msg_')
    expect((await client.reply()).lines.join()).toContain('OK')
    client.end()
  })

  test.each([
    ['PROXY TCP4 198.51.100.7 127.0.0.1 4321 24', '198.51.100.7'],
    ['PROXY TCP6 2001:db8::7 ::1 4321 24', '2001:db8::7'],
  ])('%s gives the address of the peer behind it', async (proxy, address) => {
    const client = await hello(proxy)
    await client.command('LHLO client.example')
    await client.command('MAIL FROM:<ada@sender.example>')
    await client.command(`RCPT TO:<${lmtp.inbox.address}>`)
    await client.command('DATA')
    client.sendBytes(`${mailText()}.\r\n`)
    expect((await lmtp.envelope(idOf(await client.reply()))).peerAddress).toBe(address)
    client.end()
  })
})

/** How often mail was refused, by reason. */
async function refusals(of: House): Promise<Record<string, number>> {
  const text = await (await fetch(`http://127.0.0.1:${of.service.metrics?.port}/metrics`)).text()
  return Object.fromEntries(
    [...text.matchAll(/refused\w*\{reason="(\w+)"\} (\d+)/g)].map(([, reason, count]) => [
      reason,
      Number(count),
    ]),
  )
}

describe('the end', () => {
  test('a peer that hangs up within the data is no error of ours', async () => {
    const client = await readyForData(tight.inbox.address, tight.smtpPort)
    await client.command('DATA')
    client.sendBytes('Subject: Cut\r\n')
    client.destroy()
    await expect.poll(() => refusals(tight)).toMatchObject({ peer_gone: 1 })
    expect(await refusals(tight)).not.toHaveProperty('internal')
  })

  test('a session that grows too old is ended with 421, also within the data', async () => {
    const brief = await startHouse({ SMTP_SESSION_SECONDS: '1', METRICS_PORT: '0' })
    try {
      const idle = await session(brief.smtpPort)
      const sending = await session(brief.smtpPort)
      await sending.command('MAIL FROM:<a@sender.example>')
      await sending.command(`RCPT TO:<${brief.inbox.address}>`)
      await sending.command('DATA')
      sending.sendBytes('Subject: Endless\r\n\r\n')
      for (const client of [idle, sending]) {
        expect(textOf(await client.reply())).toMatch(/^421 4\.4\.2 /)
        client.end()
        await client.closed
      }
      expect(await countOf(brief, brief.inbox.slug)).toBe(0)
      expect(await refusals(brief)).toEqual({ session_expired: 2 })
    } finally {
      await brief.stop()
    }
  })

  test('stopping lets a message under way be finished and stored, and ends the rest with 421', async () => {
    const ending = await startHouse()
    try {
      const idle = await session(ending.smtpPort)
      const between = await readyForData(ending.inbox.address, ending.smtpPort)
      const sending = await readyForData(ending.inbox.address, ending.smtpPort)
      await sending.command('DATA')
      sending.sendBytes('Subject: Under way\r\n\r\n')
      const stopped = ending.service.stop()
      for (const client of [idle, between]) {
        expect(textOf(await client.reply())).toMatch(/^421 4\.3\.2 /)
        await client.closed
      }
      await expect(SmtpClient.connect(ending.smtpPort)).rejects.toThrow('ECONNREFUSED')
      sending.sendBytes('the rest\r\n.\r\n')
      const reply = await sending.reply()
      expect(reply.code).toBe(250)
      await stopped
      const rows = await ending.database.query('select subject from messages where id = $1', [idOf(reply)])
      expect(rows).toEqual([{ subject: 'Under way' }])
    } finally {
      await ending.stop()
    }
  })

  test('many connections at once all get their mail in', async () => {
    const inbox = await house.createInbox()
    await Promise.all(
      Array.from({ length: 80 }, () =>
        sendMail({ port: house.smtpPort, from: 'ada@sender.example', to: [inbox.address], raw: mailText() }),
      ),
    )
    expect(await countOf(house, inbox.slug)).toBe(80)
  })
})
