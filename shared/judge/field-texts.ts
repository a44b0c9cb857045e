/** What stands in the fields of a message that leaves: of its header, of its parts, and of its envelope. */
import type { ParsedMail } from '../domain/parsed-mail.ts'
import type { PartField } from '../mail/part-fields.ts'
import type { OutgoingDraft } from './outgoing-draft.ts'

/** What stands in the fields of one name; `where` in the words of `Evidence.where`. */
interface FieldTexts {
  where: string
  texts: string[]
}

/** Fields in which nothing of the sender's stands: made by us, or by who wrote the message that is answered. */
const machineMade = new Set([
  'message-id',
  'date',
  'mime-version',
  'content-transfer-encoding',
  'in-reply-to',
  'references',
])
/** Read as texts in full, for whatever value they hold. */
const readInFull = new Set(['subject'])

/**
 * Of the composed message, decoded: each field of its header and of its parts, with its name, and each recipient of the
 * envelope; and of the draft, where there is one, what composing writes in other letter case, or leaves out.
 */
export function fieldTexts(
  mail: Pick<ParsedMail, 'headers'>,
  recipients: readonly string[],
  parts: readonly (readonly PartField[])[],
  draft?: Pick<OutgoingDraft, 'headers' | 'attachments' | 'bcc'>,
): FieldTexts[] {
  const fields = [...mail.headers, ...parts.flat(), ...(draft?.headers ?? [])].filter(({ name }) => {
    const key = name.toLowerCase()
    return !machineMade.has(key) && !readInFull.has(key)
  })
  const found = fields.map(({ name, value }) => {
    const where = `header:${name.toLowerCase()}`
    return { where, text: `${/^x-/i.test(name) ? `${name}: ` : ''}${withoutBoundary(value)}` }
  })
  const types =
    draft?.attachments.map(({ contentType, contentId = '' }) => `${contentType} ${contentId}`) ?? []
  return withoutRepeats([
    ...found,
    ...recipients.map((text) => ({ where: 'header:to', text })),
    ...(draft?.bcc.map(({ name }) => ({ where: 'header:bcc', text: name })) ?? []),
    ...types.map((text) => ({ where: 'header:content-type', text })),
  ])
}

/** What tells parts from each other is drawn by the composer. */
const withoutBoundary = (value: string): string => value.replace(/;\s{0,9}boundary="?[^";]{0,1000}"?/i, '')

/** Each text once, those of one field together. */
function withoutRepeats(texts: readonly { where: string; text: string }[]): FieldTexts[] {
  const byField = new Map<string, Set<string>>()
  for (const { where, text } of texts) {
    if (text.trim() === '') continue
    const known = byField.get(where)
    if (known === undefined) byField.set(where, new Set([text]))
    else known.add(text)
  }
  return [...byField].map(([where, of]) => ({ where, texts: [...of] }))
}
