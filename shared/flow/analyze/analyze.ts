/** Analysing a message that is not stored: parsed, scanned and assessed as one that comes or leaves. */

import { scanMessage } from '../../antivirus/scan-message.ts'
import { ScannerUnavailableError } from '../../antivirus/scanner.ts'
import type { SecurityAnalysis } from '../../domain/analysis.ts'
import type { Analyze, Analyzed, AnalyzedFields } from '../../domain/analyze.ts'
import type { House, ThreadPast } from '../../domain/correspondent.ts'
import { ServiceError } from '../../domain/errors.ts'
import type { Lesson } from '../../domain/lesson.ts'
import { limits } from '../../domain/limits.ts'
import { messageIdHash } from '../../domain/message-id.ts'
import type { RecipientField } from '../../domain/outbound.ts'
import type { Mailbox, ParsedMail } from '../../domain/parsed-mail.ts'
import type { Principal } from '../../domain/principal.ts'
import { isUnseen, type ScanOutcome } from '../../domain/scan.ts'
import type { Direction } from '../../domain/status.ts'
import { readsWithheld } from '../../domain/withheld.ts'
import { asRead, nameAsRead } from '../../judge/as-read.ts'
import { withGivenBody } from '../../judge/given-body.ts'
import { givenMailbox, givenMailboxes, senderOf } from '../../judge/given-mailboxes.ts'
import { judgeDraft } from '../../judge/judge-draft.ts'
import { lessonsFor } from '../../judge/lessons.ts'
import { redactableOf } from '../../judge/redactable.ts'
import type { AssessInput, AssessOutput } from '../../judge/tasks.ts'
import { isCautious, verdictOf } from '../../judge/verdict.ts'
import { judgedFiles } from '../../mail/judged-files.ts'
import { pack } from '../../mail/pack.ts'
import type { ReadDraft } from '../../mail/parser-pool.ts'
import { mayHaveAccount } from '../../risk/impostor/accounts.ts'
import { leavesOut } from '../../risk/said-now.ts'
import { asShares } from '../../risk/shares.ts'
import type { Database } from '../../store/database.ts'
import { findHouse, findKnownSenders, findThreadPast, type KnownSenders } from '../../store/known-senders.ts'
import { findSendingInbox, findThreadOfReferences, type SendingInbox } from '../../store/sending.ts'
import { charge, refuseUnaffordable } from '../access/charge.ts'
import type { OutboundParts } from '../outbound/parts.ts'
import { type ComposedDraft, composedDraft } from './stored-draft.ts'

type Parts = Pick<
  OutboundParts,
  | 'parser'
  | 'scanner'
  | 'assessors'
  | 'keyring'
  | 'bounds'
  | 'inboxDomain'
  | 'maxMessageBytes'
  | 'sendHeaders'
> & {
  database: Database
}

/** A message in parts or whole, or a draft, which leaves. */
type Asked = Analyze & { direction: Direction }

/**
 * @throws ServiceError `validation_error`, `not_found` for the inbox and the draft, `message_too_large`,
 * `credits_exhausted`; and what {@link composedDraft} has.
 */
