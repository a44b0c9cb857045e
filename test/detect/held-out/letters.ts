/** Letters that no training has seen, as rows: what the service says of mail that is new to it. */
import type { Row } from '../rows.ts'
import { textsIn } from '../texts.ts'
import { letterOf } from '../training/own-rows.ts'
import { randomOf } from '../training/random.ts'

const sets = (
  [
    ['honest letters of programs and offices', 'benign_hard', 'honest-machines'],
    ['honest newsletters, offers and notices', 'benign_hard', 'honest-news'],
    ['honest letters full of orders and secrets', 'benign_hard', 'honest-orders'],
    ['short honest mail of agents and their customers', 'benign_hard', 'honest-agents'],
    ['short honest letters in other languages', 'benign_hard', 'honest-abroad'],
    ['advertising', 'spam', 'advertising'],
    ['phishing and fraud', 'phishing', 'fraud'],
  ] as const
).map(([set, kind, file]) => [set, kind, textsIn(`held-out/${file}`)] as const)

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
