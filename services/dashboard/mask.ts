/** Keys, passwords and codes in mail: on a page they are masked, wherever they stand, until a reviewer asks to see them; numbers of cards in lists and previews, where nobody judges by them. */
import { isTemporary } from '../../shared/domain/errors.ts'
import type { Message, MessageSummary } from '../../shared/domain/message.ts'
import type { OpenReview } from '../../shared/flow/outbound/approval/review.ts'
import { redactTexts } from '../../shared/judge/draft-tasks.ts'
import type { ThreadPool } from '../../shared/lib/thread-pool.ts'
import { placeAfter } from '../../shared/risk/edit.ts'
import { secretsFound, valueFinder } from '../../shared/risk/found-values.ts'
import type { Entity } from '../../shared/risk/pii/entities.ts'
import type { RedactableParts, Redacted } from '../../shared/risk/redact.ts'
import type { QueuedMailView } from './mail.ts'
import type { Evidence } from './passages.ts'
import { texts as textsOfReader } from './texts.ts'

/** What stands in a secret's place. */
export const mask = '[secret]'
/** What is shown of a text in which secrets could not be looked for. */
const unread = (): string => textsOfReader().queuedMail.secrets.unread
const ofMail: readonly Entity[] = ['secret']
const ofLists: readonly Entity[] = ['secret', 'credit_card']
/** Characters from which a mail is looked over once: what another look may find in it isn't worth the seconds. */
const long = 200_000

/** Texts without their secrets, and whether there were any. */
interface Masked<Texts> {
  masked: Texts
  secrets: boolean
}

/** Each of `texts` of a list or a preview, in order; a secret that one of them names, or that is of `values`, goes from all. */
export async function maskTexts(
  assessors: ThreadPool,
  texts: readonly string[],
  values: readonly string[] = [],
): Promise<Masked<readonly string[]>> {
  const done = await redacted(
    assessors,
    { subject: '', text: '', html: null, headers: texts },
    values,
    ofLists,
  )
  return { masked: done.headers ?? [], secrets: done.secrets }
}

async function redacted(
  assessors: ThreadPool,
  parts: RedactableParts,
  values: readonly string[],
  entities: readonly Entity[] = ofMail,
): Promise<RedactableParts & Pick<Redacted, 'edits'> & { secrets: boolean }> {
  try {
    const isLong = charactersOf(parts) >= long
    const given = { entities, replacement: mask, values }
    const done = await redactTexts(assessors, parts, isLong ? { ...given, passes: 1 } : given)
    return { ...done, secrets: done.redactions.length > 0 }
  } catch (error) {
    if (isTemporary(error)) throw error
    const { subject, text, html, htmlShown = null, headers = [], filenames = [] } = parts
    const hidden = (value: string) => (value === '' ? '' : unread())
    return {
      subject: hidden(subject),
      text: hidden(text),
      html: html === null ? null : unread(),
      htmlShown: htmlShown === null ? null : unread(),
      headers: headers.map(hidden),
      filenames: filenames.map(hidden),
      edits: { subject: [], text: [] },
      secrets: true,
    }
  }
}

const charactersOf = ({ text, html, headers = [] }: RedactableParts): number =>
  [text, html ?? '', ...headers].reduce((sum, { length }) => sum + length, 0)

/** A mail and what was said before it, for the pages that show it. */
export async function maskMail(assessors: ThreadPool, view: QueuedMailView): Promise<Masked<QueuedMailView>> {
  const { message, approval, before } = view
  const provenance = approval?.provenance ?? []
  const others = new Texts()
  const said = before.map((one) => ({
    subject: others.add(one.subject),
    text: others.add(one.extracted_text),
  }))
  const had = provenance.map(({ subject }) => others.add(subject))
  const plain = await maskMessage(assessors, message, others.all, secretsOf(before))
  const text = (index: number): string => plain.others[index]!
  const masked: QueuedMailView = {
    ...view,
    message: plain.message,
    approval:
      approval === null
        ? null
        : {
            ...approval,
            provenance: provenance.map((one, index) => ({ ...one, subject: text(had[index]!) })),
          },
    before: before.map((one, index) => ({
      ...one,
      subject: text(said[index]!.subject),
      extracted_text: text(said[index]!.text),
    })),
  }
  return { masked, secrets: plain.secrets }
}

/** What the holder of a link sees of a message that waits, which is `whole`, and of what was said before it. */
export async function maskReview(
  assessors: ThreadPool,
  review: OpenReview,
  whole: Message,
): Promise<Masked<{ review: OpenReview; whole: Message }>> {
  const { recipients, parts, edit, thread } = review
  const others = new Texts()
  const names = recipients.map(({ name }) => others.add(name))
  const values = parts.map((fields) => fields.map(({ value }) => others.add(value)))
  const diff = others.add(edit?.diff ?? '')
  const said = thread.map((one) => ({ subject: others.add(one.subject), text: others.add(one.text) }))
  const plain = await maskMessage(assessors, whole, others.all)
  const text = (index: number): string => plain.others[index]!
  const masked: OpenReview = {
    ...review,
    recipients: recipients.map((one, index) => ({ ...one, name: text(names[index]!) })),
    parts: parts.map((fields, part) =>
      fields.map(({ name }, index) => ({ name, value: text(values[part]![index]!) })),
    ),
    edit: edit === null ? null : { ...edit, diff: edit.diff === null ? null : text(diff) },
    thread: thread.map((one, index) => ({
      ...one,
      subject: text(said[index]!.subject),
      text: text(said[index]!.text),
    })),
  }
  return { masked: { review: masked, whole: plain.message }, secrets: plain.secrets }
}

