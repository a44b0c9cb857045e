/** Composes the message, and has the antivirus, the scorers and the policies look at what would leave. */
import { scanMessage } from '../../antivirus/scan-message.ts'
import { ScannerUnavailableError } from '../../antivirus/scanner.ts'
import { auditEntry } from '../../domain/audit.ts'
import { isTemporary, ServiceError } from '../../domain/errors.ts'
import { limits } from '../../domain/limits.ts'
import type { Firing, Policy } from '../../domain/policy.ts'
import { isUnseen, type ScanOutcome } from '../../domain/scan.ts'
import { ofAntivirus } from '../../judge/antivirus-findings.ts'
import { ofCut } from '../../judge/cut-attachments.ts'
import { withGivenBody } from '../../judge/given-body.ts'
import { holdPolicies } from '../../judge/hold-policies.ts'
import { type DraftJudgement, judgeDraft } from '../../judge/judge-draft.ts'
import type { OutgoingDraft } from '../../judge/outgoing-draft.ts'
import { redactableOf } from '../../judge/redactable.ts'
import type { HoldTask, Leaving } from '../../judge/tasks.ts'
import { cleanText } from '../../lib/clean-text.ts'
import type { MessageHashes } from '../../mail/message-hashes.ts'
import type { ReadDraft } from '../../mail/parser-pool.ts'
import { outcomeOf } from '../../policy/evaluate.ts'
import { combine } from '../../risk/combine.ts'
import { insertAuditEntries } from '../../store/audit.ts'
import type { LimitFiring } from '../policy/count.ts'
import { blockedText, recordBlockedSend } from './blocked-send.ts'
import { versionHashes } from './content-hash.ts'
import type { OutboundParts } from './parts.ts'
import type { Drafted, Judged, Redacted } from './pipeline-items.ts'
import { RecordedRefusal } from './recorded-refusal.ts'
import { withoutUuFiles } from './uu-files.ts'

/** Seconds after which a send with attachments can be tried again while the antivirus is away. */
const antivirusRetrySeconds = 30

/** @throws ServiceError `message_too_large`, `validation_error`, `unavailable`; RecordedRefusal `attachment_infected`, `policy_blocked`. */
export async function judge<Draft extends Drafted>(
  item: Redacted<Draft>,
  parts: OutboundParts,
): Promise<Judged<Draft>> {
  const composed = await compose(item, parts)
  const { raw, hashes, mail } = composed
  const scan = await scanned(item, composed, parts)
  const judgement = await judgementOf(item, { ...composed, scan }, parts)
  const unseen = isUnseen(scan)
  if (unseen) parts.metrics.unseen.inc({ direction: 'outbound' })
  refuseBlocked(item, judgement.fired)
  return { ...item, ...judgement, raw, hashes, mail, scan, unjudged: judgement.unjudged || unseen }
}

/**
 * @throws RecordedRefusal `policy_blocked`, where a policy that has fired blocks; with the seconds until it can pass, where
 * rate limits alone do.
 */
export function refuseBlocked(
  { principal, inbox }: Drafted,
  fired: readonly (Firing & Partial<LimitFiring>)[],
): void {
  const outcome = outcomeOf(fired)
  if (outcome.action !== 'block') return
  const { tenantId, userId, keyId } = principal
  const waits = fired.flatMap(({ action, retryAfter }) => (action === 'block' ? [retryAfter] : []))
  throw new RecordedRefusal(
    'policy_blocked',
    blockedText(outcome),
    (records) => recordBlockedSend(records, { tenantId, inboxId: inbox.id, userId, keyId }, outcome),
    waits.includes(undefined) ? undefined : Math.max(...waits.map(Number)),
  )
}

/** A message as it will leave, and as its readers will see it. */
type Composed = ReadDraft & { raw: Buffer; hashes: MessageHashes }

