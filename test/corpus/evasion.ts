/** Checks that mail which hides a virus is never clean, and that honest mail is seldom taken for such. */
import type { Message } from '../../shared/domain/message.ts'
import type { House } from '../support/open-house.ts'
import { type CorpusMail, eachOf, readExpectations } from './corpus.ts'
import type { Report } from './report.ts'

interface EvasionCase {
  id: string
  technique: string
}

/** Names the families of {@link checkEvasion} and {@link checkHam}. */
export function expectEvasion(report: Report): void {
  report.expect('evasion: not clean', 0.97)
  report.expect('ham: structure not flagged', 0.995)
  report.expect('ham: clean')
}

/** Sends what hides a virus through a clamd that knows it. */
export async function checkEvasion(
  house: House,
  folder: string,
  mails: CorpusMail[],
  report: Report,
): Promise<void> {
  const bytesOf = new Map(mails.map(({ id, bytes }) => [id, bytes]))
  const sent: { id: string; technique: string; messageId: string }[] = []
  await eachOf(readExpectations<EvasionCase>(folder, 'av_evasion.json'), 8, async ({ id, technique }) => {
    sent.push({ id, technique, messageId: (await house.send(bytesOf.get(id)!)).id })
  })
  await house.drain(600_000)
  for (const { id, technique, messageId } of sent) {
    const { status } = await house.message(messageId)
    report.check(
      'evasion: not clean',
      status === 'flagged' || status === 'withheld',
      `${id}: ${technique} is ${status}`,
    )
  }
}

/** Looks at what was made of ordinary mail, by the folder it is in. */
export function checkHam(messages: Map<string, Message>, report: Report): void {
  for (const [id, { status, security_analysis }] of messages) {
    if (!/\/(easy|hard)-ham-/.test(id)) continue
    const odd = (security_analysis?.detections ?? []).filter(
      ({ method, points }) => method === 'structure' && (points ?? 0) > 0,
    )
    report.check(
      'ham: structure not flagged',
      odd.length === 0,
      `${id}: ${odd.map(({ result }) => result).join(', ')}`,
    )
    const why = security_analysis?.detections.filter(({ points }) => (points ?? 0) > 0) ?? []
    report.check(
      'ham: clean',
      status === 'clean',
      `${id}: ${status} ${security_analysis?.risk_score} ${why.map(({ method, result }) => `${method}.${result}`).join(', ')}`,
    )
  }
}
