/** The six policy types: their configs, and when they fire. */
import { describe, expect, test } from 'vitest'
import { limits } from '../../shared/domain/limits.ts'
import type { AppliedPolicy, PolicyConfig, PolicyTypeName } from '../../shared/domain/policy.ts'
import { evaluate } from '../../shared/policy/evaluate.ts'
import { policyTypes } from '../../shared/policy/index.ts'
import type { PolicySubject } from '../../shared/policy/policy-type.ts'
import { Search } from '../../shared/policy/search.ts'
import { inboundOf, outboundOf, policyOf } from '../support/policies.ts'
import { threadMs } from '../support/thread-time.ts'

const fires = (policy: AppliedPolicy, subject: PolicySubject): boolean =>
  evaluate([policy], subject).length > 0
const reasonOf = (policy: AppliedPolicy, subject: PolicySubject) => evaluate([policy], subject)[0]?.reason
const atRcpt = (mailFrom: string): PolicySubject => ({ stage: 'rcpt', direction: 'inbound', mailFrom })

/** The paths of what is wrong with a config. */
const problems = (type: PolicyTypeName, config: unknown): string[] => {
  const parsed = policyTypes[type].config.safeParse(config)
  const paths = parsed.success
    ? policyTypes[type].problems!(parsed.data).map(({ path }) => path.join('.'))
    : parsed.error.issues.flatMap((issue) =>
        issue.code === 'unrecognized_keys' ? issue.keys : [issue.path.join('.')],
      )
  return [...new Set(paths)]
}

const minimal: Record<PolicyTypeName, PolicyConfig> = {
  domain_allowlist: { domains: ['example.com'] },
  domain_blocklist: { domains: ['example.com'] },
  keyword_filter: { keywords: ['invoice'] },
  rate_limit: { max_messages: 1, window_seconds: 1 },
  pii_redaction: { entities: ['email'] },
  output_scan: { detectors: ['secrets'] },
}

