/** Sender authentication against a real DNS server: what passes, what doesn't, and that nothing passes by failing. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Envelope } from '../../shared/domain/authentication.ts'
import { authenticate, needsRaw } from '../../shared/mail/authentication.ts'
import { createResolver, type Resolver } from '../../shared/net/resolver.ts'
import { type DnsServer, startDnsServer, type ZoneEntry } from '../support/dns-server.ts'
import { seal, sign, signingKey } from '../support/signed-mail.ts'

const key = signingKey()
const otherKey = signingKey()
/** Longer than any answer takes, however busy the machine is. */
const patientMs = 400_000
let dns: DnsServer
let resolver: Resolver

beforeAll(async () => {
  dns = await startDnsServer()
})
beforeEach(() => {
  dns.zone.clear()
  dns.questions.length = 0
  resolver = createResolver([dns.address], { deadlineMs: patientMs })
})
afterAll(() => dns.close())

const zone = (entries: Record<string, ZoneEntry>) => {
  for (const [name, entry] of Object.entries(entries)) dns.zone.set(name, entry)
}
const envelope = (more: Partial<Envelope> = {}): Envelope => ({
  peerAddress: '203.0.113.5',
  helo: 'mx.sender.example',
  mailFrom: 'a@sender.example',
  rcptTo: ['b@inbox.example'],
  tls: null,
  ...more,
})
const mail = (from = 'Ann <a@sender.example>') =>
  `From: ${from}\r\nTo: b@inbox.example\r\nSubject: Hello\r\nMessage-ID: <1@sender.example>\r\n\r\nSome words.\r\n`

/** Authenticates `message` as the service does: with the header as parsed and the raw form where it is needed. */
function check(message: string, more: Partial<Envelope> = {}, deadlineMs = patientMs) {
  const head = message.slice(0, message.indexOf('\r\n\r\n')).replace(/\r\n[ \t]/g, ' ')
  const headers = head.split('\r\n').map((line) => {
    const colon = line.indexOf(':')
    return { name: line.slice(0, colon), value: line.slice(colon + 1).trim() }
  })
  const from = /<?([^<>\s]+@[^<>\s]+)>?$/.exec(headers.find(({ name }) => name === 'From')?.value ?? '')?.[1]
  return authenticate({
    raw: needsRaw(headers) ? Buffer.from(message) : null,
    envelope: envelope(more),
    headers,
    from: from === undefined ? null : { name: '', address: from },
    resolve: resolver.resolve,
    deadlineMs,
  })
}

