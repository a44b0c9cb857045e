/** Properties of the arithmetic of the risk stage. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Detection } from '../../shared/domain/analysis.ts'
import { combine } from '../../shared/risk/combine.ts'
import { isWeak, listedWeights, weightOf } from '../../shared/risk/weights.ts'

const known = Object.keys(listedWeights).map((key): [string, string] => {
  const dot = key.indexOf('.')
  const method = key.slice(0, dot)
  const result = key.slice(dot + 1)
  return [method === '*' ? 'some_scorer' : method, result === '*' ? 'some_code' : result]
})

const detection: fc.Arbitrary<Detection> = fc
  .record({
    kind: fc.oneof(
      fc.constantFrom(...known),
      fc.tuple(fc.constant('outsider'), fc.constantFrom('odd', 'worse')),
    ),
    confidence: fc.double({ min: 0, max: 1, noNaN: true }),
    points: fc.option(fc.integer({ min: 0, max: 100 }), { nil: undefined }),
  })
  .map(({ kind: [method, result], confidence, points }) => ({
    method,
    result,
    detail: `${method} found ${result}.`,
    confidence,
    ...(points === undefined ? {} : { points }),
  }))
const detections = fc.array(detection, { maxLength: 30 })

const isNegative = (found: Detection): boolean => {
  const weight = weightOf(found)
  return 'points' in weight && weight.points < 0
}

describe('combine', () => {
  it('gives a whole number from 0 to 100, whatever was found', () => {
    fc.assert(
      fc.property(detections, (found) => {
        const { risk_score } = combine(found)
        expect(Number.isInteger(risk_score)).toBe(true)
        expect(risk_score).toBeGreaterThanOrEqual(0)
        expect(risk_score).toBeLessThanOrEqual(100)
      }),
    )
  })

  it('gives each detection points that add up to the score, which ends at 100', () => {
    fc.assert(
      fc.property(detections, (found) => {
        const analysis = combine(found)
        const sum = analysis.detections.reduce((total, { points }) => total + points!, 0)
        expect(analysis.risk_score).toBe(Math.min(100, sum))
        expect(sum).toBeGreaterThanOrEqual(0)
      }),
    )
  })

  it('never lowers the score for one more detection whose weight is not negative', () => {
    fc.assert(
      fc.property(detections, detection, fc.nat(), (found, more, at) => {
        fc.pre(!isNegative(more))
        const place = at % (found.length + 1)
        const longer = [...found.slice(0, place), more, ...found.slice(place)]
        expect(combine(longer).risk_score).toBeGreaterThanOrEqual(combine(found).risk_score)
      }),
    )
  })

  it('lets negative evidence take back no more than its weight, and only what it speaks against', () => {
    fc.assert(
      fc.property(detections, (found) => {
        const without = combine(found.filter((item) => !isNegative(item)))
        const [negative] = found.filter(isNegative)
        if (negative === undefined) return
        const once = combine([...without.detections, negative]).risk_score
        const weight = weightOf(negative)
        expect(without.risk_score - once).toBeLessThanOrEqual('points' in weight ? -weight.points : 0)
        if (negative.method !== 'overall') return
        const strong = without.detections.filter((item) => !('floor' in weightOf(item)) && !isWeak(item))
        const left = strong.reduce((sum, { points }) => sum + points!, 0)
        expect(once).toBeGreaterThanOrEqual(Math.min(100, left))
      }),
    )
    const pass = { method: 'authentication', result: 'dmarc_pass', detail: 'Vouched for.', confidence: 1 }
    const infected = { method: 'clamav', result: 'infected', detail: 'A virus.', confidence: 1 }
    const override = { method: 'injection', result: 'override_instruction', detail: 'Orders.', confidence: 1 }
    expect(combine([pass, infected]).risk_score).toBe(100)
    expect(combine([pass, override]).risk_score).toBe(combine([override]).risk_score)
  })

  it('lifts the score over the bound for flagging where a scorer failed', () => {
    const failed = { method: 'anything', result: 'error', detail: 'It failed.', confidence: 1 }
    expect(combine([failed]).risk_score).toBe(31)
    expect(combine([failed, { ...failed, method: 'another', result: 'timeout' }]).risk_score).toBe(31)
  })

  it('never withholds for odd structure alone, however much of it there is', () => {
    const odd = Array.from({ length: 20 }, (_, i) => ({
      method: 'structure',
      result: `code_${i}`,
      detail: 'Odd.',
      confidence: 1,
    }))
    const { risk_score } = combine(odd)
    expect(risk_score).toBeGreaterThan(30)
    expect(risk_score).toBeLessThanOrEqual(70)
  })

  it('counts a confidence that is no number as certain', () => {
    const virus = { method: 'clamav', result: 'infected', detail: 'A virus.', confidence: Number.NaN }
    expect(combine([virus]).risk_score).toBe(100)
  })

  it('says in one line what weighs most', () => {
    const analysis = combine([
      { method: 'links', result: 'mismatch', detail: 'A link\nlies.', confidence: 1 },
      { method: 'clamav', result: 'infected', detail: 'The antivirus\nfound Eicar.', confidence: 1 },
    ])
    expect(analysis.summary).toBe('The antivirus found Eicar. 1 more finding.')
    expect(combine([]).summary).toBe('No risk found.')
    const odd = { method: 'structure', result: 'odd', detail: 'Odd.', confidence: 0.2 }
    expect(combine([odd]).summary).toBe('Low risk. Odd.')
    expect(combine([odd, { ...odd, result: 'timeout' }]).summary).not.toContain('Low risk')
    const model = {
      method: 'injection',
      result: 'resembles_attacks',
      detail: 'Reads like one.',
      confidence: 1,
    }
    const rule = { method: 'injection', result: 'secrecy', detail: 'Asks for secrecy.', confidence: 1 }
    const summaryOf = (ofModel: number, ofRule: number): string =>
      combine([
        { ...model, points: ofModel },
        { ...rule, points: ofRule },
      ]).summary
    expect(summaryOf(50, 20)).toBe('Reads like one. 1 more finding.')
    expect(summaryOf(20, 50)).toBe('Asks for secrecy. 1 more finding.')
  })

  it('has a reason for each weight', () => {
    for (const { reason } of Object.values(listedWeights)) expect(reason).toMatch(/^[A-Z].{10,}\.$/)
  })
})
