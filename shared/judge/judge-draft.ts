/** Judges a draft, whoever asks: what its inbox knows, then attachments, scorers and policies in one crossing to a thread. */
import type { Detection, SecurityAnalysis } from '../domain/analysis.ts'
import type { AppliedPolicy, Firing } from '../domain/policy.ts'
import type { ScanOutcome } from '../domain/scan.ts'
import type { Keyring } from '../lib/keyring.ts'
import type { Sql } from '../lib/sql.ts'
import type { ThreadPool } from '../lib/thread-pool.ts'
import type { PartField } from '../mail/part-fields.ts'
import { bareContext, type OutboundContext } from '../risk/outbound-context.ts'
import { findHouse } from '../store/known-senders.ts'
import { ofAntivirus } from './antivirus-findings.ts'
import type { AttachedFile } from './attachment-texts.ts'
import { draftDeadlineMs } from './draft-tasks.ts'
import { fieldTexts } from './field-texts.ts'
import { knowledgeOf, otherTextsFor, toldBefore } from './knowledge.ts'
import { lessonsForDraft } from './lessons.ts'
import type { OutgoingDraft } from './outgoing-draft.ts'
import { marksOf, plantedAmong } from './planted.ts'
import { taintedAmong } from './taints.ts'
import type { JudgeAnswer, JudgeTask, Leaving } from './tasks.ts'

/** Checks whose silence is no reason to hold a message: they ask somebody else. */
const lesserMethods: ReadonlySet<string> = new Set(['llm_scan'])

/** A draft that is to be judged, as its readers will see it. */
export interface DraftToJudge {
  tenantId: string
  /** The address that it is from. */
  inboxAddress: string
  /** The inbox that sends it; null: nobody is known. */
  inboxId: string | null
  /** The thread it belongs to; null for a new one. */
  threadId: string | null
  leaving: Leaving
  files: readonly AttachedFile[]
  /** The fields of its parts. */
  partFields: readonly (readonly PartField[])[]
  /** What was given to compose it of. */
  given?: Pick<OutgoingDraft, 'headers' | 'attachments' | 'bcc'>
  scan: ScanOutcome | null
  policies: readonly AppliedPolicy[]
  /**
   * Whether it is compared with what withheld mail says: only for who may read that, since a finding would tell of a guess
   * that it is right.
   */
  withheldToo: boolean
  withoutModel?: boolean
}

/** What is made of a draft. */
export interface DraftJudgement {
  analysis: SecurityAnalysis
  /** A check gave no answer on which the message may not leave unseen: a person decides. */
  unjudged: boolean
  /** Some check gave no answer, or an attachment can't be scanned or read to its end: the message is at least flagged. */
  incomplete: boolean
  /** The policies that fire, but for rate limits. */
  fired: Firing[]
}

/** What judging a draft needs. */
export interface JudgeParts {
  database: Sql
  assessors: ThreadPool
  /** Canaries are made with it. */
  keyring: Keyring
}

/** @throws DeadlineError, ThreadDiedError; an error of the database. */
export async function judgeDraft(draft: DraftToJudge, parts: JudgeParts): Promise<DraftJudgement> {
  const { tenantId, leaving, files, partFields, given, scan, policies, withoutModel = false } = draft
  const { mail, recipients } = leaving
  const outgoing = outgoingOf(draft)
  const [known, otherThreads, house] = await Promise.all([
    outgoing === null ? strangersTo(draft, parts) : knowledgeOf(parts.database, outgoing),
    outgoing === null ? [] : otherTextsFor(parts.database, outgoing, leaving.worded, files.length > 0),
    outgoing === null ? undefined : findHouse(parts.database, tenantId),
  ])
  const antivirus = ofAntivirus(mail, scan)
  const task: JudgeTask = {
    task: 'judge',
    tenantId,
    leaving,
    files: files.map(({ filename, contentType, content }) => ({ filename, contentType, content })),
    context: {
      ...known,
      canaryMarks: marksOf(parts.keyring, tenantId),
      fieldTexts: fieldTexts(mail, recipients, partFields, given),
    },
    otherThreads,
    house,
    antivirus,
    policies,
    withoutModel,
  }
  const { analysis, silent, cut, fired } = await judged(task, draft, parts)
  return {
    analysis,
    unjudged: silent.some((method) => !lesserMethods.has(method)),
    incomplete: silent.length > 0 || cut || failed(antivirus),
    fired,
  }
}

const failed = (antivirus: readonly Detection[]): boolean =>
  antivirus.some(({ result }) => result === 'error')

/** Once; and again where it may hold canaries, writes to what untrusted mail has named, or tells what its recipients may have written themselves. */
async function judged(task: JudgeTask, draft: DraftToJudge, parts: JudgeParts): Promise<JudgeAnswer> {
  const run = (one: JudgeTask) => parts.assessors.run<JudgeAnswer>(one, draftDeadlineMs)
  const first = await run(task)
  const outgoing = outgoingOf(draft)
  const [canaries, told, tainted] = await Promise.all([
    plantedAmong(parts, draft.tenantId, first.marked),
    outgoing === null ? [] : toldBefore(parts.database, outgoing, first),
    outgoing === null ? [] : taintedAmong(parts.database, outgoing, first.values),
  ])
  if (canaries.length === 0 && told.length === 0 && tainted.length === 0) return first
  return run({ ...task, context: { ...task.context, canaries, told, tainted } })
}

const outgoingOf = ({ tenantId, inboxId, inboxAddress, leaving, threadId, withheldToo }: DraftToJudge) =>
  inboxId === null
    ? null
    : {
        tenantId,
        inbox: { id: inboxId, address: inboxAddress },
        recipients: leaving.recipients,
        threadId,
        withheldToo,
      }

/** What is known without an inbox: what people of the tenant have said of other drafts. */
async function strangersTo(
  { tenantId, inboxAddress, leaving }: DraftToJudge,
  { database }: JudgeParts,
): Promise<OutboundContext> {
  const lessons = await lessonsForDraft(database, tenantId)
  return { ...bareContext(inboxAddress, leaving.recipients), lessons }
}