export async function analyze(parts: Parts, principal: Principal, given: Analyze): Promise<Analyzed> {
  const { database, inboxDomain, bounds } = parts
  const { draft_id } = given
  const asked: Asked = {
    ...given,
    direction: draft_id === undefined ? (given.direction ?? 'inbound') : 'outbound',
  }
  const drafted = draft_id === undefined ? null : await composedDraft(parts, principal, draft_id)
  const inbox =
    drafted?.inbox ??
    (asked.inbox === undefined ? undefined : await findSendingInbox(database, principal, asked.inbox))
  if (asked.inbox !== undefined && inbox === undefined) throw new ServiceError('not_found')
  const recipients = recipientsOf(asked, inbox, parts)
  const raw = drafted?.raw ?? (await rawOf(asked, inbox, recipients, parts))
  await refuseUnaffordable(database, principal, 'analyze')
  const read = drafted?.read ?? (await readAs(asked, raw, parts))
  const { mail } = read
  const { scan, unscanned } = await scanned(raw, read, parts)
  const { tenantId } = principal
  const [senders, house, lessons, threadPast] = await Promise.all([
    inbox === undefined ? nobody : findKnownSenders(database, tenantId, inbox.id),
    inbox === undefined ? undefined : findHouse(database, tenantId),
    lessonsFor(database, [{ tenantId, from: mail.from?.address ?? '' }]).then(([mine]) => mine!),
    inbox === undefined || asked.direction === 'outbound'
      ? undefined
      : threadPastOf(database, tenantId, inbox.id, mail),
  ])
  const known = { ...senders, house, lessons, threadPast }
  const inboxAddress = addressOf(inbox, inboxDomain)
  const { analysis, incomplete } =
    asked.direction === 'inbound'
      ? await assessInbound({ asked, raw, read, scan, inboxAddress, known, tenantId }, parts)
      : await assessLeaving(
          { read, scan, inbox, inboxAddress, principal, bcc: recipients.bcc, drafted },
          parts,
        )
  const verdicts = scan === null ? [] : [scan.raw, ...scan.attachments]
  const infected = verdicts.some(({ status }) => status === 'infected')
  const error = verdicts.some(({ status }) => status === 'error')
  const analyzed: Analyzed = {
    direction: asked.direction,
    verdict: verdictOf(
      {
        score: analysis.risk_score,
        policy: null,
        infected,
        unjudged: unscanned || isUnseen(scan),
        incomplete: incomplete || error,
        // What leaves is held by the level of its inbox, whatever is found: that is no verdict on it.
        cautious: asked.direction === 'inbound' && isCautious(inbox?.securityLevel ?? 1),
      },
      bounds,
    ).verdict,
    security_analysis: asShares(analysis),
    antivirus: unscanned
      ? 'unavailable'
      : scan === null
        ? 'not_needed'
        : infected
          ? 'infected'
          : error
            ? 'error'
            : 'clean',
  }
  // Last: what fails costs nothing, and a request with an Idempotency-Key holds its account no longer than it must.
  await database.transaction((tx) => charge(tx, principal, 'analyze', inbox?.id ?? principal.tenantId))
  return analyzed
}

/** A draft is read as one that is sent: its text as it was given, without the line break that composing adds. */
async function readAs({ direction, message }: Asked, raw: Buffer, { parser }: Parts): Promise<ReadDraft> {
  if (direction === 'inbound') return await parser.readAnalysed(raw)
  const read = await parser.readDraft(raw)
  if (message === undefined)
    return { ...read, mail: withGivenBody(read.mail, read.mail.body.replace(/\n$/, '')) }
  // Without attachments, parts have the fields that the composer gives them.
  const partFields = message.attachments.length === 0 ? [] : read.partFields
  return { ...read, partFields, mail: withGivenBody(read.mail, message.body) }
}

/** The bytes that were given, or those that the parts make. */
async function rawOf(
  { direction, raw, message }: Asked,
  inbox: SendingInbox | undefined,
  recipients: Recipients,
  { parser, maxMessageBytes, inboxDomain }: Parts,
): Promise<Buffer> {
  const leaves = direction === 'outbound'
  const bytes =
    raw === undefined
      ? await composed(leaves ? draftAsRead(message!) : message!, {
          leaves,
          inbox,
          recipients,
          parser,
          inboxDomain,
        })
      : Buffer.from(raw, 'base64')
  if (bytes.length > maxMessageBytes) throw new ServiceError('message_too_large')
  return bytes
}

/** A draft that is given in parts, with its encoded words read as a send reads them. */
const draftAsRead = (message: AnalyzedFields): AnalyzedFields => ({
  ...message,
  subject: asRead('body.message.subject', message.subject),
  attachments: message.attachments.map((file, index) => ({
    ...file,
    filename: nameAsRead(`body.message.attachments.${index}.filename`, file.filename),
  })),
})

/** Where the parts of a message come from or go to. */
interface Way {
  leaves: boolean
  inbox: SendingInbox | undefined
  recipients: Recipients
  parser: Parts['parser']
  inboxDomain: string
}

