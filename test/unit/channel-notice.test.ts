/** What is posted to Slack and Teams, whatever strangers write; and what their answers mean. */
import { describe, expect, test } from 'vitest'
import { maskedUrl } from '../../shared/domain/notice-channel.ts'
import { channelNoticeBody } from '../../shared/events/channel-notice.ts'
import { readChannelAnswer } from '../../shared/flow/account/channel-answer.ts'

const hostile = [
  '<!channel> <!here> <@U012AB3CD> <https://evil.example|Your bank> & *now*',
  '*bold* _it_ ~gone~ `code` ```block``` :rotating_light:',
  '[click](https://evil.example) **bold** ![image](https://evil.example/i.png) # Title',
  '{{DATE(2026-01-01T00:00:00Z, SHORT)}} <at>everyone</at>',
  '{{{DATE(2026-01-01T00:00:00Z, SHORT)}}}',
  '"},{"type":"section","text":{"type":"mrkdwn","text":"injected"}}',
] as const
const notice = (subject: string) => ({
  title: 'A message waits for approval',
  mails: [{ subject, about: `waits for approval, ${subject} to b@peer.example` }],
  rest: 'The queue has the others that still wait.',
  link: { text: 'Look at it & decide', url: 'https://mail.acme.example/dashboard/mail/msg_1?a=1&b=2' },
})

interface Node {
  type?: string
  text?: unknown
  [name: string]: unknown
}
/** Every object of a body. */
function nodesOf(value: unknown): Node[] {
  if (Array.isArray(value)) return value.flatMap(nodesOf)
  if (typeof value !== 'object' || value === null) return []
  return [value as Node, ...Object.values(value).flatMap(nodesOf)]
}
const ofType = (body: string, ...types: string[]) =>
  nodesOf(JSON.parse(body)).filter(({ type }) => types.includes(String(type)))
const unescaped = (text: string) =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')

describe('Slack', () => {
  test.each(hostile)('marks up nothing of %s', (subject) => {
    const body = channelNoticeBody('slack', notice(subject))
    const marked = [...ofType(body, 'mrkdwn').map(({ text }) => String(text)), String(JSON.parse(body).text)]
    expect(marked).toEqual([
      '<https://mail.acme.example/dashboard/mail/msg_1?a=1&amp;b=2|Look at it &amp; decide>',
      'A message waits for approval',
    ])
    const plain = ofType(body, 'plain_text')
    expect(plain.every(({ emoji }) => emoji === false)).toBe(true)
    const texts = plain.map(({ text }) => String(text))
    for (const text of texts) expect(text).not.toMatch(/[<>]|&(?!(?:amp|lt|gt);)/)
    expect(texts.map(unescaped)).toContainEqual(
      `${subject}\nwaits for approval, ${subject} to b@peer.example`,
    )
  })

  test('unfurls nothing', () => {
    expect(JSON.parse(channelNoticeBody('slack', notice('x')))).toMatchObject({
      unfurl_links: false,
      unfurl_media: false,
    })
  })
})

describe('Teams', () => {
  test.each(hostile)('marks up nothing of %s', (subject) => {
    const body = channelNoticeBody('teams', notice(subject))
    expect(ofType(body, 'TextBlock').map(({ text }) => text)).toEqual([
      'A message waits for approval',
      'The queue has the others that still wait.',
    ])
    const runs = ofType(body, 'TextRun').map(({ text }) => String(text))
    expect(runs).toHaveLength(2)
    expect(runs[0]!.replace(/\{ (?=\{)/g, '{')).toBe(subject)
    for (const run of runs) expect(run).not.toContain('{{')
    expect(ofType(body, 'Action.OpenUrl').map(({ url }) => url)).toEqual([
      'https://mail.acme.example/dashboard/mail/msg_1?a=1&b=2',
    ])
    const [card] = ofType(body, 'AdaptiveCard')
    expect(card).toMatchObject({ version: '1.4' })
  })
})

test('twenty messages fit in one of Slack', () => {
  const mails = Array.from({ length: 20 }, () => ({ subject: 'x'.repeat(100), about: 'y'.repeat(300) }))
  const { blocks } = JSON.parse(channelNoticeBody('slack', { ...notice('x'), mails })) as {
    blocks: unknown[]
  }
  expect(blocks.length).toBeLessThanOrEqual(50)
})

describe('an answer', () => {
  const answered = (status: number, body = '', retryAfterSeconds: number | null = null) => ({
    status,
    body,
    latencyMs: 1,
    retryAfterSeconds,
  })
  test.each([
    ['slack', answered(200, 'ok'), { outcome: 'posted' }],
    ['teams', answered(202), { outcome: 'posted' }],
    ['teams', answered(200, '1'), { outcome: 'posted' }],
    ['slack', answered(404, 'no_service'), { outcome: 'gone', error: 'answered 404 (no_service)' }],
    [
      'slack',
      answered(410, 'channel_is_archived\n'),
      { outcome: 'gone', error: 'answered 410 (channel_is_archived)' },
    ],
    ['slack', answered(400, 'user_not_found'), { outcome: 'gone', error: 'answered 400 (user_not_found)' }],
    ['slack', answered(403, 'invalid_token'), { outcome: 'gone', error: 'answered 403 (invalid_token)' }],
    ['teams', answered(401, '{"error":{}}'), { outcome: 'gone', error: 'answered 401' }],
    ['teams', answered(404), { outcome: 'gone', error: 'answered 404' }],
    [
      'slack',
      answered(429, 'rate_limited', 30),
      { outcome: 'later', error: 'answered 429 (rate_limited)', retryAfterSeconds: 30 },
    ],
    [
      'teams',
      answered(
        200,
        'Webhook message delivery failed with error: Microsoft Teams endpoint returned HTTP error 429 with ContextId x',
      ),
      { outcome: 'later', error: 'answered 429', retryAfterSeconds: null },
    ],
    ['slack', answered(302), { outcome: 'later', error: 'answered 302', retryAfterSeconds: null }],
    [
      'slack',
      answered(500, 'what the receiver said'),
      { outcome: 'later', error: 'answered 500', retryAfterSeconds: null },
    ],
    [
      'slack',
      answered(400, 'toString'),
      { outcome: 'later', error: 'answered 400', retryAfterSeconds: null },
    ],
    [
      'slack',
      { kind: 'timeout' as const, message: 'no answer within 5000 ms', latencyMs: 5_000 },
      { outcome: 'later', error: 'timeout: no answer within 5000 ms', retryAfterSeconds: null },
    ],
  ] as const)('of %s is read: %j', (kind, result, expected) => {
    expect(readChannelAnswer(kind, result)).toEqual(expected)
  })
})

test('an address is known by its host, and a long one by its end', () => {
  expect(maskedUrl('https://hooks.slack.example/services/T0/B0/abcdefghijkl')).toBe(
    'https://hooks.slack.example/…ijkl',
  )
  expect(maskedUrl('https://chat.example/hooks/short')).toBe('https://chat.example/…')
  expect(maskedUrl('https://flow.example:8443/workflows/abc/triggers/manual?sig=secret')).toBe(
    'https://flow.example:8443/…cret',
  )
})
