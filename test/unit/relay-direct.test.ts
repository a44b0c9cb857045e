/** Straight to the recipients' own hosts: which ones, in which order, and what a domain may demand. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createResolver, type Resolver } from '../../shared/net/resolver.ts'
import { deadlinesOf } from '../../shared/relay/deadlines.ts'
import { Direct, type DirectOptions } from '../../shared/relay/direct.ts'
import { MtaSts } from '../../shared/relay/mta-sts.ts'
import type { OutgoingMail, RecipientResult } from '../../shared/relay/transport.ts'
import { type DnsServer, startDnsServer } from '../support/dns-server.ts'
import { makeCertificate, type PeerCertificate, SmtpPeer } from '../support/smtp-peer.ts'

const raw = Buffer.from('Subject: Hi\r\n\r\nHello.\r\n')
let dns: DnsServer
let resolver: Resolver
let certificate: PeerCertificate
/** At 127.0.0.1, 127.0.0.2 and 127.0.0.3, all on one port. */
let peers: [SmtpPeer, SmtpPeer, SmtpPeer]
let direct: Direct

beforeAll(async () => {
  certificate = await makeCertificate('mx1.peer.example', 'mx2.peer.example')
  const first = await SmtpPeer.start()
  peers = [
    first,
    await SmtpPeer.start({ host: '127.0.0.2', port: first.port, tls: certificate }),
    await SmtpPeer.start({ host: '127.0.0.3', port: first.port, tls: certificate }),
  ]
})
beforeEach(async () => {
  for (const peer of peers) {
    peer.behave()
    peer.forget()
  }
  dns = await startDnsServer({
    'peer.example': {
      MX: [
        { priority: 20, exchange: 'mx2.peer.example' },
        { priority: 10, exchange: 'mx1.peer.example' },
      ],
    },
    'mx1.peer.example': { A: ['127.0.0.2'] },
    'mx2.peer.example': { A: ['127.0.0.3'] },
  })
  resolver = createResolver([dns.address], { deadlineMs: 500 })
  direct = openDirect()
})
afterEach(async () => {
  await direct.close()
  resolver.close()
  await dns.close()
})
afterAll(() => Promise.all(peers.map((peer) => peer.close())))

function openDirect(more: Partial<DirectOptions> = {}, trusting = true): Direct {
  return new Direct({
    name: 'relay.example',
    deadlines: deadlinesOf(1),
    sessions: 5,
    resolve: resolver.resolve,
    fetchPolicy: async () => null,
    mayReach: () => true,
    isOwn: () => false,
    port: peers[0].port,
    ...(trusting ? { ca: certificate.cert } : {}),
    ...more,
  })
}

function send(recipients: string[], over = direct): Promise<RecipientResult[]> {
  const mail: OutgoingMail = {
    id: 'msg_1',
    mailFrom: 'bounce+abc@inbox.example',
    recipients,
    size: raw.length,
    content: async () => raw,
    mayGo: () => true,
  }
  return over.send(mail)
}

const outcomes = (results: RecipientResult[]) =>
  results.map(({ outcome, code, enhancedCode }) => [outcome, code, enhancedCode])
const took = () => peers.map(({ mails }) => mails.length)

test('mail goes to the best host of the domain, encrypted where it offers that', async () => {
  expect(outcomes(await send(['ada@peer.example']))).toEqual([['sent', 250, '2.0.0']])
  expect(took()).toEqual([0, 1, 0])
  expect(peers[1].mails[0]!.tls).toBe(true)
})

test.each(['disconnect', '421 4.3.2 Not now', '554 5.7.1 Not you', 'hang'])(
  'where the best one greets with %s, to the next',
  async (behaviour) => {
    peers[1].answer('CONNECT', behaviour)
    expect(outcomes(await send(['ada@peer.example']))).toEqual([['sent', 250, '2.0.0']])
    expect(took()).toEqual([0, 0, 1])
  },
)

test('a greeting that refuses is tried again, but for hosts that take no mail at all', async () => {
  peers[1].answer('CONNECT', '554 5.7.1 Not you')
  peers[2].answer('CONNECT', '521 5.3.2 No mail here')
  expect(outcomes(await send(['ada@peer.example']))).toEqual([['deferred', 554, '5.7.1']])
  peers[1].answer('CONNECT', '521 5.3.2 No mail here')
  const again = openDirect()
  expect(outcomes(await send(['ada@peer.example'], again))).toEqual([['failed', 521, '5.3.2']])
  await again.close()
})

test('where all refuse for good it is for good, and where one may take it later it is tried again', async () => {
  for (const one of [peers[1], peers[2]])
    for (const step of ['EHLO', 'HELO'] as const) one.answer(step, '554 5.7.1 Not you')
  expect(outcomes(await send(['ada@peer.example']))).toEqual([['failed', 554, '5.7.1']])
  peers[1].behave()
  peers[1].answer('CONNECT', '421 4.3.2 Not now')
  expect(outcomes(await send(['ada@peer.example']))).toEqual([['deferred', 421, '4.3.2']])
})

