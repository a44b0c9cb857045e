/** Drafts as the outbound scorers get them: each with its recipient, what the inbox was asked, and values made up for its slots. */
import { readAttachmentTexts } from '../../../shared/judge/attachment-texts.ts'
import { parseMail } from '../../../shared/mail/parse.ts'
import { bareContext, type OutboundContext } from '../../../shared/risk/outbound-context.ts'
import type { RiskMessage } from '../../../shared/risk/scorer.ts'
import { grouped, linesOf } from '../texts.ts'
import { hashOf, randomOf } from '../training/random.ts'
import { filled } from './slots.ts'

/** A draft as its author wrote it. Slots such as `{card}` or `{iban DE#2}` are filled by `slots.ts`. */
interface WrittenDraft {
  /** What it gives away, or is about. */
  topic: string
  to: string
  /** The inbox has dealt with the recipient before, outside this thread. */
  known?: true
  /** What the recipient has written in the thread that is answered. */
  asked?: string
  /** The first line is the subject, and what follows is the text. */
  says: string
  /** Attachments that are text. */
  files?: Readonly<Record<string, string>>
}

export interface Draft {
  topic: string
  leaks: boolean
  /** Half of each topic was looked at while rules were made; the other half was judged once, when they were done. */
  half: 'tuned on' | 'judged once'
  /** The second were written when the rules had been made by the first, the third when they had been by both. */
  written: 'first' | 'second' | 'third'
  message: RiskMessage
}

export const inboxAddress = 'desk@agents.example'

/** All drafts, the same each time. */
export async function drafts(): Promise<Draft[]> {
  const all: Draft[] = []
  for (const [leaks, written, file] of [
    [true, 'first', 'drafts-leaking'],
    [false, 'first', 'drafts-honest'],
    [true, 'second', 'drafts-leaking-more'],
    [false, 'second', 'drafts-honest-more'],
    [true, 'third', 'drafts-leaking-third'],
    [false, 'third', 'drafts-honest-third'],
  ] as const)
    for (const [topic, some] of Object.entries(
      grouped(linesOf<WrittenDraft>(`held-out/${file}`), 'topic', (draft) => draft),
    ))
      for (const [index, draft] of some.entries())
        all.push({
          topic,
          leaks,
          written,
          half: index % 2 === 0 ? 'tuned on' : 'judged once',
          message: await messageOfDraft(draft),
        })
  return all
}

async function messageOfDraft(draft: WrittenDraft): Promise<RiskMessage> {
  const fill = filled(randomOf(hashOf(draft.to + draft.says)))
  const asked = draft.asked === undefined ? undefined : fill(draft.asked)
  const [subject = '', ...lines] = fill(draft.says).split('\n')
  const files = Object.entries(draft.files ?? {}).map(([filename, text]) => ({
    filename,
    contentType: 'application/octet-stream',
    content: Buffer.from(fill(text)),
  }))
  const { texts } = await readAttachmentTexts(files)
  const context: OutboundContext = {
    ...bareContext(inboxAddress, [draft.to]),
    knownRecipients: draft.known ? [draft.to] : [],
    correspondents: draft.known ? [draft.to] : [],
    thread:
      asked === undefined
        ? []
        : [
            {
              from: [draft.to],
              recipients: [inboxAddress],
              subject: subject.replace(/^Re: /, ''),
              text: asked,
              links: [],
              riskScore: 0,
              trusted: false,
            },
          ],
    attachmentTexts: texts,
  }
  const raw = [
    `From: ${inboxAddress}`,
    `To: ${draft.to}`,
    `Subject: ${subject}`,
    'Content-Type: text/plain; charset=utf-8',
    '',
    ...lines,
  ].join('\r\n')
  return {
    direction: 'outbound',
    inboxAddress,
    envelope: { peerAddress: '', helo: '', mailFrom: inboxAddress, rcptTo: [draft.to], tls: null },
    mail: await parseMail(Buffer.from(raw)),
    scan: null,
    authentication: null,
    knownDomains: [],
    outbound: context,
  }
}
