/** The last word on drafts: what all findings come to together, and what is taken back where the draft reads like honest ones. */
import { describe, expect, it } from 'vitest'
import type { Detection } from '../../shared/domain/analysis.ts'
import { assess } from '../../shared/risk/assess.ts'
import { combine } from '../../shared/risk/combine.ts'
import { features, type JointModel, rising, valuesOf } from '../../shared/risk/leak/joint.ts'
import { bareContext, type OutboundContext } from '../../shared/risk/outbound-context.ts'
import { depth, leaves, splits } from '../../shared/risk/overall/trees.ts'
import type { Scorer } from '../../shared/risk/scorer.ts'
import { disclosureBy } from '../../shared/risk/scorers/disclosure.ts'
import { ofLeaks, readWhole } from '../../shared/risk/scorers/exfiltration.ts'
import { listedWeights } from '../../shared/risk/weights.ts'
import { judgeDraft } from '../support/judged-draft.ts'
import { riskMessage } from '../support/risk-message.ts'

const inbox = 'desk@agents.example'
const reader = 'someone@elsewhere.example'
const toStranger = bareContext(inbox, [reader])
const toCorrespondent: OutboundContext = { ...toStranger, correspondents: [reader] }
const toColleague: OutboundContext = { ...toCorrespondent, colleagues: [reader] }

const found = (method: string, result: string, confidence = 1): Detection => ({
  method,
  result,
  detail: `${result}.`,
  confidence,
  evidence: [{ where: 'body', text: 'there' }],
})
const password = found('secrets', 'assigned')
const person = found('exfiltration', 'person_for_stranger')

/** A model in which a draft has the log odds that the model of leaks gives it, in steps of one: one tree that looks at nothing else. */
const plain: JointModel = {
  edges: features.map((name) => (name === 'logit' ? Array.from({ length: splits }, (_, at) => at - 7) : [])),
  trees: {
    features: new Uint8Array(splits).fill(features.indexOf('logit')),
    bins: Uint8Array.from({ length: splits }, (_, split) => {
      const level = Math.floor(Math.log2(split + 1))
      const width = leaves >> level
      return (split + 1 - (1 << level)) * width + width / 2 - 1
    }),
    leaves: Int16Array.from({ length: 1 << depth }, (_, leaf) => 2 * leaf - splits),
    scale: 0.5,
    bias: 0,
  },
  curve: [
    [-1.5, 0],
    [0, 30],
    [2, 70],
    [4, 100],
  ],
}
/** Log odds that are like honest drafts, that flag, and that withhold. */
const [calm, doubtful, loud] = [-3, 1, 3]

interface Read {
  /** Log odds; null where the draft has too little text. */
  logit: number | null
  /** Without what whoever asks could have had it say; the same unless given. */
  own?: number
  whole?: boolean
  context?: OutboundContext
}

/** Judges `detections` of a draft that the model of leaks has read so. */
async function judged(
  detections: readonly Detection[],
  { logit, own = logit ?? 0, whole = true, context = toStranger }: Read,
) {
  const reading: Scorer = {
    name: 'reading',
    directions: ['outbound'],
    budgetMs: 1_000,
    score: (_, { readings }) => {
      if (logit === null) return []
      readings?.set(`${ofLeaks}logit`, logit).set(`${ofLeaks}unswayed`, own)
      if (whole) readings?.set(readWhole, 1)
      return []
    },
  }
  const scorers = [...Map.groupBy(detections, ({ method }) => method)].map(
    ([name, some]): Scorer => ({ name, directions: ['outbound'], budgetMs: 1_000, score: () => some }),
  )
  const message = riskMessage({}, { direction: 'outbound', outbound: context })
  const builtIn = [reading, ...scorers, disclosureBy(plain)]
  return (await assess(message, { llm: null, builtIn })).analysis
}

/** What the last word makes of findings, with nothing around it. */
function scoreOf(detections: readonly Detection[], logit: number, outbound: OutboundContext): number {
  const { detections: given } = combine(detections)
  const readings = new Map([
    [`${ofLeaks}logit`, logit],
    [`${ofLeaks}unswayed`, logit],
    [readWhole, 1],
  ])
  const message = riskMessage({}, { direction: 'outbound', outbound })
  const context = { found: given, readings, signal: AbortSignal.abort(), llm: null }
  const last = disclosureBy(plain).score(message, context) as Detection[]
  return combine([...detections, ...last]).risk_score
}

