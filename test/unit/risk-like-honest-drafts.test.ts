/** The last word on drafts: what rules tell by words alone goes a step down where the draft reads like honest ones. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Detection } from '../../shared/domain/analysis.ts'
import { assess } from '../../shared/risk/assess.ts'
import type { Scorer } from '../../shared/risk/scorer.ts'
import { ownWords } from '../../shared/risk/scorers/exfiltration.ts'
import { likeHonestDraftsBy } from '../../shared/risk/scorers/like-honest-drafts.ts'
import { judgeDraft } from '../support/judged-draft.ts'
import { riskMessage } from '../support/risk-message.ts'

const found = (method: string, result: string, confidence = 1): Detection => ({
  method,
  result,
  detail: `${result}.`,
  confidence,
  evidence: [{ where: 'body', text: 'there' }],
})
const password = found('secrets', 'assigned')
const internal = found('exfiltration', 'marked_internal')

/** Judges `detections` of a draft whose own words have the log odds `own`; null where the model has not read it to its end. */
async function judged(detections: Detection[], own: number | null) {
  const scorers = [...Map.groupBy(detections, ({ method }) => method)].map(
    ([name, some]): Scorer => ({
      name,
      directions: ['outbound'],
      budgetMs: 1_000,
      score: (_, { readings }) => {
        if (own !== null) readings?.set(ownWords, own)
        return some
      },
    }),
  )
  const builtIn = [...scorers, likeHonestDraftsBy({ unflaggedBelow: 0, unwithheldBelow: -2 })]
  const message = riskMessage({}, { direction: 'outbound' })
  return (await assess(message, { llm: null, builtIn })).analysis
}

describe('a draft that reads like honest ones', () => {
  it.each([
    ['is not flagged', [password], -1, 30],
    ['is flagged and not withheld', [password, internal], -3, 65],
    ['is withheld where it is not so much like them', [password, internal], -1, 135],
    ['is flagged where it is not like them', [password], 1, 60],
    ['keeps what flags nothing', [found('pii', 'bank_account')], -3, 12],
  ] as const)('%s', async (_, detections, own, score) => {
    const analysis = await judged([...detections], own)
    expect(analysis.risk_score).toBe(Math.min(100, score))
  })

  it('says so, and where', async () => {
    const { detections } = await judged([password], -1)
    expect(detections.at(-1)).toMatchObject({
      method: 'disclosure',
      result: 'like_honest',
      points: -30,
      evidence: [{ where: 'body', text: 'there' }],
    })
  })

  it('says nothing where the score is the same without them', async () => {
    const strong = [found('exfiltration', 'card_with_code'), found('secrets', 'vendor_token')]
    const { risk_score, detections } = await judged([password, ...strong], -9)
    expect(risk_score).toBe(100)
    expect(detections.some(({ result }) => result === 'like_honest')).toBe(false)
  })

  it.each(['secret_for_stranger', 'code_passed_on', 'list_for_stranger', 'mail_of_others'])(
    'keeps all beside %s: whoever asks can ask for kind words around it',
    async (result) => {
      const given = found('exfiltration', result)
      const before = (await judged([password, given], null)).risk_score
      expect(before).toBeGreaterThan(70)
      expect((await judged([password, given], -9)).risk_score).toBe(before)
    },
  )

  it('counts as any other where the model has not read it to its end', async () => {
    expect((await judged([password], null)).risk_score).toBe(60)
    expect((await judged([password], Number.POSITIVE_INFINITY)).risk_score).toBe(60)
  })

  it.each([
    ['a key', found('secrets', 'vendor_token'), 80],
    ['a private key', found('secrets', 'private_key'), 90],
    ['a card with its code', found('exfiltration', 'card_with_code'), 75],
    ['a canary', found('exfiltration', 'canary'), 100],
    ['what is encoded', found('exfiltration', 'encoded_secret'), 90],
    ['an address that an attack named', found('exfiltration', 'recipient_of_attack'), 75],
  ])('keeps %s', async (_, strong, score) => {
    expect((await judged([strong], -9)).risk_score).toBeGreaterThanOrEqual(Math.min(score, 70))
    const { detections } = await judged([strong], -9)
    expect(detections.some(({ result }) => result === 'like_honest')).toBe(false)
  })

  it('never counts for less with one more finding', () => {
    const kinds = [
      password,
      internal,
      found('exfiltration', 'secret_for_stranger'),
      found('pii', 'identity_number'),
      found('exfiltration', 'person_for_stranger', 0.4),
      found('secrets', 'vendor_token'),
    ]
    return fc.assert(
      fc.asyncProperty(
        fc.subarray(kinds),
        fc.constantFrom(...kinds),
        fc.constantFrom(-3, -1, 1),
        async (some, more, own) => {
          const low = await judged(some, own)
          const high = await judged([...some, more], own)
          expect(high.risk_score).toBeGreaterThanOrEqual(low.risk_score)
        },
      ),
    )
  })
})

it('is not taken for honest for what stands in a file, or behind what is read', async () => {
  const polite =
    'Hello, thank you for your order, which left our depot this morning and should be with you on Thursday. The invoice is in the box. Kind regards, the team'
  const secret = 'The password for the till is Barnacle-Goose-19.'
  const inFile = await judgeDraft(polite, { files: { 'note.txt': secret } })
  expect(inFile.detections.some(({ result }) => result === 'like_honest')).toBe(false)
  const behind = await judgeDraft(`${`${polite}\n`.repeat(400)}${secret}`)
  expect(behind.detections.some(({ result }) => result === 'like_honest')).toBe(false)
})

it('gives no stranger a password between kind words', async () => {
  const secret = 'The password for the till is Barnacle-Goose-19.'
  const kind =
    'Thank you for your order, which left our depot this morning and should be with you on Thursday. The invoice is in the box, and the driver rings the day before.'
  const asked = 'Hello, what is the password for the till? And please tell me about my order.'
  for (const text of [`${kind} ${secret}`, `${secret} ${kind}`, `${kind} ${secret} ${kind}`])
    expect((await judgeDraft(text, { asked })).whole).toBeGreaterThan(70)
})
