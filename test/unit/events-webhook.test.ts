/** What webhooks say and how they are signed: as the specification has it, and as Standard Webhooks has it. */
import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { riskLevel } from '../../shared/domain/analysis.ts'
import { eventTypes } from '../../shared/events/index.ts'
import { messageReceived } from '../../shared/events/message-received.ts'
import { nextAttemptAt } from '../../shared/events/retry.ts'
import { keptSecrets, SecretKeys } from '../../shared/events/secret-keys.ts'
import { newWebhookSecret, signatureHeaders } from '../../shared/events/signature.ts'

describe('signatureHeaders', () => {
  it('gives the headers that openssl and a Standard Webhooks library give', () => {
    const headers = signatureHeaders({
      id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      timestamp: 1614265330,
      attempt: 1,
      body: '{"test": 2432232314}',
      secrets: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
    })
    expect(headers).toEqual({
      'X-Svc-Signature': 'sha256=2e37df5d4a028c51a7f3133d64ae1e300d2c2c900f1b1d49d4369ad2530f8964',
      'X-Svc-Timestamp': '1614265330',
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    })
  })

  it('is verified by a receiver that follows the specification', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.nat(), (body, timestamp) => {
        const secret = newWebhookSecret()
        const headers = signatureHeaders({ id: 'whd_1', timestamp, attempt: 1, body, secrets: [secret] })
        const expected = createHmac('sha256', secret)
          .update(`${headers['X-Svc-Timestamp']}.${body}`)
          .digest('hex')
        expect(headers['X-Svc-Signature']).toBe(`sha256=${expected}`)
        expect(headers['X-Svc-Signature']).toMatch(/^sha256=[0-9a-f]{64}$/)
      }),
    )
  })

  it('keeps the id and signs the time afresh for each attempt', () => {
    const attempt = (timestamp: number) =>
      signatureHeaders({ id: 'whd_1', timestamp, attempt: 1, body: '{}', secrets: ['whsec_AAAA'] })
    const [first, second] = [attempt(1_000), attempt(4_600)]
    expect(second['webhook-id']).toBe(first['webhook-id'])
    for (const name of ['webhook-timestamp', 'webhook-signature', 'X-Svc-Timestamp', 'X-Svc-Signature'])
      expect(second[name]).not.toBe(first[name])
  })

  it('signs with both secrets while one replaces the other; X-Svc in turn, attempt by attempt', () => {
    const at = (attempt: number, ...secrets: string[]) =>
      signatureHeaders({ id: 'whd_1', timestamp: 1, attempt, body: '{}', secrets })
    const of = (...secrets: string[]) => at(1, ...secrets)
    const [fresh, old] = [newWebhookSecret(), newWebhookSecret()]
    const both = of(fresh, old)
    expect(both['webhook-signature']).toBe(
      `${of(fresh)['webhook-signature']} ${of(old)['webhook-signature']}`,
    )
    const own = [1, 2, 3, 4, 5].map((attempt) => at(attempt, fresh, old)['X-Svc-Signature'])
    const [ofFresh, ofOld] = [of(fresh)['X-Svc-Signature'], of(old)['X-Svc-Signature']]
    expect(own).toEqual([ofFresh, ofOld, ofFresh, ofOld, ofFresh])
  })

  it('signs nothing without a secret', () => {
    expect(() =>
      signatureHeaders({ id: 'whd_1', timestamp: 1, attempt: 1, body: '{}', secrets: [] }),
    ).toThrow(RangeError)
  })
})

it('makes secrets that Standard Webhooks libraries take: whsec_ and 24 random bytes in base64', () => {
  const secret = newWebhookSecret()
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/)
  expect(newWebhookSecret()).not.toBe(secret)
})

it('keeps the keys of the secrets that signed last, and of no more', () => {
  const keys = new SecretKeys()
  const [used, unused] = [keys.of('whsec_used'), keys.of('whsec_unused')]
  for (let i = 2; i < keptSecrets; i++) keys.of(`whsec_${i}`)
  expect(keys.of('whsec_used')).toBe(used)
  keys.of('whsec_one more')
  expect(keys.of('whsec_used')).toBe(used)
  expect(keys.of('whsec_unused')).not.toBe(unused)
})

describe('messageReceived', () => {
  const message = {
    id: 'msg_1',
    inbox_id: 'inb_1',
    thread_id: 'thr_1',
    from: 'a@sender.example',
    to: 'b@inbox.example',
    subject: 'Hello',
    body: 'Words',
    direction: 'inbound' as const,
    status: 'flagged',
    verdict: 'flagged' as const,
    rcpt_to: ['b+tag@inbox.example'],
    security_analysis: { risk_score: 42, summary: 'A link', detections: [], triggered_policy: 'pol_1' },
    created_at: '2026-01-01T00:00:00.000Z',
  }

  it('is the payload of the specification, and what REST says of the message beside it', () => {
    expect(messageReceived(message, '2026-01-01T00:00:01.000Z')).toEqual({
      event: 'message.received',
      timestamp: '2026-01-01T00:00:01.000Z',
      data: {
        id: 'msg_1',
        inbox_id: 'inb_1',
        thread_id: 'thr_1',
        from: 'a@sender.example',
        to: 'b@inbox.example',
        subject: 'Hello',
        body: 'Words',
        status: 'delivered',
        direction: 'inbound',
        verdict: 'flagged',
        released: false,
        rcpt_to: ['b+tag@inbox.example'],
        security_analysis: { score: 42, risk_score: 42, level: 'medium', summary: 'A link' },
        created_at: '2026-01-01T00:00:00.000Z',
      },
    })
  })

  it.for([
    [0, 'low'],
    [30, 'low'],
    [31, 'medium'],
    [70, 'medium'],
    [71, 'high'],
    [100, 'high'],
  ] as const)('calls a score of %i %s', ([score, level]) => {
    expect(riskLevel(score)).toBe(level)
  })

  it('is in the registry, under its name, each name once', () => {
    const names = eventTypes.map(({ name }) => name)
    expect(names).toContain('message.received')
    expect(new Set(names).size).toBe(names.length)
  })
})

it('takes the time of the next attempt from the table of delays', () => {
  const delays = [0, 30, 120, 600, 3600]
  const after = [1, 2, 3, 4, 5].map((made) => nextAttemptAt(delays, made, 0)?.getTime() ?? null)
  expect(after).toEqual([30_000, 120_000, 600_000, 3_600_000, null])
  expect(nextAttemptAt([0], 1, 0)).toBeNull()
})
