/** Policies on mail that comes in over SMTP: refused at RCPT, withheld, flagged or redacted after scoring. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Inbox } from '../../shared/domain/inbox.ts'
import { limits } from '../../shared/domain/limits.ts'
import { itemsOf, type Json } from '../support/api.ts'
import { type House, startHouse } from '../support/house.ts'
import { type MailFields, mailText } from '../support/mail-text.ts'
import { sign, signingKey } from '../support/signed-mail.ts'
import { SmtpClient, SmtpRefusal } from '../support/smtp-client.ts'
import { subjectScorer } from '../support/subject-scorer.ts'

let house: House
let inbox: Inbox
const partnerKey = signingKey()
const made: string[] = []
beforeAll(async () => {
  const names = {
    '_dmarc.partner.example': { TXT: ['v=DMARC1; p=none'] },
    's1._domainkey.partner.example': partnerKey.record,
    's1._domainkey.nodmarc.example': partnerKey.record,
  }
  house = await startHouse({ RISK_SCORERS: subjectScorer }, names)
  inbox = await house.createInbox()
})
afterAll(() => house.stop())
afterEach(async () => {
  for (const id of made.splice(0)) await house.api('DELETE', `/policies/${id}`)
})

/** Makes a policy for `inbox`, unless the fields say otherwise; it goes with the test. */
async function policy(
  type: string,
  action: string,
  config: Record<string, unknown>,
  fields = {},
): Promise<string> {
  const order = { name: `${type} of a test`, type, action, config, inbox_id: inbox.id, ...fields }
  const { status, body, text } = await house.api('POST', '/policies', order)
  if (status !== 201) throw new Error(text)
  made.push(String(body.id))
  return String(body.id)
}

const send = (mail: MailFields = {}, mailFrom = 'ada@sender.example', to = [inbox.address]) =>
  house.send(mail, { mailFrom, rcptTo: to })

/** The reply that the mail is refused with: command, code and text. */
async function refusal(mailFrom: string, to = [inbox.address], mail: MailFields = {}): Promise<string> {
  const error = await send(mail, mailFrom, to).catch((refused: unknown) => refused)
  if (error instanceof SmtpRefusal)
    return `${error.command.split(':')[0]} ${error.reply.code} ${error.reply.lines.join(' ')}`
  return 'accepted'
}

/** Sends a mail and waits until nothing is left to do about it. */
async function receive(mail: MailFields, mailFrom?: string) {
  const { id } = await send(mail, mailFrom)
  await house.drain()
  return house.message(id)
}

const auditOf = async (policyId: string, eventType = 'policy'): Promise<Json[]> =>
  itemsOf(await house.api('GET', `/audit_log?event_type=${eventType}&limit=100`), 'entries').filter(
    ({ metadata }) => metadata?.policy_id === (policyId as unknown),
  )

