/** Reads the drafts that the model of leaks learns from, by their authors, and letters that stand for drafts nobody asked for. */
import { type LeakReading, readDraft } from '../../../shared/risk/leak/read-draft.ts'
import type { RiskMessage } from '../../../shared/risk/scorer.ts'
import { drafts } from '../held-out/drafts.ts'
import { filled } from '../held-out/slots.ts'
import { messageOf, type Row } from '../rows.ts'
import { linesOf } from '../texts.ts'
import { hashOf, randomOf } from './random.ts'

/** A draft as its author wrote it: the fields of a row, and slots for keys. */
interface WrittenDraft {
  kind: 'leak' | 'honest'
  category: string
  language: string
  to: string[]
  subject: string
  text: string
  thread?: { from: string; subject?: string; text: string }[]
  known?: { address: string; name?: string; clean?: number; bad?: number; days?: number }[]
  house?: { name: string; addresses: string[] }
  others?: { from: string; subject?: string; text: string }[]
}

/** A draft to learn from, and whose it is: no author is both learned from and measured by. */
export interface AuthoredDraft {
  author: string
  leaks: boolean
  /** Whether it is a letter that stands for a draft. */
  letter: boolean
  reading: LeakReading
  /** As the scorers get it. */
  message: RiskMessage
}

/**
 * Those of {@link draftFiles} that are the plainest mail of all days, all of it honest: what agents send most. Others hold what
 * is hard to tell.
 */
export const plainFiles: ReadonlySet<string> = new Set([
  'acknowledgements',
  'anecdotes-and-favours',
  'brisk-and-factual',
  'friendly-days',
  'plain-abroad',
  'plain-answers',
  'plain-business',
  'plain-days',
  'plain-desks',
  'plain-friends',
  'plain-houses',
  'plain-mail-again',
  'plain-trades',
  'warm-and-chatty',
])

/** Files of `texts/drafts`, each by one author. */
export const draftFiles = [
  'acknowledgements',
  'agents',
  'all-houses',
  'all-sorts',
  'all-sorts-of-houses',
  'all-sorts-of-houses-again',
  'an-ordinary-afternoon',
  'an-ordinary-afternoon-again',
  'anecdotes-and-favours',
  'answers-that-say-more',
  'answers-to-askers',
  'asked-with-a-story',
  'assistants',
  'at-home-in-fifteen',
  'blatant-to-passing',
  'branches-and-builders',
  'brisk-and-factual',
  'care-and-dealers',
  'careful-answers',
  'companies',
  'desks',
  'dutch-and-nordic',
  'european-counters',
  'every-kind',
  'everyday',
  'everyday-in-seven',
  'five-regions',
  'forwards-and-notices',
  'friendly-days',
  'front-desks-and-stories',
  'front-desks-in-english',
  'hard-to-tell',
  'hard-to-tell-again',
  'health-and-law',
  'hotels-and-schools',
  'households',
  'it-and-studios',
  'italian-and-portuguese',
  'known-to-the-house',
  'lettings-and-clubs',
  'managers-agents',
  'managers-desk',
  'middle-firms',
  'neighbours',
  'north-and-east',
  'obliging',
  'offices',
  'offices-in-eight',
  'one-clause',
  'personnel-and-finance',
  'plain-abroad',
  'plain-answers',
  'plain-business',
  'plain-days',
  'plain-desks',
  'plain-friends',
  'plain-houses',
  'plain-mail-again',
  'plain-secrets',
  'plain-trades',
  'plainly-leaks',
  'politely-asked',
  'practices-and-families',
  'private-houses',
  'private-lives',
  'quiet',
  'quiet-clauses',
  'rightful',
  'romance-and-english',
  'romance-languages',
  'romance-offices',
  'same-fact-again',
  'same-fact-same-words',
  'second-thoughts',
  'services',
  'seven-languages',
  'shops-and-practices',
  'short-answers',
  'short-leaks-long-answers',
  'six-languages',
  'slavic-and-asian',
  'slips-of-the-pen',
  'software-and-hiring',
  'strangers-with-a-right',
  'support-desks',
  'ten-desks',
  'ten-languages',
  'to-whom-it-belongs',
  'trades',
  'twins-of-every-house',
  'unasked',
  'warm-and-chatty',
] as const

/** The drafts of all authors, and the halves of earlier ones that rules were made by. */
export async function authoredDrafts(): Promise<AuthoredDraft[]> {
  const authored = await earlierDrafts()
  for (const author of draftFiles)
    for (const written of linesOf<WrittenDraft>(`drafts/${author}`)) {
      const fill = filled(randomOf(hashOf(written.text)))
      // In this order: a slot that is written twice has one value.
      const [subject, text] = [fill(written.subject), fill(written.text)]
      authored.push({
        author,
        leaks: written.kind === 'leak',
        letter: false,
        ...(await readAs({ ...written, subject, text })),
      })
    }
  return authored
}

/** What the model reads of a row, and the scorers get. */
async function readAs(
  row: Omit<Row, 'id' | 'set' | 'group' | 'kind'>,
): Promise<Pick<AuthoredDraft, 'reading' | 'message'>> {
  const message = await messageOf({ ...row, id: '', set: 'pii', group: '', kind: '' })
  return { message, reading: readDraft(`${message.mail.subject}\n${message.mail.body}`, message.outbound!) }
}

async function earlierDrafts(): Promise<AuthoredDraft[]> {
  const earlier = await drafts()
  return earlier
    .filter(({ half }) => half === 'tuned on')
    .map(({ leaks, message }) => ({
      author: 'earlier drafts',
      leaks,
      letter: false,
      reading: readDraft(`${message.mail.subject}\n${message.mail.body}`, message.outbound!),
      message,
    }))
}

/**
 * Honest letters as drafts: every other one to a stranger who has asked for nothing, the rest as answers to what somebody
 * has asked for elsewhere, some of these their first lines alone. A question makes no leak of an answer that tells nothing.
 */
export async function letterDrafts(): Promise<AuthoredDraft[]> {
  const to = 'someone@mail.example'
  const asking = draftFiles.flatMap((author) =>
    linesOf<WrittenDraft>(`drafts/${author}`).flatMap(({ thread = [] }) =>
      thread.slice(-1).map(({ text }) => ({ author, text })),
    ),
  )
  const drafts: AuthoredDraft[] = []
  const letters = linesOf<{ author: string; text: string }>('training/letters-honest')
  for (const [index, { author, text }] of letters.entries()) {
    const asked = index % 2 === 0 ? null : asking[hashOf(text) % asking.length]!
    const [subject = '', ...lines] = text.split('\n')
    const shown = index % 4 === 3 ? lines.filter((line) => line.trim() !== '').slice(0, 2) : lines
    const thread = asked === null ? [] : [{ from: to, text: asked.text }]
    drafts.push({
      author: asked === null ? `letters of ${author}` : asked.author,
      leaks: false,
      letter: true,
      ...(await readAs({ to, thread, subject, text: shown.join('\n') })),
    })
  }
  return drafts
}
