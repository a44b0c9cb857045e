/** What the trained model says of a draft: how much it reads like drafts that hand out what their readers have no right to. */
import type { Detection, Evidence } from '../../domain/analysis.ts'
import type { ParsedMail } from '../../domain/parsed-mail.ts'
import { findSensitive } from '../find-sensitive.ts'
import { fold } from '../fold.ts'
import { likeness } from '../likeness.ts'
import { coreOf } from '../model/linear-model.ts'
import type { OutboundContext } from '../outbound-context.ts'
import { defaultEntities } from '../pii/entities.ts'
import { quote } from '../quote.ts'
import { pastOfDraft, saidNow } from '../said-now.ts'
import { type JointReading, readJointly } from './joint.ts'
import { leakModel, type Opinion, oddsOf, opinionOf } from './model.ts'
import { readDraft } from './read-draft.ts'

/** Points below which nothing is said. */
const worthSaying = 15

/** A draft as the model has read it. */
export interface ReadDraft {
  /** Null where it has too little text. */
  opinion: Opinion | null
  joint: JointReading | null
  /** Whether all that it says itself was read, as one passage that is long enough: of more, each would have to be like honest ones. */
  whole: boolean
}

/** Reads what a draft says itself. */
export function readWithModel(mail: ParsedMail, context: OutboundContext): ReadDraft {
  const reading = readDraft(textOf(mail, context).text, context)
  const odds = oddsOf(reading, leakModel)
  return {
    opinion: opinionOf(odds, leakModel),
    joint: readJointly(reading, odds, context),
    whole: reading.whole && reading.passages.length === 1 && odds.passage !== null,
  }
}

/** Whether the model has read all that `mail` says: subject and body, and nothing in it is, or looks like, what was said before. */
export const hasReadAll = ({ body, extractedText }: ParsedMail): boolean =>
  extractedText.trim() === '' || extractedText.trim() === body.trim()

/** A finding of the opinion, where it is one. */
export function resemblance(
  mail: ParsedMail,
  opinion: Opinion | null,
  context: OutboundContext,
): Detection[] {
  if (opinion === null || opinion.points < worthSaying) return []
  const confidence = Math.round(1_000 / (1 + Math.exp(-opinion.logit))) / 1_000
  return [
    {
      method: 'exfiltration',
      result: 'resembles_leak',
      detail: likeness('drafts that tell what their readers have no right to', confidence),
      confidence,
      evidence: [evidenceOf(mail, opinion, context)],
      points: opinion.points,
    },
  ]
}

/** The part of the passage that weighs most, in the subject or in the body. */
function evidenceOf(mail: ParsedMail, { passage, logit }: Opinion, context: OutboundContext): Evidence {
  const { text, shift } = textOf(mail, context)
  const folded = fold(text.slice(passage.start, passage.end))
  const whole = { start: 0, end: folded.text.length, logit, again: logit }
  const core = coreOf(folded.text, whole, { ...leakModel.draft, bias: 0 })
  const at = (offset: number): number =>
    offset < folded.origin.length ? passage.start + folded.origin[offset]! : passage.end
  const [start, end] = [at(core.start), at(core.end)]
  return end <= shift
    ? { where: 'subject', text: shown(text.slice(start, Math.min(end, shift - 1))) }
    : { where: 'body', text: shown(text.slice(Math.max(start, shift), end)) }
}

/** A stretch of a draft without the values in it: what is found in words may have a code among them. */
function shown(text: string): string {
  let safe = ''
  let from = 0
  for (const { start, end } of findSensitive(text, { entities: defaultEntities })) {
    if (start < from) continue
    safe += `${text.slice(from, start)}…`
    from = end
  }
  return quote(`${safe}${text.slice(from)}`.replace(/\d(?:[ .-]?\d)+/g, '…'))
}

/** Subject and what the body says itself, and where the latter begins. */
function textOf(mail: ParsedMail, context: OutboundContext): { text: string; shift: number } {
  const { subject } = mail
  return { text: `${subject}\n${saidNow(mail, pastOfDraft(context))}`, shift: subject.length + 1 }
}
