/** Signatures that mailauth verifies against the DNS, whatever the message is made of. */
import { generateKeyPairSync } from 'node:crypto'
import fc from 'fast-check'
import { dkimVerify } from 'mailauth/lib/dkim/verify.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type DkimKey, dkimSignatures, readDkimKey } from '../../shared/mail/dkim.ts'
import { createResolver, type Resolver } from '../../shared/net/resolver.ts'
import { type DnsServer, startDnsServer } from '../support/dns-server.ts'

const domain = 'inbox.example'

function keyPair(type: 'rsa' | 'ed25519', bits = 2_048) {
  const { privateKey, publicKey } =
    type === 'rsa' ? generateKeyPairSync('rsa', { modulusLength: bits }) : generateKeyPairSync('ed25519')
  const der = publicKey.export({ type: 'spki', format: 'der' })
  return {
    pem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    record: `v=DKIM1; k=${type}; p=${(type === 'rsa' ? der : der.subarray(-32)).toString('base64')}`,
  }
}

let dns: DnsServer
let resolver: Resolver
let keys: DkimKey[]
beforeAll(async () => {
  const [rsa, ed25519] = [keyPair('rsa'), keyPair('ed25519')]
  dns = await startDnsServer({
    [`r1._domainkey.${domain}`]: { TXT: [rsa.record] },
    [`e1._domainkey.${domain}`]: { TXT: [ed25519.record] },
  })
  resolver = createResolver([dns.address])
  keys = [readDkimKey(rsa.pem, domain, 'r1'), readDkimKey(ed25519.pem, domain, 'e1')]
})
afterAll(async () => {
  resolver.close()
  await dns.close()
})

async function sign(message: string | Buffer, with_: DkimKey[] = keys): Promise<Buffer> {
  const bytes = Buffer.from(message)
  return Buffer.concat([await dkimSignatures(bytes, with_), bytes])
}

/** Results of all signatures, as the peer finds them. */
async function verify(message: Buffer): Promise<string[]> {
  const { results } = await dkimVerify(message, { resolver: resolver.resolve as never })
  return results.map(({ status }: { status: { result: string } }) => status.result)
}

const message = [
  'From: "Agent" <agent@inbox.example>',
  'To: ada@peer.example,',
  ' bob@peer.example',
  'Subject:   Order   1815 ',
  'Message-ID: <1@inbox.example>',
  'Date: Sat, 21 Nov 2026 10:00:00 +0000',
  'MIME-Version: 1.0',
  'Content-Type: text/plain; charset=utf-8',
  '',
  'Hello \t world.  ',
  '',
  ' Indented',
  '',
  '',
  '',
].join('\r\n')

test('one key or both sign, and the peer verifies each signature', async () => {
  for (const some of [keys, keys.slice(0, 1), keys.slice(1)])
    expect(await verify(await sign(message, some))).toEqual(some.map(() => 'pass'))
})

test('no line of the signature is longer than 78 characters', async () => {
  const head = (await dkimSignatures(Buffer.from(message), keys)).toString()
  expect(head.split('\r\n').filter((line) => line.length > 78)).toEqual([])
  expect(head.endsWith('\r\n')).toBe(true)
  expect(
    head
      .split('\r\n')
      .slice(0, -1)
      .every((line) => /^(DKIM-Signature:| )/.test(line)),
  ).toBe(true)
})

test('white space that servers on the way change does not break it', async () => {
  const signed = (await sign(message)).toString()
  const changed = signed
    .replace('Hello \t world.  ', 'Hello world.')
    .replace('Subject:   Order   1815 ', 'subject: Order 1815')
  expect(await verify(Buffer.from(`${changed}\r\n\r\n`))).toEqual(['pass', 'pass'])
})

test('a field of a name that matters, added by somebody else, breaks it', async () => {
  const signed = (await sign(message)).toString()
  for (const name of ['From', 'Subject', 'To', 'Date', 'Reply-To', 'Cc', 'Sender', 'Content-Type'])
    expect(await verify(Buffer.from(`${name}: other@evil.example\r\n${signed}`)), name).not.toContain('pass')
})

test('a body or subject changed by somebody else breaks it', async () => {
  const signed = (await sign(message)).toString()
  expect(await verify(Buffer.from(signed.replace('world', 'there')))).not.toContain('pass')
  expect(await verify(Buffer.from(signed.replace('1815', '1816')))).not.toContain('pass')
})

describe('for any message', () => {
  const line = fc.string({ unit: fc.constantFrom('a', ' ', '\t', '.', 'é', '=', '-'), maxLength: 20 })
  const lines = fc.array(line, { maxLength: 12 })

  test('both signatures verify', async () => {
    await fc.assert(
      fc.asyncProperty(lines, lines, fc.boolean(), async (subject, body, ended) => {
        const folded = subject
          .map((text) => text.trim())
          .filter((text) => text !== '')
          .join('\r\n ')
        const text = `From: agent@inbox.example\r\nSubject: ${folded}\r\n\r\n${body.join('\r\n')}${ended ? '\r\n' : ''}`
        const signed = await sign(text)
        // Whoever receives it over SMTP has a last line that is ended.
        const received = ended ? signed : Buffer.concat([signed, Buffer.from('\r\n')])
        expect(await verify(received)).toEqual(['pass', 'pass'])
      }),
      { numRuns: 150 },
    )
  })

  test('without a body, too', async () => {
    expect(await verify(await sign('From: agent@inbox.example\r\n\r\n'))).toEqual(['pass', 'pass'])
    expect(await verify(await sign('From: agent@inbox.example\r\n\r\n\r\n\r\n'))).toEqual(['pass', 'pass'])
  })
})

test('a key that no verifier would take is refused, without a word of it', () => {
  expect(() => readDkimKey('nonsense', domain, 's')).toThrow('is no PEM private key')
  expect(() => readDkimKey(keyPair('rsa', 512).pem, domain, 's')).toThrow('must have 1024 bits or more')
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  expect(() => readDkimKey(pem, domain, 's')).toThrow('must be an RSA or Ed25519 key')
})
