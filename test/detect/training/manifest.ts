/** What each set of labelled mail may be used for: its licence, and whether it shapes weights, sets thresholds or only measures. */
import type { Row } from '../rows.ts'

/** What a row may do; each also does what stands behind it. */
export type Role = 'weights' | 'thresholds' | 'measure'

interface SetEntry {
  licence: string
  role: Role
  /** Where the role differs by kind. */
  kinds?: Readonly<Record<string, Role>>
  /** Why it is not more, where that isn't its licence. */
  because?: string
}

/** By name of the set: the file's, without its split and ending. Sets that aren't listed only measure. */
export const manifest: Readonly<Record<string, SetEntry>> = {
  ham_enron_business: { licence: 'public record', role: 'weights' },
  email_spamassassin: { licence: 'PDDL / CC0-1.0', role: 'weights' },
  email_gaia: { licence: 'MIT', role: 'weights' },
  benign_hard_mail: { licence: 'CC0-1.0', role: 'weights' },
  benign_llmail_fp: { licence: 'MIT', role: 'weights' },
  benign_notinject: { licence: 'MIT', role: 'weights' },
  benign_wildguard: { licence: 'ODC-BY', role: 'weights' },
  injection_agentdojo_email: { licence: 'MIT', role: 'weights' },
  injection_bipia_email: {
    licence: 'MIT',
    role: 'weights',
    kinds: { injection: 'measure' },
    because: 'Its attacks are ordinary questions: only where they stand makes them attacks.',
  },
  injection_composed_mail: { licence: 'CC0-1.0', role: 'weights' },
  injection_cyberseceval: { licence: 'MIT', role: 'weights' },
  injection_deepset: { licence: 'Apache-2.0', role: 'weights' },
  injection_doomarena_mail: { licence: 'Apache-2.0', role: 'weights' },
  injection_jailbreak_llms: { licence: 'MIT', role: 'weights' },
  injection_promptscreen: { licence: 'Apache-2.0', role: 'weights' },
  injection_small_oss: { licence: 'MIT / Apache-2.0', role: 'weights' },
  injection_spikee_mail: { licence: 'Apache-2.0', role: 'weights' },
  feedback: { licence: 'of the service’s own inboxes', role: 'weights' },
  phishing_nazario: { licence: 'unclear', role: 'measure' },
}

/** Sets whose rows carry a licence and `may_train` of their own. */
const byRow = /^modern_/

/** Licences that ask for no more than a notice. */
const permissive = /^(?:MIT|Apache-2\.0|BSD-[23]-Clause|CC0-1\.0|ISC|0BSD)$/

/**
 * Advertising and chain letters of strangers in the mailboxes of Enron, labelled as honest mail there: neither learned from
 * as such nor a bound for anything, but measured as they are labelled.
 */
const mislabelled: ReadonlySet<string> = new Set([
  'ham_enron_business-583573b70f51',
  'ham_enron_business-96e7f36c484b',
  'ham_enron_business-441b07419ff4',
  'ham_enron_business-6e29ac0fc31b',
])

/** What a row may do. Texts of our own shape weights. */
export function roleOf(row: Row): Role {
  if (mislabelled.has(row.id)) return 'measure'
  if (/^(?:own_|incoming)/.test(row.set)) return 'weights'
  if (byRow.test(row.set)) return roleByLicence(row)
  const entry = manifest[row.set]
  return entry?.kinds?.[row.kind] ?? entry?.role ?? 'measure'
}

/** A text over another is under both licences. */
function roleByLicence({ licence = '', may_train }: Row): Role {
  if (may_train !== true) return 'measure'
  return licence.split(/ text over | and |, /).every((one) => permissive.test(one.trim()))
    ? 'weights'
    : 'thresholds'
}
