/** Characters that nobody sees: which they are, and where they stand within a word. */
import { expect, test } from 'vitest'
import { withoutUnseen, withWholeWords } from '../../shared/lib/unseen.ts'

test.each([0x00, 0x1f, 0x7f, 0x9f, 0xad, 0x34f, 0x200b, 0x202e, 0x2066, 0xfe0f, 0xfffa, 0xe0041, 0xe0100])(
  'nobody sees %i',
  (code) => {
    const unseen = String.fromCodePoint(code)
    expect(withoutUnseen(`a${unseen}b ${unseen}`)).toBe('ab ')
    expect(withWholeWords(`a${unseen}${unseen}b𝒄${unseen}𝒅 ${unseen}e${unseen}.`)).toBe(
      `ab𝒄𝒅 ${unseen}e${unseen}.`,
    )
  },
)

test('white space, marks and pictures stay', () => {
  const text = 'Zürich\t1 \r\n e\u0301 ❤️ 👩‍👩‍👧 \u00a0'
  expect(withWholeWords(text)).toBe(text)
  expect(withWholeWords('plain')).toBe('plain')
})
