/** The joint judgement: what trees say, that bad evidence never makes a mail look better, and what it may take back. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Detection } from '../../shared/domain/analysis.ts'
import { assess } from '../../shared/risk/assess.ts'
import { combine } from '../../shared/risk/combine.ts'
import { featuresOf } from '../../shared/risk/overall/features.ts'
import { opinionsOf, overallModel } from '../../shared/risk/overall/model.ts'
import { binsOf, logitOfBins, readTrees, splits, writeTrees } from '../../shared/risk/overall/trees.ts'
import type { Scorer } from '../../shared/risk/scorer.ts'
import { overallBy } from '../../shared/risk/scorers/overall.ts'
import { boost, edgesOf } from '../detect/training/boost.ts'
import { roleOf } from '../detect/training/manifest.ts'
import { isRising } from '../detect/training/overall-fit.ts'
import { randomOf } from '../detect/training/random.ts'
import { riskMessage } from '../support/risk-message.ts'

const found = (method: string, result: string, points?: number): Detection => ({
  method,
  result,
  detail: `${result}.`,
  confidence: 1,
  ...(points === undefined ? {} : { points }),
})

describe('trees', () => {
  const random = randomOf(7)
  const values = Array.from({ length: 400 }, () => [random(), random(), Math.floor(random() * 3)])
  const edges = [0, 1, 2].map((feature) => edgesOf(Float64Array.from(values, (row) => row[feature]!)))
  const bins = values.map((row) => binsOf(row, edges))
  const cases = {
    columns: [0, 1, 2].map((feature) => Uint8Array.from(bins, (row) => row[feature]!)),
    // The second feature speaks for, in a band also against; the first decides above a half.
    positive: values.map(([a, b]) => a! > 0.5 && !(b! > 0.4 && b! < 0.6)),
    weight: new Float64Array(400).fill(1),
    offset: new Float64Array(400),
  }
  const options = {
    rounds: 30,
    rate: 0.2,
    penalty: 1,
    leastCurvature: 1,
    rows: 0.8,
    features: 1,
    seeds: [1, 2],
  }

  it('learn what they are shown, the same each time', () => {
    const trees = boost(cases, [false, false, false], options)
    expect(boost(cases, [false, false, false], options)).toEqual(trees)
    const right = bins.filter((row, at) => logitOfBins(row, trees) > 0 === cases.positive[at])
    expect(right.length).toBeGreaterThan(360)
  })

  it('never fall with a feature that may only rise', () => {
    const trees = boost(cases, [true, true, true], options)
    fc.assert(
      fc.property(fc.nat(399), fc.nat(2), fc.nat(60), (at, feature, more) => {
        const higher = Uint8Array.from(bins[at]!)
        higher[feature] = Math.min(63, higher[feature]! + more)
        expect(logitOfBins(higher, trees)).toBeGreaterThanOrEqual(logitOfBins(bins[at]!, trees))
      }),
    )
  })

  it('are the same when they are read as when they were written', () => {
    const trees = boost(cases, [true, false, false], options)
    expect(readTrees(writeTrees(trees), trees.scale, trees.bias)).toEqual(trees)
    expect(() => readTrees(new Uint8Array(61), 1, 0)).toThrow('no whole number of trees')
  })
})

describe('the trees that ship', () => {
  it('look at features of the list alone, and into bins that there are', () => {
    for (const { trees } of Object.values(overallModel.questions)) {
      expect(trees.features.length % splits).toBe(0)
      for (const [at, feature] of trees.features.entries())
        if (trees.bins[at]! < 255) expect(trees.bins[at]).toBeLessThan(overallModel.edges[feature]!.length)
    }
  })

  it('never say less of a mail of which more bad is known', () => {
    const rising = overallModel.features.filter(isRising)
    expect(rising.length).toBeGreaterThan(20)
    const message = riskMessage({ body: 'See the page at https://a.example/x for more.' })
    const features = featuresOf(message, [], new Map())
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom(...overallModel.features), fc.double({ min: 0, max: 20, noNaN: true })),
        fc.constantFrom(...rising),
        fc.double({ min: 0, max: 60, noNaN: true }),
        (given, name, more) => {
          const before = new Map([...features, ...Object.entries(given)])
          const after = new Map(before).set(name, (before.get(name) ?? 0) + more)
          const [attack, unwanted] = opinionsOf(before, overallModel)
          const [attackAfter, unwantedAfter] = opinionsOf(after, overallModel)
          expect(attackAfter!.logit).toBeGreaterThanOrEqual(attack!.logit)
          expect(unwantedAfter!.logit).toBeGreaterThanOrEqual(unwanted!.logit)
        },
      ),
    )
  })

  it('grow with what rules find', () => {
    const message = riskMessage({ body: 'Hello' })
    const rules = [
      found('links', 'mismatch'),
      found('links', 'ip_address'),
      found('impersonation', 'brand_name'),
    ]
    const points = rules.map(
      (_, count) =>
        opinionsOf(featuresOf(message, rules.slice(0, count + 1), new Map()), overallModel)[1]!.logit,
    )
    expect(points).toEqual(points.toSorted((a, b) => a - b))
  })
})

describe('the joint judgement', () => {
  const saying = (attack: number, unwanted: number): Scorer => {
    const trees = readTrees(new Uint8Array(0), 1, 0)
    return overallBy({
      features: [],
      edges: [],
      questions: {
        attack: { trees, curve: [[0, attack]] },
        unwanted: { trees, curve: [[0, unwanted]] },
      },
    })
  }
  const judged = async (others: Detection[], attack: number, unwanted: number) => {
    const scorers = [...Map.groupBy(others, ({ method }) => method)].map(
      ([name, detections]): Scorer => ({
        name,
        directions: ['inbound'],
        budgetMs: 1_000,
        score: () => detections,
      }),
    )
    const message = riskMessage({ body: 'Hello' })
    return (await assess(message, { llm: null, builtIn: [...scorers, saying(attack, unwanted)] })).analysis
  }

  it('takes back weak likenesses that no person would mind together', async () => {
    const weak = [found('scam', 'resembles_spam', 40), found('injection', 'resembles_attacks', 35)]
    expect(combine(weak).risk_score).toBe(75)
    const { risk_score, detections } = await judged(weak, 5, 10)
    expect(risk_score).toBe(24)
    expect(detections.at(-1)).toMatchObject({ method: 'overall', result: 'like_honest', points: -51 })
  })

  it('gives what many middling signs lack', async () => {
    const { risk_score, detections } = await judged([found('scam', 'resembles_phishing', 30)], 0, 85)
    expect(risk_score).toBe(85)
    expect(detections.at(-1)).toMatchObject({ method: 'overall', result: 'unwanted', points: 55 })
  })

  it.each([
    ['a virus', found('clamav', 'infected'), 100],
    ['an order', found('injection', 'override_instruction', 80), 80],
    ['what is hidden', found('hidden_text', 'smuggled'), 60],
    ['an attachment', found('attachments', 'smuggling_page'), 75],
    ['a name in disguise', found('impersonation', 'disguised_brand'), 65],
    ['what failed', found('scam', 'error'), 31],
    ['what was cut', found('unread', 'text'), 31],
    ['what an outside filter says', found('rspamd', 'reject', 75), 75],
  ])('leaves %s as it is', async (_, strong, score) => {
    expect((await judged([strong], 0, 0)).risk_score).toBe(score)
  })

  it('never reads as a word for a mail that is withheld all the same', async () => {
    const strong = found('injection', 'override_instruction', 80)
    const { risk_score, detections } = await judged([strong, found('scam', 'resembles_spam', 40)], 0, 0)
    expect(risk_score).toBeGreaterThan(70)
    expect(detections.at(-1)).toMatchObject({
      result: 'like_honest',
      detail: expect.stringContaining('does not call this mail honest'),
    })
  })

  it('leaves what others know beside it: authentication, a clean past, a person’s word', async () => {
    expect((await judged([found('authentication', 'dmarc_fail_reject')], 0, 40)).risk_score).toBe(90)
    const raised = await judged([found('known_sender', 'clean_history')], 0, 60)
    expect(raised.risk_score).toBe(40)
    const attack = await judged([found('known_sender', 'clean_history')], 60, 0)
    expect(attack.risk_score).toBe(60)
  })

  it('never gives less for one more finding', () => {
    const kinds: [string, string, number?][] = [
      ['scam', 'resembles_spam', 20],
      ['injection', 'resembles_attacks', 25],
      ['injection', 'agent_instruction', 30],
      ['links', 'mismatch'],
      ['links', 'ip_address'],
      ['attachments', 'active_page'],
    ]
    return fc.assert(
      fc.asyncProperty(
        fc.subarray(kinds),
        fc.constantFrom(...kinds),
        fc.nat(100),
        async (some, more, points) => {
          const before = some.map((kind) => found(...kind))
          const after = [...before, found(...more)]
          const [low, high] = [await judged(before, 0, points), await judged(after, 0, points)]
          expect(high.risk_score).toBeGreaterThanOrEqual(low.risk_score)
        },
      ),
    )
  })
})

describe('the manifest', () => {
  const row = { id: '1', group: 'g', text: '', kind: 'ham' }
  it.each([
    [{ ...row, set: 'phishing_nazario' }, 'measure'],
    [{ ...row, set: 'some_new_set' }, 'measure'],
    [{ ...row, set: 'own_letter' }, 'weights'],
    [{ ...row, set: 'email_gaia' }, 'weights'],
    [{ ...row, set: 'injection_bipia_email', kind: 'injection' }, 'measure'],
    [{ ...row, set: 'modern_ham', licence: 'MIT', may_train: true }, 'weights'],
    [{ ...row, set: 'modern_ham', licence: 'MIT', may_train: false }, 'measure'],
    [{ ...row, set: 'modern_ham', licence: 'MIT' }, 'measure'],
    [{ ...row, set: 'modern_ham', licence: 'AGPL-3.0', may_train: true }, 'thresholds'],
    [
      { ...row, set: 'modern_injection', licence: 'CC0-1.0 text over GPL-2.0', may_train: true },
      'thresholds',
    ],
    [{ ...row, set: 'modern_injection', licence: 'CC0-1.0 text over MIT', may_train: true }, 'weights'],
  ])('lets rows do no more than their licence: %o', (one, role) => {
    expect(roleOf(one)).toBe(role)
  })
})