describe('at RCPT', () => {
  const blocked = 'RCPT TO 550 5.7.1 A policy blocks this message.'

  test('a sender on a block list is refused, others are not, and it is on record', async () => {
    const id = await policy('domain_blocklist', 'block', { domains: ['spam.example', '*.spam.example'] })
    expect(await refusal('x@spam.example')).toBe(blocked)
    expect(await refusal('X@Mail.SPAM.example')).toBe(blocked)
    expect(await refusal('ada@sender.example')).toBe('accepted')
    expect(await refusal('')).toBe('accepted')
    expect(await auditOf(id)).toEqual([
      expect.objectContaining({
        severity: 'medium',
        inbox_id: inbox.id,
        metadata: {
          policy_id: id,
          action: 'block',
          direction: 'inbound',
          reason: 'The sender x@spam.example is on the block list.',
          mail_from: 'x@spam.example',
          peer_address: '127.0.0.1',
          refused_since_last_entry: 0,
        },
      }),
    ])
  })

  test('a sender that is not on the allow list is refused, a bounce is not', async () => {
    await policy('domain_allowlist', 'block', { domains: ['partner.example'], direction: 'inbound' })
    expect(await refusal('ada@sender.example')).toBe(blocked)
    expect(await refusal('ada@partner.example')).toBe('accepted')
    expect(await refusal('')).toBe('accepted')
  })

  test('one recipient is refused for his own policies, and the others get the mail', async () => {
    await policy('domain_blocklist', 'block', { domains: ['sender.example'] })
    const client = await SmtpClient.connect(house.smtpPort)
    await client.reply()
    const replies = []
    for (const line of [
      'EHLO client.example',
      'MAIL FROM:<ada@sender.example>',
      `RCPT TO:<${inbox.address}>`,
      `RCPT TO:<${house.inbox.address}>`,
    ])
      replies.push((await client.command(line)).code)
    client.end()
    expect(replies).toEqual([250, 250, 550, 250])
  })

  test('a list with another action refuses nothing here', async () => {
    await policy('domain_blocklist', 'withhold', { domains: ['sender.example'] })
    await policy('domain_allowlist', 'flag', { domains: ['partner.example'] })
    expect(await refusal('ada@sender.example')).toBe('accepted')
  })

  test('a policy for all inboxes holds for each; one of another tenant, or outbound, or disabled, for none', async () => {
    const config = { domains: ['sender.example'] }
    const id = await policy('domain_blocklist', 'block', config, { inbox_id: null })
    expect(await refusal('ada@sender.example')).toBe(blocked)
    expect(await refusal('ada@sender.example', [house.inbox.address])).toBe(blocked)
    await house.api('PATCH', `/policies/${id}`, { enabled: false })
    expect(await refusal('ada@sender.example')).toBe('accepted')
    await house.api('PATCH', `/policies/${id}`, { enabled: true, config: { direction: 'outbound' } })
    expect(await refusal('ada@sender.example')).toBe('accepted')
    await house.api('PATCH', `/policies/${id}`, { config: { direction: 'inbound' } })
    expect(await refusal('ada@sender.example')).toBe(blocked)
    await house.api('DELETE', `/policies/${id}`)
    expect(await refusal('ada@sender.example')).toBe('accepted')
    const { body } = await house.api(
      'POST',
      '/policies',
      { name: 'sandbox', type: 'domain_blocklist', action: 'block', config },
      { key: house.sandboxKey },
    )
    expect(await refusal('ada@sender.example')).toBe('accepted')
    await house.api('DELETE', `/policies/${body.id}`, undefined, { key: house.sandboxKey })
  })

  test('a change holds for the next mail, also while Postgres can tell nobody of it', async () => {
    const cutWatch = () =>
      house.database.query(`select pg_terminate_backend(pid) as ended from pg_stat_activity
        where datname = current_database() and application_name = 'agent-email-service listener'`)
    expect(await refusal('ada@sender.example')).toBe('accepted')
    expect(await cutWatch()).toEqual([{ ended: true }])
    const id = await policy('domain_blocklist', 'block', { domains: ['sender.example'] })
    expect(await refusal('ada@sender.example')).toBe(blocked)
    await cutWatch()
    await house.api('PATCH', `/policies/${id}`, { config: { domains: ['other.example'] } })
    expect(await refusal('ada@sender.example')).toBe('accepted')
    await cutWatch()
    await house.api('PATCH', `/policies/${id}`, { config: { domains: ['sender.example'] } })
    expect(await refusal('ada@sender.example')).toBe(blocked)
    await cutWatch()
    await house.api('DELETE', `/policies/${id}`)
    expect(await refusal('ada@sender.example')).toBe('accepted')
  })

  test('whoever takes the slug of a deleted inbox is refused nothing by its policies', async () => {
    const gone = await house.createInbox()
    await policy('domain_blocklist', 'block', { domains: ['sender.example'] }, { inbox_id: gone.id })
    expect(await refusal('ada@sender.example', [gone.address])).toBe(blocked)
    made.pop()
    await house.api('DELETE', `/inboxes/${gone.slug}`)
    const { status } = await house.api('POST', '/inboxes', { slug: gone.slug }, { key: house.sandboxKey })
    expect(status).toBe(201)
    expect(await refusal('ada@sender.example', [gone.address])).toBe('accepted')
    await house.api('DELETE', `/inboxes/${gone.slug}`, undefined, { key: house.sandboxKey })
  })

  test('so it is with the slugs of a deleted account', async () => {
    const organization_name = 'Gone Ltd'
    const { body } = await house.api('POST', '/signup', {
      organization_name,
      contact_email: 'a@gone.example',
    })
    await house.database.query('update accounts set credits = 1000 where id = $1', [body.account?.id])
    const theirs = { key: String(body.api_key?.key) }
    const { body: gone } = await house.api('POST', '/inboxes', { slug: 'gone' }, theirs)
    const rule = {
      name: 'all',
      type: 'domain_blocklist',
      action: 'block',
      config: { domains: ['sender.example'] },
    }
    expect((await house.api('POST', '/policies', rule, theirs)).status).toBe(201)
    expect(await refusal('ada@sender.example', [String(gone.address)])).toBe(blocked)
    const { status } = await house.api('DELETE', '/account', { confirm: organization_name }, theirs)
    expect(status).toBe(204)
    await house.database.query("update freed_slugs set freed_at = now() - interval '91 days'")
    const anew = await house.createInbox({ slug: 'gone' })
    expect(await refusal('ada@sender.example', [anew.address])).toBe('accepted')
  })

  test('refusals do not flood the record: one entry a minute and policy', async () => {
    const id = await policy('domain_blocklist', 'block', { domains: ['flood.example'] })
    for (let n = 0; n < 10; n++) expect(await refusal(`x${n}@flood.example`)).toBe(blocked)
    expect(await auditOf(id)).toHaveLength(1)
    expect(limits.policyAuditSeconds).toBe(60)
  })
})

