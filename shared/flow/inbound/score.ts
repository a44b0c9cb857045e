/** Stage `score`: sender authentication and the scorers, on another thread. */
import type { SecurityAnalysis } from '../../domain/analysis.ts'
import type { AuthenticationResults } from '../../domain/authentication.ts'
import { limits } from '../../domain/limits.ts'
import { needsRaw } from '../../mail/authentication.ts'
import { type PackedMail, pack } from '../../mail/pack.ts'
import type { RiskMessage } from '../../risk/scorer.ts'
import { findKnownDomains } from '../../store/inbound-message.ts'
import { findRawMessage } from '../../store/raw-message.ts'
import type { Stage } from '../stage.ts'
import type { InboundParts } from './parts.ts'
import type { Assessing } from './pipeline-items.ts'

/** What a thread is given of one message; `raw` only where a signature has to be verified. */
export interface AssessInput {
  message: Omit<RiskMessage, 'authentication' | 'mail'> & { mail: PackedMail }
  raw: Uint8Array | null
}
/** What a thread answers for one message. */
export interface AssessOutput {
  analysis: SecurityAnalysis
  /** Names of scorers that gave no answer. */
  incomplete: string[]
  authentication: AuthenticationResults
}

/** Milliseconds that a chunk of messages may take: the scorers' own budgets end before, unless one holds its thread. */
const chunkDeadlineMs = limits.riskMs + 10_000
const knownDomainsMs = 30_000
const knownDomains = new Map<string, { at: number; domains: string[] }>()

/** Its items cross to a thread together. */
export const score: Stage<Assessing, Pick<InboundParts, 'database' | 'assessors' | 'inboxDomain'>> = {
  name: 'score',
  async prepare(items, parts) {
    const inputs = await Promise.all(items.map(({ message }) => inputOf(message, parts)))
    const outputs = await parts.assessors.run<AssessOutput[]>(inputs, chunkDeadlineMs)
    items.forEach((item, index) => {
      const { analysis, incomplete, authentication } = outputs[index]!
      Object.assign(item, { analysis, incomplete, authentication })
    })
  },
}

async function inputOf(
  message: Assessing['message'],
  { database, inboxDomain }: Pick<InboundParts, 'database' | 'inboxDomain'>,
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
    raw: needsRaw(mail.headers) ? await findRawMessage(database, tenantId, id) : null,
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