/** @throws ServiceError `message_too_large`, `validation_error`; DeadlineError, ThreadDiedError. */
export async function compose(
  { id, at, draft }: Pick<Drafted, 'id' | 'at' | 'draft'>,
  { parser, inboxDomain, maxMessageBytes }: Pick<OutboundParts, 'parser' | 'inboxDomain' | 'maxMessageBytes'>,
): Promise<Composed> {
  // Of a message that is scheduled it is when it leaves: filters and mailboxes go by the age of a mail.
  const date = new Date(draft.sendAt ?? at)
  const raw = await parser.compose({ ...draft, messageId: `${id}@${inboxDomain}`, date })
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
  const [read, hashes] = await Promise.all([
    parser.readDraft(raw),
    versionHashes(raw, draft.recipients, parser),
  ])
  mustSayTheSame(draft, read.mail)
  return { ...read, raw, hashes, mail: withGivenBody(read.mail, draft.text) }
}

/** Bytes of a composed message's header block, the empty line behind it included. */
const headerBytes = (raw: Buffer): number => {
  const end = raw.indexOf('\r\n\r\n')
  return end === -1 ? raw.length : end + 4
}

/**
 * What was checked must be what the message says: whoever reads its header must find the recipients of the envelope, and
 * the attachments that are scanned must be those that were given, and the uuencoded files in its text.
 */
function mustSayTheSame(draft: OutgoingDraft, mail: ReadDraft['mail']): void {
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
  { raw, mail, files }: Composed,
  { parser, scanner }: OutboundParts,
): Promise<ScanOutcome | null> {
  if (files === null) return null
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
 * What can't be assessed for what it says is `unjudged`, so that a person looks at it.
 * @throws where nothing was there to assess it (threads, the database): it is to be sent again later.
 */
async function judgementOf(
  { principal, inbox, draft, original, policies, redactedBy, readsWithheld }: Redacted,
  { mail, partFields, scan }: Composed & Pick<Judged, 'scan'>,
  parts: OutboundParts,
): Promise<DraftJudgement> {
  const leaving: Leaving = {
    mail,
    recipients: draft.recipients.map(({ address }) => address),
    worded: redactableOf(draft),
    redacted: redactedBy,
    exceeded: [],
  }
  try {
    return await judgeDraft(
      {
        tenantId: principal.tenantId,
        inboxId: inbox.id,
        inboxAddress: `${inbox.slug}@${parts.inboxDomain}`,
        threadId: original?.threadId ?? null,
        leaving,
        files: draft.attachments,
        // Without attachments, parts have the fields that the composer gives them.
        partFields: draft.attachments.length === 0 ? [] : partFields,
        given: draft,
        scan,
        policies,
        withheldToo: readsWithheld,
      },
      parts,
    )
  } catch (error) {
    if (isTemporary(error)) throw error
    parts.log.warn({ err: error }, 'a message could not be assessed; it is withheld')
    const detail = 'The message could not be assessed.'
    const analysis = combine([
      ...ofAntivirus(mail, scan),
      ...ofCut(draft.attachments.map(({ filename }) => cleanText(filename))),
      { method: 'pipeline', result: 'error', detail, confidence: 1 },
    ])
    return {
      analysis: { ...analysis, summary: detail },
      unjudged: true,
      incomplete: true,
      fired: await firedOnUnjudged(policies, { leaving, detections: analysis.detections }, parts),
    }
  }
}

/** A policy that blocks does so all the same; where even they give no answer, the message waits anyway. */
async function firedOnUnjudged(
  policies: readonly Policy[],
  found: Pick<HoldTask, 'leaving' | 'detections'>,
  { assessors, log }: OutboundParts,
): Promise<Firing[]> {
  try {
    return await holdPolicies(assessors, policies, found)
  } catch (error) {
    if (isTemporary(error)) throw error
    log.warn({ err: error }, 'the policies could not be held against a message; it is withheld')
    return []
  }
}
