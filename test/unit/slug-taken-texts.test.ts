/** What German forms say of a slug that is taken. */
import { expect, test } from 'vitest'
import { slugTakenBy } from '../../shared/domain/slug-taken-by.ts'
import { errors } from '../../shared/texts/de/frame.ts'

const said = (message: string) => errors.ofApi('slug_taken', message)

test('whose inbox has a slug is said where it is known, and not guessed where it is not', () => {
  expect(said(slugTakenBy.ownInSameMode)).toMatch(/^Eines Ihrer Postfächer hat/)
  expect(said(slugTakenBy.ownSandbox)).toMatch(/^Ein Postfach Ihrer eigenen Sandbox hat/)
  expect(said(slugTakenBy.ownLive)).toMatch(/^Ein Live-Postfach Ihres eigenen Kontos hat/)
  expect(said('The slug is taken.')).toMatch(/^Dieser Name ist schon vergeben/)
  expect(said('The slug is taken.')).not.toMatch(/Vielleicht|Ihre/)
})
