/** Large lists are written item by item, to the same JSON, and others have their turn between two items. */
import { expect, test } from 'vitest'
import { isLarge, writtenInPieces } from '../../services/api/large-answer.ts'
import { limits } from '../../shared/domain/limits.ts'

test('what is written is what is written at once, without what is undefined', async () => {
  for (const count of [0, 1, 3]) {
    const items = Array.from({ length: count }, (_, n) => ({
      id: `"${n}"`,
      text: n === 1 ? null : '🦊\n',
      more: undefined,
    }))
    const answer = { items, has_more: true, next_cursor: null, none: undefined }
    const written = await writtenInPieces(answer)
    expect(written.toString()).toBe(JSON.stringify(answer))
  }
  expect((await writtenInPieces({})).toString()).toBe('{}')
})

test('between two items the event loop has its turn', async () => {
  let turns = 0
  let done = false
  const turn = () => {
    turns++
    if (!done) setImmediate(turn)
  }
  setImmediate(turn)
  const items = Array.from({ length: 50 }, () => ({ id: 'x', text: null }))
  await writtenInPieces({ items, has_more: false, next_cursor: null })
  done = true
  expect(turns).toBeGreaterThanOrEqual(50)
})

test('only lists of much text are large', () => {
  const text = 'a'.repeat(limits.answerInlineCharacters / 2)
  expect(isLarge({ items: [{ text }, { text }] })).toBe(false)
  expect(isLarge({ items: [{ text }, { text }, { id: 'x' }] })).toBe(true)
  for (const small of [undefined, null, {}, { text }, { items: [null, 1, 'x'] }])
    expect(isLarge(small)).toBe(false)
})
