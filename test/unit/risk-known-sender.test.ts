/** What a proven sender with a clean past gains, and who can not come by it. */
import { describe, expect, it } from 'vitest'
import { combine } from '../../shared/risk/combine.ts'
import type { RiskMessage } from '../../shared/risk/scorer.ts'
import { knownSenderResults, passed } from '../support/proven-sender.ts'
import { riskMessage } from '../support/risk-message.ts'

const history = (sender: string, clean = 40, bad = 0, days = 30) => ({ sender, clean, bad, days })
const failed = (domain: string): RiskMessage['authentication'] => ({
  ...passed(domain),
  dmarc: { result: 'fail', domain, policy: 'none' },
})

async function gains(
  address: string,
  more: Partial<RiskMessage>,
  mail: Partial<RiskMessage['mail']> = {},
): Promise<boolean> {
  const found = await knownSenderResults(riskMessage({ ...mail, from: { name: '', address } }, more))
  return found.length > 0
}

describe('a clean past', () => {
  const knownSenders = [history('corp.example'), history('bob@gmail.com'), history('gmail.com')]

  it('speaks for a proven domain', async () => {
    expect(await gains('alice@corp.example', { knownSenders, authentication: passed('corp.example') })).toBe(
      true,
    )
    expect(await gains('ALICE@Corp.Example', { knownSenders, authentication: passed('corp.example') })).toBe(
      true,
    )
  })

  it.each<[string, string, Partial<RiskMessage>, Partial<RiskMessage['mail']>]>([
    ['who forges From', 'alice@corp.example', { authentication: failed('corp.example') }, {}],
    ['who is not authenticated', 'alice@corp.example', { authentication: null }, {}],
    [
      'who brings an Authentication-Results header',
      'alice@corp.example',
      { authentication: failed('corp.example') },
      {
        headers: [
          { name: 'Authentication-Results', value: 'mx.agents; dmarc=pass header.from=corp.example' },
        ],
      },
    ],
    [
      'who is proven under another domain',
      'alice@corp.example',
      { authentication: passed('evil.example') },
      {},
    ],
    ['whose domain looks alike', 'alice@c0rp.example', { authentication: passed('c0rp.example') }, {}],
    ['who has a domain below it', 'alice@mail.corp.example', { authentication: passed('corp.example') }, {}],
    [
      'who has another mailbox at the same provider',
      'eve@gmail.com',
      { authentication: passed('gmail.com') },
      {},
    ],
    [
      'who answers in a thread',
      'eve@evil.example',
      { authentication: passed('evil.example') },
      { inReplyTo: ['order-1@corp.example'], references: ['order-1@corp.example'] },
    ],
    [
      'who names the known one in Reply-To and Sender',
      'eve@evil.example',
      { authentication: passed('evil.example') },
      { replyTo: 'alice@corp.example', replyToMailboxes: [{ name: '', address: 'alice@corp.example' }] },
    ],
  ])('does nothing for one %s', async (_, address, more, mail) => {
    expect(await gains(address, { knownSenders, ...more }, mail)).toBe(false)
  })

  it.each([
    ['too short', history('corp.example', 4)],
    ['too young', history('corp.example', 40, 0, 1)],
    ['spoilt', history('corp.example', 40, 1)],
  ])('that is %s counts for nothing', async (_, known) => {
    expect(
      await gains('alice@corp.example', { knownSenders: [known], authentication: passed('corp.example') }),
    ).toBe(false)
  })

  const finding = (method: string, result: string, points?: number) => ({
    method,
    result,
    detail: '',
    confidence: 1,
    ...(points === undefined ? {} : { points }),
  })
  const past = finding('known_sender', 'clean_history')

  it('takes back 20 points at most, and only of how the mail reads and who sends it', () => {
    expect(combine([finding('scam', 'resembles_spam', 60), past]).risk_score).toBe(40)
    expect(combine([finding('impersonation', 'brand_name'), past]).risk_score).toBe(25)
    expect(combine([finding('links', 'shortened_link'), past]).risk_score).toBe(0)
    expect(combine([finding('structure', 'odd'), past]).risk_score).toBe(35)
  })

  it('takes back nothing of a virus or an attack on the agent, and nothing beside one', () => {
    expect(combine([finding('clamav', 'infected'), past]).risk_score).toBe(100)
    expect(combine([finding('injection', 'override_instruction', 80), past]).risk_score).toBe(80)
    expect(
      combine([finding('injection', 'command', 20), finding('scam', 'resembles_spam', 40), past]).risk_score,
    ).toBe(60)
  })

  it('does not take the same points back twice beside DMARC', () => {
    const proven = finding('authentication', 'dmarc_pass')
    expect(combine([finding('links', 'odd_port'), proven, past]).risk_score).toBe(0)
    expect(combine([finding('impersonation', 'brand_name'), proven, past]).risk_score).toBe(17)
  })
})
