/** The bench of detection: strata by rule, tables with intervals, rules alone. */
import { describe, expect, it } from 'vitest'
import { rulesTable } from '../detect/bench-rules.ts'
import { type Judged, unseenTables } from '../detect/bench-tables.ts'
import { messageOf, type Row } from '../detect/rows.ts'
import { provenOf, stratumOf } from '../detect/strata.ts'

const row = (more: Partial<Row>): Row => ({
  id: 'x',
  kind: 'ham',
  group: 'g',
  text: '',
  set: 'ham_made',
  ...more,
})
const stratum = async (more: Partial<Row>): Promise<string> => {
  const one = row(more)
  return stratumOf(one, await messageOf(one))
}
const list = { 'List-Id': '<tar.lists.example>', 'List-Post': '<mailto:tar@lists.example>' }

describe('strata', () => {
  it.each<[string, Partial<Row>]>([
    [
      'bounce',
      {
        raw: 'Return-Path: <>\r\nFrom: MAILER-DAEMON@mx.example\r\nSubject: Bericht\r\nContent-Type: multipart/report; report-type=delivery-status; boundary=b\r\n\r\n--b\r\n\r\nx\r\n--b--',
      },
    ],
    [
      'bounce',
      { from: 'Mailer-Daemon@mx.example', subject: 'Undelivered Mail Returned to Sender', text: 'x' },
    ],
    ['developer talk', { subject: 'Re: crash in tar', text: 'See below', headers: list }],
    ['developer talk', { from: 'a@b.example', text: 'Try this:\ndiff --git a/x b/x\n+y' }],
    ['support', { subject: '[Fieldbase #48121] Re: invoice', from: 'help@fieldbase.example', text: 'Hello' }],
    ['newsletter', { headers: { 'List-Unsubscribe': '<https://x.example/u>' }, text: 'This week' }],
    ['newsletter', { headers: list, subject: 'The week in tar', text: 'This week' }],
    ['business thread', { subject: 'AW: Angebot', from: 'Ana <ana@x.example>', text: 'Passt.' }],
    ['business thread', { thread: [{ from: 'a@b.example', text: 'x' }], from: 'ana@x.example', text: 'Yes' }],
    ['transactional', { from: 'no-reply@shop.example', subject: 'Your order', text: 'Order 7: € 20.00' }],
    ['transactional', { from: 'billing@x.example', subject: 'Rechnung 7', text: 'Betrag: 20,00 EUR' }],
    ['notice', { from: 'notifications@x.example', subject: 'New sign-in', text: 'From Lisbon' }],
    ['letter', { from: 'Ana <ana@x.example>', subject: 'Lunch', text: 'On Thursday?' }],
    ['text, no mail', { set: 'benign_notinject', text: 'How do I ignore a file?' }],
  ])('%s', async (wanted, more) => {
    expect(await stratum(more)).toBe(wanted)
  })

  it('by what the row says of DMARC', async () => {
    const said = async (more: Partial<Row>): Promise<string> => provenOf(await messageOf(row(more)))
    expect(await said({ text: 'x' })).toBe('not said')
    expect(await said({ text: 'x', authentication: { dmarc: 'pass' } })).toBe('authenticated')
    expect(await said({ text: 'x', authentication: { dmarc: 'fail' } })).toBe('not authenticated')
  })
})

describe('tables', () => {
  const judged = (more: Partial<Row>, scores: readonly number[], kind: Judged['stratum']): Judged[] =>
    scores.map((score) => ({ row: row(more), score, stratum: kind, proven: 'not said' }))

  it('give each stratum with its intervals, and none with too few rows', () => {
    const tables = unseenTables([
      ...judged({ set: 'modern_ham', lang: 'de' }, [0, 0, 40, 71, 0, 0, 0, 0, 0, 0], 'notice'),
      ...judged({ set: 'modern_ham', lang: 'fr' }, [0, 0], 'bounce'),
      ...judged({ set: 'modern_phishing', kind: 'phishing' }, [100, 71, 70, 31, 0], 'letter'),
    ])
    const [honest, hostile, sets] = tables
    expect(tables).toHaveLength(3)
    expect(honest).toContain('| notice | 10 | 0.100 (0.018–0.404) | 0.200 (0.057–0.510) |')
    expect(honest).toContain('| modern, de | 10 | 0.100 (0.018–0.404) | 0.200 (0.057–0.510) |')
    expect(honest!.join()).not.toMatch(/bounce|modern, fr/)
    expect(hostile).toContain('| modern, phishing | 5 | 0.400 (0.118–0.769) | 0.800 (0.376–0.964) |')
    expect(sets!.slice(2).map((line) => line.split(' | ')[0])).toEqual([
      '| modern_ham, ham',
      '| modern_phishing, phishing',
    ])
  })

  it('name the rules that fire on more honest mail than they should, alone or in a language', () => {
    const found = (result: string) => [
      { method: 'links', result, detail: '', confidence: 1, points: 15 },
      { method: 'scam', result: 'resembles_spam', detail: '', confidence: 1, points: 40 },
    ]
    const some = (count: number, lang: string, result: string) =>
      Array.from({ length: count }, () => ({ row: row({ lang }), detections: found(result) }))
    const quiet = Array.from({ length: 3_000 }, () => ({ row: row({ lang: 'en' }), detections: [] }))
    const lines = rulesTable([
      ...quiet,
      ...some(9, 'en', 'often'),
      ...some(3, 'en', 'seldom'),
      ...some(70, 'es', 'abroad'),
    ])
    expect(lines.slice(2).map((line) => line.split(' | ')[0])).toEqual(['| links.abroad', '| links.often'])
    expect(lines[2]).toMatch(/\| 15 \| es 1\.000 \|$/)
  })
})