describe('configs', () => {
  test('the defaults are written out', () => {
    const parsed = Object.entries(minimal).map(([type, config]) =>
      policyTypes[type as PolicyTypeName].config.parse(config),
    )
    expect(parsed).toEqual([
      { domains: ['example.com'], direction: 'both' },
      { domains: ['example.com'], direction: 'both' },
      {
        keywords: ['invoice'],
        match: 'word',
        fields: ['subject', 'body'],
        case_sensitive: false,
        direction: 'both',
      },
      { max_messages: 1, window_seconds: 1, per: 'inbox', direction: 'both' },
      { entities: ['email'], direction: 'both', replacement: '[REDACTED:{type}]' },
      { detectors: ['secrets'], max_score: 30 },
    ])
  })

  test.each(Object.keys(minimal) as PolicyTypeName[])('%s refuses a key that it does not know', (type) => {
    expect(problems(type, { ...minimal[type], nonsense: 1 })).toEqual(['nonsense'])
    expect(problems(type, {})).not.toEqual([])
  })

  test('an output scan has no direction: it is outbound', () => {
    expect(problems('output_scan', { detectors: ['pii'], direction: 'outbound' })).toEqual(['direction'])
  })

  test.each<[PolicyTypeName, PolicyConfig, string[]]>([
    ['domain_allowlist', { domains: [] }, ['domains']],
    ['domain_allowlist', { domains: ['example.com', 'not a domain'] }, ['domains.1']],
    ['domain_blocklist', { domains: Array(limits.policyDomains + 1).fill('a.com') }, ['domains']],
    ['domain_blocklist', { domains: ['a'.repeat(limits.policyPatternCharacters + 1)] }, ['domains.0']],
    ['domain_blocklist', { domains: ['a.com'], direction: 'sideways' }, ['direction']],
    ['keyword_filter', { keywords: [] }, ['keywords']],
    ['keyword_filter', { keywords: [' \u200b'] }, ['keywords.0']],
    ['keyword_filter', { keywords: Array(limits.policyKeywords + 1).fill('a') }, ['keywords']],
    ['keyword_filter', { keywords: ['a'.repeat(limits.policyKeywordCharacters + 1)] }, ['keywords.0']],
    ['keyword_filter', { keywords: ['a'], fields: [] }, ['fields']],
    ['keyword_filter', { keywords: ['a'], match: 'glob' }, ['match']],
    ['rate_limit', { max_messages: -1, window_seconds: 0 }, ['max_messages', 'window_seconds']],
    ['rate_limit', { max_messages: 1.5, window_seconds: 60 }, ['max_messages']],
    [
      'rate_limit',
      { max_messages: limits.policyMaxMessages + 1, window_seconds: limits.policyWindowSeconds + 1 },
      ['max_messages', 'window_seconds'],
    ],
    ['pii_redaction', { entities: ['blood_type'] }, ['entities.0']],
    ['pii_redaction', { entities: ['email'], replacement: '<b>{type}</b>' }, ['replacement']],
    ['pii_redaction', { entities: ['email'], replacement: 'a\nb' }, ['replacement']],
    [
      'pii_redaction',
      { entities: ['email'], replacement: 'x'.repeat(limits.policyReplacementCharacters + 1) },
      ['replacement'],
    ],
    ['output_scan', { detectors: [], max_score: 101 }, ['detectors', 'max_score']],
    ['output_scan', { detectors: ['viruses'] }, ['detectors.0']],
  ])('%s refuses %j', (type, config, paths) => {
    expect(problems(type, config)).toEqual(paths)
  })

  test('regular expressions are RE2: what it does not know is refused, and so is what is too large', () => {
    const refused = (...keywords: string[]) => problems('keyword_filter', { keywords, match: 'regex' })
    expect(refused('ok', '(a', 'a(?=b)', '(a)\\1', 'a++', '[z-a]')).toEqual([
      'keywords.1',
      'keywords.2',
      'keywords.3',
      'keywords.4',
      'keywords.5',
    ])
    expect(refused('a{1001}')).toEqual(['keywords.0'])
    const size = limits.policyRegexSize
    expect(refused(`(${'a'.repeat(10)}){${size / 10}}`)).toEqual(['keywords.0'])
    expect(
      policyTypes.keyword_filter.config.safeParse({ keywords: [`a{${size - 10}}`], match: 'regex' }).success,
    ).toBe(true)
  })
})

describe('domain_blocklist', () => {
  const policy = policyOf('domain_blocklist', 'block', { domains: ['evil.test', '*.evil.test'] })

  test('fires on the envelope sender and on every address in From, authenticated or not', () => {
    expect(fires(policy, atRcpt('x@evil.test'))).toBe(true)
    expect(fires(policy, atRcpt('x@mail.evil.test'))).toBe(true)
    expect(fires(policy, atRcpt('x@good.test'))).toBe(false)
    expect(fires(policy, atRcpt(''))).toBe(false)
    expect(fires(policy, inboundOf({ authors: ['a@good.test', 'x@evil.test'], authenticated: false }))).toBe(
      true,
    )
    expect(fires(policy, inboundOf({ mailFrom: 'x@evil.test' }))).toBe(true)
    expect(fires(policy, inboundOf())).toBe(false)
  })

  test('fires when one of many recipients is on it, and says which', () => {
    const subject = outboundOf({ recipients: ['a@good.test', 'b@evil.test', 'c@good.test'] })
    expect(reasonOf(policy, subject)).toBe('The recipient b@evil.test is on the block list.')
    expect(fires(policy, outboundOf())).toBe(false)
  })
})

