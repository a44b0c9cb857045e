/** What a report means for the recipients of a message. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { BouncedRecipient, MailReport } from '../../shared/domain/mail-report.ts'
import { allCameBack, concernedBy, effectsOf, suppressing } from '../../shared/domain/report-effects.ts'

const ada = { index: 0, address: 'Ada@peer.example', status: 'sent' } as const
const bob = { index: 1, address: 'bob@peer.example', status: 'sent' } as const

const bounced = (fields: Partial<BouncedRecipient> = {}): BouncedRecipient => ({
  address: 'ada@peer.example',
  originalAddress: null,
  action: 'failed',
  code: 550,
  enhancedCode: '5.1.1',
  reason: 'unknown_user',
  hard: true,
  text: 'No such user',
  ...fields,
})
const bounce = (...recipients: BouncedRecipient[]): MailReport => ({
  kind: 'bounce',
  recipients,
  messageId: null,
})

test('an international recipient is known however the report writes its domain', () => {
  const jo = { index: 2, address: 'jo@xn--mnchen-3ya.example', status: 'sent' } as const
  for (const address of ['jo@münchen.example', 'JO@XN--MNCHEN-3YA.example'])
    expect(effectsOf(bounce(bounced({ address })), [ada, jo])).toMatchObject([{ address: jo.address }])
  const complaint: MailReport = {
    kind: 'complaint',
    feedbackType: 'abuse',
    recipients: ['jo@münchen.example'],
    messageId: null,
  }
  expect(effectsOf(complaint, [ada, jo])).toMatchObject([{ address: jo.address }])
})

describe('the suppression list', () => {
  const complaint: MailReport = {
    kind: 'complaint',
    feedbackType: 'abuse',
    recipients: ['ada@peer.example'],
    messageId: null,
  }

  test('gets who bounced hard or complained, where the report can be about nobody else', () => {
    for (const report of [bounce(bounced()), complaint])
      expect(suppressing(effectsOf(report, [ada]), [ada])).toMatchObject([{ address: 'Ada@peer.example' }])
    expect(suppressing(effectsOf(bounce(bounced({ hard: false })), [ada]), [ada])).toEqual([])
  })

  test('gets nobody of several recipients who shared a return path, one of whom may have made the report up', () => {
    for (const report of [bounce(bounced()), complaint]) {
      const effects = effectsOf(report, [ada, bob])
      expect(effects).toHaveLength(1)
      expect(suppressing(effects, [ada, bob])).toEqual([])
      // The others having their end already makes it no more credible.
      expect(suppressing(effects, [ada, { ...bob, status: 'bounced' }])).toEqual([])
    }
  })
})

test('a report that came by the return path of one recipient is about that one, whomever it names', () => {
  const concerned = concernedBy([ada, bob], 1)
  expect(concerned).toEqual([bob])
  const effects = effectsOf(bounce(bounced({ address: 'ada@peer.example' })), concerned)
  expect(suppressing(effects, concerned)).toMatchObject([{ address: 'bob@peer.example' }])
  expect(concernedBy([ada, bob], null)).toEqual([ada, bob])
  expect(concernedBy([ada, bob], 2)).toEqual([])
})

describe('a bounce', () => {
  test('is about the recipient that it names, in any letter case', () => {
    expect(effectsOf(bounce(bounced({ address: 'ADA@PEER.example' })), [bob, ada])).toMatchObject([
      { address: 'Ada@peer.example', type: 'hard', outcome: { index: 0, status: 'bounced', code: 550 } },
    ])
  })

  test('is about the recipient that it names as the original one', () => {
    const forwarded = bounced({ address: 'ada@elsewhere.example', originalAddress: 'ada@peer.example' })
    expect(effectsOf(bounce(forwarded), [ada, bob])).toMatchObject([{ outcome: { index: 0 } }])
  })

  test('of a message with one recipient is about that one, whatever it names', () => {
    expect(effectsOf(bounce(bounced({ address: '' })), [bob])).toMatchObject([{ outcome: { index: 1 } }])
  })

  test('of a message with several that names none of them means nothing', () => {
    expect(effectsOf(bounce(bounced({ address: 'victim@x.example' })), [ada, bob])).toEqual([])
  })

  test('of a recipient that has its end means nothing', () => {
    for (const status of ['bounced', 'complained', 'failed'] as const)
      expect(effectsOf(bounce(bounced()), [{ ...ada, status }])).toEqual([])
  })

  test('may overtake our own note that the message was sent', () => {
    expect(effectsOf(bounce(bounced()), [{ ...ada, status: 'pending' }])).toMatchObject([{ type: 'hard' }])
  })

  test('that tells of success means nothing, and one of a delay leaves the recipient where it is', () => {
    expect(effectsOf(bounce(bounced({ action: 'delivered' })), [ada])).toEqual([])
    expect(effectsOf(bounce(bounced({ action: 'delayed', hard: false })), [ada])).toMatchObject([
      { type: null, outcome: { status: 'sent' } },
    ])
  })

  test('that names a recipient as delayed and as failed is a failure', () => {
    const both = bounce(bounced({ action: 'delayed' }), bounced())
    expect(effectsOf(both, [ada])).toMatchObject([{ type: 'hard' }])
  })
})

describe('a complaint', () => {
  const complaint = (recipients: string[], feedbackType = 'abuse'): MailReport => ({
    kind: 'complaint',
    feedbackType,
    recipients,
    messageId: null,
  })
  test('is about who it names, or about the only one', () => {
    expect(effectsOf(complaint(['bob@peer.example']), [ada, bob])).toMatchObject([{ outcome: { index: 1 } }])
    expect(effectsOf(complaint([]), [ada])).toMatchObject([{ type: 'complaint' }])
    expect(effectsOf(complaint([]), [ada, bob])).toEqual([])
  })
  test('that says "not spam" is none', () => {
    expect(effectsOf(complaint(['ada@peer.example'], 'not-spam'), [ada])).toEqual([])
  })
})

test('no report touches a recipient twice, or one that is not of the message, or writes what cannot be stored', () => {
  const anyRecipient = fc.record({
    address: fc.oneof(fc.constantFrom('ada@peer.example', 'bob@peer.example', ''), fc.string()),
    originalAddress: fc.option(fc.string()),
    action: fc.constantFrom('failed', 'delayed', 'delivered', 'relayed', 'expanded'),
    code: fc.option(fc.integer({ min: 200, max: 599 })),
    enhancedCode: fc.option(fc.constant('5.0.0')),
    reason: fc.constantFrom('unknown_user', 'policy', 'unknown'),
    hard: fc.boolean(),
    text: fc.string({ unit: 'binary', maxLength: 700 }),
  })
  fc.assert(
    fc.property(fc.array(anyRecipient, { maxLength: 6 }), (recipients) => {
      const effects = effectsOf(bounce(...(recipients as BouncedRecipient[])), [ada, bob])
      const indexes = effects.map(({ outcome }) => outcome.index)
      expect(new Set(indexes).size).toBe(indexes.length)
      for (const { outcome } of effects) {
        expect([0, 1]).toContain(outcome.index)
        expect(outcome.reason).not.toMatch(/\p{Cc}/u)
        expect(outcome.reason!.length).toBeLessThanOrEqual(500)
        expect(outcome.reason!.isWellFormed()).toBe(true)
      }
    }),
  )
})

test('a message has come back when it came back from somebody and nobody has it', () => {
  expect(allCameBack(['bounced'])).toBe(true)
  expect(allCameBack(['bounced', 'failed'])).toBe(true)
  expect(allCameBack(['bounced', 'sent'])).toBe(false)
  expect(allCameBack(['bounced', 'pending'])).toBe(false)
  expect(allCameBack(['failed'])).toBe(false)
})
