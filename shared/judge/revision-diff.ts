/** What an edit changes, as a unified diff: made on a thread, since long texts take a while. */
import { createTwoFilesPatch, FILE_HEADERS_ONLY } from 'diff'
import type { Recipient, RecipientField } from '../domain/outbound.ts'

/** What a reviewer reads of a message. */
export interface Reviewed {
  subject: string
  body: string
  html: string | null
  recipients: readonly Recipient[]
}

/** One with its number. */
export type Revision = Reviewed & { revision: number }

/** Milliseconds for a diff: texts that differ in most lines take quadratic time, and are shown one after the other. */
const diffMs = 200

/** Unified diff of two revisions: recipients, subject, text and HTML, one under the other. */
export function revisionDiff(
  { revision: before, ...old }: Revision,
  { revision: after, ...edited }: Revision,
): string {
  const [from, to] = [asText(old), asText(edited)]
  const names = [`revision ${before}`, `revision ${after}`] as const
  const patch = createTwoFilesPatch(...names, from, to, undefined, undefined, {
    context: 3,
    timeout: diffMs,
    headerOptions: FILE_HEADERS_ONLY,
  })
  return patch ?? wholePatch(names, from, to)
}

function asText({ subject, body, html, recipients }: Reviewed): string {
  const field = (name: string, of: RecipientField) => {
    const list = recipients.filter((one) => one.field === of).map(({ address }) => address)
    return list.length === 0 ? [] : [`${name}: ${list.join(', ')}`]
  }
  const head = [...field('To', 'to'), ...field('Cc', 'cc'), ...field('Bcc', 'bcc'), `Subject: ${subject}`]
  const parts = [head.join('\n'), body, ...(html === null ? [] : [`HTML:\n${html}`])]
  return `${parts.map((part) => part.replaceAll('\r\n', '\n').trimEnd()).join('\n\n')}\n`
}

/** All of the one taken out, and all of the other put in. */
function wholePatch([before, after]: readonly [string, string], from: string, to: string): string {
  const lines = (text: string) => text.trimEnd().split('\n')
  const [old, edited] = [lines(from), lines(to)]
  return [
    `--- ${before}`,
    `+++ ${after}`,
    `@@ -1,${old.length} +1,${edited.length} @@`,
    ...old.map((line) => `-${line}`),
    ...edited.map((line) => `+${line}`),
    '',
  ].join('\n')
}