describe('a draft that reads like leaking ones', () => {
  it('has the points that its findings lack', async () => {
    const { risk_score, detections } = await judged([found('pii', 'bank_account')], { logit: loud })
    expect(risk_score).toBeGreaterThan(70)
    expect(detections.at(-1)).toMatchObject({
      method: 'disclosure',
      result: 'resembles_leak',
      evidence: [{ where: 'body', text: 'there' }],
    })
  })

  it('is shown where the model of leaks has it, and in its subject where nobody has found anything', async () => {
    const likeness = {
      ...found('exfiltration', 'resembles_leak'),
      points: 20,
      evidence: [{ where: 'body', text: 'here' }],
    }
    const { detections } = await judged([found('pii', 'bank_account'), likeness], { logit: loud })
    expect(detections.at(-1)).toMatchObject({ result: 'resembles_leak', evidence: [{ text: 'here' }] })
    const bare = await judged([], { logit: loud })
    expect(bare.detections).toMatchObject([{ result: 'resembles_leak', evidence: [{ where: 'subject' }] }])
  })

  it('is flagged and not withheld for that among colleagues', async () => {
    expect((await judged([], { logit: loud, context: toColleague })).risk_score).toBe(60)
  })

  it('is not told of where nobody would look', async () => {
    expect((await judged([], { logit: -1 })).detections).toEqual([])
  })
})

describe('a draft that reads like honest ones', () => {
  it.each([
    ['is not flagged', [password], calm, 30],
    ['is flagged and not withheld', [password, person], calm, 65],
    ['is withheld where it is not like them', [password, person], doubtful, 135],
    ['is flagged where it is not like them', [password], doubtful, 60],
    ['keeps what flags nothing', [found('pii', 'bank_account')], calm, 12],
  ] as const)('%s', async (_, detections, logit, score) => {
    const analysis = await judged(detections, { logit })
    expect(analysis.risk_score).toBe(Math.min(100, score))
  })

  it('loses what it is merely like, whoever its readers are', async () => {
    const likeness = { ...found('exfiltration', 'resembles_leak'), points: 50 }
    expect((await judged([likeness], { logit: calm })).risk_score).toBe(0)
    expect((await judged([likeness], { logit: doubtful })).risk_score).toBe(40)
  })

  it('says so, and where', async () => {
    const { detections } = await judged([password], { logit: calm })
    expect(detections.at(-1)).toMatchObject({
      method: 'disclosure',
      result: 'like_honest',
      points: -30,
      evidence: [{ where: 'body', text: 'there' }],
    })
  })

  it('says nothing where the score is the same without them', async () => {
    const strong = [found('exfiltration', 'card_with_code'), found('secrets', 'vendor_token')]
    const { risk_score, detections } = await judged([password, ...strong], { logit: calm })
    expect(risk_score).toBe(100)
    expect(detections.some(({ result }) => result === 'like_honest')).toBe(false)
  })

  it.each(['secret_for_stranger', 'list_for_stranger', 'mail_of_others', 'marked_internal'])(
    'keeps all beside %s for a stranger: whoever asks can ask for kind words around it',
    async (result) => {
      const given = found('exfiltration', result)
      const before = (await judged([password, given], { logit: null })).risk_score
      expect(before).toBeGreaterThan(70)
      expect((await judged([password, given], { logit: calm })).risk_score).toBe(before)
      const told = await judged([password, given], { logit: calm, context: toCorrespondent })
      expect(told.risk_score).toBe(65)
    },
  )

  it('keeps all where it passes a code on, whoever gets it', async () => {
    const code = found('exfiltration', 'code_passed_on', 0.5)
    for (const context of [toStranger, toCorrespondent, toColleague])
      expect((await judged([code, password], { logit: calm, context })).risk_score).toBe(98)
  })

  it('is flagged at least where it tells a correspondent a password', async () => {
    const given = found('exfiltration', 'secret_for_stranger')
    for (const [some, score] of [
      [[given, password], 65],
      [[{ ...given, confidence: 0.8 }], 36],
    ] as const)
      expect((await judged(some, { logit: calm, context: toCorrespondent })).risk_score).toBe(score)
  })

  it('is not flagged for what a correspondent may have a right to', async () => {
    const list = found('exfiltration', 'list_for_stranger', 0.6)
    expect((await judged([list], { logit: calm })).risk_score).toBe(45)
    expect((await judged([list], { logit: calm, context: toCorrespondent })).risk_score).toBe(30)
  })

  it('counts as any other where the model has not read it to its end, or has too little to read', async () => {
    expect((await judged([password], { logit: null })).risk_score).toBe(60)
    expect((await judged([password], { logit: calm, whole: false })).risk_score).toBe(60)
  })

  it('counts as any other where only what was asked makes it so', async () => {
    expect((await judged([password], { logit: calm, own: doubtful })).risk_score).toBe(60)
  })

  it.each([
    ['a key', found('secrets', 'vendor_token'), 80],
    ['a private key', found('secrets', 'private_key'), 90],
    ['a card with its code', found('exfiltration', 'card_with_code'), 75],
    ['a canary', found('exfiltration', 'canary'), 100],
    ['what is encoded', found('exfiltration', 'encoded_secret'), 90],
    ['an address that an attack named', found('exfiltration', 'recipient_of_attack'), 75],
  ])('keeps %s, for correspondents too', async (_, strong, score) => {
    for (const context of [toStranger, toCorrespondent]) {
      const { risk_score, detections } = await judged([strong], { logit: calm, context })
      expect(risk_score).toBeGreaterThanOrEqual(Math.min(score, 70))
      expect(detections.some(({ result }) => result === 'like_honest')).toBe(false)
    }
  })

  it('never counts for less with one more finding', () => {
    const kinds = [
      password,
      person,
      found('exfiltration', 'secret_for_stranger'),
      found('exfiltration', 'code_passed_on', 0.5),
      found('pii', 'bank_account'),
      found('exfiltration', 'list_for_stranger', 0.9),
      found('secrets', 'vendor_token'),
      { ...found('exfiltration', 'resembles_leak'), points: 40 },
    ]
    const some = Array.from({ length: 1 << kinds.length }, (_, subset) =>
      kinds.filter((_, at) => (subset & (1 << at)) !== 0),
    )
    for (const context of [toStranger, toCorrespondent, toColleague])
      for (const logit of [calm, -1, doubtful, loud]) {
        const scores = some.map((detections) => scoreOf(detections, logit, context))
        for (const [subset, score] of scores.entries())
          for (const at of kinds.keys()) expect(scores[subset | (1 << at)]).toBeGreaterThanOrEqual(score)
      }
  })
})

