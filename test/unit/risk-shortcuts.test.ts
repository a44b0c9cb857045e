/** What is done in one pass, or only where its words are, comes to what the long way comes to. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { unaware, uncallable } from '../../shared/risk/injection/unaware.ts'
import { type Head, loudestTwo, loudestWindow } from '../../shared/risk/model/linear-model.ts'
import {
  buckets,
  fewestNgrams,
  ngramsOf,
  stepUnits,
  unitsOf,
  windowScale,
  windowSteps,
} from '../../shared/risk/model/ngrams.ts'
import { overallModel, questions } from '../../shared/risk/overall/model.ts'
import { depth, leaves, logitOfBins, splits } from '../../shared/risk/overall/trees.ts'
import { splitAlternatives } from '../../shared/risk/required-words.ts'
import { addressesIn } from '../../shared/risk/scam/contact.ts'
import { bucketsOf } from '../../shared/risk/scam/documents.ts'
import { wordingPatterns, wordings } from '../../shared/risk/scam/wording.ts'

const table = Int8Array.from({ length: buckets }, (_, bucket) => Math.imul(bucket, 0x9e3779b1) >> 24)
const head: Head = { table, scale: 0.02, bias: -1 }

/** Each window for itself: its different n-grams, added up. */
function loudest(text: string): { logit: number; again: number } | null {
  const { units } = unitsOf(text)
  const { buckets: features, starts } = ngramsOf(units)
  const steps = Math.ceil(units.length / stepUnits)
  const logits = Array.from({ length: Math.max(1, steps - windowSteps + 1) }, (_, step) => {
    const end = Math.min(units.length, (step + windowSteps) * stepUnits)
    const different = new Set(features.subarray(starts[Math.min(end, step * stepUnits)], starts[end]))
    const sum = [...different].reduce((all, bucket) => all + table[bucket]!, 0)
    return different.size < fewestNgrams
      ? Number.NEGATIVE_INFINITY
      : head.bias + sum * head.scale * windowScale(different.size)
  })
  const { best, again } = loudestTwo(Float64Array.from(logits))
  return logits[best] === Number.NEGATIVE_INFINITY ? null : { logit: logits[best]!, again }
}

describe('the loudest window', () => {
  const words =
    'the;horses;run over;a bridge;tonight;\n;x@y.example;https://a.example/b;117;中文;and then;again'
  it('is that of windows each added up for itself, text after text', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...words.split(';')), { maxLength: 300 }), (some) => {
        const text = some.join(' ')
        const found = loudestWindow(text, head)
        expect(found && { logit: found.logit, again: found.again }).toEqual(loudest(text))
      }),
      { numRuns: 300 },
    )
  })

  it('stays so when the numbers of its steps are used up, and for a text of more steps than there are', () => {
    const text = `${'the horses run over a bridge tonight and '.repeat(40)}then again they do not`
    const long = 'horses and bridges, '.repeat((0x10000 * stepUnits) / 19)
    const first = loudestWindow(text, head)
    expect(loudestWindow(long, head)!.logit).toBe(loudest(long.slice(0, 2_000))!.logit)
    for (let i = 0; i < 4_000; i++) loudestWindow(text, head)
    expect(loudestWindow(text, head)).toEqual(first)
  })
})

describe('the n-grams of a document', () => {
  const pieces = [
    'Ada',
    'the',
    'x',
    '!',
    '...',
    '7',
    ' ',
    ' ',
    '\n',
    'a@b.example',
    'q'.repeat(70),
    '中文',
    '-',
  ]
  const some = fc.array(fc.constantFrom(...pieces), { maxLength: 60 }).map((all) => all.join(''))
  it('are those of subject, name and body read as one text', () => {
    fc.assert(
      fc.property(some, some, (head, body) => {
        for (const [first, rest] of [
          [`${head}\n`, body],
          [`${head}\n`, `the gates of ${body}${body} and the castle\n${body}`],
          ['', body],
        ] as const) {
          const whole = ngramsOf(unitsOf(first + rest).units).buckets
          const found = bucketsOf(first, rest)
          expect(new Set(found)).toEqual(new Set(whole))
          expect(found.length).toBe(new Set(whole).size)
        }
      }),
      { numRuns: 1_000 },
    )
  })
})

it.each(questions)('trees for %s are walked as their splits say', (question) => {
  const { trees } = overallModel.questions[question]
  const bins = fc.uint8Array({ minLength: 256, maxLength: 256 })
  fc.assert(
    fc.property(bins, (values) => {
      let sum = 0
      for (let tree = 0; tree * splits < trees.features.length; tree++) {
        let at = 0
        for (let level = 0; level < depth; level++)
          at =
            values[trees.features[tree * splits + at]!]! > trees.bins[tree * splits + at]!
              ? 2 * at + 2
              : 2 * at + 1
        sum += trees.leaves[tree * leaves + at - splits]!
      }
      expect(logitOfBins(values, trees)).toBe(trees.bias + sum * trees.scale)
    }),
  )
})

it('addresses are found around their @ as they are found letter by letter', () => {
  const address = /[a-z0-9._%+-]{1,64}@(?:[a-z0-9-]{1,63}\.){1,4}[a-z]{2,24}/g
  const pieces = ['@', '.', 'a', 'bob', 'corp', 'example', ' ', '-', '9', '!', 'x'.repeat(40)]
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 40 }), (some) => {
      const text = some.join('')
      const found = [...addressesIn(text)].map((one) => [one[0], one.index])
      expect(found).toEqual([...text.matchAll(address)].map((one) => [one[0], one.index]))
    }),
    { numRuns: 2_000 },
  )
})

it('no wording is passed over where its pattern matches', () => {
  const written = wordingPatterns.map(({ source }) =>
    (source.match(/[\p{L}\d]{2,}/gu) ?? []).filter((word) => !/^\d/.test(word)),
  )
  const words = fc.constantFrom(...new Set(written.flat()), '24', '3', ' ', '-', ':', 's')
  fc.assert(
    fc.property(fc.array(words, { maxLength: 12 }), fc.constantFrom('', ' '), (some, between) => {
      const text = some.join(between)
      const prepared = wordings.on(text)
      for (const [index, pattern] of wordingPatterns.entries())
        if (pattern.test(text)) expect(prepared.possible(index), `${pattern} on ${text}`).toBe(true)
    }),
    { numRuns: 3_000 },
  )
})

it.each([
  ['unaware', unaware],
  ['uncallable', uncallable],
] as const)('no sentence of %s is passed over where its pattern matches', (_, { pattern, possible }) => {
  // What stands around a sentence is left out: what is made here is matched again.
  const plain = pattern.source.replace(/\(\?<?[!=](?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)|\\b/g, '')
  const sentences = splitAlternatives(plain).map((source) => fc.stringMatching(new RegExp(`^(?:${source})$`)))
  let matched = 0
  fc.assert(
    fc.property(fc.oneof(...sentences), fc.constantFrom('', 'x', '. '), (sentence, around) => {
      const text = `${around}${sentence}${around}`
      if (text.search(pattern) < 0) return
      matched++
      expect(possible(text), text).toBe(true)
    }),
    { numRuns: 2_000 },
  )
  expect(matched).toBeGreaterThan(200)
  expect(possible('the quarterly figures are in the usual place')).toBe(false)
})