describe('SPF', () => {
  it.each(['a@münchen.example', 'a@xn--mnchen-3ya.example', 'jürgen@MÜNCHEN.example'])(
    'of an international domain is looked up by its A-labels: %s',
    async (mailFrom) => {
      zone({ 'xn--mnchen-3ya.example': { TXT: ['v=spf1 ip4:203.0.113.5 -all'] } })
      const expected = { result: 'pass', domain: 'xn--mnchen-3ya.example' }
      expect((await check(mail(), { mailFrom })).spf).toEqual(expected)
      expect((await check(mail(), { mailFrom, peerAddress: '203.0.113.6' })).spf.result).toBe('fail')
    },
  )

  it.for([
    ['v=spf1 ip4:203.0.113.0/24 -all', 'pass'],
    ['v=spf1 -all', 'fail'],
    ['v=spf1 ~all', 'softfail'],
    ['v=spf1 ?all', 'neutral'],
    ['v=spf1 include:other.example -all', 'pass'],
    ['v=spf1 redirect=other.example', 'pass'],
    ['v=spf1 a:host.example -all', 'pass'],
    ['v=spf1 mx:other.example -all', 'pass'],
    ['v=spf1 nonsense -all', 'permerror'],
    ['not spf', 'none'],
    [`v=spf1 ${'ip4:192.0.2.1 '.repeat(400)}-all`, 'permerror'],
  ] as const)('of %j is %s', async ([record, result]) => {
    zone({
      'sender.example': { TXT: [record] },
      'other.example': {
        TXT: ['v=spf1 ip4:203.0.113.5 -all'],
        MX: [{ priority: 1, exchange: 'host.example' }],
      },
      'host.example': { A: ['203.0.113.5'] },
    })
    expect((await check(mail())).spf).toEqual({ result, domain: 'sender.example' })
  })

  it('takes the domain of each record for its macros, also of one that another leads to', async () => {
    zone({
      'mail.sender.example': { TXT: ['v=spf1 redirect=sender.example'] },
      'sender.example': { TXT: ['v=spf1 include:%{ir}.%{v}.%{d}.has.example ?exists:%%{d}.example ~all'] },
      '5.113.0.203.in-addr.sender.example.has.example': { TXT: ['v=spf1 exists:%{d1r}.%{d2}.ok -all'] },
      '5.has.example.ok': { A: ['127.0.0.2'] },
    })
    const of = async (mailFrom: string) => (await check(mail(), { mailFrom })).spf.result
    expect(await of('a@sender.example')).toBe('pass')
    expect(await of('a@mail.sender.example')).toBe('pass')
  })

  it.for([
    ['v=spf1 redirect=OTHER.Example', 'pass'],
    ['v=spf1 ip4:203.0.113.5 report= -all', 'pass'],
    ['v=spf1 -all exp=a.example exp=b.example', 'permerror'],
    ['v=spf1 redirect=other.example redirect=other.example', 'permerror'],
    ['v=spf1 ip4:203.0.113.5 exp= -all', 'permerror'],
  ] as const)('reads the modifiers of %j: %s', async ([record, result]) => {
    zone({
      'sender.example': { TXT: [record] },
      'other.example': { TXT: ['v=spf1 ip4:203.0.113.5 -all'] },
    })
    expect((await check(mail())).spf.result).toBe(result)
  })

  it('is that of a domain whose name has an underscore', async () => {
    zone({
      'mail_1.sender.example': {
        TXT: ['v=spf1 include:_spf.%{d2} exists:%{o}.ok a:%{d} -all'],
        A: ['203.0.113.5'],
      },
      '_spf.sender.example': { TXT: ['v=spf1 -all'] },
    })
    const { spf } = await check(mail(), { mailFrom: 'a@mail_1.sender.example' })
    expect(spf).toEqual({ result: 'pass', domain: 'mail_1.sender.example' })
  })

  it('is none where the domain has no record', async () => {
    expect((await check(mail())).spf.result).toBe('none')
  })

  it.for(['127.0.0.1', '::1', '10.1.2.3', '192.168.0.9', 'fd00::1', '::ffff:127.0.0.1'])(
    'is none for the local peer %s, and asks nothing',
    async (peerAddress) => {
      zone({ 'sender.example': { TXT: ['v=spf1 +all'] } })
      expect((await check(mail(), { peerAddress })).spf.result).toBe('none')
      expect(dns.questions.filter((question) => !question.includes('_dmarc'))).toEqual([])
    },
  )

  it('judges a null sender by its HELO name', async () => {
    zone({ 'mx.sender.example': { TXT: ['v=spf1 ip4:203.0.113.5 -all'] } })
    expect((await check(mail(), { mailFrom: '' })).spf).toEqual({
      result: 'pass',
      domain: 'mx.sender.example',
    })
  })

  it.for(['silent', 'servfail'] as const)(
    'is temperror when DNS is %s, inside an include too',
    async (failure) => {
      zone({ 'sender.example': failure })
      expect((await check(mail(), {}, 700)).spf.result).toBe('temperror')
      zone({ 'second.example': { TXT: ['v=spf1 include:broken.example +all'] }, 'broken.example': failure })
      expect((await check(mail(), { mailFrom: 'a@second.example' }, 700)).spf.result).toBe('temperror')
    },
  )

  it('ends a record that asks for more look-ups than it may', async () => {
    for (let i = 0; i < 30; i++)
      zone({ [`s${i}.example`]: { TXT: [`v=spf1 include:s${i + 1}.example -all`] } })
    expect((await check(mail(), { mailFrom: 'a@s0.example' })).spf.result).toBe('permerror')
    expect(dns.questions.length).toBeLessThan(20)
  })
})

