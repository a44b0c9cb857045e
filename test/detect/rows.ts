/** Reads rows of labelled data (JSONL) and makes of each the message that the service would judge. */
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { ParsedMail } from '../../shared/domain/parsed-mail.ts'
import type { ScanOutcome } from '../../shared/domain/scan.ts'
import { imagesOf } from '../../shared/judge/images.ts'
import { ownDomainOf } from '../../shared/judge/own-domain.ts'
import { textsOf } from '../../shared/judge/texts.ts'
import { attachmentFiles } from '../../shared/mail/attachment-content.ts'
import { parseMail } from '../../shared/mail/parse.ts'
import type { Image, RiskMessage } from '../../shared/risk/scorer.ts'
import { complaintsOf, type RowFields, rowSchema } from './row-format.ts'
import { authenticationOf, knownOf, outboundOf, threadPastOf } from './row-knowledge.ts'
import { draftOf, inboxAddress, linksOf, mailFromOf, rawOf } from './row-mail.ts'

/** One labelled text. */
export interface Row extends RowFields {
  id: string
  kind: string
  group: string
  text: string
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
 * U+2028 may stand inside a string. What is null counts as absent. Throws RowError.
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
  const given = Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null))
  const read = rowSchema.safeParse(given)
  if (!read.success) throw broken(complaintsOf(read.error))
  const { id = String(number), kind = '', group = `${set} ${number}`, text = '', ...more } = read.data
  return { ...more, id, kind, group, text, set }
}

/** The JSONL files of a folder, by name. */
export function dataFiles(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .sort()
    .map((name) => join(folder, name))
}

/** Whether a row is mail that an agent would send: sets of personal data and secrets. */
export const isOutbound = ({ set }: Pick<Row, 'set'>): boolean => /^(?:pii|secrets)(?:_|$)/.test(set)

/**
 * The message of a row as the stage `score` gets it. Inbound rows go through the parser, in which `raw` stands
 * as it is and text becomes a plain message; outbound rows are what the API is given, letter for letter.
 */
export async function messageOf(row: Row): Promise<RiskMessage> {
  return isOutbound(row) ? outboundMessage(row) : inboundMessage(row)
}

async function inboundMessage(row: Row): Promise<RiskMessage> {
  const raw = rawOf(row)
  const parsed = await parseMail(raw)
  const mail = { ...parsed, links: linksOf(row, parsed) }
  const envelope = { ...session, mailFrom: mailFromOf(row, mail), rcptTo: [inboxAddress] }
  const authentication = authenticationOf(row, mail, envelope.mailFrom)
  return {
    ...(await textsOf(await attachmentFiles(raw), mail)),
    direction: 'inbound',
    inboxAddress,
    envelope,
    mail,
    scan: cleanScan(mail),
    authentication,
    // No row came through our own relay.
    ownDomain: ownDomainOf({ mail, envelope }, authentication, inboxDomain, false),
    ...knownOf(row),
    house: row.house,
    threadPast: threadPastOf(row),
  }
}

async function outboundMessage(row: Row): Promise<RiskMessage> {
  const mail = draftOf(row)
  const outbound = await outboundOf(row)
  return {
    ...(await textsOf([], mail)),
    direction: 'outbound',
    inboxAddress,
    envelope: { ...session, mailFrom: inboxAddress, rcptTo: [...outbound.recipients] },
    mail,
    scan: cleanScan(mail),
    authentication: null,
    knownDomains: [...outbound.knownDomains],
    outbound,
  }
}

const inboxDomain = inboxAddress.slice(inboxAddress.indexOf('@') + 1)
const session = { peerAddress: '192.0.2.7', helo: 'mail.example', tls: null }

/** Labelled texts are judged without an antivirus: their attachments count as scanned. */
const cleanScan = (mail: ParsedMail): ScanOutcome => ({
  raw: { status: 'clean' },
  attachments: mail.attachments.map(() => ({ status: 'clean' })),
})

/** The images of a row's message, as the service looks for codes in them. */
export const rowImages = async (row: Row, { mail }: RiskMessage): Promise<Image[]> =>
  imagesOf(isOutbound(row) ? [] : await attachmentFiles(rawOf(row)), mail)
