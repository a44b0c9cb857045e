/** Analysing a message that is not stored: parsed, scanned and assessed as one that comes or leaves. */

import { scanMessage } from '../../antivirus/scan-message.ts'
import { ScannerUnavailableError } from '../../antivirus/scanner.ts'
import type { SecurityAnalysis } from '../../domain/analysis.ts'
import type { Analyze, Analyzed, AnalyzedFields } from '../../domain/analyze.ts'
import { ServiceError } from '../../domain/errors.ts'
import { limits } from '../../domain/limits.ts'
import type { Mailbox, ParsedMail } from '../../domain/parsed-mail.ts'
import type { Principal } from '../../domain/principal.ts'
import type { ScanOutcome } from '../../domain/scan.ts'
import { compose } from '../../mail/compose/compose.ts'
import { mailboxesOf } from '../../mail/mailboxes.ts'
import { pack } from '../../mail/pack.ts'
import { combine } from '../../risk/combine.ts'
import { bareContext, type OutboundAssessment } from '../../risk/outbound.ts'
import { asShares } from '../../risk/shares.ts'
import type { Database } from '../../store/database.ts'
import { findKnownSenders } from '../../store/known-senders.ts'
import { findSendingInbox } from '../../store/sending.ts'
import { charge, refuseUnaffordable } from '../access/charge.ts'
import { verdictOf } from '../inbound/decide.ts'
import type { AssessInput, AssessOutput } from '../inbound/score.ts'
import { type DraftTask, draftDeadlineMs } from '../outbound/assess-draft.ts'
import { ofAntivirus } from '../outbound/assess-outgoing.ts'
import type { OutboundParts } from '../outbound/parts.ts'

type Parts = Pick<
  OutboundParts,
  'parser' | 'scanner' | 'assessors' | 'bounds' | 'inboxDomain' | 'maxMessageBytes'
> & {
  database: Database
}

/** @throws ServiceError `validation_error`, `not_found` for the inbox, `message_too_large`, `credits_exhausted`. */
export async function analyze(parts: Parts, principal: Principal, asked: Analyze): Promise<Analyzed> {
  const { database, inboxDomain, bounds } = parts
  const inbox =
    asked.inbox === undefined ? undefined : await findSendingInbox(database, principal, asked.inbox)
  if (asked.inbox !== undefined && inbox === undefined) throw new ServiceError('not_found')
  const raw = await rawOf(asked, parts)
  await refuseUnaffordable(database, principal, 'analyze')
  const mail = await parts.parser.parse(raw)
  const { scan, unscanned } = await scanned(raw, mail, parts)
  const known =
    inbox === undefined
      ? { domains: [], senders: [] }
      : await findKnownSenders(database, principal.tenantId, inbox.id)
  const inboxAddress = `${inbox?.slug ?? 'inbox'}@${inboxDomain}`
  const { analysis, incomplete } =
    asked.direction === 'inbound'
      ? await assessInbound({ asked, raw, mail, scan, inboxAddress, known }, parts)
      : await assessLeaving({ mail, scan, inboxAddress, known }, parts)
  const verdicts = scan === null ? [] : [scan.raw, ...scan.attachments]
  const infected = verdicts.some(({ status }) => status === 'infected')
  const error = verdicts.some(({ status }) => status === 'error')
  const analyzed: Analyzed = {
    direction: asked.direction,
    verdict: verdictOf(
      analysis.risk_score,
      {
        infected,
        unscanned,
        incomplete: incomplete || error,
        securityLevel: inbox?.securityLevel ?? 1,
        policy: null,
      },
      bounds,
    ),
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

/** The bytes that were given, or those that the parts make. */
async function rawOf({ raw, message }: Analyze, { maxMessageBytes, inboxDomain }: Parts): Promise<Buffer> {
  const bytes = raw === undefined ? await composed(message!, inboxDomain) : Buffer.from(raw, 'base64')
  if (bytes.length > maxMessageBytes) throw new ServiceError('message_too_large')
  return bytes
}

function composed(message: AnalyzedFields, inboxDomain: string): Promise<Buffer> {
  const { from, from_name, to, reply_to, subject, body, html, attachments } = message
  return compose({
    messageId: `analysed@${inboxDomain}`,
    date: new Date(),
    from: { ...mailbox(from, 'from'), name: from_name.replace(/[\r\n]+/g, ' ') },
    to: to.map((one, index) => mailbox(one, `to.${index}`)),
    cc: [],
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

/** One address and nothing else. @throws ServiceError `validation_error`. */
function mailbox(text: string, path: string): Mailbox {
  const [one, ...more] = mailboxesOf(text)
  if (one === undefined || more.length > 0 || one.address !== text)
    throw new ServiceError('validation_error', undefined, {
      details: [{ path: `body.message.${path}`, message: 'is not a mail address' }],
    })
  return { name: '', address: text }
}

/** What the antivirus says, where there is something to scan and it can be asked. */
async function scanned(
  raw: Uint8Array,
  mail: ParsedMail,
  { parser, scanner }: Parts,
): Promise<{ scan: ScanOutcome | null; unscanned: boolean }> {
  if (!mail.needsScan) return { scan: null, unscanned: false }
  try {
    return { scan: await scanMessage(scanner, raw, await parser.attachmentContents(raw)), unscanned: false }
  } catch (error) {
    if (error instanceof ScannerUnavailableError) return { scan: null, unscanned: true }
    throw error
  }
}

type Known = Awaited<ReturnType<typeof findKnownSenders>>
interface Assessed {
  analysis: SecurityAnalysis
  incomplete: boolean
}

async function assessInbound(
  {
    asked,
    raw,
    mail,
    scan,
    inboxAddress,
    known,
  }: {
    asked: Analyze
    raw: Buffer
    mail: ParsedMail
    scan: ScanOutcome | null
    inboxAddress: string
    known: Known
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
    },
    raw,
    policies: [],
  }
  const [output] = await assessors.run<AssessOutput[]>([input], limits.riskMs + 10_000)
  return { analysis: output!.analysis, incomplete: output!.incomplete.length > 0 }
}

async function assessLeaving(
  {
    mail,
    scan,
    inboxAddress,
    known,
  }: { mail: ParsedMail; scan: ScanOutcome | null; inboxAddress: string; known: Known },
  { assessors }: Parts,
): Promise<Assessed> {
  const recipients = [...mail.toMailboxes, ...mail.ccMailboxes].map(({ address }) => address)
  const context = { ...bareContext(inboxAddress, recipients), knownDomains: known.domains }
  const task: DraftTask = { task: 'assess', mail, context }
  const { analysis, incomplete } = await assessors.run<OutboundAssessment>(task, draftDeadlineMs)
  // The thread doesn't know what the antivirus has said; what it says of that is put right here.
  const detections = analysis.detections.filter(({ method }) => method !== 'clamav')
  return {
    analysis: combine([...ofAntivirus(mail, scan), ...detections]),
    incomplete: incomplete.some((method) => method !== 'clamav'),
  }
}
