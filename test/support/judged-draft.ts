/** A draft judged as the service judges what leaves, with what the inbox knows of its reader. */
import type { Detection } from '../../shared/domain/analysis.ts'
import { mailOfDraft } from '../../shared/judge/draft-mail.ts'
import { combine } from '../../shared/risk/combine.ts'
import { withFingerprints } from '../../shared/risk/exfiltration/fingerprints.ts'
import { assessOutbound } from '../../shared/risk/outbound.ts'
import { bareContext, type OutboundContext } from '../../shared/risk/outbound-context.ts'

const inbox = 'desk@agents.example'

/** What the inbox knows; nothing, and the reader is a stranger, unless given. */
export interface Around {
  /** What the reader has written in the thread. */
  asked?: string
  /** What others have mailed to the inbox. */
  others?: readonly string[]
  /** What the house itself has mailed to the inbox. */
  records?: readonly string[]
  known?: boolean
  /** Whether the reader is one of the house. */
  colleague?: boolean
  to?: string
  /** One of the house who gets it, too. */
  copied?: string
  html?: string | null
  /** Texts of attachments by their names. */
  files?: Readonly<Record<string, string>>
}

/** What the trained model says beside the rules, and takes back of what they say. */
const ofModel = ['resembles_leak', 'like_honest']

/** What the findings of rules come to, without what the model says beside them. */
export function byRules(detections: readonly Pick<Detection, 'result'>[]): {
  score: number
  results: Detection[]
} {
  const results = detections.filter(({ result }) => !ofModel.includes(result)) as Detection[]
  return { score: combine(results).risk_score, results }
}

/**
 * The score of a draft with this text (`whole`), and that of the findings of rules (`score`); all findings as they are, those of rules
 * by name (`method.result` each), and of these the ones that are of its disclosures.
 */
export async function judgeDraft(
  text: string,
  {
    asked = '',
    others = [],
    records = [],
    known = false,
    colleague = false,
    to = 'someone@elsewhere.example',
    copied,
    html = null,
    files = {},
  }: Around = {},
): Promise<{
  whole: number
  score: number
  detections: Detection[]
  results: string[]
  disclosed: string[]
}> {
  const own = copied === undefined ? [] : [copied]
  const asking = {
    from: [to],
    recipients: [inbox],
    subject: '',
    text: asked,
    links: [],
    riskScore: 0,
    trusted: false,
  }
  const context: OutboundContext = {
    ...bareContext(inbox, [to, ...own]),
    correspondents: [...(known || colleague ? [to] : []), ...own],
    colleagues: [...(colleague ? [to] : []), ...own],
    thread: asked === '' ? [] : [asking],
    attachmentTexts: Object.entries(files).map(([filename, text]) => ({ filename, text })),
    otherThreads: [
      ...others.map((text) => ({ text, ofHouse: false })),
      ...records.map((text) => ({ text, ofHouse: true })),
    ].map((one, index) => withFingerprints({ threadId: `thr_${index}`, ...one })),
  }
  const mail = mailOfDraft({
    from: { name: '', address: inbox },
    to: [{ name: '', address: to }],
    cc: [],
    bcc: [],
    replyTo: [],
    subject: 'Re: hello',
    text,
    html,
    headers: [],
    attachments: [],
  })
  const { analysis } = await assessOutbound(mail, context, { llm: null })
  const { detections } = analysis
  const { score, results } = byRules(detections)
  return {
    whole: analysis.risk_score,
    score,
    detections,
    results: results.map(({ method, result }) => `${method}.${result}`),
    disclosed: results.filter(({ method }) => method === 'exfiltration').map(({ result }) => result),
  }
}
