/** The parts of an outbound message that values are taken out of: all that an agent has worded. */
import type { RedactableParts } from '../risk/redact.ts'

/** Of a draft, or of a message that was composed of one. */
export function redactableOf({
  subject,
  text,
  html,
  headers,
  attachments,
}: {
  subject: string
  text: string
  html: string | null
  headers: readonly { name: string; value: string }[]
  attachments: readonly { filename: string }[]
}): RedactableParts {
  return {
    subject,
    text,
    html,
    headers: headers.filter(({ name }) => /^x-/i.test(name)).map(({ value }) => value),
    filenames: attachments.map(({ filename }) => filename),
  }
}