describe('domain_allowlist', () => {
  const policy = policyOf('domain_allowlist', 'block', { domains: ['partner.test', 'ada@example.com'] })

  test('fires on a sender that is not on it', () => {
    expect(reasonOf(policy, inboundOf({ authors: ['bob@example.com'] }))).toBe(
      'The sender bob@example.com is not on the allow list.',
    )
    expect(fires(policy, inboundOf({ authors: ['ada@example.com'] }))).toBe(false)
    expect(fires(policy, inboundOf({ authors: ['x@partner.test'] }))).toBe(false)
  })

  test('a sender on it whose domain is not authenticated counts as a stranger', () => {
    const forged = inboundOf({ authors: ['x@partner.test'], authenticated: false })
    expect(reasonOf(policy, forged)).toContain('not authenticated')
  })

  test('every address in From must be on it; a message without one is nobody it knows', () => {
    expect(fires(policy, inboundOf({ authors: ['x@partner.test', 'y@other.test'] }))).toBe(true)
    expect(fires(policy, inboundOf({ authors: [] }))).toBe(true)
  })

  test('the envelope sender of another machine is no matter after RCPT', () => {
    expect(fires(policy, inboundOf({ authors: ['x@partner.test'], mailFrom: 'bounce@mailer.test' }))).toBe(
      false,
    )
  })

  test('at RCPT it refuses an envelope sender that is not on it, and never a bounce', () => {
    expect(fires(policy, atRcpt('x@other.test'))).toBe(true)
    expect(fires(policy, atRcpt('x@partner.test'))).toBe(false)
    expect(fires(policy, atRcpt(''))).toBe(false)
  })

  test('every recipient must be on it', () => {
    expect(fires(policy, outboundOf({ recipients: ['x@partner.test', 'ada@example.com'] }))).toBe(false)
    expect(fires(policy, outboundOf({ recipients: ['x@partner.test', 'y@other.test'] }))).toBe(true)
  })

  test('lists of one scope add up; a global one and one of the inbox must both be satisfied', () => {
    const list = (domain: string, inbox_id: string | null) =>
      policyOf('domain_allowlist', 'withhold', { domains: [domain] }, { inbox_id })
    const from =
      (...policies: AppliedPolicy[]) =>
      (author: string) =>
        evaluate(policies, inboundOf({ authors: [author] })).length
    const added = from(list('a.test', null), list('b.test', null))
    expect([added('x@a.test'), added('x@b.test'), added('x@c.test')]).toEqual([0, 0, 2])
    const both = from(list('a.test', null), list('b.test', null), list('b.test', 'inb_1'))
    expect([both('x@a.test'), both('x@b.test'), both('x@c.test')]).toEqual([1, 0, 3])
  })

  test('a list that is disabled, or looks the other way, neither fires nor adds to the others', () => {
    const own = policyOf('domain_allowlist', 'block', { domains: ['a.test'] })
    const off = policyOf('domain_allowlist', 'block', { domains: ['b.test'] }, { enabled: false })
    const out = policyOf('domain_allowlist', 'block', { domains: ['c.test'], direction: 'outbound' })
    expect(evaluate([own, off, out], inboundOf({ authors: ['x@b.test'] }))).toHaveLength(1)
    expect(evaluate([own, off, out], inboundOf({ authors: ['x@c.test'] }))).toHaveLength(1)
    expect(evaluate([off], inboundOf({ authors: ['x@z.test'] }))).toEqual([])
  })
})