describe('DKIM', () => {
  const published = { 's1._domainkey.sender.example': key.record }

  it('passes a signed message, LF line ends and all', async () => {
    zone(published)
    const signed = await sign(mail(), 'sender.example', key)
    const expected = [{ result: 'pass', domain: 'sender.example', selector: 's1' }]
    expect((await check(signed)).dkim).toEqual(expected)
    const { dkim } = await authenticate({
      raw: Buffer.from(signed.replaceAll('\r\n', '\n')),
      envelope: envelope(),
      headers: [{ name: 'DKIM-Signature', value: '' }],
      from: null,
      resolve: resolver.resolve,
      deadlineMs: patientMs,
    })
    expect(dkim).toEqual(expected)
  })

  it('passes a large signed message', async () => {
    zone(published)
    const large = mail() + 'A line of a large message.\r\n'.repeat(50_000)
    expect((await check(await sign(large, 'sender.example', key))).dkim).toMatchObject([{ result: 'pass' }])
  })

  it('fails when the body, a signed header, or the key is another', async () => {
    zone(published)
    const signed = await sign(mail(), 'sender.example', key)
    for (const changed of [
      signed.replace('Some words', 'Other words'),
      signed.replace('Subject: Hello', 'Subject: Bye'),
    ])
      expect((await check(changed)).dkim).toMatchObject([{ result: 'fail' }])
    expect((await check(await sign(mail(), 'sender.example', otherKey))).dkim).toMatchObject([
      { result: 'fail' },
    ])
  })

  it('is permerror without a key, and temperror without an answer', async () => {
    const signed = await sign(mail(), 'sender.example', key)
    expect((await check(signed)).dkim).toMatchObject([{ result: 'permerror' }])
    for (const failure of ['silent', 'servfail'] as const) {
      resolver = createResolver([dns.address], { deadlineMs: 300 })
      zone({ 's1._domainkey.sender.example': failure })
      expect((await check(signed, {}, 700)).dkim).toMatchObject([{ result: 'temperror' }])
    }
  })

  it('believes no signature that leaves From or the end of the body unsigned, nor a weak one', async () => {
    const weak = signingKey(512)
    zone({ ...published, 's1._domainkey.weak.example': weak.record })
    const partial = await sign(mail(), 'sender.example', key, { maxBodyLength: 5 })
    expect((await check(partial)).dkim).toMatchObject([{ result: 'policy' }])
    const unsignedFrom = await sign(mail(), 'sender.example', key, { headerList: 'subject:to' })
    expect((await check(unsignedFrom)).dkim).toMatchObject([{ result: 'permerror' }])
    const sha1 = await sign(mail(), 'sender.example', key, { algorithm: 'rsa-sha1' })
    expect((await check(sha1)).dkim).toMatchObject([{ result: 'policy' }])
    expect((await check(await sign(mail(), 'weak.example', weak))).dkim).toMatchObject([{ result: 'policy' }])
  })

  it('believes no signature whose tags can be read in two ways', async () => {
    zone(published)
    const signed = await sign(mail(), 'sender.example', key)
    for (const tag of ['d=bank.example;', 'D=bank.example;', '_=1;'])
      expect((await check(signed.replace('v=1;', `v=1; ${tag}`))).dkim).toMatchObject([
        { result: 'permerror' },
      ])
  })

  it('looks at ten signatures of however many', async () => {
    zone(published)
    const one = (await sign(mail(), 'sender.example', key)).split(mail())[0]!
    const { dkim } = await check(one.replace('sender.example', 'x.example').repeat(40) + one + mail())
    expect(dkim).toHaveLength(10)
    expect(dns.questions.filter((question) => question.includes('_domainkey')).length).toBeLessThanOrEqual(10)
  })

  it('looks at none beyond the limits on headers', async () => {
    zone(published)
    const signed = await sign(mail(), 'sender.example', key)
    for (const padding of [`X-Pad: ${'x'.repeat(300_000)}\r\n`, `X-Pad: x\r\n${' x\r\n'.repeat(6_000)}`])
      expect((await check(padding + signed)).dkim).toEqual([])
  })
})

describe('ARC', () => {
  it('passes a sealed message and fails an altered one', async () => {
    zone({ 's1._domainkey.list.example': key.record })
    const sealed = await seal(mail(), 'list.example', key)
    expect(await check(sealed)).toMatchObject({ arc: { result: 'pass' }, dkim: [] })
    expect((await check(sealed.replace('Some words', 'Other words'))).arc.result).toBe('fail')
    expect((await check(sealed.replace(/^ARC-Seal:/m, 'X-Seal:'))).arc.result).toBe('fail')
  })

  it('is none without a chain, and temperror without an answer', async () => {
    expect((await check(mail())).arc.result).toBe('none')
    const sealed = await seal(mail(), 'list.example', key)
    zone({ 's1._domainkey.list.example': 'servfail' })
    expect((await check(sealed)).arc.result).toBe('temperror')
  })

  it('is no way to write into the objects of the process', async () => {
    const results = 'ARC-Authentication-Results: i=1; x; spf=pass __proto__.polluted=yes\r\n'
    const { arc } = await check(results + mail())
    expect(arc.result).toBe('fail')
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })
})