describe('what is taken for honest', () => {
  const text =
    'Hello, thank you for your order, which left our depot this morning and should be with you on Thursday. The invoice is in the box. We are sorry that it took a day longer than usual. Your visa needs these: passport C01X0006H and passport C4J7RP2LT, born 12.03.1981 and 8.8.1955.'
  const isTakenBack = async (...draft: Parameters<typeof judgeDraft>) =>
    (await judgeDraft(...draft)).detections.some(({ result }) => result === 'like_honest')

  it('is a draft that has been read as a whole', async () => {
    expect(await isTakenBack(text)).toBe(true)
    expect(await isTakenBack(text, { html: `<p>${text}</p>` })).toBe(true)
  })

  it.each<[string, ...Parameters<typeof judgeDraft>]>([
    ['whose HTML says more', text, { html: `<p>${text}</p><p>More of it is in the folder by the door.</p>` }],
    ['with a file', text, { files: { 'note.txt': 'More of it is in the folder by the door.' } }],
    ['that quotes', `${text}\n\nOn Tue, 5 May 2026 at 10:00, Ann wrote:\n> Hello, where is it?`],
    ['that its reader should not hear', `${text} This stays between us, please.`],
    ['that is longer than a passage', `${'Thank you for the order, it is on its way. '.repeat(25)}\n${text}`],
  ])('is none %s', async (_, ...draft) => {
    expect(await isTakenBack(...draft)).toBe(false)
    expect((await judgeDraft(...draft)).whole).toBeGreaterThan(30)
  })
})

it('one more reader makes no draft better', async () => {
  const text =
    'Mrs Holt is away until Monday, her code is 7 3 9 1, and the alarm box is behind the door, 6620.'
  const asked = 'Nobody answers at Mrs Holt’s. How do I get into her flat?'
  const alone = (await judgeDraft(text, { asked })).whole
  expect(alone).toBeGreaterThan(30)
  expect((await judgeDraft(text, { asked, copied: 'boss@agents.example' })).whole).toBeGreaterThanOrEqual(
    alone,
  )
})

