/** Stage `score`: sender authentication and the scorers, on another thread. */
import type { SecurityAnalysis } from '../../domain/analysis.ts'
import type { AuthenticationResults } from '../../domain/authentication.ts'
import { limits } from '../../domain/limits.ts'
import type { AppliedPolicy } from '../../domain/policy.ts'
import { needsRaw } from '../../mail/authentication.ts'
import { type PackedMail, pack } from '../../mail/pack.ts'
import type { RiskMessage } from '../../risk/scorer.ts'
import { findKnownSenders } from '../../store/known-senders.ts'
import { findPoliciesOf } from '../../store/policy.ts'
import { findRawMessage } from '../../store/raw-message.ts'
import type { Applied } from '../policy/apply.ts'
import type { Stage } from '../stage.ts'
import { hasImages } from './images.ts'
import type { InboundParts } from './parts.ts'
import type { Assessing } from './pipeline-items.ts'
import { hasTexts } from './texts.ts'

/** What a thread is given of one message; `raw` only where a signature has to be verified, or a scorer reads it. */
export interface AssessInput {
  message: Omit<RiskMessage, 'authentication' | 'mail'> & { mail: PackedMail }
  raw: Uint8Array | null
  /** Those that apply to its inbox. */
  policies: readonly AppliedPolicy[]
}
/** What a thread answers for one message. */
export interface AssessOutput {
  analysis: SecurityAnalysis
  /** Names of scorers that gave no answer. */
  incomplete: string[]
  /** Null where it isn't known where the message came from. */
  authentication: AuthenticationResults | null
  /** What policies do with it. */
  applied: Applied
}

/** Milliseconds that a chunk of messages may take: the scorers' own budgets end before, unless one holds its thread. */
const chunkDeadlineMs = limits.riskMs + 10_000
type KnownSenders = Awaited<ReturnType<typeof findKnownSenders>>
const knownMs = 30_000
const known = new Map<string, { at: number; senders: KnownSenders }>()

/** Its items cross to a thread together. */
export const score: Stage<
  Assessing,
  Pick<InboundParts, 'database' | 'assessors' | 'inboxDomain' | 'wantsRaw'>
> = {
  name: 'score',
  async prepare(items, parts) {
    const policies = await findPoliciesOf(
      parts.database,
      items.map(({ message }) => message),
    )
    const inputs = await Promise.all(items.map(({ message }) => inputOf(message, policies, parts)))
    const outputs = await parts.assessors.run<AssessOutput[]>(inputs, chunkDeadlineMs)
    items.forEach((item, index) => {
      const { analysis, incomplete, authentication, applied } = outputs[index]!
      Object.assign(item, { analysis, incomplete, authentication, applied })
    })
  },
}

async function inputOf(
  message: Assessing['message'],
  policies: ReadonlyMap<string, readonly AppliedPolicy[]>,
  { database, inboxDomain, wantsRaw = false }: Pick<InboundParts, 'database' | 'inboxDomain' | 'wantsRaw'>,
): Promise<AssessInput> {
  const { tenantId, id, inboxId, slug, envelope, mail, scan } = message
  const { domains, senders } = await knownSendersOf(database, tenantId, inboxId)
  return {
    message: {
      direction: 'inbound',
      inboxAddress: `${slug}@${inboxDomain}`,
      envelope,
      mail: pack(mail),
      scan,
      knownDomains: domains,
      knownSenders: senders,
    },
    policies: policies.get(inboxId) ?? [],
    raw:
      needsRaw(mail.headers) || hasImages(mail) || hasTexts(mail) || wantsRaw
        ? await findRawMessage(database, tenantId, id)
        : null,
  }
}

/** Remembered for half a minute: an inbox's correspondents change slowly. */
async function knownSendersOf(
  database: InboundParts['database'],
  tenantId: string,
  inboxId: string,
): Promise<KnownSenders> {
  const now = Date.now()
  const remembered = known.get(inboxId)
  if (remembered !== undefined && now - remembered.at < knownMs) return remembered.senders
  const senders = await findKnownSenders(database, tenantId, inboxId)
  if (known.size > 10_000) known.clear()
  known.set(inboxId, { at: now, senders })
  return senders
}
