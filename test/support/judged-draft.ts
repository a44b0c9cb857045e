/** A draft judged as the service judges what leaves, with what the inbox knows of its reader. */
import { mailOfDraft } from '../../shared/judge/draft-mail.ts'
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
  known?: boolean
  to?: string
}

/** The score of a draft with this text, its findings (`method.result` each), and those of them that are of its disclosures. */
export async function judgeDraft(
  text: string,
  { asked = '', others = [], known = false, to = 'someone@elsewhere.example' }: Around = {},
): Promise<{ score: number; results: string[]; disclosed: string[] }> {
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
    ...bareContext(inbox, [to]),
    correspondents: known ? [to] : [],
    thread: asked === '' ? [] : [asking],
    otherThreads: others.map((one, index) => withFingerprints({ threadId: `thr_${index}`, text: one })),
  }
  const mail = mailOfDraft({
    from: { name: '', address: inbox },
    to: [{ name: '', address: to }],
    cc: [],
    bcc: [],
    replyTo: [],
    subject: 'Re: hello',
    text,
    html: null,
    headers: [],
    attachments: [],
  })
  const { analysis } = await assessOutbound(mail, context, { llm: null })
  return {
    score: analysis.risk_score,
    results: analysis.detections.map(({ method, result }) => `${method}.${result}`),
    disclosed: analysis.detections
      .filter(({ method }) => method === 'exfiltration')
      .map(({ result }) => result),
  }
}
