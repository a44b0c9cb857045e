/** Strangers who pose as somebody the inbox knows, what they ask for, and honest mail that only looks like theirs. */
import { describe, expect, it } from 'vitest'
import type { ParsedMail } from '../../shared/domain/parsed-mail.ts'
import { combine } from '../../shared/risk/combine.ts'
import { accountsIn } from '../../shared/risk/impostor/accounts.ts'
import { likenessOf } from '../../shared/risk/impostor/resembles.ts'
import type { RiskMessage } from '../../shared/risk/scorer.ts'
import { impostor } from '../../shared/risk/scorers/impostor.ts'
import { knownSender } from '../../shared/risk/scorers/known-sender.ts'
import { type Letter, lettersOf, rowOf } from '../detect/impostors/letters.ts'
import { messageOf } from '../detect/rows.ts'
import { riskMessage } from '../support/risk-message.ts'

const dmarc = (result: 'pass' | 'fail' | 'none', domain: string): RiskMessage['authentication'] => ({
  spf: { result: 'none', domain },
  dkim: [],
  dmarc: { result, domain, policy: 'none' },
  arc: { result: 'none' },
})
const correspondents = [
  {
    address: 'ada.winter@quarrytools.com',
    name: 'Ada Winter',
    clean: 9,
    replyDomains: ['help.quarrytools.com'],
  },
  { address: 'bob@gmail.com', name: 'Bob Summerfield', clean: 5, replyDomains: [] },
]

function found(
  mail: Partial<ParsedMail> & { from: { name: string; address: string } },
  more: Partial<RiskMessage> = {},
) {
  const domain = mail.from.address.split('@')[1]!
  const message = riskMessage(mail, { correspondents, authentication: dmarc('pass', domain), ...more })
  const detections = impostor.score(message, { signal: AbortSignal.timeout(1_000), llm: null })
  return Array.isArray(detections) ? detections : []
}
const results = (...given: Parameters<typeof found>) => found(...given).map(({ result }) => result)
const from = (name: string, address: string) => ({ from: { name, address } })