test('a domain without MX is its own host; IPv6 alone will do for one', async () => {
  dns.zone.set('alone.example', { A: ['127.0.0.1'] })
  expect(outcomes(await send(['ada@alone.example']))).toEqual([['sent', 250, '2.0.0']])
  expect(took()).toEqual([1, 0, 0])
  const six = await SmtpPeer.start({ host: '::1', port: peers[0].port })
  dns.zone.set('six.example', { AAAA: ['::1'] })
  expect(outcomes(await send(['ada@six.example']))).toEqual([['sent', 250, '2.0.0']])
  expect(six.mails).toHaveLength(1)
  await six.close()
})

test('a domain that takes no mail, or does not exist, is final; one whose DNS is away is not', async () => {
  dns.zone.set('null.example', { MX: [{ priority: 0, exchange: '' }], A: ['127.0.0.1'] })
  dns.zone.set('broken.example', 'servfail')
  dns.zone.set('silent.example', 'silent')
  dns.zone.set('nowhere.example', { TXT: ['v=spf1 -all'] })
  dns.zone.set('lost.example', { MX: [{ priority: 5, exchange: 'mx.lost.example' }] })
  dns.zone.set('mx.lost.example', 'servfail')
  expect(outcomes(await send(['ada@null.example']))).toEqual([['failed', 556, '5.1.10']])
  expect(outcomes(await send(['ada@missing.example']))).toEqual([['failed', 550, '5.1.2']])
  expect(outcomes(await send(['ada@nowhere.example']))).toEqual([['failed', 550, '5.4.4']])
  expect(outcomes(await send(['ada@broken.example']))).toEqual([['deferred', null, '4.4.3']])
  expect(outcomes(await send(['ada@silent.example']))).toEqual([['deferred', null, '4.4.3']])
  expect(outcomes(await send(['ada@lost.example']))).toEqual([['deferred', null, '4.4.3']])
  expect(outcomes(await send(['ada@[127.0.0.1]', 'ada@-.', 'ada@']))).toEqual([
    ['failed', 550, '5.1.2'],
    ['failed', 550, '5.1.2'],
    ['failed', 550, '5.1.2'],
  ])
  expect(took()).toEqual([0, 0, 0])
})

test('a host at an address that mail may not go to is left out', async () => {
  const asked: string[] = []
  const guarded = openDirect({
    mayReach: (host, address) => {
      asked.push(`${host} ${address}`)
      return address === '127.0.0.3'
    },
  })
  expect(outcomes(await send(['ada@peer.example'], guarded))).toEqual([['sent', 250, '2.0.0']])
  expect(took()).toEqual([0, 0, 1])
  expect(asked).toContain('mx1.peer.example 127.0.0.2')
  const closed = openDirect({ mayReach: () => false })
  expect(outcomes(await send(['ada@peer.example'], closed))).toEqual([['failed', 550, '5.4.4']])
  await guarded.close()
})

test('each domain has its own envelope, and its own results', async () => {
  dns.zone.set('alone.example', { A: ['127.0.0.1'] })
  dns.zone.set('null.example', { MX: [{ priority: 0, exchange: '' }] })
  const recipients = ['a@peer.example', 'b@alone.example', 'c@null.example', 'd@PEER.example']
  expect((await send(recipients)).map(({ address, outcome }) => [address, outcome])).toEqual([
    ['a@peer.example', 'sent'],
    ['b@alone.example', 'sent'],
    ['c@null.example', 'failed'],
    ['d@PEER.example', 'sent'],
  ])
  expect(peers[0].mails.map((mail) => mail.recipients)).toEqual([['b@alone.example']])
  expect(peers[1].mails.map((mail) => mail.recipients)).toEqual([['a@peer.example', 'd@PEER.example']])
})

test('a domain that hangs holds up no other', async () => {
  dns.zone.set('slow.example', { A: ['127.0.0.1'] })
  peers[0].answer('MAIL', 'hang')
  const patient = openDirect({ deadlines: deadlinesOf(4) })
  let waiting = true
  const slow = send(['ada@slow.example'], patient).finally(() => {
    waiting = false
  })
  expect(outcomes(await send(['ada@peer.example'], patient))).toEqual([['sent', 250, '2.0.0']])
  expect(waiting).toBe(true)
  expect(outcomes(await slow)).toEqual([['deferred', null, '4.4.2']])
  await patient.close()
})

