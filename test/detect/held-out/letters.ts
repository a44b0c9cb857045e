/** Letters that no training has seen, as rows: what the service says of mail that is new to it. */
import type { Row } from '../rows.ts'
import { letterOf } from '../training/own-rows.ts'
import { randomOf } from '../training/random.ts'
import { advertising } from './advertising.ts'
import { fraud } from './fraud.ts'
import { abroad } from './honest-abroad.ts'
import { agents } from './honest-agents.ts'
import { machines } from './honest-machines.ts'
import { news } from './honest-news.ts'
import { orders } from './honest-orders.ts'

const sets = [
  ['honest letters of programs and offices', 'benign_hard', machines],
  ['honest newsletters, offers and notices', 'benign_hard', news],
  ['honest letters full of orders and secrets', 'benign_hard', orders],
  ['short honest mail of agents and their customers', 'benign_hard', agents],
  ['short honest letters in other languages', 'benign_hard', abroad],
  ['advertising', 'spam', advertising],
  ['phishing and fraud', 'phishing', fraud],
] as const

/** All letters as they were written, with their slots. */
export const heldOutLetters: readonly string[] = sets.flatMap(([, , letters]) => letters)

/** A row for each letter, the same each time: text and subject alone, without a sender, header or real link. */
export function heldOutRows(): Row[] {
  const random = randomOf(1)
  return sets.flatMap(([set, kind, letters]) =>
    letters.map((letter, index): Row => {
      const [text, { subject }] = letterOf(letter, random)
      return { id: `${set} ${index}`, set, kind, group: `${set} ${index}`, subject, text }
    }),
  )
}