describe('keyword_filter', () => {
  const filter = (config: PolicyConfig) => policyOf('keyword_filter', 'flag', config)
  const body = (...texts: string[]) => inboundOf({ subject: '', texts })

  test('a word is not found within a longer one, in any script', () => {
    const policy = filter({ keywords: ['pay', 'банк', 'C++', '$100'] })
    for (const text of [
      'Please PAY now.',
      'pay',
      '(pay)',
      'pay!',
      'мой банк тут',
      'I like c++!',
      'costs $100.',
    ])
      expect(fires(policy, body(text)), text).toBe(true)
    for (const text of ['payment', 'repay', 'pay_now', 'pay2', 'банкир', 'payé', 'costs $1000'])
      expect(fires(policy, body(text)), text).toBe(false)
  })

  test('a substring is found anywhere', () => {
    const policy = filter({ keywords: ['pay'], match: 'substring' })
    expect(fires(policy, body('repayment'))).toBe(true)
    expect(fires(policy, body('pa y'))).toBe(false)
  })

  test('neither line breaks nor disguises hide a keyword', () => {
    const policy = filter({ keywords: ['wire transfer'] })
    for (const text of [
      'Wire\r\n  transfer',
      'wi\u200bre trans\u00adfer',
      'ｗｉｒｅ　ｔｒａｎｓｆｅｒ',
      'WIRE\u00a0TRANSFER',
      ...[0x34f, 0x61c, 0x180e, 0x202e, 0x2066, 0x206f, 0xfe0f, 0xfffa, 0x7f, 0xe0041, 0xe0100].map(
        (code) => `wire trans${String.fromCodePoint(code)}fer`,
      ),
    ])
      expect(fires(policy, body(text)), JSON.stringify(text)).toBe(true)
    const expression = filter({ keywords: ['wire\\s+transfer\\b'], match: 'regex', fields: ['subject'] })
    for (const subject of ['Wire trans\u200bfer', 'wire trans\u2066fer'])
      expect(fires(expression, inboundOf({ subject })), JSON.stringify(subject)).toBe(true)
  })

  test('neither does what stands between a letter and its accent, nor how the end of a word is written', () => {
    const policy = filter({ keywords: ['réservé'] })
    for (const text of ['re\u200d\u0301serve\u2060\u0301', 'r\u00adéserve\u0301', 'RÉSERVÉ'])
      expect(fires(policy, body(text)), JSON.stringify(text)).toBe(true)
    expect(fires(policy, body('re\u200dserve'))).toBe(false)
    const greek = filter({ keywords: ['ΛΟΓΟΣ'], match: 'substring' })
    for (const text of ['ΛΟΓΟΣ', 'λόγος λογος', 'ΛΟΓΟΣΗΜΟ', 'λογοσημο'])
      expect(fires(greek, body(text)), text).toBe(true)
  })

  test('spaces around a word are no part of it; those of a substring are', () => {
    const word = filter({ keywords: [' wire  transfer '] })
    for (const text of ['Wire transfer', 'A wire transfer.', '(wire transfer)'])
      expect(fires(word, body(text)), text).toBe(true)
    expect(fires(word, body('rewire transfer'))).toBe(false)
    const part = filter({ keywords: [' ai '], match: 'substring' })
    expect([fires(part, body('an ai here')), fires(part, body('ai.'))]).toEqual([true, false])
  })

  test('a keyword of invisible characters alone is found where it stands', () => {
    const policy = filter({ keywords: ['\u2066'], match: 'substring' })
    expect([fires(policy, body('a\u2066b')), fires(policy, body('ab'))]).toEqual([true, false])
  })

  test('letter case counts where it is asked to', () => {
    const policy = filter({ keywords: ['ACME'], case_sensitive: true })
    expect(fires(policy, body('ACME Corp'))).toBe(true)
    expect(fires(policy, body('acme corp'))).toBe(false)
    const expression = filter({ keywords: ['AC[MN]E'], match: 'regex', case_sensitive: true })
    expect(fires(expression, body('ACNE'))).toBe(true)
    expect(fires(expression, body('acne'))).toBe(false)
  })

  test('an expression is found anywhere, in any letter case unless told', () => {
    const policy = filter({ keywords: ['order\\s+#?\\d{4}\\b'], match: 'regex' })
    expect(fires(policy, body('Your ORDER  #1815 is late'))).toBe(true)
    expect(fires(policy, body('Your order 18156'))).toBe(false)
  })

  test('it looks into the fields that it names, and into every form of the body', () => {
    const of = (...fields: string[]) => filter({ keywords: ['virus'], fields })
    const subject = inboundOf({ subject: 'A virus', texts: [''] })
    expect([fires(of('subject'), subject), fires(of('body'), subject)]).toEqual([true, false])
    const attachment = inboundOf({ attachmentNames: ['a.txt', 'virus.exe'] })
    expect([fires(of('attachment_names'), attachment), fires(of('subject', 'body'), attachment)]).toEqual([
      true,
      false,
    ])
    expect(fires(of('body'), body('plain', 'visible', 'hidden virus'))).toBe(true)
    expect(reasonOf(of('attachment_names'), attachment)).toBe('The name of an attachment holds "virus".')
  })

  test('the names in From stand beside the subject, and are searched with it', () => {
    const of = (...fields: string[]) => filter({ keywords: ['tax office'], fields })
    const posing = inboundOf({ authorNames: ['Ada', 'The Tax\u200b Office'] })
    expect(reasonOf(of('subject'), posing)).toBe('The name in From holds "tax office".')
    expect(fires(of('body', 'attachment_names'), posing)).toBe(false)
    expect(fires(of('subject'), inboundOf({ authorNames: ['Ada'] }))).toBe(false)
    expect(fires(of('subject'), outboundOf())).toBe(false)
  })

  test('an expression that would ruin another engine takes no time', () => {
    const policy = filter({ keywords: ['(a+)+$', '(a|aa)+b', '(.*a){12}b'], match: 'regex' })
    const started = threadMs()
    expect(fires(policy, body(`${'a'.repeat(100_000)}!`))).toBe(false)
    expect(threadMs() - started).toBeLessThan(5_000)
  })

  test('a filter that is not through in time fires, and says so', () => {
    let now = 0
    const slow = new Search(() => (now += limits.policySearchMs))
    const policy = filter({ keywords: ['one', 'two', 'three'] })
    const [fired] = evaluate([policy], body('nothing of that'), slow)
    expect(fired?.reason).toBe('The message could not be searched for all keywords in time.')
  })
})

