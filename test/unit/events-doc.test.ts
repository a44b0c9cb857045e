/** docs/EVENTS.md: what it shows works as printed, and says what the code says. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { eventNames } from '../../shared/domain/event.ts'
import { limits } from '../../shared/domain/limits.ts'
import { newWebhookSecret, signatureHeaders } from '../../shared/events/signature.ts'

const text = readFileSync(new URL('../../docs/EVENTS.md', import.meta.url), 'utf8')
const folder = mkdtempSync(join(tmpdir(), 'agent-email-doc-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

type IsGenuine = (headers: Record<string, string>, body: Buffer, secret: string) => boolean

test('its receiver takes what we sign, and nothing else', async () => {
  const code = /```js verify\n(.*?)```/s.exec(text)![1]!
  const file = join(folder, 'verify.mjs')
  writeFileSync(file, code)
  const { isGenuine } = (await import(file)) as { isGenuine: IsGenuine }
  const secret = newWebhookSecret()
  const body = JSON.stringify({ event: 'message.received', data: { subject: 'Grüße 会議' } })
  // As Node hands them on.
  const signed = (timestamp: number) =>
    Object.fromEntries(
      Object.entries(signatureHeaders({ id: 'whd_1', timestamp, attempt: 1, body, secrets: [secret] })).map(
        ([name, value]) => [name.toLowerCase(), value],
      ),
    )
  const now = Math.floor(Date.now() / 1_000)
  expect(isGenuine(signed(now), Buffer.from(body), secret)).toBe(true)
  expect(isGenuine(signed(now), Buffer.from(`${body} `), secret)).toBe(false)
  expect(isGenuine(signed(now), Buffer.from(body), newWebhookSecret())).toBe(false)
  expect(isGenuine(signed(now - 301), Buffer.from(body), secret)).toBe(false)
  expect(isGenuine({}, Buffer.from(body), secret)).toBe(false)
})

test('it names every event, and the limits as they are', () => {
  for (const name of eventNames) expect(text).toContain(`| \`${name}\``)
  for (const words of [
    `${limits.eventDays} days`,
    `every ${limits.streamHeartbeatMs / 1_000} seconds`,
    `for ${limits.streamStallMs / 1_000} seconds`,
    `up to ${limits.streamsPerKey} streams`,
    `(1 to ${limits.waitSecondsMax}, ${limits.waitSecondsDefault} unless told)`,
    `${limits.searchedCharacters.toLocaleString('en')} characters`,
    `Up to ${limits.searchRanked.toLocaleString('en')} matches`,
    `newest ${limits.searchLooked.toLocaleString('en')} messages`,
    `${limits.labels} labels of ${limits.labelCharacters} characters`,
    `up to ${limits.tagFilters} \`label\``,
  ])
    expect(text).toContain(words)
})