function composed(message: AnalyzedFields, way: Way): Promise<Buffer> {
  const { reply_to, subject, body, html, attachments } = message
  const { parser, inboxDomain, recipients } = way
  return parser.compose({
    messageId: `analysed@${inboxDomain}`,
    date: new Date(),
    from: authorOf(message, way),
    to: recipients.to,
    cc: recipients.cc,
    replyTo: reply_to === undefined ? [] : [mailbox(reply_to, 'reply_to')],
    subject,
    text: body,
    html,
    attachments: attachments.map(({ filename, content_type, content }) => ({
      filename,
      contentType: /^[\w.+-]{1,100}\/[\w.+-]{1,100}$/.test(content_type)
        ? content_type
        : 'application/octet-stream',
      content: Buffer.from(content, 'base64'),
    })),
    headers: [],
    inReplyTo: null,
    references: [],
    listUnsubscribe: [],
    oneClick: false,
  })
}

/** Who has written it: what leaves an inbox has its name, as a send has, unless another is given. */
function authorOf({ from, from_name }: AnalyzedFields, { leaves, inbox, inboxDomain }: Way): Mailbox {
  const own = leaves && inbox !== undefined ? senderOf(inbox, inboxDomain) : undefined
  const given = from === undefined ? own! : mailbox(from, 'from')
  const isOwn = own !== undefined && given.address.toLowerCase() === own.address.toLowerCase()
  const name = from_name?.replace(/[\r\n]+/g, ' ') ?? (given.name || (isOwn ? own.name : ''))
  return { address: isOwn ? own.address : given.address, name }
}

/** Whom a message in parts names, each once. */
type Recipients = Record<RecipientField, Mailbox[]>

/** What comes is for the inbox, where nobody is named. @throws ServiceError `validation_error`. */
function recipientsOf(
  { direction, message }: Asked,
  inbox: SendingInbox | undefined,
  { inboxDomain }: Parts,
): Recipients {
  const leaves = direction === 'outbound'
  const named = (field: RecipientField): Mailbox[] => {
    const list = message?.[field]
    if (list === undefined) return []
    const read = givenMailboxes(list, leaves, inboxDomain)
    if ('problem' in read) throw notRead(read.item === null ? field : `${field}.${read.item}`, read.problem)
    return read.mailboxes
  }
  const nobody = message?.to === undefined && !leaves
  const to = nobody ? [{ name: '', address: addressOf(inbox, inboxDomain) }] : named('to')
  const all: Recipients = { to, cc: named('cc'), bcc: named('bcc') }
  const seen = new Set<string>()
  const once = (field: RecipientField): Mailbox[] => {
    const mailboxes = all[field].filter(({ address }) => seen.size < seen.add(address.toLowerCase()).size)
    if (seen.size > limits.recipients) throw notRead(field, nobody ? tooManyForInbox : tooMany[field])
    return mailboxes
  }
  return { to: once('to'), cc: once('cc'), bcc: once('bcc') }
}

/** The same where the inbox is one of them, for which the message is. */
const tooManyForInbox = `names more than ${limits.recipients} recipients together with the inbox, which it is for where to is left out`

/** What is said of the field with which they become too many. */
const tooMany: Record<RecipientField, string> = {
  to: `names more than ${limits.recipients} recipients`,
  cc: `names more than ${limits.recipients} recipients together with to`,
  bcc: `names more than ${limits.recipients} recipients together with to and cc`,
}

/** The address of an inbox; without one, of any. */
const addressOf = (inbox: SendingInbox | undefined, inboxDomain: string): string =>
  `${inbox?.slug ?? 'inbox'}@${inboxDomain}`

/** One mailbox and nothing else. @throws ServiceError `validation_error`. */
function mailbox(text: string, path: string): Mailbox {
  const read = givenMailbox(text)
  if (read === null) throw notRead(path, 'is not a mail address')
  return read
}

const notRead = (path: string, message: string) =>
  new ServiceError('validation_error', undefined, {
    details: [{ path: `body.message.${path}`, message }],
  })

/** What the antivirus says, where there is something to scan and it can be asked. */
async function scanned(
  raw: Uint8Array,
  { files }: ReadDraft,
  { parser, scanner }: Parts,
): Promise<{ scan: ScanOutcome | null; unscanned: boolean }> {
  if (files === null) return { scan: null, unscanned: false }
  try {
    return {
      scan: await scanMessage(scanner, raw, files, (text, most) => parser.embeddedFiles(text, most)),
      unscanned: false,
    }
  } catch (error) {
    if (error instanceof ScannerUnavailableError) return { scan: null, unscanned: true }
    throw error
  }
}