test('a domain with many hosts that keep us waiting is given up for now, before the last was tried', async () => {
  const names = Array.from({ length: 5 }, (_, i) => `mx${i}.tarpit.example`)
  dns.zone.set('tarpit.example', { MX: names.map((exchange, priority) => ({ priority, exchange })) })
  for (const name of names) dns.zone.set(name, { A: ['127.0.0.1', '127.0.0.2', '127.0.0.3'] })
  for (const peer of peers) peer.answer('CONNECT', 'hang')
  const before = peers.map(({ connections }) => connections)
  const patient = openDirect({ deadlines: { ...deadlinesOf(0.1), openMs: 250 } })
  expect(outcomes(await send(['ada@tarpit.example'], patient))).toEqual([['deferred', null, '4.4.1']])
  const tried = peers.reduce((sum, { connections }, i) => sum + connections - before[i]!, 0)
  expect(tried).toBeGreaterThan(0)
  expect(tried).toBeLessThanOrEqual(3)
  await patient.close()
})

test('a host that hangs has its share of messages, however many domains it has; the others are put off', async () => {
  const domains = Array.from({ length: 40 }, (_, i) => `d${i}.tarpit.example`)
  for (const domain of domains) {
    dns.zone.set(domain, { MX: [{ priority: 10, exchange: `mx.${domain}` }] })
    dns.zone.set(`mx.${domain}`, { A: ['127.0.0.1'] })
  }
  peers[0].answer('RCPT', 'hang')
  const patient = openDirect({ deadlines: deadlinesOf(600) })
  let putOff = 0
  const sends = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].flatMap((n) =>
    domains.map(async (domain) => {
      const results = await send([`ada${n}@${domain}`], patient)
      if (results[0]!.outcome === 'waiting') {
        putOff++
        expect(results[0]).toMatchObject({ code: null, notBefore: expect.any(Number) })
      }
      return results
    }),
  )
  await expect.poll(() => putOff).toBeGreaterThanOrEqual(400 - 256)
  expect(putOff).toBeLessThan(400)
  // Other hosts take mail meanwhile, and so does this one once it answers.
  expect(outcomes(await send(['ada@peer.example'], patient))).toEqual([['sent', 250, '2.0.0']])
  peers[0].behave()
  peers[0].goOn('250 2.1.5 Recipient OK')
  await Promise.all(sends)
  expect(outcomes(await send([`ada@${domains[39]}`], patient))).toEqual([['sent', 250, '2.0.0']])
  await patient.close()
})

test('domains beyond those that are remembered are none whose message is still on its way', async () => {
  const recipients = Array.from({ length: 2_001 }, (_, n) => `ada@d${n}.many.example`)
  const late = { beginUntil: 0, content: async () => raw, mayGo: () => true }
  const results = await direct.send({ id: 'msg_1', mailFrom: '', recipients, size: raw.length, ...late })
  expect(new Set(results.map(({ outcome }) => outcome))).toEqual(new Set(['waiting']))
})

describe('a domain that has us among its hosts', () => {
  const mx = (...hosts: [number, string][]) =>
    dns.zone.set('looping.example', {
      MX: hosts.map(([priority, exchange]) => ({ priority, exchange })),
    })
  const sendWith = async (isOwn: DirectOptions['isOwn']) => {
    const own = openDirect({ isOwn })
    const results = outcomes(await send(['ada@looping.example'], own))
    await own.close()
    return results
  }
  const isMx2 = (host: string) => host === 'mx2.peer.example'

  test('gets mail by the better ones alone, later if they are down, and is never refused by ourselves', async () => {
    dns.zone.set('mx3.peer.example', { A: ['127.0.0.1'] })
    mx([10, 'mx1.peer.example'], [20, 'MX2.peer.example'], [20, 'mx3.peer.example'])
    expect(await sendWith(isMx2)).toEqual([['sent', 250, '2.0.0']])
    peers[1].answer('CONNECT', 'disconnect')
    peers[2].answer('RCPT', '550 5.7.1 Relaying denied')
    expect((await sendWith(isMx2))[0]![0]).toBe('deferred')
    expect(took()).toEqual([0, 1, 0])
  })

  test('fails at once where we are the best', async () => {
    mx([10, 'mx2.peer.example'], [20, 'mx1.peer.example'])
    expect(await sendWith(isMx2)).toEqual([['failed', null, '5.4.6']])
    dns.zone.set('mx.own.example', { A: ['127.0.0.3'] })
    const own = openDirect({ isOwn: (host) => host === 'mx.own.example' })
    expect(outcomes(await send(['ada@mx.own.example'], own))).toEqual([['failed', null, '5.4.6']])
    await own.close()
    expect(took()).toEqual([0, 0, 0])
  })
})

