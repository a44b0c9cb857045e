/** Composes the message, and has the antivirus, the scorers and the policies look at what would leave. */
import { scanMessage } from '../../antivirus/scan-message.ts'
import { ScannerUnavailableError } from '../../antivirus/scanner.ts'
import { auditEntry } from '../../domain/audit.ts'
import type { Entity } from '../../domain/entity.ts'
import { isTemporary, ServiceError } from '../../domain/errors.ts'
import { limits } from '../../domain/limits.ts'
import type { ParsedMail } from '../../domain/parsed-mail.ts'
import type { Firing } from '../../domain/policy.ts'
import { isUnseen, type ScanOutcome } from '../../domain/scan.ts'
import { outcomeOf } from '../../policy/evaluate.ts'
import { entitiesOf } from '../../policy/redactions.ts'
import { insertAuditEntries } from '../../store/audit.ts'
import { blockedText, recordBlockedSend } from '../policy/outbound.ts'
import { redactDraft } from './assess-draft.ts'
import { assessOutgoing } from './assess-outgoing.ts'
import type { OutboundParts } from './parts.ts'
import type { Assessed, Drafted, Judged, OutgoingDraft, Redacted } from './pipeline-items.ts'
import { firedOn } from './policies.ts'
import { RecordedRefusal } from './recorded-refusal.ts'
import { redactableOf } from './redactable.ts'
import { withoutUuFiles } from './uu-files.ts'

/** Seconds after which a send with attachments can be tried again while the antivirus is away. */
const antivirusRetrySeconds = 30

/** @throws ServiceError `message_too_large`, `validation_error`, `unavailable`; RecordedRefusal `attachment_infected`, `policy_blocked`. */
export async function judge<Draft extends Drafted>(
  item: Redacted<Draft>,
  parts: OutboundParts,
): Promise<Judged<Draft>> {
  const { raw, mail } = await composed(item, parts)
  const scan = await scanned(item, { raw, mail }, parts)
  const assessed = await assessOutgoing(item, { raw, mail, scan }, parts)
  const unseen = isUnseen(scan)
  if (unseen) parts.metrics.unseen.inc({ direction: 'outbound' })
  const { fired, silent } = await judgedByPolicies(item, mail, assessed, parts)
  refuseBlocked(item, fired)
  return { ...item, ...assessed, raw, mail, scan, fired, unjudged: assessed.unjudged || unseen || silent }
}

/** @throws RecordedRefusal `policy_blocked`, where a policy that has fired blocks. */
export function refuseBlocked({ principal, inbox }: Drafted, fired: readonly Firing[]): void {
  const outcome = outcomeOf(fired)
  if (outcome.action !== 'block') return
  const { tenantId, userId, keyId } = principal
  throw new RecordedRefusal('policy_blocked', blockedText(outcome), (records) =>
    recordBlockedSend(records, { tenantId, inboxId: inbox.id, userId, keyId }, outcome),
  )
}

/** The message as it will leave, and as its readers will see it. @throws ServiceError `message_too_large`, `validation_error`. */
async function composed(
  { id, at, draft }: Drafted,
  { parser, inboxDomain, maxMessageBytes }: OutboundParts,
): Promise<{ raw: Buffer; mail: ParsedMail }> {
  const raw = await parser.compose({ ...draft, messageId: `${id}@${inboxDomain}`, date: new Date(at) })
  if (raw.length > maxMessageBytes) throw new ServiceError('message_too_large')
  // Beyond it, no reader of ours would tell what the message says.
  if (headerBytes(raw) > limits.headerBytes)
    throw new ServiceError('validation_error', undefined, {
      details: [
        {
          path: 'body.headers',
          message: `make a header of more than ${limits.headerBytes} bytes, as it is encoded`,
        },
      ],
    })
  const mail = await parser.parse(raw)
  mustSayTheSame(draft, mail)
  return { raw, mail: withGivenBody(mail, draft.text.replaceAll('\r\n', '\n')) }
}

/** Bytes of a composed message's header block, the empty line behind it included. */
const headerBytes = (raw: Buffer): number => {
  const end = raw.indexOf('\r\n\r\n')
  return end === -1 ? raw.length : end + 4
}

