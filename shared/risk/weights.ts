/** What each finding is worth, as data: points per `method.result`, with the reason. */
import type { Detection } from '../domain/analysis.ts'

/** Points at full confidence (31 flags, 71 withholds), or a floor under the score. */
export type Weight = { points: number; reason: string } | { floor: number; reason: string }

const weights: Record<string, Weight> = {
  'clamav.infected': { points: 100, reason: 'A known virus is never let through.' },
  'clamav.clean': { points: 0, reason: 'No signature matched: says nothing of what the mail asks for.' },
  'clamav.error': { floor: 40, reason: 'What can not be scanned is not known to be clean: a person looks.' },

  'injection.override_instruction': {
    points: 55,
    reason: 'Hardly a human letter tells its reader to ignore all earlier instructions; some quote it.',
  },
  'injection.override_request': {
    points: 20,
    reason: 'People do take back their own instructions: alone it is ordinary mail.',
  },
  'injection.role_change': { points: 35, reason: 'Gives the reader a new identity or mode.' },
  'injection.jailbreak': { points: 45, reason: 'Wording of published jailbreaks.' },
  'injection.tool_call': { points: 25, reason: 'Names a call that only an agent could make.' },
  'injection.command': { points: 8, reason: 'Asks to run a command: engineers write so, too.' },
  'injection.exfiltration': {
    points: 40,
    reason: 'Asks for mailbox contents, secrets or contacts to be sent away.',
  },
  'injection.destruction': { points: 30, reason: 'Asks for mail, files or records to be destroyed.' },
  'injection.data_request': {
    points: 5,
    reason: 'Asks to send something somewhere: nearly all business mail does.',
  },
  'injection.secrecy': { points: 30, reason: 'Asks to keep its doing from the user, or to skip approval.' },
  'injection.discretion': { points: 4, reason: 'Asks a person for discretion.' },
  'injection.prompt_leak': { points: 40, reason: 'Asks for the system prompt: only a model has one.' },
  'injection.chat_template': { points: 45, reason: 'Control tokens of chat formats have no place in mail.' },
  'injection.fake_authority': {
    points: 35,
    reason: 'Poses as the system, developer or operator of an assistant.',
  },
  'injection.addressed_to_ai': {
    points: 25,
    reason: 'Speaks to the machine that reads the mail, not to its owner.',
  },
  'injection.agent_instruction': { points: 25, reason: 'Orders what an answer or a summary must say or do.' },
  'injection.combined': {
    points: 45,
    reason: 'Two kinds of instruction side by side are far rarer in honest mail than either alone.',
  },
  'injection.concealed': {
    points: 45,
    reason: 'Instructions hidden from the human reader or encoded are meant for a machine.',
  },

  'structure.*': {
    points: 35,
    reason: 'Odd structure hides content from scanners; honest software makes it, too.',
  },

  '*.error': { floor: 31, reason: 'A scorer that failed leaves the message unjudged: a person looks.' },
  '*.timeout': { floor: 31, reason: 'A scorer that is late leaves the message unjudged: a person looks.' },
}

/** The most one method gives, where its findings are of one kind: many of them must not withhold alone. */
export const methodCaps: Readonly<Record<string, number>> = {
  structure: 45,
}

/** Methods that judge who sent it: what authentication proves speaks against these findings only. */
export const creditedMethods: ReadonlySet<string> = new Set(['authentication', 'impersonation', 'links'])

/** Of an outside scorer's finding that brings no points of its own. */
const unknown: Weight = { points: 20, reason: 'A finding that this table does not know.' }

/** The weight of a detection: its own line, its method's, or what it brings itself (outside scorers). */
export function weightOf({ method, result, points }: Detection): Weight {
  const listed = weights[`${method}.${result}`] ?? weights[`*.${result}`] ?? weights[`${method}.*`]
  if (listed !== undefined) return listed
  if (result === 'clean') return { points: 0, reason: 'Nothing found.' }
  if (points === undefined || !Number.isFinite(points)) return unknown
  return { points: Math.min(100, Math.max(0, points)), reason: 'Points given by the outside scorer.' }
}