describe('rate limits', () => {
  const limited = 'RCPT TO 451 4.7.1 Too many messages for now; try again later.'

  test('so many messages are taken in a window, the next is put off at RCPT, and a new window begins', async () => {
    const id = await policy('rate_limit', 'block', {
      max_messages: 2,
      window_seconds: 60,
      direction: 'inbound',
    })
    const outcomes = []
    for (let n = 0; n < 3; n++) outcomes.push(await refusal(`x${n}@sender.example`))
    expect(outcomes).toEqual(['accepted', 'accepted', limited])
    expect(await refusal('x@sender.example', [house.inbox.address]), 'of another inbox').toBe('accepted')
    expect((await auditOf(id))[0]?.metadata).toMatchObject({
      action: 'block',
      reason: 'More than 2 messages in 60 seconds for the inbox.',
      mail_from: 'x2@sender.example',
    })
    await house.database.query(
      "update policy_counters set ends_at = now() - interval '1 second' where policy_id = $1",
      [id],
    )
    expect(await refusal('x@sender.example')).toBe('accepted')
    const rows = await house.database.query('select used from policy_counters where policy_id = $1', [id])
    expect(rows).toEqual([{ used: 1 }])
  })

  test('a refused or aborted message does not count, nor does the same one again', async () => {
    const id = await policy('rate_limit', 'block', { max_messages: 2, window_seconds: 60 })
    const client = await SmtpClient.connect(house.smtpPort)
    await client.reply()
    for (const line of [
      'EHLO c.example',
      'MAIL FROM:<a@sender.example>',
      `RCPT TO:<${inbox.address}>`,
      'RSET',
    ])
      await client.command(line)
    client.end()
    const mail = {
      messageId: '<once@sender.example>',
      date: 'Sat, 21 Nov 2026 10:00:00 +0000',
      subject: 'Once',
      body: 'Once.',
    }
    expect([
      await refusal('a@sender.example', [inbox.address], mail),
      await refusal('a@sender.example', [inbox.address], mail),
    ]).toEqual(['accepted', 'accepted'])
    const rows = await house.database.query('select used from policy_counters where policy_id = $1', [id])
    expect(rows).toEqual([{ used: 1 }])
  })

  test('each counterparty has a count of its own, however its address is written', async () => {
    await policy(
      'rate_limit',
      'block',
      { max_messages: 1, window_seconds: 60, per: 'counterparty' },
      { inbox_id: null },
    )
    expect(await refusal('ada@sender.example')).toBe('accepted')
    expect(await refusal('ADA@Sender.example')).toBe(limited)
    expect(await refusal('ada@sender.example', [house.inbox.address]), 'over all inboxes').toBe(limited)
    expect(await refusal('grace@sender.example')).toBe('accepted')
    expect(await refusal('')).toBe('accepted')
    expect(await refusal('')).toBe(limited)
  })

  test('of many at once exactly as many are taken as the limit says', async () => {
    await policy('rate_limit', 'block', { max_messages: 7, window_seconds: 600, direction: 'inbound' })
    const outcomes = await Promise.all(Array.from({ length: 30 }, () => refusal('ada@sender.example')))
    expect(outcomes.filter((outcome) => outcome === 'accepted')).toHaveLength(7)
    const put = outcomes.filter((outcome) => outcome !== 'accepted')
    for (const outcome of put) expect(outcome).toContain('451 4.7.1 Too many messages')
  })

  test('with another action what is over the limit is taken, and withheld', async () => {
    const id = await policy('rate_limit', 'withhold', { max_messages: 1, window_seconds: 600 })
    const first = await receive({})
    const second = await receive({})
    expect([first.status, second.status]).toEqual(['clean', 'withheld'])
    expect(second.security_analysis).toMatchObject({
      triggered_policy: id,
      summary: expect.stringContaining('More than 1 messages in 600 seconds for the inbox.'),
    })
  })

  test('a limit whose config changes counts anew', async () => {
    const id = await policy('rate_limit', 'block', { max_messages: 1, window_seconds: 600 })
    expect(await refusal('a@sender.example')).toBe('accepted')
    expect(await refusal('a@sender.example')).toBe(limited)
    await house.api('PATCH', `/policies/${id}`, { name: 'Same limit' })
    expect(await refusal('a@sender.example')).toBe(limited)
    await house.api('PATCH', `/policies/${id}`, { config: { max_messages: 2 } })
    expect(await refusal('a@sender.example')).toBe('accepted')
  })
})