describe('rate_limit, pii_redaction and output_scan', () => {
  test('a rate limit fires on what was counted to be over it', () => {
    const policy = policyOf('rate_limit', 'block', { max_messages: 5, window_seconds: 60 })
    expect(reasonOf(policy, inboundOf({ exceeded: [policy.id] }))).toBe(
      'More than 5 messages in 60 seconds for the inbox.',
    )
    expect(fires(policy, inboundOf({ exceeded: ['pol_other'] }))).toBe(false)
    expect(fires(policy, atRcpt('x@example.com'))).toBe(false)
  })

  test('a redaction fires where it took something out; with another action, where there is something', () => {
    const redacting = policyOf('pii_redaction', 'redact', { entities: ['email', 'credit_card'] })
    expect(fires(redacting, inboundOf({ entities: ['email'] }))).toBe(false)
    expect(fires(redacting, inboundOf({ redacted: [redacting.id] }))).toBe(true)
    const blocking = policyOf('pii_redaction', 'block', { entities: ['email', 'credit_card'] })
    expect(reasonOf(blocking, outboundOf({ entities: ['iban', 'credit_card'] }))).toBe(
      'The message holds credit card.',
    )
    expect(fires(blocking, outboundOf({ entities: ['iban'] }))).toBe(false)
  })

  test('an output scan fires above its score, and where there is none; never on what comes in', () => {
    const policy = policyOf('output_scan', 'block', { detectors: ['secrets'], max_score: 40 })
    const scored = (score: number | null) => outboundOf({ scanScores: { [policy.id]: score } })
    expect([fires(policy, scored(40)), fires(policy, scored(41)), fires(policy, scored(null))]).toEqual([
      false,
      true,
      true,
    ])
    expect(fires(policy, outboundOf())).toBe(true)
    expect(fires(policy, inboundOf())).toBe(false)
  })
})
