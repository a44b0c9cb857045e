/** What any house writes all day leaves: plain drafts are not withheld, and few are flagged. */
import { expect, test } from 'vitest'
import { mailOfDraft } from '../../shared/judge/draft-mail.ts'
import { assessOutbound } from '../../shared/risk/outbound.ts'
import { bareContext } from '../../shared/risk/outbound-context.ts'
import { type PlainDraft, plainDrafts } from '../support/plain-drafts.ts'

const mailbox = (address: string) => ({ name: '', address })

/** Its score, where the reader is known by the mail that it answers alone. */
async function scoreOf({ house, to, asked, subject, text }: PlainDraft): Promise<number> {
  const mail = mailOfDraft({
    from: mailbox(house),
    to: [mailbox(to)],
    cc: [],
    bcc: [],
    replyTo: [],
    subject: asked === undefined ? subject : `Re: ${subject}`,
    text,
    html: null,
    headers: [],
    attachments: [],
  })
  const had = {
    from: [to],
    recipients: [house],
    subject,
    text: asked ?? '',
    links: [],
    riskScore: 0,
    trusted: false,
  }
  const context = { ...bareContext(house, [to]), thread: asked === undefined ? [] : [had] }
  return (await assessOutbound(mail, context, { llm: null })).analysis.risk_score
}

test('of sixty plain drafts none is withheld, and at most four are flagged', async () => {
  expect(plainDrafts).toHaveLength(60)
  const scored: { subject: string; score: number }[] = []
  for (const draft of plainDrafts) scored.push({ subject: draft.subject, score: await scoreOf(draft) })
  const flagged = scored.filter(({ score }) => score > 30)
  expect(flagged.filter(({ score }) => score > 70)).toEqual([])
  expect(flagged.length, JSON.stringify(flagged)).toBeLessThanOrEqual(4)
})
