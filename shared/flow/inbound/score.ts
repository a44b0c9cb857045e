/** Stage `score`: sender authentication and the scorers, on another thread. */
import type { House, ThreadPast } from '../../domain/correspondent.ts'
import { isDatabaseAway } from '../../domain/errors.ts'
import type { Lesson } from '../../domain/lesson.ts'
import { limits } from '../../domain/limits.ts'
import type { AppliedPolicy } from '../../domain/policy.ts'
import { lessonsFor } from '../../judge/lessons.ts'
import { claimedOwn, sentByUs } from '../../judge/own-domain.ts'
import type { AssessInput, AssessOutput } from '../../judge/tasks.ts'
import { Batcher } from '../../lib/batcher.ts'
import { needsRaw } from '../../mail/authentication.ts'
import { pack } from '../../mail/pack.ts'
import { mayHaveAccount } from '../../risk/impostor/accounts.ts'
import { leavesOut } from '../../risk/said-now.ts'
import { findHouse, findKnownSenders, findThreadPasts } from '../../store/known-senders.ts'
import { findPoliciesOf } from '../../store/policy.ts'
import type { Stage } from '../stage.ts'
import type { InboundParts } from './parts.ts'
import type { Assessing } from './pipeline-items.ts'

/** Milliseconds that a chunk of messages may take: the scorers' own budgets end before, unless one holds its thread. */
const chunkDeadlineMs = limits.riskMs + 10_000
type Known = Awaited<ReturnType<typeof findKnownSenders>> & { house: House | undefined }
const knownMs = 30_000
const known = new Map<string, { at: number; known: Promise<Known> }>()

/** What is looked up for a message that is to be judged. */
interface LookedUp {
  policies: readonly AppliedPolicy[]
  lessons: Lesson[]
  threadPast: ThreadPast | undefined
}
/** Chunks are prepared side by side: what they look up, they look up together. */
const lookUps = new WeakMap<InboundParts['database'], Batcher<Assessing, LookedUp>>()
/** Messages that are looked up at a time. */
const mostLookedUp = 128

/** Its items cross to a thread together. */
export const score: Stage<
  Assessing,
  Pick<InboundParts, 'database' | 'assessors' | 'inboxDomain' | 'keyring' | 'wantsRaw'>
> = {
  name: 'score',
  async prepare(items, parts) {
    const lookUp = lookUpsOf(parts.database)
    const inputs = await Promise.all(
      items.map(async (item) => inputOf(item.message, await lookUp.add(item), parts)),
    )
    const outputs = await parts.assessors.run<AssessOutput[]>(inputs, chunkDeadlineMs)
    items.forEach((item, index) => {
      item.assessed = outputs[index]!
    })
  },
}

function lookUpsOf(database: InboundParts['database']): Batcher<Assessing, LookedUp> {
  const known = lookUps.get(database)
  if (known !== undefined) return known
  const made = new Batcher<Assessing, LookedUp>(
    (items) => lookUpAll(items, database),
    { maxItems: mostLookedUp, lanes: 2 },
    isDatabaseAway,
  )
  lookUps.set(database, made)
  return made
}

async function lookUpAll(
  items: readonly Assessing[],
  database: InboundParts['database'],
): Promise<LookedUp[]> {
  const [policies, pasts, lessons] = await Promise.all([
    findPoliciesOf(
      database,
      items.map(({ message }) => message),
    ),
    findThreadPasts(database, answersOf(items)),
    lessonsFor(
      database,
      items.map(({ message: { tenantId, mail, from } }) => ({ tenantId, from: mail.from?.address ?? from })),
    ),
  ])
  return items.map(({ message: { id, inboxId } }, index) => ({
    policies: policies.get(inboxId) ?? [],
    lessons: lessons[index]!,
    threadPast: pasts.get(id),
  }))
}

/** The messages that answer one, in whose threads something came before; what was said there where theirs has an account, or seems to quote it. */
const answersOf = (items: readonly Assessing[]): { tenantId: string; id: string; texts: boolean }[] =>
  items
    .filter(({ message: { mail } }) => mail.inReplyTo.length > 0 || mail.references.length > 0)
    .map(({ message: { tenantId, id, mail } }) => ({
      tenantId,
      id,
      texts: mayHaveAccount(mail.body) || leavesOut(mail),
    }))

async function inputOf(
  message: Assessing['message'],
  { policies, lessons, threadPast }: LookedUp,
  parts: Pick<InboundParts, 'database' | 'inboxDomain' | 'keyring' | 'wantsRaw'>,
): Promise<AssessInput> {
  const { database, inboxDomain, wantsRaw = false } = parts
  const { tenantId, inboxId, slug, envelope, exceeded, raw, mail, files, scan } = message
  const { domains, senders, correspondents, house } = await knownOf(database, tenantId, inboxId)
  return {
    message: {
      direction: 'inbound',
      inboxAddress: `${slug}@${inboxDomain}`,
      envelope,
      mail: pack(mail),
      scan,
      knownDomains: domains,
      knownSenders: senders,
      ...(lessons.length === 0 ? {} : { lessons }),
      correspondents,
      house,
      threadPast,
    },
    tenantId,
    policies,
    exceeded,
    raw: needsRaw(mail.headers) || wantsRaw ? raw : null,
    files,
    sentByUs:
      claimedOwn(message, inboxDomain).length > 0 && (await sentByUs(parts, envelope, inboxDomain, raw)),
  }
}

/** Remembered for half a minute: an inbox's correspondents change slowly. Asked once by all who ask meanwhile. */
function knownOf(database: InboundParts['database'], tenantId: string, inboxId: string): Promise<Known> {
  const now = Date.now()
  const remembered = known.get(inboxId)
  if (remembered !== undefined && now - remembered.at < knownMs) return remembered.known
  const found = findKnown(database, tenantId, inboxId)
  if (known.size > 10_000) known.clear()
  known.set(inboxId, { at: now, known: found })
  found.catch(() => {
    if (known.get(inboxId)?.known === found) known.delete(inboxId)
  })
  return found
}

async function findKnown(
  database: InboundParts['database'],
  tenantId: string,
  inboxId: string,
): Promise<Known> {
  const [senders, house] = await Promise.all([
    findKnownSenders(database, tenantId, inboxId),
    findHouse(database, tenantId),
  ])
  return { ...senders, house }
}
