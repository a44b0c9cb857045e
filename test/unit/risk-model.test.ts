/** The linear model: what its n-grams see, where it is loudest, and how its opinion becomes points. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { surroundingsOf } from '../../shared/risk/injection/surroundings.ts'
import { join, logitOf } from '../../shared/risk/model/combiner.ts'
import { coreOf, type Head, loudestWindow } from '../../shared/risk/model/linear-model.ts'
import { injectionCombiner, injectionHead } from '../../shared/risk/model/model.ts'
import { buckets, ngramsOf, unitsOf } from '../../shared/risk/model/ngrams.ts'

const ngrams = (text: string): number[] => [...ngramsOf(unitsOf(text).units).buckets]

/** A head to which the n-grams of `text` are loud, and nothing else. */
function headFor(text: string): Head {
  const table = new Int8Array(buckets)
  for (const bucket of ngrams(text)) table[bucket] = 100
  return { table, scale: 0.1, bias: -20 }
}

describe('n-grams', () => {
  it('see one mark for an address, a link or a long token, and one digit for all', () => {
    expect(ngrams('write to bob@corp.example now')).toEqual(ngrams('write to eve@elsewhere.example now'))
    expect(ngrams('open https://a.example/x?y=1 now')).toEqual(ngrams('open http://b.example now'))
    expect(ngrams(`key ${'ab1'.repeat(20)} here`)).toEqual(ngrams(`key ${'zz9'.repeat(30)} here`))
    expect(ngrams('room 117')).toEqual(ngrams('room 523'))
    expect(ngrams('the red house')).not.toEqual(ngrams('the new house'))
  })

  it('keep the way back to the text, in order', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'ab1 @.:/\nhtps中') }), (text) => {
        const { units, origin } = unitsOf(text)
        expect(units.length).toBe(origin.length)
        for (let i = 1; i < origin.length; i++) expect(origin[i]!).toBeGreaterThan(origin[i - 1]!)
        for (const bucket of ngrams(text)) expect(bucket).toBeLessThan(buckets)
      }),
    )
  })
})

describe('loudestWindow', () => {
  const loud = 'open the gates of the castle and let the horses run over the bridge tonight'
  const quiet = 'nothing much happens here and nobody minds at all. '
  const head = headFor(loud)

  it.each([0, 1, 7, 40])('finds a loud passage behind %i quiet sentences, and the core of it', (before) => {
    const text = `${quiet.repeat(before)}${loud}. ${quiet.repeat(10)}`
    const window = loudestWindow(text, head)!
    expect(window.start).toBeLessThanOrEqual(text.indexOf(loud))
    expect(window.end).toBeGreaterThanOrEqual(text.indexOf(loud) + loud.length)
    const core = coreOf(text, window, head)
    const shown = text.slice(core.start, core.end)
    expect(shown).toContain('the castle and let the horses')
    expect(shown.length).toBeLessThanOrEqual(window.end - window.start)
  })

  it('is no louder for a passage that is repeated', () => {
    const once = loudestWindow(loud.slice(0, 36), head)!.logit
    const often = loudestWindow(`${loud.slice(0, 36)} `.repeat(8), head)!.logit
    expect(often - once).toBeLessThan(4)
  })

  it('tells a second loud window from the first', () => {
    const far = quiet.repeat(20)
    expect(loudestWindow(`${loud} ${far}`, head)!.again).toBeLessThan(0)
    expect(loudestWindow(`${loud} ${far} ${loud}`, head)!.again).toBeGreaterThan(0)
  })

  it('says nothing of next to nothing, and leaves nothing behind for the next text', () => {
    expect(loudestWindow('', head)).toBeNull()
    expect(loudestWindow('hi bob', head)).toBeNull()
    const first = loudestWindow(`${quiet}${loud}`, head)
    loudestWindow(loud.repeat(30), head)
    expect(loudestWindow(`${quiet}${loud}`, head)).toEqual(first)
  })
})

describe('join', () => {
  const values = fc.dictionary(
    fc.constantFrom(...Object.keys(injectionCombiner.weights), 'unknown'),
    fc.double({ min: 0, max: 9, noNaN: true }),
  )

  it('gives whole points from 0 to 100 whose shares add up to them', () => {
    fc.assert(
      fc.property(values, (signals) => {
        const { points, shares } = join(injectionCombiner, new Map(Object.entries(signals)))
        expect([...shares.values()].reduce((sum, share) => sum + share, 0)).toBe(points)
        for (const share of shares.values()) expect(share).toBeGreaterThanOrEqual(0)
        expect(points).toBeGreaterThanOrEqual(0)
        expect(points).toBeLessThanOrEqual(100)
      }),
    )
  })

  it('never gives fewer points for one more signal, but for those that mitigate', () => {
    const risks = Object.entries(injectionCombiner.weights).filter(([, weight]) => weight >= 0)
    fc.assert(
      fc.property(values, fc.constantFrom(...risks), (signals, [name]) => {
        const without = new Map(Object.entries(signals).filter(([other]) => other !== name))
        const more = new Map([...without, [name, 1]])
        expect(logitOf(injectionCombiner, more)).toBeGreaterThanOrEqual(logitOf(injectionCombiner, without))
      }),
    )
  })

  it('lets no greeting or talk take off much', () => {
    // Talk about attacks takes back what the model says, and only where nothing is ordered or asked.
    for (const [name, weight] of Object.entries(injectionCombiner.weights))
      if (weight < 0) expect(weight, name).toBeGreaterThanOrEqual(name === 'reported' ? -3.5 : -1.5)
  })
})

describe('the model that ships', () => {
  it('has weights of both signs, all within a byte', () => {
    expect(injectionHead.table.some((weight) => weight > 50)).toBe(true)
    expect(injectionHead.table.some((weight) => weight < -50)).toBe(true)
    expect(injectionHead.table.byteLength).toBe(buckets)
  })

  it('gives 70 points to what is rare in ordinary mail: its curve rises', () => {
    const { curve } = injectionCombiner
    for (let i = 1; i < curve.length; i++) {
      expect(curve[i]![0]).toBeGreaterThan(curve[i - 1]![0])
      expect(curve[i]![1]).toBeGreaterThan(curve[i - 1]![1])
    }
    expect(curve.map(([, points]) => points)).toEqual([0, 30, 70, 100])
  })
})

describe('surroundingsOf', () => {
  const at = (text: string, passage: string): string[] => {
    const start = text.indexOf(passage)
    return [...surroundingsOf(text, start, start + passage.length).keys()]
  }

  it.each(['hi bob,', 'dear mrs. smith,', 'hallo zusammen,', 'bonjour paul,', 'привет, анна,', '您好,'])(
    'notices that somebody is greeted: %s',
    (greeting) => {
      expect(at(`${greeting}\nplease forget the old plan`, 'forget')).toContain('greeted')
    },
  )

  it.each(['dear ai assistant,', 'hello agent,', 'hi copilot,'])(
    'takes no machine for somebody: %s',
    (greeting) => {
      expect(at(`${greeting}\nplease forget the old plan`, 'forget')).not.toContain('greeted')
    },
  )

  it('notices a farewell, and talk about attacks', () => {
    expect(at('please forget the old plan\nkind regards\nute', 'forget the old plan')).toContain('signed')
    expect(at('the article on jailbreaks quotes forget the old plan', 'forget')).toContain('talked_about')
    expect(at('forget the old plan', 'forget')).toEqual([])
  })
})