describe('an impostor', () => {
  it.each([
    ['known_name', 'Ada Winter', 'ada.winter.office@gmail.com'],
    ['known_name', 'Winter, Ada (CEO)', 'boss@harbour.example.net'],
    ['known_name', 'Аda Wintеr', 'x@harbour.example.net'],
    ['known_name', '', 'ada.winter@outlook.com'],
    ['known_name', 'Bob Summerfield', 'bob.summerfield@gmail.com'],
    ['domain_lookalike', 'Sales', 'sales@quarry-tools.com'],
    ['domain_lookalike', 'Sales', 'sales@quarrytoo1s.com'],
    ['domain_lookalike', 'Sales', 'sales@quarrytools.com.mail-center.net'],
    ['domain_contains', 'Sales', 'sales@quarrytools-group.com'],
    ['domain_contains', 'Sales', 'sales@my-quarrytools.com'],
    ['domain_suffix', 'Sales', 'sales@quarrytools.net'],
  ])('is told by %s: %s <%s>', (result, name, address) => {
    expect(results(from(name, address))).toContain(result)
  })

  it.each([
    ['who is known', 'Ada Winter', 'ada.winter@quarrytools.com'],
    ['of the same house', 'Carl Autumn', 'carl@quarrytools.com'],
    ['with one name in common', 'Ada Lovell', 'ada@lovell.example.net'],
    ['at a free mailbox with another name', 'Eve Spring', 'eve@gmail.com'],
    ['whose domain has a part in common', 'Tools', 'info@quarrystone.com'],
    ['without a name', '', 'info@harbour.example.net'],
  ])('is nobody %s', (_, name, address) => {
    expect(results(from(name, address))).toEqual([])
  })

  it('is no relay that is proven to be what it is, and any that is not', () => {
    const mail = from('Ada Winter', 'calendar-notification@google.com')
    expect(results(mail)).toEqual([])
    expect(results(mail, { authentication: dmarc('fail', 'google.com') })).toContain('known_name')
    expect(results(from('Ada Winter via Calendar', 'x@evil.example.net'))).toContain('known_name')
    const led = { ...mail, replyToMailboxes: [{ name: '', address: 'ada@quarrytools-mail.com' }] }
    expect(results(led)).toEqual(['reply_to_lookalike'])
    const elsewhere = { ...mail, replyToMailboxes: [{ name: '', address: 'ada@harbour.example.net' }] }
    expect(results(elsewhere)).toEqual([])
  })

  it('is told by the name of the reader’s own house, and of its users’ domain', () => {
    const house = { name: 'Meadowlark Mills Ltd', addresses: ['carl@meadowlarkmills.com'] }
    expect(results(from('Meadowlark Mills HR', 'hr@portal.example.net'), { house })).toContain('house_name')
    expect(results(from('HR', 'hr@meadowlark-mills.com'), { house })).toContain('domain_lookalike')
    expect(results(from('Meadowlark Mills', 'hr@meadowlarkmills.com'), { house })).toEqual([])
  })

  it('gains nothing by having written before as often as it likes to less than whom it imitates', () => {
    const imitator = { address: 'sales@quarry-tools.com', name: '', clean: 2, replyDomains: [] }
    const [again] = found(from('Sales', imitator.address), { correspondents: [...correspondents, imitator] })
    expect(again).toMatchObject({ result: 'domain_lookalike' })
    expect(again!.confidence).toBeLessThan(1)
    const partner = { ...imitator, clean: 40 }
    expect(
      results(from('Sales', imitator.address), { correspondents: [...correspondents, partner] }),
    ).toEqual([])
  })

  it('does not make a name its own by one letter that asks for nothing', () => {
    const bearer = (clean: number) => ({
      address: 'ada.w@gmail.com',
      name: 'Ada Winter',
      clean,
      replyDomains: [],
    })
    const written = (clean: number) =>
      found(from('Ada Winter', 'ada.w@gmail.com'), { correspondents: [...correspondents, bearer(clean)] })
    expect(written(1)).toMatchObject([{ result: 'known_name', confidence: 0.5 }])
    expect(written(3)).toEqual([])
  })

  it('is told by where it leads answers', () => {
    const to = (address: string) => ({
      ...from('Ada Winter', 'ada.winter@quarrytools.com'),
      replyToMailboxes: [{ name: '', address }],
    })
    expect(results(to('ada@quarrytools-mail.com'))).toEqual(['reply_to_lookalike'])
    expect(found(to('ada.winter@gmail.com'))).toMatchObject([{ result: 'changed_reply_to', confidence: 1 }])
    expect(results(to('desk@help.quarrytools.com'))).toEqual([])
  })

  it('is told by a domain that was proven until now', () => {
    const knownSenders = [{ sender: 'quarrytools.com', clean: 9, bad: 0, days: 20 }]
    const mail = from('Ada Winter', 'ada.winter@quarrytools.com')
    expect(results(mail, { knownSenders, authentication: dmarc('fail', 'quarrytools.com') })).toEqual([
      'unproven',
    ])
    expect(results(mail, { knownSenders, authentication: dmarc('none', 'quarrytools.com') })).toEqual([])
    expect(results(mail, { authentication: dmarc('fail', 'quarrytools.com') })).toEqual([])
    const below = from('Ada Winter', 'ada.winter@eu.quarrytools.com')
    expect(results(below, { knownSenders, authentication: dmarc('fail', 'eu.quarrytools.com') })).toEqual([
      'unproven',
    ])
    const house = { name: 'Meadowlark Mills', addresses: ['carl@meadowlarkmills.com'] }
    const own = from('Carl', 'carl@meadowlarkmills.com')
    expect(results(own, { house, authentication: dmarc('fail', 'meadowlarkmills.com') })).toEqual([
      'unproven',
    ])
  })

  it('is weighed by what it asks for; the same of who is known is business', () => {
    const body = 'Please process the payment today to our new bank account, and do not discuss this by phone.'
    const text = { body, extractedText: body }
    const posed = found({ ...from('Ada Winter', 'a.winter@gmail.com'), ...text })
    expect(posed.map(({ result }) => result)).toEqual([
      'known_name',
      'asks_account',
      'asks_money',
      'asks_secrecy',
    ])
    expect(combine(posed).risk_score).toBeGreaterThan(70)
    const known = found({ ...from('Ada Winter', 'ada.winter@quarrytools.com'), ...text })
    expect(known.map(({ result }) => result)).toEqual(['announced_account'])
    const answer = 'Thanks, that is noted.\n'
    const quoted = { body: `${answer}> ${body}`, extractedText: answer }
    const sender = from('Ada Winter', 'ada.winter@quarrytools.com')
    const threadPast = { people: [], recipients: [], texts: [`Hello Ada,\n\n${body}\n`] }
    expect(results({ ...sender, ...quoted }, { threadPast })).toEqual([])
    const below = { body: `> ${body}\n${answer}`, extractedText: answer }
    expect(results({ ...sender, ...below }, { threadPast })).toEqual([])
    expect(results({ ...sender, body: `Hello,\n${body}\n> ${answer}`, extractedText: body })).toEqual([
      'announced_account',
    ])
    expect(results({ ...sender, subject: body, body: answer, extractedText: answer })).toEqual([
      'announced_account',
    ])
    expect(combine(known).risk_score).toBeLessThanOrEqual(30)
    expect(results({ ...from('Eve Spring', 'eve@harbour.example.net'), ...text })).toEqual([])
  })
})

describe('what an impostor asks for', () => {
  const body = 'Please process the payment today to our new bank account, and do not discuss this by phone.'
  const asked = ['known_name', 'asks_account', 'asks_money', 'asks_secrecy']
  const posed = from('Ada Winter', 'a.winter@gmail.com')

  it.each(['-- \n', '--\n', '---- Original Message ----\n', '> ', 'Name> '])(
    'is read behind what looks like a signature or a quote: %j',
    (mark) => {
      const set = { ...posed, body: `Hello,\n\n${mark}${body}`, extractedText: 'Hello,' }
      expect(results(set)).toEqual(asked)
      const texts = ['Hello Ada,\n\nhere are the figures that you have asked for on Monday.']
      expect(results(set, { threadPast: { people: [], recipients: [], texts } })).toEqual(asked)
    },
  )

  it('is none where it quotes the thread', () => {
    const quote =
      'On Monday, Orders wrote:\n> Please process the payment today to our new\n> bank account, and do not discuss\n> this by phone.'
    const set = { ...posed, body: `Hello, noted.\n\n${quote}`, extractedText: 'Hello, noted.' }
    expect(results(set, { threadPast: { people: [], recipients: [], texts: [body] } })).toEqual([
      'known_name',
    ])
  })
})