/** The thread of the inbox that the header of a mail names; null where it names none that is there. */
async function threadNamedBy(
  database: Database,
  tenantId: string,
  inboxId: string,
  { inReplyTo, references }: ParsedMail,
): Promise<string | null> {
  const answered = [...inReplyTo, ...references].map(messageIdHash)
  return findThreadOfReferences(database, tenantId, inboxId, answered)
}

/** What came before a mail in the thread that it would join. */
async function threadPastOf(
  database: Database,
  tenantId: string,
  inboxId: string,
  mail: ParsedMail,
): Promise<ThreadPast | undefined> {
  const threadId = await threadNamedBy(database, tenantId, inboxId, mail)
  if (threadId === null) return undefined
  return findThreadPast(database, { tenantId, threadId, texts: mayHaveAccount(mail.body) || leavesOut(mail) })
}

type Known = KnownSenders & {
  house: House | undefined
  lessons: Lesson[]
  threadPast: ThreadPast | undefined
}
const nobody: KnownSenders = { domains: [], senders: [], correspondents: [] }
interface Assessed {
  analysis: SecurityAnalysis
  incomplete: boolean
}

async function assessInbound(
  {
    asked,
    raw,
    read: { mail, files: toScan },
    scan,
    inboxAddress,
    known,
    tenantId,
  }: {
    asked: Analyze
    raw: Buffer
    read: ReadDraft
    scan: ScanOutcome | null
    inboxAddress: string
    known: Known
    tenantId: string
  },
  { assessors }: Parts,
): Promise<Assessed> {
  const input: AssessInput = {
    message: {
      direction: 'inbound',
      inboxAddress,
      envelope: {
        // Empty: the sender is not authenticated.
        peerAddress: asked.peer_address ?? '',
        helo: asked.helo,
        mailFrom: asked.mail_from ?? mail.from?.address ?? '',
        rcptTo: [inboxAddress],
        tls: null,
      },
      mail: pack(mail),
      scan,
      knownDomains: known.domains,
      knownSenders: known.senders,
      lessons: known.lessons,
      correspondents: known.correspondents,
      house: known.house,
      threadPast: known.threadPast,
    },
    raw,
    files: judgedFiles(toScan?.attachments ?? [], mail),
    tenantId,
    sentByUs: false,
    policies: [],
    exceeded: [],
  }
  const [output] = await assessors.run<AssessOutput[]>([input], limits.riskMs + 10_000)
  return { analysis: output!.analysis, incomplete: output!.incomplete.length > 0 }
}

async function assessLeaving(
  {
    read: { mail, files: toScan, partFields },
    scan,
    inbox,
    inboxAddress,
    principal,
    bcc,
    drafted,
  }: {
    read: ReadDraft
    scan: ScanOutcome | null
    inbox: SendingInbox | undefined
    inboxAddress: string
    principal: Principal
    bcc: Mailbox[]
    drafted: ComposedDraft | null
  },
  parts: Parts,
): Promise<Assessed> {
  const { tenantId } = principal
  // Judged as a reply in the thread that its header names, where the inbox has that.
  const threadId =
    drafted !== null
      ? drafted.threadId
      : inbox === undefined
        ? null
        : await threadNamedBy(parts.database, tenantId, inbox.id, mail)
  return judgeDraft(
    {
      tenantId,
      inboxId: inbox?.id ?? null,
      inboxAddress,
      threadId,
      leaving: {
        mail,
        recipients: (drafted?.draft.recipients ?? [...mail.toMailboxes, ...mail.ccMailboxes, ...bcc]).map(
          ({ address }) => address,
        ),
        worded: redactableOf(drafted?.draft ?? { ...mail, text: mail.body }),
        redacted: [],
        exceeded: [],
      },
      files:
        drafted?.draft.attachments ??
        (toScan?.attachments ?? []).map(({ filename, contentType, content }) => ({
          filename,
          contentType,
          content,
        })),
      // Without attachments, parts have the fields that the composer gives them.
      partFields: drafted?.draft.attachments.length === 0 ? [] : partFields,
      given: drafted?.draft ?? { headers: [], attachments: [], bcc },
      scan,
      policies: [],
      withheldToo: readsWithheld(principal),
    },
    parts,
  )
}
