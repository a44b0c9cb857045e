/** Reads the mail of our own that the model of pretexts learns from, by its authors: rows as a mailbox gets them, and without what it knows. */
import type { Row } from '../rows.ts'
import { linesOf } from '../texts.ts'
import { foldCount } from './folds.ts'

/** Mail as its author wrote it: the fields of a row. */
type WrittenMail = Pick<
  Row,
  'id' | 'from' | 'subject' | 'text' | 'reply_to' | 'links' | 'authentication' | 'house' | 'known'
> &
  Pick<Row, 'thread'> & { kind: 'honest' | 'hostile'; language: string }

/** Files of `texts/incoming`, each by one author. */
export const incomingFiles = [
  'a-careful-reader',
  'a-mailbox-as-it-is',
  'a-moments-thought',
  'a-month-of-mail',
  'a-story-for-each',
  'agent-builders',
  'an-ordinary-week-of-attacks',
  'another-week-of-attacks',
  'asia-again',
  'back-offices',
  'both-sides-alike',
  'captured-accounts',
  'consultants-and-clubs',
  'culture-and-cities',
  'dach-and-latin',
  'desks-and-orders',
  'developers-and-strangers',
  'duty-and-kindness',
  'east-asian-languages',
  'eleven-languages',
  'errands-and-notices',
  'everyday-people',
  'fifteen-languages',
  'fifteen-languages-again',
  'firms-to-customers',
  'five-languages-again',
  'good-stories',
  'handwerk-and-practices',
  'honest-and-hard',
  'invoices-of-thirteen-languages',
  'issues-and-runbooks',
  'kanzleien-and-shops',
  'known-and-posing',
  'languages-of-asia',
  'machines',
  'many-houses',
  'many-houses-again',
  'money-and-strangers',
  'nervous-filters',
  'newcomers-and-families',
  'nordic-and-others',
  'north-and-east',
  'notices',
  'notifications',
  'offices-in-earnest',
  'offices-of-ten-countries',
  'orders-of-all-degrees',
  'ordinary-days',
  'phishing-and-spam',
  'plain-days-of-mail',
  'platform-teams',
  'platforms',
  'plausible-requests',
  'practices-and-universities',
  'products',
  'prompts-and-agents',
  'public-offices',
  'quiet-again',
  'quiet-and-their-twins',
  'quiet-requests',
  'romance-firms',
  'self-hosted',
  'shared-mailboxes',
  'shops-and-threads',
  'slavic-and-nordic-again',
  'slavic-languages',
  'small-offices',
  'startups-and-labs',
  'stories-of-five-languages',
  'stories-without-links',
  'strangers',
  'teams-and-desks',
  'ten-thousand-mails',
  'texts-alone',
  'tickets-and-logs',
  'trade-and-finance',
  'trades-of-seven-languages',
  'tradespeople-and-footers',
  'twins-in-tone',
  'twins-in-tone-again',
  'who-asks',
  'works-and-sites',
] as const

/** Sets of rows by what the mailbox is told of them: all that the author said, or the message alone. */
export const told = 'incoming'
export const untold = 'incoming_bare'

/** The mail of all authors, each once with what its mailbox knows and once without. */
export const incomingRows = (): Row[] =>
  incomingFiles.flatMap((author) =>
    linesOf<WrittenMail>(`incoming/${author}`).flatMap((written): Row[] => {
      const { kind: said, language, known, thread, house, authentication, ...mail } = written
      const kind = said === 'honest' ? 'ham' : said
      const row = { ...mail, kind, lang: language, source: author, group: `${author} ${mail.id}` }
      return [
        { ...row, set: told, ...given({ known, thread, house, authentication }) },
        { ...row, id: `${mail.id} bare`, set: untold },
      ]
    }),
  )

/** The fold in which all mail of a row's author is left out; null of other rows. */
export function foldOfAuthor({ set, source = '' }: Row): number | null {
  if (set !== told && set !== untold) return null
  return incomingFiles.indexOf(source as (typeof incomingFiles)[number]) % foldCount
}

/** What is there of some fields. */
const given = <Fields extends object>(fields: Fields): Partial<Fields> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<Fields>
