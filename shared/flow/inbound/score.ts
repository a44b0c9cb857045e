/** Stage `score`: sender authentication and the scorers, on another thread. */
import type { SecurityAnalysis } from '../../domain/analysis.ts'
import type { AuthenticationResults } from '../../domain/authentication.ts'
import { limits } from '../../domain/limits.ts'
import type { AppliedPolicy } from '../../domain/policy.ts'
import { needsRaw } from '../../mail/authentication.ts'
import { type PackedMail, pack } from '../../mail/pack.ts'
import type { RiskMessage } from '../../risk/scorer.ts'
import { findKnownDomains } from '../../store/inbound-message.ts'
import { findPoliciesOf } from '../../store/policy.ts'
import { findRawMessage } from '../../store/raw-message.ts'
import type { Applied } from '../policy/apply.ts'
import type { Stage } from '../stage.ts'
import { hasImages } from './images.ts'
import type { InboundParts } from './parts.ts'
import type { Assessing } from './pipeline-items.ts'

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
  authentication: AuthenticationResults
  /** What policies do with it. */
  applied: Applied
}

/** Milliseconds that a chunk of messages may take: the scorers' own budgets end before, unless one holds its thread. */
const chunkDeadlineMs = limits.riskMs + 10_000
const knownDomainsMs = 30_000
const knownDomains = new Map<string, { at: number; domains: string[] }>()

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
  return {
    message: {
      direction: 'inbound',
      inboxAddress: `${slug}@${inboxDomain}`,
      envelope,
      mail: pack(mail),
      scan,
      knownDomains: await knownDomainsOf(database, tenantId, inboxId),
    },
    policies: policies.get(inboxId) ?? [],
    raw:
      needsRaw(mail.headers) || hasImages(mail) || wantsRaw
        ? await findRawMessage(database, tenantId, id)
        : null,
  }
}

/** Remembered for half a minute: an inbox's correspondents change slowly. */
async function knownDomainsOf(
  database: InboundParts['database'],
  tenantId: string,
  inboxId: string,
): Promise<string[]> {
  const now = Date.now()
  const remembered = knownDomains.get(inboxId)
  if (remembered !== undefined && now - remembered.at < knownDomainsMs) return remembered.domains
  const domains = await findKnownDomains(database, tenantId, inboxId)
  if (knownDomains.size > 10_000) knownDomains.clear()
  knownDomains.set(inboxId, { at: now, domains })
  return domains
}
