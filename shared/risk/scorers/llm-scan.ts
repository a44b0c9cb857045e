/** Asks a language model about mail the others aren't sure of; its answer can only add to what they found. */
import type { Detection, Evidence } from '../../domain/analysis.ts'
import { limits } from '../../domain/limits.ts'
import { cleanText } from '../../lib/clean-text.ts'
import { fold } from '../fold.ts'
import { askModel, NoVerdict, tokensFor } from '../llm/ask.ts'
import type { Refusal } from '../llm/gate.ts'
import { KeptVerdicts } from '../llm/kept-verdicts.ts'
import { shownOf } from '../llm/shown.ts'
import type { Verdict } from '../llm/verdict.ts'
import { quote } from '../quote.ts'
import type { LlmSettings, RiskMessage, Scorer } from '../scorer.ts'

const kept = new KeptVerdicts()

const notAsked: Record<Refusal, string> = {
  budget: 'its budget is used up',
  tenant_share: 'what one account may use of its budget is used up',
  broken: 'it has not answered lately',
  busy: 'too many requests were under way',
}

/**
 * A wrong answer, no answer or a broken one is an error, so that the message counts as unjudged; so does one that
 * the model isn't asked about because its budget is used up or it is out of order. Where the model calls the mail
 * harmless, that gives no points and takes none: a model that the mail has talked into obeying can't help the mail.
 */
export const llmScan: Scorer = {
  name: 'llm_scan',
  directions: ['inbound', 'outbound'],
  budgetMs: limits.modelMs,
  breaksTies: true,
  score: (message, { llm, signal, sofar = 0, found = [], tenantId = '' }) =>
    llm === null || sofar < llm.minScore || sofar > llm.maxScore
      ? []
      : judge({ message, shown: shownOf(message, found, llm.maxCharacters), tenantId }, llm, signal),
}

type Mail = RiskMessage['mail']

interface Asked {
  message: RiskMessage
  shown: string
  tenantId: string
}

async function judge(asked: Asked, llm: LlmSettings, signal: AbortSignal): Promise<Detection[]> {
  const { message, shown, tenantId } = asked
  // A tenant's own: how fast the answer comes must not tell what mail another tenant got.
  const key = KeptVerdicts.keyOf(tenantId, llm.url, llm.model, message.direction, shown)
  const known = kept.get(key)
  if (known !== undefined) return [toDetection(known, message.mail)]
  const tokens = tokensFor(shown)
  const pass = await llm.gate.enter(tenantId, tokens, signal)
  if (typeof pass === 'string') return [unjudged(`The language model was not asked: ${notAsked[pass]}.`)]
  try {
    const mayAgain = () => llm.gate.takeOneMore(tenantId, tokens)
    const asking = { shown, direction: message.direction }
    const { verdict, tokens: used } = await askModel(asking, llm, signal, mayAgain)
    pass.settle(verdict.category === 'none' ? 'clean' : 'attack', used)
    kept.set(key, verdict)
    return [toDetection(verdict, message.mail)]
  } catch (error) {
    if (!(error instanceof NoVerdict)) throw error
    pass.settle(error.outcome, error.tokens)
    return [unjudged(`The language model gave no verdict: ${error.message}.`)]
  } finally {
    pass.settle('unanswered')
  }
}

const unjudged = (detail: string): Detection => ({
  method: 'llm_scan',
  result: 'error',
  detail,
  confidence: 1,
})

function toDetection({ category, confidence, reason, quote: quoted }: Verdict, mail: Mail): Detection {
  if (category === 'none')
    return { method: 'llm_scan', result: 'clean', detail: 'The language model found nothing.', confidence }
  const said = quote(cleanText(reason.replace(/\s+/g, ' ').trim()))
  return {
    method: 'llm_scan',
    result: category,
    detail: `The language model calls this ${category}.`,
    confidence,
    // Its words are no sentence of ours: the mail may have dictated them.
    evidence: [...evidenceOf(quoted, mail), ...(said === '' ? [] : [{ where: 'model', text: said }])],
  }
}

/** The passage where it stands in the mail. What the mail does not say is no evidence: then the text as a whole is. */
function evidenceOf(quoted: string, mail: Mail): Evidence[] {
  const wanted = plain(quoted)
  const parts: [where: string, text: string][] = [
    ['body', mail.body],
    ['subject', mail.subject],
    ...mail.hidden.map(({ text }): [string, string] => ['hidden', text]),
    ['header:from', mail.from?.name ?? ''],
  ]
  if (wanted.text !== '')
    for (const [where, text] of parts) {
      const { text: folded, origin } = plain(text)
      const at = folded.indexOf(wanted.text)
      if (at < 0) continue
      const start = origin[at]!
      const found = text.slice(start, origin[at + wanted.text.length - 1]! + 1)
      return [{ where, text: quote(found), ...(where === 'hidden' ? {} : { offset: start }) }]
    }
  return [{ where: 'body', text: quote(mail.body), offset: 0 }]
}

/** Folded, each gap a space: a model seldom keeps line ends and quotation marks as they are. */
function plain(text: string): ReturnType<typeof fold> {
  const { text: folded, origin } = fold(text)
  return { text: folded.replaceAll('\n', ' '), origin }
}
