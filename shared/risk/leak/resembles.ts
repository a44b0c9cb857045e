/** What the trained model says of a draft: how much it reads like drafts that hand out what their readers have no right to. */
import type { Detection } from '../../domain/analysis.ts'
import type { ParsedMail } from '../../domain/parsed-mail.ts'
import { likeness } from '../likeness.ts'
import { coreOf } from '../model/linear-model.ts'
import type { OutboundContext } from '../outbound-context.ts'
import { leakModel, type Opinion, opinionOf } from './model.ts'
import { readDraft } from './read-draft.ts'

/** Points below which nothing is said. */
const worthSaying = 15

/** The opinion of the model on the new text of a draft; null where it has none. */
export function opinionOnDraft(mail: ParsedMail, context: OutboundContext): Opinion | null {
  return opinionOf(readDraft(textOf(mail).text, context), leakModel)
}

/** A finding of the opinion, where it is one. */
export function resemblance(mail: ParsedMail, opinion: Opinion | null): Detection[] {
  if (opinion === null || opinion.points < worthSaying) return []
  const { text, shift } = textOf(mail)
  const { start, end } = opinion.passage
  const inSubject = end <= shift
  const within = { start: inSubject ? start : Math.max(start, shift), end: inSubject ? shift - 1 : end }
  const core = coreOf(text, { ...opinion, ...within, again: opinion.logit }, { ...leakModel.draft, bias: 0 })
  const confidence = Math.round(1_000 / (1 + Math.exp(-opinion.logit))) / 1_000
  return [
    {
      method: 'exfiltration',
      result: 'resembles_leak',
      detail: likeness('drafts that tell what their readers have no right to', confidence),
      confidence,
      evidence: [{ where: inSubject ? 'subject' : 'body', text: text.slice(core.start, core.end) }],
      points: opinion.points,
    },
  ]
}

/** Subject and new text, and where the latter begins. */
function textOf({ subject, body, extractedText }: ParsedMail): { text: string; shift: number } {
  const fresh = extractedText.trim() === '' ? body : extractedText
  return { text: `${subject}\n${fresh}`, shift: subject.length + 1 }
}