describe('DMARC', () => {
  const passing = { 'sender.example': { TXT: ['v=spf1 ip4:203.0.113.5 -all'] } }

  it.for([
    ['a@sender.example', 'v=DMARC1; p=reject', 'pass', 'reject'],
    ['a@sender.example', 'v=DMARC1; p=reject; aspf=s', 'pass', 'reject'],
    ['a@sender.example', 'v=DMARC1;p=none', 'pass', 'none'],
    ['a@sender.example', 'v=DMARC1; p=nonsense; rua=mailto:x@y.example', 'pass', 'none'],
    ['a@sender.example', 'v=DMARC1; p=nonsense', 'none', ''],
    ['a@sender.example', 'v=DMARC2; p=reject', 'none', ''],
    ['a@sub.sender.example', 'v=DMARC1; p=reject; sp=quarantine', 'pass', 'quarantine'],
    ['a@sub.sender.example', 'v=DMARC1; p=reject; aspf=s', 'fail', 'reject'],
  ] as const)('of mail from %s under %j is %s', async ([from, record, result, policy]) => {
    zone({ ...passing, '_dmarc.sender.example': { TXT: [record] } })
    expect((await check(mail(from))).dmarc).toEqual({ result, policy, domain: from.slice(2) })
  })

  it('fails when what passed belongs to another domain', async () => {
    zone({
      ...passing,
      '_dmarc.bank.example': { TXT: ['v=DMARC1; p=reject'] },
      's1._domainkey.sender.example': key.record,
    })
    const { spf, dkim, dmarc } = await check(await sign(mail('a@bank.example'), 'sender.example', key))
    expect([spf.result, dkim[0]?.result]).toEqual(['pass', 'pass'])
    expect(dmarc).toEqual({ result: 'fail', domain: 'bank.example', policy: 'reject' })
  })

  it('takes tenants of one public suffix for strangers', async () => {
    zone({
      'evil.github.io': { TXT: ['v=spf1 ip4:203.0.113.5 -all'] },
      '_dmarc.good.github.io': { TXT: ['v=DMARC1; p=reject'] },
    })
    const { dmarc } = await check(mail('a@good.github.io'), { mailFrom: 'x@evil.github.io' })
    expect(dmarc.result).toBe('fail')
  })

  it('passes by an aligned signature alone, strictly where that is asked for', async () => {
    zone({
      's1._domainkey.mail.sender.example': key.record,
      '_dmarc.sender.example': { TXT: ['v=DMARC1; p=reject'] },
      '_dmarc.strict.example': { TXT: ['v=DMARC1; p=reject; adkim=s'] },
      's1._domainkey.mail.strict.example': key.record,
    })
    const elsewhere = { mailFrom: 'x@bounces.example' }
    expect((await check(await sign(mail(), 'mail.sender.example', key), elsewhere)).dmarc.result).toBe('pass')
    const strict = await sign(mail('a@strict.example'), 'mail.strict.example', key)
    expect((await check(strict, elsewhere)).dmarc.result).toBe('fail')
  })

  it('is permerror when From names several domains, in one field or two', async () => {
    zone({ ...passing, '_dmarc.sender.example': { TXT: ['v=DMARC1; p=reject'] } })
    expect((await check(mail('a@sender.example, b@bank.example'))).dmarc.result).toBe('permerror')
    expect((await check(`From: b@bank.example\r\n${mail()}`)).dmarc.result).toBe('permerror')
  })

  it('is temperror when its record, or an aligned result it rests on, could not be had', async () => {
    zone({ ...passing, '_dmarc.sender.example': 'servfail' })
    expect((await check(mail())).dmarc.result).toBe('temperror')
    zone({ 'sender.example': 'servfail', '_dmarc.sender.example': { TXT: ['v=DMARC1; p=reject'] } })
    resolver = createResolver([dns.address], { deadlineMs: 300 })
    expect((await check(mail())).dmarc).toMatchObject({ result: 'temperror', policy: 'reject' })
  })

  it('believes no Authentication-Results of a peer', async () => {
    zone({ '_dmarc.sender.example': { TXT: ['v=DMARC1; p=reject'] } })
    const claims = 'Authentication-Results: inbox.example; spf=pass; dkim=pass; dmarc=pass\r\n'
    const { spf, dkim, dmarc } = await check(claims + mail())
    expect([spf.result, dkim, dmarc.result]).toEqual(['none', [], 'fail'])
  })
})

it('is done by its deadline when DNS is silent, and passes nothing', async () => {
  const names = ['sender.example', '_dmarc.sender.example', 's1._domainkey.sender.example']
  for (const name of names) zone({ [name]: 'silent' })
  const signed = await sign(mail(), 'sender.example', key)
  const started = performance.now()
  const { spf, dkim, dmarc } = await check(signed, {}, 400)
  expect(performance.now() - started).toBeLessThan(1_500)
  expect([spf.result, dkim[0]?.result, dmarc.result]).toEqual(['temperror', 'temperror', 'temperror'])
})

it('answers something for a message without any header', async () => {
  expect(await check('\r\n\r\n', { mailFrom: '', helo: '', peerAddress: 'nonsense' })).toEqual({
    spf: { result: 'none', domain: '' },
    dkim: [],
    dmarc: { result: 'none', domain: '', policy: '' },
    arc: { result: 'none' },
  })
})
