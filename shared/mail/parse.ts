/** Parses a raw message, whatever it is, into plain data. */
import { limits } from '../domain/limits.ts'
import type { Link, MailHead, ParsedMail, StructuralFinding } from '../domain/parsed-mail.ts'
import { truncate } from '../lib/clean-text.ts'
import { answersAnother } from './answers.ts'
import { extractReply } from './extract-reply.ts'
import { mayHoldText } from './file-text.ts'
import { holdsDataUrl } from './html-data.ts'
import { type HtmlText, readHtml } from './html-text.ts'
import type { MimeTree } from './mime-tree.ts'
import { type ContentAttachment, type MailContent, readParts } from './read-content.ts'
import { readHeaders } from './read-headers.ts'
import { textLinks } from './text-links.ts'
import { visibleText } from './visible-text.ts'

/** A message that was read once, with all that anybody looks for in it. */
export interface MailReading {
  mail: ParsedMail
  /** Its attachments, decoded, in the order of ParsedAttachment.index. */
  files: ContentAttachment[]
  /** The HTML of the message in whose URLs files may stand; null where none does. */
  linkedHtml: string | null
  tree: MimeTree
}

/**
 * Parses `raw`. Never throws: what is beyond a cap of `limits`, or can't be read, is left out and named in
 * `findings`. Every string is clean and no longer than its limit.
 */
export async function parseMail(raw: Uint8Array, way: Way = 'incoming'): Promise<ParsedMail> {
  return (await readMail(raw, way)).mail
}

/** Of mail that comes in, HTML that says more than its text is read; of a draft, its text is what was given. */
export type Way = 'incoming' | 'draft'

/** Parses `raw` as {@link parseMail} does, and keeps what was decoded for that. Never throws. */
export async function readMail(raw: Uint8Array, way: Way = 'incoming'): Promise<MailReading> {
  const { tree, content, head, findings } = await read(raw, true)
  const html = content.html === null ? null : truncate(content.html, limits.bodyCharacters)
  const seen = html === null ? null : readHtml(html)
  const body = bodyOf(content, seen, way)
  const visible = visibleText(body)
  const mail: ParsedMail = {
    ...head,
    body,
    html,
    bodySanitized: visible.text,
    extractedText: extractReply(visible.text, answersAnother(head)),
    findings: [...findings, ...(seen?.hiddenCut ? [hiddenCut] : []), ...(seen?.stylesCut ? [stylesCut] : [])],
    hidden: [...(seen?.hidden ?? []), ...visible.hidden],
    links: joinLinks(seen?.links ?? [], textLinks(body)),
    hasForm: seen?.hasForm ?? false,
    textFiles: content.attachments.flatMap((file) => (mayHoldText(file.content, file) ? [file.index] : [])),
  }
  return { mail, files: content.attachments, linkedHtml: linkedHtmlOf(content), tree }
}

/** Parses `raw` as far as storing it takes: its texts are read later. Never throws. */
export async function parseHead(raw: Uint8Array): Promise<MailHead> {
  const { headers: _, ...head } = (await read(raw, false)).head
  return head
}

/** What both begin with: the header, the parts, and what is odd about them; files with their content where it is wanted. */
async function read(raw: Uint8Array, keepContent: boolean) {
  const { tree, structure, content } = await readParts(raw, keepContent)
  const findings = [...content.findings, ...structure.findings, ...cappedBody(content)]
  const head = {
    ...readHeaders(tree.parts[0]!.fields),
    attachments: content.attachments.map(({ content: _, charset: __, ...attachment }) => attachment),
    needsScan:
      content.attachments.length > 0 ||
      findings.length > 0 ||
      structure.needsScan ||
      linkedHtmlOf(content) !== null,
  }
  return { tree, content, head, findings }
}

const linkedHtmlOf = ({ html }: MailContent): string | null =>
  html !== null && holdsDataUrl(html) ? html : null

/**
 * The text part, and what HTML says that is no other form of it but stands beside it; where there is none, or in a mail
 * that comes in only a stub, the HTML as text.
 */
function bodyOf({ text, html, htmlBeside }: MailContent, seen: HtmlText | null, way: Way): string {
  const written = text ?? ''
  if (seen === null || seen.text === '') return truncate(written, limits.bodyCharacters)
  if (written.trim() === '') return truncate(seen.text, limits.bodyCharacters)
  if (htmlBeside === null)
    return truncate(way === 'draft' ? written : fullerOf(written, seen.text), limits.bodyCharacters)
  const beside = htmlBeside === html ? seen.text : readHtml(truncate(htmlBeside, limits.bodyCharacters)).text
  const whole = beside === '' ? written : `${written.trimEnd()}\n\n${beside}`
  return truncate(whole, limits.bodyCharacters)
}

/** A text of fewer words, and of half the letters of its HTML at most, is no other form of it: "Your program shows no HTML." */
const stub = { characters: 5_000, words: 25, letters: 200, share: 0.5 } as const

/** The text; where that is a stub, what the HTML says, below such words of the stub as it doesn't have. */
function fullerOf(written: string, shown: string): string {
  // Longer texts are none, however long the links in them are.
  if (written.length > stub.characters) return written
  const words = written.replace(/https?:\/\/\S+/gi, ' ')
  const letters = lettersOf(words)
  const isStub = letters.length < stub.letters && (words.match(/\p{L}+/gu)?.length ?? 0) < stub.words
  if (!isStub) return written
  const said = lettersOf(shown)
  if (letters.length > said.length * stub.share) return written
  return said.includes(letters) ? shown : `${written.trimEnd()}\n\n${shown}`
}

const lettersOf = (text: string): string => text.replace(/[^\p{L}\p{N}]+/gu, '').toLowerCase()

function cappedBody({ text, html }: MailContent): StructuralFinding[] {
  const longest = Math.max(text?.length ?? 0, html?.length ?? 0)
  if (longest <= limits.bodyCharacters) return []
  return [
    { code: 'body_capped', detail: `A body has ${longest} characters; ${limits.bodyCharacters} are kept.` },
  ]
}

const hiddenCut: StructuralFinding = {
  code: 'hidden_capped',
  detail: 'The HTML hides more text than is kept: the rest was not looked at.',
}

const stylesCut: StructuralFinding = {
  code: 'styles_capped',
  detail:
    'The style sheets of the HTML may hide text that counts as shown: not all of their rules were followed.',
}

function joinLinks(html: readonly Link[], text: readonly Link[]): Link[] {
  const known = new Set(html.map(({ href }) => href))
  return [...html, ...text.filter(({ href }) => !known.has(href))]
}