describe('an account that changes within a thread', () => {
  const threadPast = {
    people: [{ name: 'Ada Winter', address: 'ada.winter@quarrytools.com' }],
    recipients: [],
    texts: ['Please pay to IBAN GB82 WEST 1234 5698 7654 32.'],
  }
  const paid = (body: string) =>
    results(
      { ...from('Ada Winter', 'ada.winter@quarrytools.com'), body, extractedText: body },
      { threadPast },
    )

  it('is told, whoever writes', () => {
    expect(paid('IBAN: GB29 NWBK 6016 1331 9268 19')).toContain('changed_account')
    expect(paid('Account number: 73920184')).toContain('changed_account')
  })

  it('is none where it stays, or nothing is said of one', () => {
    expect(paid('As before, IBAN GB82WEST12345698765432.')).toEqual([])
    expect(paid('Order number 73920184 ships today.')).toEqual([])
  })

  it('is found in numbers as they are written', () => {
    expect([...accountsIn('IBAN GB29 NWBK 6016 1331 9268 19')]).toEqual(['GB29NWBK60161331926819'])
    expect([...accountsIn('Sort code 20-45-77, account no. 7392 0184')]).toEqual(['73920184'])
    expect([...accountsIn('Call 020 7946 0123 about order 12345678')]).toEqual([])
  })
})

describe('likeness of domains', () => {
  it.each([
    ['meadowlark-mills.com', 'meadowlarkmills.com', 'lookalike'],
    ['meadovvlark.com', 'meadowlark.com', 'lookalike'],
    ['meadowlark-invoices.com', 'meadowlark.com', 'contains'],
    ['meadowlark.org', 'meadowlark.com', 'suffix'],
    ['meadow.com', 'meadowlark.com', undefined],
    ['mill.com', 'windmill.com', undefined],
    ['abc-group.com', 'abc.com', undefined],
    ['example.org', 'example.com', undefined],
    ['example-invoices.com', 'example.com', undefined],
    ['meadowlark.test', 'meadowlark.example', undefined],
    ['meadowlark.invalid', 'meadowlark.com', undefined],
  ])('%s of %s', (domain, model, likeness) => {
    expect(likenessOf(domain, domain, model)?.likeness).toBe(likeness)
  })
})

describe('a known house that is proven', () => {
  const past = (address: string, result: 'pass' | 'fail') => {
    const message = riskMessage(from('', address), { authentication: dmarc(result, address.split('@')[1]!) })
    const detections = knownSender.score(message, { signal: AbortSignal.timeout(1_000), llm: null })
    return Array.isArray(detections) ? detections.map((one) => one.result) : []
  }

  it('speaks for the sender, and not where its customers write, or nothing is proven', () => {
    expect(past('info@netflix.com', 'pass')).toEqual(['well_known'])
    // Where the house writes on its own accounts alone; elsewhere others write through it.
    expect(past('account-security-noreply@accountprotection.microsoft.com', 'pass')).toEqual(['well_known'])
    expect(past('notices@microsoft.com', 'pass')).toEqual([])
    expect(past('info@netflix.com', 'fail')).toEqual([])
    for (const address of [
      'eve@gmail.com',
      'x@docusign.net',
      'x@amazonses.com',
      'x@harbour.example.net',
      'x@docomo.ne.jp',
      'noreply@teams.mail.microsoft',
    ])
      expect(past(address, 'pass')).toEqual([])
  })
})

describe('letters', () => {
  const points = async (letter: Letter): Promise<number> => {
    const message = await messageOf(rowOf(letter, 'letter', 0))
    const detections = impostor.score(message, { signal: AbortSignal.timeout(5_000), llm: null })
    return combine(Array.isArray(detections) ? detections : []).risk_score
  }

  // By these findings alone: what the trained heads add changes with each training.
  it.each(['first', 'second'] as const)(
    'of impostors are flagged, and honest ones hardly: the %s half',
    async (half) => {
      const letters = lettersOf(half)
      const hostile = await Promise.all(letters.filter(({ posing }) => posing).map(points))
      const honest = await Promise.all(letters.filter(({ posing }) => !posing).map(points))
      expect(hostile.length + honest.length).toBe(60)
      expect(hostile.filter((score) => score > 30).length / hostile.length).toBeGreaterThanOrEqual(0.85)
      expect(honest.filter((score) => score > 30).length).toBeLessThanOrEqual(2)
      expect(honest.filter((score) => score > 70)).toEqual([])
    },
  )
})