/** The text as it was given: composed, it ends with a line break more. */
function withGivenBody(mail: ParsedMail, body: string): ParsedMail {
  const asGiven = (text: string) => (body.endsWith('\n') ? text : text.replace(/\n$/, ''))
  return {
    ...mail,
    body,
    bodySanitized: asGiven(mail.bodySanitized),
    extractedText: asGiven(mail.extractedText),
  }
}

/**
 * What was checked must be what the message says: whoever reads its header must find the recipients of the envelope, and
 * the attachments that are scanned must be those that were given, and the uuencoded files in its text.
 */
function mustSayTheSame(draft: OutgoingDraft, mail: ParsedMail): void {
  const same = (written: readonly { address: string }[], given: readonly { address: string }[]) =>
    written.length === given.length &&
    written.every(({ address }, index) => address === given[index]!.address)
  const attachments =
    mail.attachments.length === draft.attachments.length
      ? mail.attachments
      : withoutUuFiles(mail.attachments, draft.text)
  const agrees =
    same(mail.toMailboxes, draft.to) &&
    same(mail.ccMailboxes, draft.cc) &&
    mail.from?.address === draft.from.address &&
    attachments.length === draft.attachments.length &&
    attachments.every(
      ({ sizeBytes, contentId }, index) =>
        sizeBytes === draft.attachments[index]!.content.length &&
        contentId === (draft.attachments[index]!.contentId ?? null),
    )
  if (!agrees) throw new Error('the composed message differs from its draft')
}

/**
 * What the antivirus says of a message with attachments, or with text that could hide one; null for any other.
 * @throws ServiceError `unavailable` while it is away: nothing leaves unscanned; `attachment_infected`.
 */
async function scanned(
  { principal, inbox, original }: Drafted,
  { raw, mail }: { raw: Buffer; mail: ParsedMail },
  { parser, scanner }: OutboundParts,
): Promise<ScanOutcome | null> {
  if (!mail.needsScan) return null
  const files = await parser.filesToScan(raw)
  const outcome = await scanMessage(scanner, raw, files, (text, most) =>
    parser.embeddedFiles(text, most),
  ).catch((error: unknown) => {
    if (!(error instanceof ScannerUnavailableError)) throw error
    throw new ServiceError('unavailable', undefined, { retryAfter: antivirusRetrySeconds, cause: error })
  })
  const signatures = [outcome.raw, ...outcome.attachments].flatMap((verdict) =>
    verdict.status === 'infected' ? verdict.signatures : [],
  )
  if (signatures.length === 0) return outcome
  const attachments = mail.attachments
    .filter(({ index }) => outcome.attachments[index]?.status === 'infected')
    // The log is read without the scope that reads what a draft passes on.
    .map(({ index, filename }) => (original?.content_hidden === true ? `attachment ${index}` : filename))
  const entry = auditEntry(
    principal.tenantId,
    inbox.id,
    'virus',
    'high',
    'Malware in an outbound message: refused.',
    {
      signatures: [...new Set(signatures)],
      attachments,
      user_id: principal.userId,
      key_id: principal.keyId,
    },
  )
  throw new RecordedRefusal(
    'attachment_infected',
    'An attachment is infected: the message is not sent.',
    (records) => records.transaction((tx) => insertAuditEntries(tx, [entry])),
  )
}

/**
 * The policies that fire; should they not answer for what the message says, they are `silent`, and a person decides.
 * @throws where no thread was there to answer.
 */
async function judgedByPolicies(
  { policies, draft, redactedBy }: Redacted,
  mail: ParsedMail,
  { analysis }: Assessed,
  parts: OutboundParts,
): Promise<{ fired: Firing[]; silent: boolean }> {
  try {
    const asked = entitiesOf(policies, 'outbound')
    const fired = await firedOn(parts.assessors, policies, {
      mail,
      recipients: draft.recipients.map(({ address }) => address),
      detections: analysis.detections,
      entities: asked.length === 0 ? [] : await entitiesIn(draft, asked, parts),
      redacted: redactedBy,
    })
    return { fired, silent: false }
  } catch (error) {
    if (isTemporary(error)) throw error
    parts.log.warn({ err: error }, 'the policies could not be held against a message; it is withheld')
    return { fired: [], silent: true }
  }
}

async function entitiesIn(
  draft: OutgoingDraft,
  entities: readonly Entity[],
  { assessors }: OutboundParts,
): Promise<Entity[]> {
  const { redactions } = await redactDraft(assessors, redactableOf(draft), { entities })
  return [...new Set(redactions.map(({ type }) => type))]
}
