/** Checks what the service makes of each message against what unrelated parsers agree on. */
import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import addressparser from 'nodemailer/lib/addressparser'
import type { Message } from '../../shared/domain/message.ts'
import type { House } from '../support/open-house.ts'
import { type CorpusMail, eachOf, readExpectations } from './corpus.ts'
import type { Report } from './report.ts'

interface Expected {
  id: string
  checks: Partial<
    Record<'subject', { value: string }> &
      Record<'from' | 'to' | 'attachment_filenames' | 'attachment_sha256_lf', { value: string[] }>
  >
}

/** Mail made to hide something: parsers agree on little of it, so its share has no floor. */
const isEvasion = (id: string) => /^(evasion|av)-/.test(id)

/** Names the families of {@link checkMime}. */
export function expectMime(report: Report): void {
  report.expect('acknowledged, no 5xx', 1)
  report.expect('raw bytes equal', 1)
  report.expect('subject', 0.999)
  report.expect('from', 0.998)
  report.expect('to', 0.999)
  report.expect('attachment filenames', 0.991)
  report.expect('attachment content', 0.987)
  report.expect('evasion: filenames')
  report.expect('evasion: content')
}

/** Sends every mail, reads it back over the API, and compares. @returns the messages by the mail's id. */
export async function checkMime(
  house: House,
  folder: string,
  mails: CorpusMail[],
  report: Report,
): Promise<Map<string, Message>> {
  const sent = new Map<string, { id: string; raw: Buffer }>()
  await eachOf(mails, 8, async ({ id, bytes }) => {
    try {
      const outcome = await house.send(bytes)
      sent.set(id, outcome)
      report.check('acknowledged, no 5xx', true, id)
    } catch (error) {
      report.check('acknowledged, no 5xx', false, `${id}: ${String(error)}`)
    }
  })
  await house.drain(600_000)
  const expected = new Map(
    readExpectations<Expected>(folder, 'mime_expectations.jsonl').map((one) => [one.id, one]),
  )
  const messages = new Map<string, Message>()
  await eachOf([...sent], 8, async ([id, { id: messageId, raw }]) => {
    const message = await house.message(messageId).catch((error: unknown) => {
      report.check('acknowledged, no 5xx', false, `${id}: ${String(error)}`)
      return null
    })
    if (message === null) return
    messages.set(id, message)
    const kept = await house.raw(messageId).catch(() => Buffer.alloc(0))
    report.check('raw bytes equal', kept.equals(raw), id)
    const one = expected.get(id)
    if (one === undefined) return
    checkHeader(id, message, one, report)
    await checkAttachments(house, id, message, one, report)
  })
  return messages
}

function checkHeader(id: string, message: Message, { checks }: Expected, report: Report): void {
  const { subject, from, to } = checks
  if (subject !== undefined)
    report.check(
      'subject',
      collapsed(message.subject) === collapsed(subject.value),
      `${id}: ${JSON.stringify(message.subject)} for ${JSON.stringify(subject.value)}`,
    )
  if (from !== undefined && from.value.length > 0)
    report.check(
      'from',
      from.value.map(lower).includes(lower(message.from)),
      `${id}: ${JSON.stringify(message.from)} for ${JSON.stringify(from.value)}`,
    )
  if (to === undefined) return
  const addresses = addressparser(message.to, { flatten: true }).map(({ address }) => lower(address))
  report.check(
    'to',
    isWithin(to.value.map(lower), addresses),
    `${id}: ${JSON.stringify(message.to)} for ${JSON.stringify(to.value)}`,
  )
}

async function checkAttachments(
  house: House,
  id: string,
  message: Message,
  { checks }: Expected,
  report: Report,
): Promise<void> {
  const family = (name: string) => (isEvasion(id) ? `evasion: ${name}` : `attachment ${name}`)
  const { attachment_filenames: names, attachment_sha256_lf: contents } = checks
  if (names !== undefined) {
    const found = message.attachments.map(({ filename }) => collapsed(filename))
    report.check(
      family('filenames'),
      isWithin(names.value.map(collapsed), found),
      `${id}: ${JSON.stringify(found)} for ${JSON.stringify(names.value)}`,
    )
  }
  if (contents === undefined) return
  const found: string[] = []
  if (contents.value.length > 0)
    for (const attachment of message.attachments) {
      const { body } = await house.api('GET', `/attachments/${attachment.id}`)
      found.push(contentHash(await download(String(body.download_url))))
    }
  report.check(
    family('content'),
    isWithin(contents.value, found),
    `${id}: ${contents.value.filter((hash) => !found.includes(hash)).length} of ${contents.value.length} missing`,
  )
}

/** The bytes at a signed URL; waits as told where a network has asked too often: a refusal is no content. */
async function download(url: string): Promise<Buffer> {
  for (;;) {
    const response = await fetch(url)
    const bytes = Buffer.from(await response.arrayBuffer())
    if (response.ok) return bytes
    if (response.status !== 429) throw new Error(`download: ${response.status} ${bytes.toString()}`)
    await sleep(Number(response.headers.get('retry-after')) * 1_000)
  }
}

/** Whether `found` has all of `wanted`, each as often; it may have more. */
function isWithin(wanted: readonly string[], found: readonly string[]): boolean {
  const left = [...found]
  return wanted.every((one) => {
    const at = left.indexOf(one)
    if (at >= 0) left.splice(at, 1)
    return at >= 0
  })
}

const lower = (text: string) => text.trim().toLowerCase()
const collapsed = (text: string) => text.replace(/\s+/g, ' ').trim()

/** SHA-256 with LF line ends and without the trailing ones. */
function contentHash(content: Buffer): string {
  const text = content.toString('latin1').replaceAll('\r\n', '\n').replace(/\n+$/, '')
  return createHash('sha256').update(Buffer.from(text, 'latin1')).digest('hex')
}