/** A message without its secrets, nor those of `values`, and `others`, which a page shows beside it, without them either. */
async function maskMessage(
  assessors: ThreadPool,
  message: Message,
  others: readonly string[],
  values: readonly string[] = [],
): Promise<{ message: Message; others: readonly string[]; secrets: boolean }> {
  const { subject, body, html, html_sanitized, headers, attachments, security_analysis: analysis } = message
  const detections = analysis?.detections ?? []
  const texts = new Texts()
  const beside = others.map((one) => texts.add(one))
  const header = headers.map(({ value }) => texts.add(value))
  const summary = texts.add(analysis?.summary ?? '')
  const refusal = texts.add(message.approval?.reason ?? '')
  const found = detections.map(({ detail, evidence = [] }) => ({
    detail: texts.add(detail),
    // The name of a file stands in `where`.
    evidence: evidence.map(({ text, where }) => ({ text: texts.add(text), where: texts.add(where) })),
  }))
  const plain = await redacted(
    assessors,
    {
      subject,
      text: body,
      html,
      // What is shown of the HTML is another text; what the mail says beside it is known there, too.
      htmlShown: html_sanitized,
      headers: texts.all,
      filenames: attachments.map(({ filename }) => filename),
    },
    [...secretsFound(detections, message), ...values],
  )
  const place = valuePlacer(message)
  const text = (index: number): string => plain.headers![index]!
  const masked: Message = {
    ...message,
    subject: plain.subject,
    body: plain.text,
    html: plain.html,
    html_sanitized: plain.htmlShown ?? null,
    headers: headers.map(({ name }, index) => ({ name, value: text(header[index]!) })),
    attachments: attachments.map((one, index) => ({ ...one, filename: plain.filenames![index]! })),
    ...(message.approval === undefined || message.approval.reason === null
      ? {}
      : { approval: { ...message.approval, reason: text(refusal) } }),
    security_analysis:
      analysis === null
        ? null
        : {
            ...analysis,
            summary: text(summary),
            detections: detections.map((one, index) => ({
              ...one,
              detail: text(found[index]!.detail),
              ...(one.evidence === undefined
                ? {}
                : {
                    evidence: one.evidence.map(
                      (piece, at) =>
                        placed(piece, place, plain) ?? {
                          ...piece,
                          where: text(found[index]!.evidence[at]!.where),
                          text: withoutCutOnes(text(found[index]!.evidence[at]!.text), body, plain.text),
                        },
                    ),
                  }),
            })),
          },
  }
  return { message: masked, others: beside.map(text), secrets: plain.secrets }
}

/** A value that a finding rests on, as it is shown where it stands: masked, or as it is. Null where it doesn't stand there. */
function placed(
  piece: Evidence,
  place: Place,
  plain: Pick<Redacted, 'subject' | 'text' | 'edits'>,
): Evidence | null {
  const found = place(piece)
  if (found === null) return null
  const part = found.where === 'subject' ? 'subject' : 'text'
  const offset = placeAfter(found.offset, plain.edits[part])
  const text = [found.text, mask].find((shown) => plain[part].startsWith(shown, offset))
  return text === undefined ? null : { where: found.where, text, offset }
}

type Place = (piece: Evidence) => (Evidence & { offset: number }) | null

/** Finds values that findings rest on, whose middle evidence leaves out, where they stand in the subject or the text of a mail. */
export function valuePlacer(message: Pick<Message, 'subject' | 'body' | 'html'>): Place {
  const find = valueFinder(message)
  return (piece) => {
    const found = find(piece)
    if (found === null) return null
    const { value: text, start } = found
    if (piece.where !== 'html') return { where: piece.where, text, offset: start }
    const offset = message.body.indexOf(text)
    return offset === -1 ? null : { where: 'body', text, offset }
  }
}

/** The secrets that findings in messages of a list name. */
export const secretsOf = (
  messages: readonly Pick<MessageSummary, 'subject' | 'body' | 'security_analysis'>[],
): string[] =>
  messages.flatMap(({ subject, body, security_analysis: analysis }) =>
    secretsFound(analysis?.detections ?? [], { subject, body, html: null }),
  )

/** Texts that are searched together, each found again by its place. */
class Texts {
  readonly all: string[] = []

  add(text: string): number {
    return this.all.push(text) - 1
  }
}

/** Characters from which the part of a secret is worth hiding. */
const fewest = 4

/**
 * A passage without the parts of secrets that stand at its ends: it was cut there, so that nobody could tell what they are
 * of. `source` is the text that it was cut from, `masked` the same without its secrets.
 */
export function withoutCutOnes(passage: string, source: string, masked: string): string {
  const at = source.indexOf(passage)
  if (at === -1 || source === masked) return passage
  const end = at + passage.length
  const first = /^\S+/.exec(passage)?.[0] ?? ''
  const last = /\S+$/.exec(passage)?.[0] ?? ''
  const wholeFirst = `${/\S*$/.exec(source.slice(Math.max(0, at - 1_000), at))![0]}${first}`
  const wholeLast = `${last}${/^\S*/.exec(source.slice(end, end + 1_000))![0]}`
  let shown = passage
  const hides = (part: string, whole: string) =>
    part.length >= fewest && part !== whole && !masked.includes(whole)
  if (hides(last, wholeLast)) shown = `${shown.slice(0, -last.length)}${mask}`
  if (hides(first, wholeFirst) && shown.startsWith(first)) shown = `${mask}${shown.slice(first.length)}`
  return shown
}
