/** The values that evidence leaves the middle out of are found again where they stand, whatever stands around them. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { withWholeWords } from '../../shared/lib/unseen.ts'
import { placeAfter } from '../../shared/risk/edit.ts'
import { type ReadTexts, secretsFound, valueFinder } from '../../shared/risk/found-values.ts'
import { masked } from '../../shared/risk/masked.ts'
import { redact } from '../../shared/risk/redact.ts'

const foundValue = (piece: Parameters<ReturnType<typeof valueFinder>>[0], texts: ReadTexts) =>
  valueFinder(texts)(piece)
const inBody = (body: string) => ({ subject: '', body, html: null })

test('a value is found in the text that detectors read, which has nothing unseen within words', () => {
  const hostile = fc.string({
    unit: fc.constantFrom('a', 'b', ' ', '\u200b', '\u00ad', '7', '\n'),
    maxLength: 30,
  })
  fc.assert(
    fc.property(hostile, hostile, (before, after) => {
      const body = `${before} 48 213 ${after}`
      const offset = withWholeWords(body).indexOf('48 213')
      const found = foundValue({ where: 'body', text: masked('48 213'), offset }, inBody(body))
      expect(found?.value).toBe('48 213')
      expect(body.slice(found!.start, found!.start + 6)).toBe('48 213')
    }),
  )
  const split = foundValue({ where: 'body', text: masked('918844'), offset: 3 }, inBody('It 918\u200b844'))
  expect(split).toEqual({ value: '918\u200b844', start: 3 })
})

test('where the text says something else nothing is found', () => {
  const text = masked('918844')
  expect(foundValue({ where: 'body', text, offset: 3 }, inBody('It 928844'))).toBeNull()
  expect(foundValue({ where: 'body', text, offset: 90 }, inBody('It 918844'))).toBeNull()
  expect(foundValue({ where: 'body', text }, inBody('It 918844'))).toBeNull()
  expect(foundValue({ where: 'hidden', text, offset: 0 }, inBody('918844'))).toBeNull()
  const huge = `9…44 (${'9'.repeat(7)} characters)`
  expect(foundValue({ where: 'body', text: huge, offset: 0 }, inBody('918844'))).toBeNull()
})

test('only what opens something is a secret', () => {
  const evidence = [{ where: 'body', text: masked('918844'), offset: 0 }]
  const of = (method: string, result: string) =>
    secretsFound([{ method, result, evidence }], inBody('918844'))
  expect(of('exfiltration', 'code_passed_on')).toEqual(['918844'])
  expect(of('pii', 'phone')).toEqual([])
  const split = { method: 'exfiltration', result: 'code_passed_on', evidence }
  expect(secretsFound([split], inBody('918\u200b844'))).toEqual(['918\u200b844', '918844'])
})

test('given values go wherever they stand as words of their own, in any writing', () => {
  const { text, subject, redactions } = redact(
    { subject: '验证码是482913请', text: '482913, 14829130, 482913x', html: null },
    { entities: ['secret'], replacement: '#', values: ['482913'] },
  )
  expect([subject, text]).toEqual(['验证码是#请', '#, 14829130, 482913x'])
  expect(redactions).toHaveLength(2)
})

test('where a value stood, its placeholder does', () => {
  const before = 'AKIAIOSFODNN7ABCDEFG and 482913, then 482913 again.'
  const { text, edits } = redact(
    { subject: '', text: before, html: null },
    { entities: ['secret'], replacement: '[secret]', values: ['482913'] },
  )
  for (const { index } of before.matchAll(/482913|again/g)) {
    const at = placeAfter(index, edits.text)
    expect(text.slice(at)).toMatch(/^(?:\[secret\]|again)/)
  }
  expect(text.slice(placeAfter(before.indexOf('again'), edits.text))).toBe('again.')
})

test('each part is read once, however much is found in it', () => {
  let reads = 0
  const texts = {
    subject: '',
    body: '',
    get html() {
      reads += 1
      return `<p>${'1234 '.repeat(10)}918844</p>`
    },
  }
  const find = valueFinder(texts)
  const piece = { where: 'html', text: masked('918844'), offset: 51 }
  expect(find(piece)?.value).toBe('918844')
  const first = reads
  for (let count = 0; count < 50; count++) expect(find(piece)?.value).toBe('918844')
  expect(reads).toBe(first)
})
