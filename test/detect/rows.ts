/** Reads rows of labelled data (JSONL) and makes of each the message that the service would judge. */
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { ParsedMail } from '../../shared/domain/parsed-mail.ts'
import { imagesOf } from '../../shared/flow/inbound/images.ts'
import { textsOf } from '../../shared/flow/inbound/texts.ts'
import { mailboxesOf } from '../../shared/mail/mailboxes.ts'
import { parseMail } from '../../shared/mail/parse.ts'
import type { Image, RiskMessage } from '../../shared/risk/scorer.ts'

/** One labelled text; other keys of the data (spans, anchors) are of no concern here. */
export interface Row {
  id: string
  /** `injection`, `phishing`, `spam`, `ham`, `benign`, `benign_hard`, `pii`, `secret`. */
  kind: string
  /** Near-copies share a group: never split one between training and test. */
  group: string
  text: string
  label?: string
  subject?: string
  from?: string
  raw?: string
  payload?: string
  frame?: string
  goal?: string
  obfuscation?: string
  /** Name of the file, without its split and ending: `ham_enron_business`. */
  set: string
}

/** A file that can't be read, or a line of it that is no row; the message names both. */
export class RowError extends Error {
  /** What a command ends with (sysexits): 64 for a file that can't be read, 65 for a line that is no row. */
  readonly exitCode: 64 | 65

  constructor(message: string, exitCode: 64 | 65) {
    super(message)
    this.name = 'RowError'
    this.exitCode = exitCode
  }
}

/**
 * The rows of a JSONL file, in order; one without an id has the number of its line. Lines end in a line feed alone:
 * U+2028 may stand inside a string. Throws RowError.
 */
export function readRows(file: string): Row[] {
  const set = basename(file).replace(/(?:_[a-z]{1,10})?\.jsonl$/, '')
  return contentOf(file)
    .split('\n')
    .flatMap((line, index) => (line.trim() === '' ? [] : [rowOf(line, index + 1, file, set)]))
}

function contentOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    const { code = 'unreadable' } = error as NodeJS.ErrnoException
    throw new RowError(`${file}: cannot be read (${code})`, 64)
  }
}

function rowOf(line: string, number: number, file: string, set: string): Row {
  const broken = (what: string): RowError => new RowError(`${file}:${number}: ${what}`, 65)
  let row: unknown
  try {
    row = JSON.parse(line)
  } catch {
    throw broken('the line is no JSON')
  }
  if (typeof row !== 'object' || row === null || Array.isArray(row))
    throw broken('the line is no JSON object')
  const { id = String(number), text, raw, ...more } = row as Partial<Row>
  if (raw !== undefined && typeof raw !== 'string') throw broken('"raw" is no string')
  if (typeof text !== 'string' && (raw === undefined || text !== undefined))
    throw broken('the row has no "text" that is a string')
  const { kind = '', group = `${set} ${number}` } = more
  return { ...more, id, kind, group, text: text ?? '', ...(raw === undefined ? {} : { raw }), set }
}

/** The JSONL files of a folder, by name. */
export function dataFiles(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .sort()
    .map((name) => join(folder, name))
}

/** Whether a row is mail that an agent would send: sets of personal data and secrets. */
export const isOutbound = ({ set }: Pick<Row, 'set'>): boolean => /^(?:pii|secrets)_/.test(set)

const inboxAddress = 'agent@agents.northwind-mail.com'
const stranger = 'sender@mail.example'

/**
 * The message of a row as the stage `score` gets it. Inbound rows go through the parser, in which `raw` stands
 * as it is and text becomes a plain message; outbound rows are what the API is given, letter for letter.
 */
export async function messageOf(row: Row): Promise<RiskMessage> {
  const outbound = isOutbound(row)
  const raw = outbound ? null : rawOf(row)
  const mail = raw === null ? draftOf(row) : await parseMail(raw)
  return {
    attachmentTexts: await textsOf(raw, mail),
    direction: outbound ? 'outbound' : 'inbound',
    inboxAddress,
    envelope: {
      peerAddress: '192.0.2.7',
      helo: 'mail.example',
      mailFrom: outbound ? inboxAddress : (mail.from?.address ?? stranger),
      rcptTo: [outbound ? 'someone@mail.example' : inboxAddress],
      tls: null,
    },
    mail,
    // Labelled texts are judged without an antivirus: their attachments count as scanned.
    scan: {
      raw: { status: 'clean' },
      attachments: mail.attachments.map(() => ({ status: 'clean' })),
    },
    authentication: outbound
      ? null
      : // Without the network nothing can be looked up: neither for nor against the sender.
        {
          spf: { result: 'none', domain: '' },
          dkim: [],
          dmarc: { result: 'none', domain: '', policy: '' },
          arc: { result: 'none' },
        },
    knownDomains: [],
  }
}

/** The images of a row's message, as the service looks for codes in them. */
export const rowImages = (row: Row, { mail }: RiskMessage): Promise<Image[]> =>
  imagesOf(isOutbound(row) ? null : rawOf(row), mail)

function rawOf({ raw, text, subject, from }: Row): Buffer {
  if (raw !== undefined) return Buffer.from(raw, 'utf8')
  const head = [
    `From: ${headerText(from ?? stranger)}`,
    `To: ${inboxAddress}`,
    ...(subject === undefined ? [] : [`Subject: ${headerText(subject)}`]),
    'Date: Tue, 01 Jul 2025 10:00:00 +0000',
    'Message-ID: <row@mail.example>',
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: 8bit',
  ]
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${text.replace(/\r?\n/g, '\r\n')}`, 'utf8')
}

/** Header text as UTF-8 (RFC 6532), in one line. */
const headerText = (text: string): string => text.replace(/[\r\n\0]+/g, ' ')

function draftOf({ text, subject = '' }: Row): ParsedMail {
  return {
    subject,
    from: { name: '', address: inboxAddress },
    to: 'someone@mail.example',
    cc: '',
    replyTo: '',
    toMailboxes: mailboxesOf('someone@mail.example'),
    ccMailboxes: [],
    replyToMailboxes: [],
    messageId: null,
    inReplyTo: [],
    references: [],
    date: null,
    headers: [],
    body: text,
    html: null,
    bodySanitized: text,
    extractedText: text,
    attachments: [],
    findings: [],
    hidden: [],
    links: [],
    hasForm: false,
    needsScan: false,
  }
}
