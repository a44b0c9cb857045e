/** What once got past a detector by a word or a comma beside it, and honest mail that once did not. */
import { describe, expect, it } from 'vitest'
import { scanScoreOf } from '../../shared/risk/outbound.ts'
import { findInColumns } from '../../shared/risk/pii/columns.ts'
import { impersonation } from '../../shared/risk/scorers/impersonation.ts'
import { findSecrets } from '../../shared/risk/secret/find-secrets.ts'
import { riskMessage } from '../support/risk-message.ts'

describe('secrets beside words of meetings and newsletters', () => {
  it.each([
    'I will join later. The root passcode: Xk9#vLq2!tR',
    'Meeting notes. DB passcode = "q8Zr4TnW2xLmV0bK"',
    'https://evil.example/track?token=q8Zr4TnW2xLmV0bKyP7s',
  ])('are found: %s', (text) => {
    expect(findSecrets(text)).not.toEqual([])
  })

  it.each(['MFA 2025 for all staff', '2FA 2026 roadmap', 'Admin / 2024-Q1+Q2 costs'])(
    'are not made of years: %s',
    (text) => {
      expect(findSecrets(text)).toEqual([])
    },
  )
})

describe('columns', () => {
  const found = (text: string): string[] =>
    findInColumns(text).map(({ start, end }) => text.slice(start, end))

  it('are read past a comma between quotes, and past a mark too many', () => {
    const quoted = 'name,ssn,dob\n"Doe, Jane",123456789,1980-01-01\nBob Ray,219099999,1981-02-02'
    expect(found(quoted)).toEqual(['123456789', '1980-01-01', '219099999', '1981-02-02'])
    expect(found('name;dob\nAnna;1980-01-01;\nBob;1981-02-02')).toEqual(['1980-01-01', '1981-02-02'])
  })
})

it('text that nobody has read leaves an output scan without an answer', () => {
  for (const result of ['text', 'encodings', 'timeout'])
    expect(
      scanScoreOf([{ method: 'unread', result, detail: '', confidence: 1 }], ['injection', 'links']),
    ).toBeNull()
})

describe('honest senders', () => {
  it.each([
    ['Peter Stearn', 'peter@stearnlaw.com', 'Invoice', 'Dear Ann, see the invoice.'],
    ['Мета', 'news@meta.bg', 'Hi', 'Hello.'],
    ['Acme Support', 'support@acme.zendesk.com', 'Your ticket', 'Write to support@acme.com.'],
    ['Acme', 'news@acme-mail.com', 'News', 'Questions? hello@acme.com'],
    [
      'Anna Weber (Siemens)',
      'anna@gmail.com',
      'Hi',
      'Just so you know where to find me during the day, and since you asked: work is anna.weber@siemens.com',
    ],
  ])('%s poses as nobody', async (name, address, subject, body) => {
    const context = { signal: new AbortController().signal, llm: null }
    const found = await impersonation.score(
      riskMessage({ from: { name, address }, subject, body, bodySanitized: body }),
      context,
    )
    expect(found).toEqual([])
  })
})