describe('after scoring', () => {
  test.each([
    ['block', 'withheld', 'medium'],
    ['withhold', 'withheld', 'medium'],
    ['flag', 'flagged', 'low'],
  ])(
    'a keyword filter with %s leaves the message %s, with the policy named',
    async (action, status, severity) => {
      const id = await policy('keyword_filter', action, { keywords: ['gift card'] })
      const message = await receive({ body: 'Please buy a gift\r\ncard for me.' })
      expect(message).toMatchObject({ status, verdict: status })
      expect(message.security_analysis).toMatchObject({
        triggered_policy: id,
        summary: 'Policy "keyword_filter of a test": The body holds "gift card".',
      })
      expect(message.security_analysis?.detections).toContainEqual({
        method: 'policy',
        result: action,
        detail: 'Policy "keyword_filter of a test" (keyword_filter): The body holds "gift card".',
        confidence: 1,
        points: 0,
      })
      expect(await auditOf(id)).toEqual([
        expect.objectContaining({
          severity,
          inbox_id: inbox.id,
          metadata: {
            message_id: message.id,
            policy_id: id,
            type: 'keyword_filter',
            action,
            direction: 'inbound',
            reason: 'The body holds "gift card".',
            verdict: status,
          },
        }),
      ])
    },
  )

  test('what no policy fires on names none', async () => {
    await policy('keyword_filter', 'block', { keywords: ['gift card'] })
    const message = await receive({ body: 'All is well.' })
    expect(message.status).toBe('clean')
    expect(message.security_analysis).not.toHaveProperty('triggered_policy')
  })

  test('a flag never makes a message fare better than its score does, and the score stays what it is', async () => {
    const id = await policy('keyword_filter', 'flag', { keywords: ['points'], fields: ['subject'] })
    const message = await receive({ subject: '[80 points]' })
    expect(message).toMatchObject({ status: 'withheld' })
    expect(message.security_analysis).toMatchObject({ risk_score: 80, triggered_policy: id })
    expect(message.security_analysis?.summary).not.toContain('Policy')
  })

  test('a cautious inbox withholds what a policy flags', async () => {
    const cautious = await house.createInbox({ security_level: 'guarded_receive' })
    await policy('keyword_filter', 'flag', { keywords: ['voucher'] }, { inbox_id: cautious.id })
    const { id } = await house.send({ body: 'A voucher.' }, { rcptTo: [cautious.address] })
    await house.drain()
    expect(await house.message(id)).toMatchObject({ status: 'withheld', verdict: 'withheld' })
  })

  test('a keyword is found in each name that From gives, encoded or not, and in no other field', async () => {
    await policy('keyword_filter', 'flag', { keywords: ['lottery'], fields: ['subject'] })
    const statuses = []
    for (const from of [
      'The Lottery <ada@peer.example>',
      '=?utf-8?Q?Lotter=79_Board?= <ada@peer.example>',
      'Ada <ada@peer.example>, "Lottery" <grace@peer.example>',
      'Ada <lottery@peer.example>',
    ])
      statuses.push((await receive({ from })).status)
    expect(statuses).toEqual(['flagged', 'flagged', 'flagged', 'clean'])
    expect((await receive({ headers: ['X-Topic: lottery'] })).status).toBe('clean')
  })

  test('a keyword is found in HTML, in hidden text and in the name of an attachment', async () => {
    await policy('keyword_filter', 'flag', { keywords: ['lottery'], fields: ['body', 'attachment_names'] })
    const statuses = []
    for (const mail of [
      { html: '<p>The <b>lot</b>tery</p>' },
      { html: '<p>Hello<span style="display:none">lottery</span></p>' },
      { attachments: [{ filename: 'lottery.txt', content: 'x' }] },
      { html: '<p>Hello</p>' },
    ])
      statuses.push((await receive(mail)).status)
    expect(statuses).toEqual(['flagged', 'flagged', 'flagged', 'clean'])
  })

  test('a sender on the allow list passes only when DMARC does', async () => {
    const id = await policy('domain_allowlist', 'withhold', {
      domains: ['partner.example', 'nodmarc.example'],
    })
    const signed = async (address: string, domain: string) => {
      const raw = await sign(mailText({ from: `Ada <${address}>` }), domain, partnerKey)
      const { id: messageId } = await house.send(raw, { mailFrom: address, rcptTo: [inbox.address] })
      await house.drain()
      return house.message(messageId)
    }
    const proven = await signed('ada@partner.example', 'partner.example')
    expect(proven).toMatchObject({ status: 'clean', authentication: { dmarc: { result: 'pass' } } })
    const forged = await receive({ from: 'Ada <ada@partner.example>' }, 'ada@partner.example')
    expect(forged.status).toBe('withheld')
    expect(forged.security_analysis).toMatchObject({
      triggered_policy: id,
      summary: expect.stringContaining('not authenticated by DMARC'),
    })
    expect(await signed('ada@nodmarc.example', 'nodmarc.example'), 'a domain without DMARC').toMatchObject({
      status: 'withheld',
    })
    expect(await signed('ada@other.example', 'partner.example'), 'another domain').toMatchObject({
      status: 'withheld',
    })
  })

  test('a peer that says so itself authenticates nobody', async () => {
    await policy('domain_allowlist', 'withhold', { domains: ['partner.example'] })
    const message = await receive(
      {
        from: 'ada@partner.example',
        headers: ['Authentication-Results: inbox.localhost; dmarc=pass header.from=partner.example'],
      },
      'x@sender.example',
    )
    expect(message.status).toBe('withheld')
  })

  test('a blocked address in From is withheld, whatever the envelope says', async () => {
    const id = await policy('domain_blocklist', 'block', { domains: ['spam.example'] })
    const message = await receive({ from: 'x@spam.example' }, 'innocent@sender.example')
    expect(message).toMatchObject({ status: 'withheld', security_analysis: { triggered_policy: id } })
  })

  test('of several the most severe is named; those of the inbox and those of all count alike', async () => {
    const flag = await policy('keyword_filter', 'flag', { keywords: ['alpha'] })
    const withhold = await policy('keyword_filter', 'withhold', { keywords: ['beta'] }, { inbox_id: null })
    const message = await receive({ body: 'alpha beta' })
    expect(message).toMatchObject({ status: 'withheld', security_analysis: { triggered_policy: withhold } })
    expect(message.security_analysis?.detections.filter(({ method }) => method === 'policy')).toHaveLength(2)
    expect(await auditOf(flag)).toHaveLength(1)
  })

  test('what a policy withheld can be released', async () => {
    await policy('keyword_filter', 'withhold', { keywords: ['gamma'] })
    const { id } = await receive({ body: 'gamma' })
    const released = await house.api('POST', `/messages/${id}/release`)
    expect([released.status, released.body.status, released.body.verdict]).toEqual([200, 'clean', 'withheld'])
  })
})

