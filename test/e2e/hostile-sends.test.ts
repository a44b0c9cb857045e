/** Recipients and header values that are made to reach somebody else: a real peer's envelope, and what it was sent. */
import { createPublicKey, generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dkimVerify } from 'mailauth/lib/dkim/verify.js'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createResolver, type Resolver } from '../../shared/net/resolver.ts'
import { type DnsServer, startDnsServer } from '../support/dns-server.ts'
import { type House, startHouse } from '../support/house.ts'
import { SmtpPeer } from '../support/smtp-peer.ts'

let peer: SmtpPeer
let house: House
let dns: DnsServer
let resolver: Resolver
let folder: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'hostile-sends-'))
  peer = await SmtpPeer.start()
  const keys = (['rsa', 'ed25519'] as const).map((type) => {
    const { privateKey } =
      type === 'rsa' ? generateKeyPairSync('rsa', { modulusLength: 2_048 }) : generateKeyPairSync('ed25519')
    const file = join(folder, `${type}.pem`)
    writeFileSync(file, privateKey.export({ type: 'pkcs8', format: 'pem' }))
    const der = createPublicKey(privateKey).export({ type: 'spki', format: 'der' })
    const value = (type === 'rsa' ? der : der.subarray(-32)).toString('base64')
    return { type, file, record: `v=DKIM1; k=${type}; p=${value}` }
  })
  dns = await startDnsServer(
    Object.fromEntries(
      keys.map(({ type, record }) => [`${type}._domainkey.inbox.localhost`, { TXT: [record] }]),
    ),
  )
  resolver = createResolver([dns.address])
  house = await startHouse({
    RELAY_URL: `smtp://127.0.0.1:${peer.port}?tls=off`,
    RELAY_RETRY_DELAYS: '0',
    DKIM_DOMAIN: 'inbox.localhost',
    DKIM_SELECTOR: keys.map(({ type }) => type).join(','),
    DKIM_PRIVATE_KEY_FILE: keys.map(({ file }) => file).join(','),
  })
})
beforeEach(() => peer.forget())
afterAll(async () => {
  await house.stop()
  await peer.close()
  resolver.close()
  await dns.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Whom hostile strings are to reach, who is never to be reached. */
const evil = 'evil@z.example'

const recipients = [
  `v@y.example\r\nBcc: ${evil}`,
  `v@y.example\nBcc: ${evil}`,
  `v@y.example\r${evil}`,
  `v@y.example\0${evil}`,
  `v@y.example\u2028${evil}`,
  `v@y.example> RCPT TO:<${evil}`,
  `v@y.example>\r\nRCPT TO:<${evil}>\r\nX:<`,
  `"v@y.example" <${evil}>`,
  `'v@y.example' <${evil}>`,
  `v@y.example <${evil}>`,
  `"v@y.example, " <${evil}>`,
  `"${evil}, v@y.example" <v@y.example>`,
  `=?utf-8?q?${evil.replace('@', '=40')}?= <v@y.example>`,
  `=?utf-8?b?dkB5LmV4YW1wbGUsIGV2aWxAei5leGFtcGxl?=`,
  `friends: v@y.example, ${evil};`,
  `undisclosed-recipients:;`,
  `(${evil}) v@y.example`,
  `v@y.example (${evil})`,
  `<@z.example:v@y.example>`,
  `<@z.example,@y.example:v@y.example>`,
  `"v@y.example\\" <${evil}>, \\"" <v@y.example>`,
  `"evil@z.example,x"@y.example`,
  `"v\\"@y.example <${evil}>,"@y.example`,
  `v%z.example@y.example, z.example!evil`,
  `evil@[127.0.0.1]`,
  `evil@[IPv6:::1]`,
  `v@y.example SIZE=1`,
  `v@y.example NOTIFY=SUCCESS ORCPT=rfc822;${evil}`,
  `v@y.example,,${evil}`,
  `v@y.example; ${evil}`,
  `v@y.example ${evil}`,
  `v@y.example@z.example`,
  `v@y.example\t,\t${evil}`,
  `v@y.example\u202e, ${evil}`,
  `v@y.example\u200b,${evil}`,
  `v@\u24e8.example`,
  `v\uff20z.example`,
  `v@y.example\uff0c${evil}`,
  `mailto:${evil}`,
  `|/bin/sh@y.example`,
  `-oQ/tmp@y.example`,
  `${'v'.repeat(65)}@y.example`,
  `v@${'y'.repeat(64)}.example`,
]

/** Each is in the answer, or the message is refused: the peer never sees anybody whom the answer doesn't name. */
test.each(['to', 'cc', 'bcc', 'array'] as const)(
  'no string in %s reaches anybody but whom the answer names',
  async (field) => {
    const named: string[] = []
    for (const text of recipients) {
      const fields =
        field === 'array' ? { to: ['ok@y.example', text] } : { to: 'ok@y.example', [field]: text }
      const answer = await house.api('POST', `/inboxes/${house.inbox.slug}/messages`, {
        subject: 'Order',
        body: 'Text.',
        ...fields,
      })
      expect([201, 422], `${JSON.stringify(text)}: ${answer.text}`).toContain(answer.status)
      if (answer.status === 201)
        named.push(
          ...(answer.body.recipients as unknown as { address: string }[]).map(({ address }) => address),
        )
    }
    await house.drain()
    expect(peer.mails.flatMap(({ recipients: taken }) => taken).toSorted()).toEqual(named.toSorted())
    for (const { data, mailFrom, mailParameters } of peer.mails) {
      const head = data.toString('latin1').split('\r\n\r\n', 1)[0]!
      expect(head).not.toMatch(/^(bcc|resent-[a-z-]+):/im)
      for (const name of ['From', 'To', 'Subject', 'Message-ID', 'Date'])
        expect(head.match(new RegExp(`^${name}:`, 'gim')), name).toHaveLength(1)
      expect(mailFrom).toMatch(/^bounce\+[0-9a-z]{57}@inbox\.localhost$/)
      expect(mailParameters).not.toMatch(/NOTIFY|ORCPT/i)
    }
  },
)

test('a list names just whom it names, and one with a hostile item is refused as a whole', async () => {
  const good = ['ada@y.example', 'Grace <grace@y.example>', '"Lovelace, Ada" <lovelace@y.example>']
  for (const text of recipients.filter((one) => /[\r\n\0]|RCPT/.test(one))) {
    const answer = await house.api('POST', `/inboxes/${house.inbox.slug}/messages`, {
      to: [...good, text],
      subject: 'Order',
      body: 'Text.',
    })
    expect(answer.status, JSON.stringify(text)).toBe(422)
  }
  await house.drain()
  expect(peer.received).toEqual([])
})

const injections = [
  '\r\n',
  '\n',
  '\r',
  '\0',
  '\u2028',
  '\u0085',
  '\v',
  '%0d%0a',
  '=0D=0A',
  '=?utf-8?q?=0d=0a?=',
]

test.each([
  ['subject', (text: string) => ({ subject: text })],
  ['a header', (text: string) => ({ headers: { 'X-Agent-Ticket': text } })],
  [
    'the name of an attachment',
    (text: string) => ({ attachments: [{ filename: text, content: 'SGVsbG8K' }] }),
  ],
  ['reply_to', (text: string) => ({ reply_to: `"${text}" <desk@y.example>` })],
  ['list_unsubscribe', (text: string) => ({ list_unsubscribe: `https://y.example/?${text}` })],
  ['a display name', (text: string) => ({ cc: `"${text}" <grace@y.example>` })],
  [
    'the body',
    (text: string) => ({ body: `A${text}.${text}MAIL FROM:<>${text}RCPT TO:<${evil}>${text}DATA` }),
  ],
] as const)('nothing in %s becomes a header field, a recipient, or a command', async (_, fieldsOf) => {
  for (const separator of injections) {
    const answer = await house.api('POST', `/inboxes/${house.inbox.slug}/messages`, {
      to: 'ada@y.example',
      subject: 'Order',
      body: 'Text.',
      ...fieldsOf(`a${separator}Bcc: ${evil}${separator}${separator}X-Injected: yes`),
    })
    expect([201, 422], `${JSON.stringify(separator)}: ${answer.text}`).toContain(answer.status)
  }
  await house.drain()
  expect(peer.received.length).toBe(peer.mails.length)
  for (const { data, recipients: taken } of peer.mails) {
    expect(['ada@y.example', 'grace@y.example']).toContain(taken.join())
    expect(data.toString('latin1').split('\r\n\r\n', 1)[0]).not.toMatch(/^(bcc|x-injected):/im)
  }
})

test('the peer finds both signatures good', async () => {
  const html =
    '<p>The crates were weighed by Jörg and Zoë, who say that the café has room for all of them on Thursday.</p>'
  const answer = await house.api('POST', `/inboxes/${house.inbox.slug}/messages`, {
    to: 'Ünal Größe <ada@y.example>, grace@y.example',
    subject: 'Größe und Gewicht — '.repeat(10),
    body: `.\n..\nFrom here on: ${'The crates were weighed by Jörg and Zoë, who say that the café has room. '.repeat(30)}\n\n\n`,
    html,
    attachments: [{ filename: 'größe.txt', content_type: 'text/plain', content: 'SGVsbG8K' }],
    headers: { 'X-Agent-Ticket': '1815' },
  })
  expect(answer.status, answer.text).toBe(201)
  await house.drain()
  expect(peer.mails).toHaveLength(2)
  for (const { data } of peer.mails) {
    const { results } = await dkimVerify(data, { resolver: resolver.resolve as never })
    expect(
      results.map(({ status, signingDomain }: { status: { result: string }; signingDomain: string }) => [
        signingDomain,
        status.result,
      ]),
    ).toEqual([
      ['inbox.localhost', 'pass'],
      ['inbox.localhost', 'pass'],
    ])
  }
})