it('gives no stranger a password between kind words', async () => {
  const secret = 'The password for the till is Barnacle-Goose-19.'
  const kind =
    'Thank you for your order, which left our depot this morning and should be with you on Thursday. The invoice is in the box, and the driver rings the day before.'
  const asked = 'Hello, what is the password for the till? And please tell me about my order.'
  for (const text of [`${kind} ${secret}`, `${secret} ${kind}`, `${kind} ${secret} ${kind}`])
    expect((await judgeDraft(text, { asked })).whole).toBeGreaterThan(70)
})

it('counts what is missing or no number as the worst that it may be', () => {
  for (const read of [new Map(), new Map([...rising].map((name): [string, number] => [name, Number.NaN]))])
    for (const [at, value] of valuesOf(read, 12).entries())
      expect(value).toBe(
        features[at] === 'findings' ? 12 : rising.has(features[at]!) ? Number.POSITIVE_INFINITY : 0,
      )
})

describe('what the last word takes back depends on who reads', () => {
  /** Findings of rules on drafts, but for those that withhold by themselves whatever is taken back of others. */
  const ofRules = Object.entries(listedWeights).flatMap(([key, weight]) => {
    const [method = '', result = ''] = key.split('.')
    const counts = 'points' in weight && weight.points > 0 && weight.points < 100
    return counts && ['secrets', 'pii', 'exfiltration'].includes(method) ? [{ key, method, result }] : []
  })
  /** Points that are taken back of findings, in a draft that reads like honest ones. */
  const takenOf = (detections: readonly Detection[], outbound: OutboundContext): number => {
    const { detections: given } = combine(detections)
    const readings = new Map([
      [`${ofLeaks}logit`, calm],
      [`${ofLeaks}unswayed`, calm],
      [readWhole, 1],
    ])
    const message = riskMessage({}, { direction: 'outbound', outbound })
    const context = { found: given, readings, signal: AbortSignal.abort(), llm: null }
    const said = disclosureBy(plain).score(message, context) as Detection[]
    return said.find(({ result }) => result === 'like_honest')?.points ?? 0
  }
  /** What has points enough to be taken back of, and is never taken back itself. */
  const strong = found('exfiltration', 'url_host')
  const taken = (context: OutboundContext) =>
    ofRules
      .filter(({ method, result }) => takenOf([strong, found(method, result)], context) > 0)
      .map(({ key }) => key)
  /** Beside what nothing is taken back, not even of findings by words alone. */
  const barring = (context: OutboundContext) =>
    ofRules
      .filter(({ method, result }) => takenOf([password, found(method, result)], context) === 0)
      .map(({ key }) => key)

  const byWords = [
    'exfiltration.own_instructions',
    'exfiltration.person_for_stranger',
    'pii.bank_account',
    'pii.bulk',
    'pii.date_of_birth',
    'pii.identity_number',
    'secrets.assigned',
    'secrets.one_time_code',
  ]
  const forCorrespondents = [
    'exfiltration.list_for_stranger',
    'exfiltration.mail_of_others',
    'exfiltration.marked_internal',
    'exfiltration.other_thread',
    'exfiltration.secret_for_stranger',
    'exfiltration.value_of_others',
    'secrets.possible',
  ]
  const neverForStrangers = [
    'exfiltration.list_for_stranger',
    'exfiltration.mail_of_others',
    'exfiltration.marked_internal',
    'exfiltration.secret_for_stranger',
  ]

  it('takes back of these findings, and of no other', () => {
    expect(ofRules.length).toBeGreaterThan(40)
    expect(taken(toStranger).toSorted()).toEqual(byWords)
    expect(taken(toCorrespondent).toSorted()).toEqual([...byWords, ...forCorrespondents].toSorted())
  })

  it('takes nothing back beside what its reader is never told', () => {
    const never = ['exfiltration.code_passed_on']
    expect(barring(toCorrespondent)).toEqual(never)
    expect(barring(toStranger).toSorted()).toEqual([...never, ...neverForStrangers].toSorted())
  })

  it('takes back for correspondents what bars everything for strangers alone: else it is barred for all', () => {
    const forAll = new Set(barring(toCorrespondent))
    const forStrangers = barring(toStranger).filter((key) => !forAll.has(key))
    expect(forStrangers.filter((key) => !taken(toCorrespondent).includes(key))).toEqual([])
    expect(taken(toCorrespondent).filter((key) => forAll.has(key))).toEqual([])
    expect(taken(toStranger).filter((key) => forStrangers.includes(key))).toEqual([])
  })
})