describe('redaction', () => {
  const secretive = {
    subject: 'Address of ada.lovelace@private.example',
    body: 'Hello,\r\n\r\nthe order for ada.lovelace@private.example arrived yesterday.\r\n\r\nKind regards, Grace',
    html: '<p>Hello,</p><p>the order for <b>ada.lovelace@private.example</b> arrived yesterday.</p><p>Kind regards, Grace</p>',
    headers: ['X-Note: ada.lovelace@private.example', 'Keywords: ada.lovelace@private.example'],
  }
  const value = 'ada.lovelace@private.example'
  const agent = async (scopes: string[]) =>
    String((await house.api('POST', '/api_keys', { name: 'agent', scopes })).body.key)

  test('what is taken out is gone from everything that an agent reads', async () => {
    const pushed = await house.createInbox({ webhook_url: house.receiver.url })
    const id = await policy(
      'pii_redaction',
      'redact',
      { entities: ['email'], direction: 'inbound', replacement: '[{type}]' },
      { inbox_id: pushed.id },
    )
    const before = house.receiver.received.length
    const sent = await house.send(secretive, { rcptTo: [pushed.address] })
    await house.drain()
    const key = await agent(['messages:read', 'threads:read', 'inboxes:read'])
    const read = (path: string) => house.api('GET', path, undefined, { key })

    const message = await read(`/messages/${sent.id}`)
    expect(message.body).toMatchObject({
      redacted: true,
      verdict: 'clean',
      subject: 'Address of [EMAIL]',
      body: expect.stringContaining('the order for [EMAIL] arrived yesterday.'),
      security_analysis: { triggered_policy: id },
    })
    const answers = [
      message,
      await read(`/inboxes/${pushed.slug}/messages`),
      await read(`/inboxes/${pushed.slug}/threads`),
      await read(`/inboxes/${pushed.slug}/threads/${message.body.thread_id}`),
    ]
    for (const { status, text } of answers) {
      expect(status).toBe(200)
      expect(text).not.toContain(value)
      expect(text).not.toContain('lovelace')
    }
    const deliveries = house.receiver.received.slice(before)
    expect(deliveries).toHaveLength(1)
    expect(deliveries[0]?.body.toString()).toContain('[EMAIL]')
    expect(deliveries[0]?.body.toString()).not.toContain('lovelace')
    expect(await auditOf(id, 'pii')).toEqual([
      expect.objectContaining({
        metadata: expect.objectContaining({ message_id: sent.id, action: 'redact' }),
      }),
    ])
    expect((await house.api('GET', '/audit_log?limit=100')).text).not.toContain('lovelace')
  })

  test('the original is there for those with approvals:read only, its bytes too', async () => {
    await policy('pii_redaction', 'redact', { entities: ['email'] })
    const { id } = await receive(secretive)
    const reader = await agent(['messages:read'])
    const reviewer = await agent(['messages:read', 'approvals:read'])
    const status = async (path: string, key: string) =>
      (await house.api('GET', `/messages/${id}${path}`, undefined, { key })).status
    expect([await status('/original', reader), await status('/raw', reader)]).toEqual([403, 403])
    const shown = await house.api('GET', `/messages/${id}`, undefined, { key: reviewer })
    expect(shown.text, 'even a reviewer is shown what was left, unless he asks').not.toContain(value)
    const original = await house.api('GET', `/messages/${id}/original`, undefined, { key: reviewer })
    expect(original.body).toMatchObject({
      id,
      redacted: false,
      subject: secretive.subject,
      body: expect.stringContaining(value),
      html: expect.stringContaining(value),
    })
    expect(original.body.headers).toContainEqual({ name: 'X-Note', value })
    expect(await status('/raw', reviewer)).toBe(200)
    expect((await house.raw(id)).toString()).toContain(value)
  })

  test('a message with nothing to take out stays as it was, and its bytes are anybody’s', async () => {
    await policy('pii_redaction', 'redact', { entities: ['credit_card'] })
    const { id, ...message } = await receive(secretive)
    expect(message).toMatchObject({ redacted: false, subject: secretive.subject, status: 'clean' })
    expect(message.security_analysis).not.toHaveProperty('triggered_policy')
    const key = await agent(['messages:read'])
    const raw = await fetch(`${house.httpUrl}/api/v1/messages/${id}/raw`, {
      headers: { authorization: `Bearer ${key}` },
    })
    expect(raw.status).toBe(200)
  })

  test('with another action a message that holds such a value is held for it', async () => {
    const id = await policy('pii_redaction', 'withhold', { entities: ['email'] })
    expect(await receive(secretive)).toMatchObject({
      status: 'withheld',
      redacted: false,
      security_analysis: { triggered_policy: id },
    })
  })

  test('what is withheld is redacted all the same, and stays so when it is released', async () => {
    await policy('pii_redaction', 'redact', { entities: ['email'] })
    const { id } = await receive({ ...secretive, subject: `${secretive.subject} [90 points]` })
    const released = await house.api('POST', `/messages/${id}/release`)
    expect(released.status).toBe(200)
    expect(released.text).not.toContain('lovelace')
  })

  test('erasing the inbox erases the original', async () => {
    const brief = await house.createInbox()
    await policy('pii_redaction', 'redact', { entities: ['email'] }, { inbox_id: null })
    const { id } = await house.send(secretive, { rcptTo: [brief.address] })
    await house.drain()
    const originals = () =>
      house.database.query('select 1 from message_originals where message_id = $1', [id])
    expect(await originals()).toHaveLength(1)
    await house.api('DELETE', `/inboxes/${brief.slug}`)
    expect(await originals()).toEqual([])
  })
})
