/** What is said of a likeness is as strong as the model is sure. */
import { expect, test } from 'vitest'
import { likeness } from '../../shared/risk/likeness.ts'

test.each([
  [0.1, 'Slightly resembles known attacks (trained model).'],
  [0.299, 'Slightly resembles known attacks (trained model).'],
  [0.3, 'Resembles known attacks (trained model).'],
  [0.699, 'Resembles known attacks (trained model).'],
  [0.7, 'Reads like known attacks (trained model).'],
  [1, 'Reads like known attacks (trained model).'],
])('with a confidence of %s: %s', (confidence, said) => {
  expect(likeness('known attacks', confidence)).toBe(said)
})

test('it says what resembles it, where that is not the text itself', () => {
  expect(likeness('known attacks', 0.1, 'Hidden text')).toBe(
    'Hidden text slightly resembles known attacks (trained model).',
  )
})
