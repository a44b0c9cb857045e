/** Searching: words of every language, vectors that Postgres takes, queries as people write them, safe highlights. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { limits } from '../../shared/domain/limits.ts'
import { changedLabels, tagsOf } from '../../shared/domain/tags.ts'
import { highlightAll, highlightBest } from '../../shared/flow/search/highlight.ts'
import { readQuery } from '../../shared/flow/search/query.ts'
import { searchVector } from '../../shared/flow/search/vector.ts'
import { wordsOf } from '../../shared/flow/search/words.ts'

const words = (text: string) => Array.from(wordsOf(text), ({ word }) => word)
const text = (body: string) => ({ subject: '', people: [], files: [], body })

describe('words', () => {
  test.each([
    [
      'case and accents do not matter',
      'Café ÉCOLE naïve Straße Ærø ŁÓDŹ',
      'cafe ecole naive strasse aero lodz',
    ],
    [
      'addresses and file names fall into their parts',
      'ada@example.com report_2026.pdf',
      'ada example com report 2026 pdf',
    ],
    ['Greek and Cyrillic', 'Όροι ΟΔΟΣ Ёлка', 'οροι οδοσ елка'],
    ['Arabic and Hebrew with and without points', 'مُحَمَّد שָׁלוֹם', 'محمد שלום'],
    ['Indic vowel signs stay, they are letters there', 'हिन्दी', 'हिन्दी'],
    [
      'Chinese and Japanese, letter by letter',
      '会議室 ありがとう',
      '会 議 室 あ り か\u3099 と う'.normalize('NFKC'),
    ],
    ['full-width letters are letters', 'ＡＢＣ１２３', 'abc123'],
    ['so are half-width ones, their marks of sound with them', 'ﾌﾘｶﾞﾅ ﾊﾟﾝ', 'フ リ ガ ナ パ ン'],
    [
      'what no reader sees splits no word',
      'Rech\u00adnung \ufeffbe\u2060zahlt \u00ad 会\u2060議',
      'rechnung bezahlt 会 議',
    ],
    ['Korean by words', '회의 일정', '회의 일정'],
  ])('%s', (_name, given, expected) => {
    expect(words(given)).toEqual(expected.split(' '))
  })

  test('words of ASCII are the runs of letters and digits, in lower case', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(..."aBZz09 .'-\n@[`{/:é中") }), (text) => {
        const plain = text.replaceAll(/[^\x00-\x7f]/g, '.')
        expect(words(plain)).toEqual(plain.toLowerCase().match(/[a-z0-9]+/g) ?? [])
        // What is not ASCII joins a run, and leaves the words beside it as they are.
        const alone = words(text.replaceAll(/[^a-zA-Z0-9é中]/g, ' '))
        expect(words(text)).toEqual(alone)
      }),
    )
  })

  test('each names the stretch that it stands for', () => {
    const given = '¡Hola, Ana! 会議 <b>½</b>'
    for (const { start, end } of wordsOf(given))
      expect(given.slice(start, end)).toMatch(/^[\p{L}\p{N}\p{M}]+$/u)
  })

  test('whatever the text, a word has only letters, digits and marks, and is not too long', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (given) => {
        for (const word of words(given)) {
          expect(word).toMatch(/^[\p{L}\p{N}\p{M}]+$/u)
          expect(word.length).toBeLessThanOrEqual(limits.searchedWordCharacters)
        }
      }),
    )
  })

  test('take time in proportion to the text', () => {
    const cost = (given: string): number => {
      const before = process.cpuUsage()
      words(given)
      return process.cpuUsage(before).user
    }
    // Four times the text; what grows with the square would take sixteen times as long.
    for (const unit of ['a', 'é', '会', '\u0301', 'a\u0301\u0301', '. ']) {
      const short = cost(unit.repeat(50_000))
      expect(cost(unit.repeat(200_000)), JSON.stringify(unit)).toBeLessThan(10 * short + 100_000)
    }
  })
})

describe('queries', () => {
  test.each([
    ['order 1815', "('order' & '1815')"],
    ['"order 1815"', "(('order' <-> '1815'))"],
    ['order -newsletter', "('order' & !'newsletter')"],
    ['-"two words" order', "(!('two' <-> 'words') & 'order')"],
    ['invoice or bill paid', "('invoice') | ('bill' & 'paid')"],
    ['or order OR', "('order')"],
    ['inv*', "('inv':*)"],
    ['ada@example.com', "(('ada' <-> 'example' <-> 'com'))"],
    ['会議', "(('会' <-> '議'))"],
    ["o'reilly \\' | & ! :*", "(('o' <-> 'reilly'))"],
    ['"never closed', "(('never' <-> 'closed'))"],
  ])('%s', (given, expected) => {
    expect(readQuery(given).tsquery).toBe(expected)
  })

  test.each(['', '   ', '-', '""', '!!!', 'or'])('%j has nothing to search for', (given) => {
    expect(() => readQuery(given)).toThrow(expect.objectContaining({ code: 'validation_error' }))
  })

  test('have at most so many words', () => {
    expect(readQuery('a '.repeat(limits.searchTerms)).terms).toHaveLength(limits.searchTerms)
    expect(() => readQuery('a '.repeat(limits.searchTerms + 1))).toThrow(
      expect.objectContaining({ code: 'validation_error' }),
    )
  })
})

describe('vectors', () => {
  test('hold the words of each field with its weight, and the inbox', () => {
    expect(
      searchVector('inb_1', { subject: 'Order', people: ['Ada'], files: ['a.pdf'], body: 'the order' }),
    ).toBe("' inb_1' 'order':3A,14 'ada':6B 'a':9C 'pdf':10C 'the':13")
  })

  test('hold the words of the body, however many recipients there are', () => {
    const people = [Array.from({ length: 9_000 }, (_, n) => `person${n}@peer.example`).join(', ')]
    const vector = searchVector('inb_1', { subject: 'Order', people, files: ['a.pdf'], body: 'the invoice' })
    expect(vector).toContain(" 'person0':")
    expect(vector).toContain(" 'invoice':")
  })

  test('never grow beyond what Postgres takes', () => {
    const many = Array.from({ length: 200_000 }, (_, n) => `w${n.toString(36)}`).join(' ')
    const vector = searchVector('inb_1', text(many))
    expect(vector.split(' ').length).toBeLessThanOrEqual(limits.searchedWords + 2)
    const same = searchVector('inb_1', text('same '.repeat(20_000)))
    expect(same.split(',')).toHaveLength(255)
    expect(Buffer.byteLength(searchVector('inb_1', text(`${'語'.repeat(64)} `.repeat(2_000))))).toBeLessThan(
      1_000_000,
    )
  })
})

describe('highlights', () => {
  const terms = (q: string) => readQuery(q).terms

  test('mark the matches, and escape everything else', () => {
    expect(highlightAll('<b>Order</b> & ORDER', terms('order'))).toBe(
      '&lt;b&gt;<mark>Order</mark>&lt;/b&gt; &amp; <mark>ORDER</mark>',
    )
    expect(highlightAll('nothing here', terms('order'))).toBeNull()
  })

  test('show the part of a long text with the most of the words', () => {
    const filler = 'lorem ipsum '.repeat(100)
    const shown = highlightBest(
      `order ${filler} the café order was paid ${filler}`,
      terms('cafe order paid -lorem'),
    )
    expect(shown).toMatch(/^… .*the <mark>café<\/mark> <mark>order<\/mark> was <mark>paid<\/mark> .* …$/)
    expect(shown!.length).toBeLessThan(limits.highlightCharacters + 100)
  })

  test('mark a word that may be parted at the end of a line, and find it by such a one', () => {
    const { terms } = readQuery('"offene rech\u00adnung"')
    expect(highlightAll('Offene Rech\u00adnung', terms)).toBe(
      '<mark>Offene</mark> <mark>Rech\u00adnung</mark>',
    )
    expect(readQuery('rech\u00adnung').tsquery).toBe(readQuery('Rechnung').tsquery)
  })

  test('mark what begins as asked, and letters of scripts without spaces', () => {
    expect(highlightBest('Die Rechnungen sind da', terms('rechn*'))).toBe(
      'Die <mark>Rechnungen</mark> sind da',
    )
    expect(highlightBest('明日の会議です', terms('会議'))).toBe('明日の<mark>会</mark><mark>議</mark>です')
  })

  test('are well-formed text whose only markup is ours, whatever the text', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 2_000 }),
        fc.constantFrom('a', 'b*', '1'),
        (body, q) => {
          const shown = highlightBest(`${body} a`, terms(q))
          if (shown === null) return
          expect(shown.replaceAll(/<\/?mark>/g, '')).not.toMatch(/[<>"']/)
          expect(shown.split('<mark>').length).toBe(shown.split('</mark>').length)
        },
      ),
    )
  })
})

describe('labels', () => {
  test('are replaced, or added and removed; each is there once, in order', () => {
    expect(changedLabels(['b'], ['z', 'a', 'z'])).toEqual(['a', 'z'])
    expect(changedLabels(['b', 'new'], { add: ['a', 'b'], remove: ['new', 'gone'] })).toEqual(['a', 'b'])
  })

  test('and metadata are what lists are filtered by', () => {
    expect(tagsOf(['urgent'], { order: 1815, paid: true })).toEqual([
      { name: '', value: 'urgent' },
      { name: 'order', value: '1815' },
      { name: 'paid', value: 'true' },
    ])
  })
})
