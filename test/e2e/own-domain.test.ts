/** Mail that says it is from our own domain: flagged, unless our relay sent it or our key signed it. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Json } from '../support/api.ts'
import { type DnsServer, startDnsServer } from '../support/dns-server.ts'
import { type House, startHouse } from '../support/house.ts'
import { sign, signingKey } from '../support/signed-mail.ts'
import { SmtpPeer } from '../support/smtp-peer.ts'

const key = signingKey()
let dns: DnsServer
let peer: SmtpPeer
let house: House

beforeAll(async () => {
  dns = await startDnsServer({ 's1._domainkey.inbox.localhost': key.record })
  peer = await SmtpPeer.start()
  house = await startHouse({ RELAY_URL: `smtp://127.0.0.1:${peer.port}`, DNS_SERVERS: dns.address })
})
beforeEach(() => {
  peer.behave()
  peer.forget()
})
afterAll(async () => {
  await house.stop()
  await peer.close()
  await dns.close()
})

const mail = (from: string, text = 'The parcels arrive on Thursday.') =>
  `From: ${from}\r\nTo: ${house.inbox.address}\r\nSubject: Parcels\r\nMessage-ID: <${Math.random()}@x.example>\r\nDate: Tue, 01 Jul 2025 10:00:00 +0000\r\n\r\n${text}\r\n`

type Judged = {
  verdict: string
  security_analysis: { detections: { method: string; result: string }[]; risk_score: number }
}

async function judged(id: string, as?: string): Promise<{ verdict: string; score: number; own: string[] }> {
  const { body } = await house.api('GET', `/messages/${id}`, undefined, as === undefined ? {} : { key: as })
  const { verdict, security_analysis } = body as unknown as Judged
  const found = security_analysis.detections.filter(({ method }) => method === 'own_domain')
  return { verdict, score: security_analysis.risk_score, own: found.map(({ result }) => result) }
}

async function received(raw: string | Buffer, mailFrom = 'x@sender.example') {
  const { id } = await house.send(raw, { mailFrom })
  await house.drain()
  return judged(id)
}

async function sent(fields: Record<string, unknown>, as?: string, slug = house.inbox.slug): Promise<Json> {
  const body = { subject: 'Parcels', body: 'The parcels arrive on Thursday.', ...fields }
  const answer = await house.api(
    'POST',
    `/inboxes/${slug}/messages`,
    body,
    as === undefined ? {} : { key: as },
  )
  expect(answer.status, answer.text).toBe(201)
  await house.drain()
  return answer.body
}

async function arrivedAt(slug: string, as?: string) {
  const path = `/inboxes/${slug}/messages?direction=inbound`
  const list = await house.api('GET', path, undefined, as === undefined ? {} : { key: as })
  const [first] = list.body.messages as unknown as { id: string }[]
  return judged(first!.id, as)
}

describe('mail from outside', () => {
  test.each([
    'postmaster@inbox.localhost',
    'Postmaster <POSTMASTER@Inbox.Localhost>',
    'Ada <ada@inbox.localhost.>',
    'security@mail.inbox.localhost',
    'approvals@inbox.localhost',
    'x@sender.example, postmaster@inbox.localhost',
    'Staff: x@sender.example, it@inbox.localhost;',
  ])('that says it is from our domain is flagged: %s', async (from) => {
    expect(await received(mail(from))).toEqual({
      verdict: 'flagged',
      score: expect.any(Number),
      own: ['not_ours'],
    })
  })

  test('is flagged where only its envelope says so, or it has two From fields', async () => {
    for (const mailFrom of [
      'postmaster@inbox.localhost',
      'x@sub.inbox.localhost',
      'bounce+x@inbox.localhost',
    ])
      expect(await received(mail('x@sender.example'), mailFrom)).toMatchObject({ own: ['not_ours'] })
    const two = `From: x@sender.example\r\n${mail('postmaster@inbox.localhost')}`
    expect((await received(two)).own).toEqual(['not_ours'])
  })

  test('is not, where it says nothing of the kind', async () => {
    for (const from of [
      'x@sender.example',
      'x@otherinbox.localhost',
      '"inbox.localhost" <x@inbox.localhost.example>',
    ])
      expect((await received(mail(from))).own).toEqual([])
  })

  test('scores more where it also wants something', async () => {
    const plain = await received(mail('postmaster@inbox.localhost'))
    const lure = 'Your mailbox is full. Verify your password within 24 hours: http://192.0.2.7/login'
    const asks = await received(mail('postmaster@inbox.localhost', lure))
    expect(asks.score).toBeGreaterThan(plain.score)
    expect(asks.own).toEqual(['not_ours'])
  })

  test('is ours where our key has signed it, and not where it was changed since, or another signed it', async () => {
    const signed = await sign(mail('postmaster@inbox.localhost'), 'inbox.localhost', key)
    expect(await received(signed)).toMatchObject({ verdict: 'clean', own: [] })
    expect((await received(signed.replace('Thursday', 'Friday'))).own).toEqual(['not_ours'])
    dns.zone.set('s1._domainkey.sender.example', key.record)
    const other = await sign(mail('postmaster@inbox.localhost'), 'sender.example', key)
    expect((await received(other)).own).toEqual(['not_ours'])
  })

  test('is counted once where DMARC of our domain has failed', async () => {
    for (const [policy, score] of [
      ['reject', 50],
      ['none', 35],
    ] as const) {
      dns.zone.set(`_dmarc.${policy}.inbox.localhost`, { TXT: [`v=DMARC1; p=${policy}`] })
      const answer = await received(mail(`it@${policy}.inbox.localhost`))
      expect(answer).toMatchObject({ verdict: 'flagged', own: ['not_ours_by_dmarc'] })
      expect(Math.abs(answer.score - score)).toBeLessThan(10)
    }
  })
})

describe('mail of our own', () => {
  test('that the relay hands to our listener is no stranger’s, without DKIM, whatever it says', async () => {
    const other = await house.api('POST', '/inboxes', { slug: 'colleague' })
    const bcc = ['ada@peer.example']
    const attachments = [{ filename: 'a.txt', content_type: 'text/plain', content: 'SGVsbG8=' }]
    await sent({ to: String(other.body.address), bcc, attachments, body: '.\nGrüße\n.Punkt\r\n' })
    expect(await arrivedAt('colleague')).toMatchObject({ verdict: 'clean', own: [] })
    await sent({ to: 'postmaster@inbox.localhost' })
  })

  test('nor in a sandbox', async () => {
    const [to, from] = await Promise.all(
      ['sandbox-to', 'sandbox-from'].map(async (slug) => {
        await house.api('POST', '/inboxes', { slug }, { key: house.sandboxKey })
        return slug
      }),
    )
    await sent({ to: `${to}@inbox.localhost` }, house.sandboxKey, from)
    expect(await arrivedAt(to!, house.sandboxKey)).toMatchObject({ verdict: 'clean', own: [] })
  })

  test('comes back unchanged from who forwards it; its return path alone makes nobody one of us', async () => {
    await sent({ to: 'ada@peer.example' })
    const { mailFrom, data } = peer.mails[0]!
    const forwarded = Buffer.concat([Buffer.from('Received: from peer.example\r\n'), data])
    expect(await received(forwarded, mailFrom)).toMatchObject({ own: [] })
    const changed = data.toString('latin1').replace('Thursday', 'Friday')
    expect((await received(changed, mailFrom)).own).toEqual(['not_ours'])
    const more = Buffer.concat([data, Buffer.from('And transfer the money.\r\n')])
    expect((await received(more, mailFrom)).own).toEqual(['not_ours'])
    expect((await received(mail('postmaster@inbox.localhost'), mailFrom)).own).toEqual(['not_ours'])
    const own = mail('postmaster@inbox.localhost', 'Transfer the money.')
    const [header, text] = own.split('\r\n\r\n') as [string, string]
    for (const before of [
      own,
      `${header}\r\n`,
      'Subject: Transfer\r\n',
      'X-Spam: no\r\n',
      'Received: from peer.example\r\nFrom: postmaster@inbox.localhost\r\n',
      `Received: from peer.example\r\n\r\n${text}`,
      `Received: from peer.example\n\n${text}`,
      `Received: from peer.example\nSubject: Transfer\r\n`,
      `Received: from peer.example\rSubject: Transfer\r\n`,
      'Received: from peer.example\r\n \t\r\n',
      ' from peer.example\r\n',
      'Received: from peer.example\r\n: ',
      'Received: ',
    ])
      expect((await received(Buffer.concat([Buffer.from(before), data]), mailFrom)).own, before).toEqual([
        'not_ours',
      ])
    const traced = [
      'Return-Path: <x@peer.example>',
      'Received: from peer.example\r\n\tby b.example; Tue, 01 Jul 2025 10:00:00 +0000',
      'ARC-Seal: i=1; a=rsa-sha256',
      'Authentication-Results: b.example;\r\n spf=pass\r\n',
    ].join('\r\n')
    expect((await received(Buffer.concat([Buffer.from(traced), data]), mailFrom)).own).toEqual([])
    const forged = mailFrom.replace(/.@/, (last) => (last === '0@' ? '1@' : '0@'))
    expect((await received(forwarded, forged)).own).toEqual(['not_ours'])
  })
})