describe('MTA-STS', () => {
  const policy = (mode: string, mx: string) =>
    `version: STSv1\r\nmode: ${mode}\r\nmx: ${mx}\r\nmax_age: 86400\r\n`
  const publish = (id = '1') => dns.zone.set('_mta-sts.peer.example', { TXT: [`v=STSv1; id=${id};`] })

  test('a domain that enforces it gets mail at hosts it names, with valid certificates, or not at all', async () => {
    publish()
    const strict = openDirect({ fetchPolicy: async () => policy('enforce', '*.peer.example') })
    expect(outcomes(await send(['ada@peer.example'], strict))).toEqual([['sent', 250, '2.0.0']])
    await strict.close()
    for (const peer of peers) peer.answer('STARTTLS', '454 4.7.0 Not now')
    const again = openDirect({ fetchPolicy: async () => policy('enforce', '*.peer.example') })
    expect((await send(['ada@peer.example'], again))[0]!.outcome).toBe('deferred')
    const elsewhere = openDirect({ fetchPolicy: async () => policy('enforce', 'mx.other.example') })
    expect(outcomes(await send(['ada@peer.example'], elsewhere))).toEqual([['deferred', null, '4.7.5']])
    const stranger = openDirect({ fetchPolicy: async () => policy('enforce', '*.peer.example') }, false)
    peers[1].behave()
    peers[2].behave()
    expect(outcomes(await send(['ada@peer.example'], stranger))).toEqual([['deferred', null, '4.7.5']])
    expect(took()).toEqual([0, 1, 0])
  })

  test('one that only tests it, publishes nonsense, or none, is sent to as any other', async () => {
    for (const peer of peers) peer.answer('STARTTLS', '454 4.7.0 Not now')
    for (const text of [policy('testing', 'mx.other.example'), policy('none', 'x'), 'nonsense', null]) {
      publish()
      const lenient = openDirect({ fetchPolicy: async () => text })
      expect(outcomes(await send(['ada@peer.example'], lenient))).toEqual([['sent', 250, '2.0.0']])
      await lenient.close()
    }
  })

  test('a wildcard stands for one label, as in a certificate (RFC 8461 §4.1)', async () => {
    publish()
    const policies = new MtaSts(resolver.resolve, async () => policy('enforce', '*.Peer.example'))
    const demands = await policies.demandsOf('peer.example')
    const hosts = ['mx1.peer.example', 'mx1.tenant.peer.example', 'peer.example', '.peer.example']
    expect(hosts.map((host) => demands?.(host))).toEqual([true, false, false, false])
  })

  test('a policy that was had once holds, though somebody hides it, and a new one replaces it', async () => {
    publish()
    const records = createResolver([dns.address], { deadlineMs: 500, cacheMs: 0, negativeCacheMs: 0 })
    let text: string | null = policy('enforce', 'mx1.peer.example')
    const policies = new MtaSts(records.resolve, async () => text, 0)
    const allows = async () => {
      const demands = await policies.demandsOf('peer.example')
      return ['mx1.peer.example', 'mx2.peer.example'].map((host) => demands?.(host) ?? null)
    }
    expect(await allows()).toEqual([true, false])
    dns.zone.set('_mta-sts.peer.example', 'servfail')
    expect(await allows()).toEqual([true, false])
    dns.zone.delete('_mta-sts.peer.example')
    expect(await allows()).toEqual([true, false])
    publish('2')
    text = null
    expect(await allows()).toEqual([true, false])
    text = policy('enforce', 'mx2.peer.example')
    expect(await allows()).toEqual([false, true])
    publish('3')
    text = policy('none', 'x')
    expect(await allows()).toEqual([null, null])
    records.close()
  })

  test('a policy that has expired is fetched again, though its id is the same', async () => {
    publish()
    let fetched = 0
    const fetchPolicy = async () => {
      fetched++
      return policy('enforce', 'mx1.peer.example').replace(
        'max_age: 86400',
        `max_age: ${fetched === 1 ? 0 : 86400}`,
      )
    }
    const policies = new MtaSts(resolver.resolve, fetchPolicy, 0)
    await policies.demandsOf('peer.example')
    expect((await policies.demandsOf('peer.example'))?.('mx2.peer.example')).toBe(false)
    expect((await policies.demandsOf('peer.example'))?.('mx2.peer.example')).toBe(false)
    expect(fetched).toBe(2)
  })

  test('whoever asks while a policy is being fetched waits for it', async () => {
    publish()
    const file = Promise.withResolvers<string>()
    let fetched = 0
    const fetching = Promise.withResolvers<void>()
    const policies = new MtaSts(resolver.resolve, () => {
      fetched++
      fetching.resolve()
      return file.promise
    })
    const first = policies.demandsOf('peer.example')
    await fetching.promise
    const second = policies.demandsOf('peer.example')
    file.resolve(policy('enforce', 'mx1.peer.example'))
    for (const demands of await Promise.all([first, second]))
      expect(demands?.('mx2.peer.example')).toBe(false)
    expect(fetched).toBe(1)
  })
})
