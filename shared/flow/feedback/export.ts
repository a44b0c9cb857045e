/** Exports what people said of messages, as rows that `npm run train` reads. */
import type { FeedbackLabel } from '../../domain/feedback.ts'
import type { Principal } from '../../domain/principal.ts'
import { readsWithheld } from '../../domain/withheld.ts'
import type { Database } from '../../store/database.ts'
import { endOfLabelled, findLabelled, type LabelledMessage } from '../../store/feedback.ts'
import { assertKeyLives } from '../access/key-lives.ts'

const pageSize = 100
/** Characters of a text that a row holds. */
const maxText = 100_000

/** What training calls the labels; the others teach nothing that is trained. */
const kinds: Partial<Record<FeedbackLabel, string>> = {
  clean: 'ham',
  injection: 'injection',
  phishing: 'phishing',
  spam: 'spam',
}

/**
 * One line a message, by what was said of it last. Rows of one thread share a `group`: near-copies must not be split
 * between training and test. @throws ServiceError `unauthorized`, also midway, where the key is revoked.
 */
export async function* exportFeedback(database: Database, principal: Principal): AsyncGenerator<string> {
  for (let after = ''; ; ) {
    await assertKeyLives(database, principal)
    const last = await endOfLabelled(database, principal, after, pageSize)
    if (last === null) return
    const asked = { after, limit: pageSize, withheldToo: readsWithheld(principal) }
    const lines = (await findLabelled(database, principal, asked)).flatMap(lineOf)
    if (lines.length > 0) yield lines.join('')
    after = last
  }
}

function lineOf(message: LabelledMessage): string[] {
  const kind = kinds[message.label]
  if (kind === undefined) return []
  const row = {
    id: message.messageId,
    source: 'feedback',
    licence: 'own mail',
    kind,
    label: message.label,
    subject: message.subject,
    from:
      message.fromName === '' ? message.from : `"${message.fromName.replaceAll('"', '')}" <${message.from}>`,
    // An attack is often in what is hidden alone: without it, the row would teach that the honest rest is one.
    text: [message.text.slice(0, maxText), ...message.hidden].join('\n\n').slice(0, 2 * maxText),
    group: message.threadId,
  }
  return [`${JSON.stringify(row)}\n`]
}
