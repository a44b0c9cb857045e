/** Review pages and links: whatever a mail says is text on the page, and a token stands for one thing. */
import fc from 'fast-check'
import { simpleParser } from 'mailparser'
import { expect, test } from 'vitest'
import { changesOf, editPage, fieldsOf, partShown } from '../../services/dashboard/edit-page.ts'
import { pageHeaders } from '../../services/dashboard/page.ts'
import { resultPage } from '../../services/dashboard/result-page.ts'
import { reviewPage } from '../../services/dashboard/review-page.ts'
import type { Approval } from '../../shared/domain/approval.ts'
import { newId } from '../../shared/domain/ids.ts'
import type { Message } from '../../shared/domain/message.ts'
import { makeReviewToken, readReviewToken } from '../../shared/flow/outbound/approval/link.ts'
import { composeNotice } from '../../shared/flow/outbound/approval/notice-mail.ts'
import type { OpenReview } from '../../shared/flow/outbound/approval/review.ts'
import { revisionDiff } from '../../shared/judge/revision-diff.ts'
import { html } from '../../shared/lib/html.ts'
import { Keyring } from '../../shared/lib/keyring.ts'
import { shownLine, shownText } from '../../shared/lib/shown-text.ts'
import { en } from '../../shared/texts/en/index.ts'
import { threadMs } from '../support/thread-time.ts'

const keyring = new Keyring('a secret of at least thirty-two characters')
const link = () => ({
  tenantId: newId('tenant'),
  approvalId: newId('approval'),
  noticeId: newId('notice'),
  userId: newId('user'),
  expiresAt: 1_795_536_000_000,
})
const bounds = { withholdAbove: 70, flagAbove: 30 }
const token = makeReviewToken(keyring, link())
const now = '2026-11-21T16:00:00.000Z'

test('a token is read as what it was made for, and fits a path', () => {
  const made = link()
  const text = makeReviewToken(keyring, made)
  expect(readReviewToken(keyring, text)).toEqual(made)
  expect(text).toMatch(/^[A-Za-z0-9._-]{100,199}$/)
})

test('a token of another secret, purpose or wording is none', () => {
  const made = link()
  expect(
    readReviewToken(new Keyring('another secret of thirty-two characters'), makeReviewToken(keyring, made)),
  ).toBeNull()
  const text = makeReviewToken(keyring, made)
  const body = text.slice(0, text.lastIndexOf('.'))
  for (const signed of [body, `approve ${body}`])
    expect(readReviewToken(keyring, `${body}.${keyring.sign('review_link', signed)}`)).toBeNull()
  expect(readReviewToken(keyring, `${body}.${keyring.sign('download_url', `review ${body}`)}`)).toBeNull()
})

test('no token is read that was altered anywhere', () => {
  fc.assert(
    fc.property(
      fc.nat(token.length - 1),
      fc.constantFrom(...'0aZ._-%/ \n'),
      fc.string(),
      (at, char, other) => {
        const altered = token.slice(0, at) + char + token.slice(at + 1)
        // The last character of base64url holds bits that nothing is made of: the text must be the same all the same.
        if (altered !== token) expect(readReviewToken(keyring, altered)).toBeNull()
        expect(readReviewToken(keyring, other)).toBeNull()
        expect(readReviewToken(keyring, token + other)).toEqual(other === '' ? expect.anything() : null)
      },
    ),
  )
})

/** Texts as an attacker would write them; `mark` tells them from what the page says itself. */
const mark = 'q7x'
const hostile = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary', maxLength: 10 }),
      fc.constantFrom(
        `<${mark}`,
        `</textarea><${mark}>`,
        `</iframe><${mark}>`,
        `" onload="${mark}()`,
        `' onload='${mark}()`,
        `<script>${mark}()</script>`,
        `]]><${mark}>`,
        `--><${mark}>`,
        '&lt;',
        '\u202e',
        '\r\n\r\n',
        '\0',
        `\`\${${mark}}`,
        `javascript:${mark}()`,
      ),
    ),
    { maxLength: 6 },
  )
  .map((parts) => parts.join('').toWellFormed())

function reviewOf(text: string): { review: OpenReview; message: Message } {
  const recipients = [{ address: text, name: text, field: 'to' as const }]
  const approval = {
    id: newId('approval'),
    reasons: ['level'],
    recipients,
    send_at: null,
    content_sha256: 'a'.repeat(64),
    expires_at: now,
    created_at: now,
  } as unknown as Approval
  const message = {
    from: text,
    from_name: text,
    reply_to: text,
    subject: text,
    body: text,
    html: text,
    html_sanitized: `<p>${text}</p>`,
    headers: [{ name: text, value: text }],
    attachments: [{ id: 'att_1', filename: text, content_type: text, size_bytes: 5, scan_status: 'clean' }],
    redactions: [],
    security_analysis: {
      risk_score: 80,
      summary: text,
      detections: [
        {
          method: 'links',
          result: 'x',
          detail: text,
          confidence: 1,
          points: 5,
          evidence: [{ where: text, text }],
        },
      ],
    },
  } as unknown as Message
  const thread = [
    { direction: 'inbound' as const, from: text, subject: text, text, withheld: true, createdAt: now },
  ]
  const edit = { revision: 2, diff: text } as OpenReview['edit']
  const by = { userId: newId('user'), keyId: null }
  const parts = [[{ name: text, value: text }]]
  return {
    review: {
      state: 'open',
      tenantId: newId('tenant'),
      by,
      approval,
      recipients,
      parts,
      message,
      edit,
      thread,
    },
    message,
  }
}

/** The tags of a page, in order: what a mail says must not add one, nor an attribute. */
const tagsOf = (page: string) =>
  page
    .slice(page.indexOf('</style>'))
    .replaceAll(/<script>.*?<\/script>/gs, '')
    .match(/<[^>]*>/g)!
    .map((tag) =>
      tag
        .replaceAll(/(\s(?:value|srcdoc|datetime))="[^"]*"/g, '$1')
        .replace(/ style="height:\d{1,2}rem"/, ''),
    )

test('whatever a mail says, the pages have the tags and attributes that they have for a plain one', () => {
  const plain = reviewOf('plain')
  const pages = (text: string) => {
    const { review, message } = reviewOf(text)
    return [
      reviewPage(review, message, { token, bounds, secrets: 'masked', warning: text }),
      editPage(review, fieldsOf(review), { token, warning: text }),
      resultPage({ state: 'resolved', status: 'rejected', by: text, yours: false, at: now, reason: text })
        .body,
    ]
  }
  const expected = pages('plain').map(tagsOf)
  expect(expected[0]!.length).toBeGreaterThan(30)
  expect(plain.message.subject).toBe('plain')
  fc.assert(
    fc.property(hostile, (text) => {
      const links = / href="[^"]/.test(text)
      fc.pre(!links && text.trim() !== '')
      for (const [n, page] of pages(text).entries()) {
        expect(tagsOf(page)).toEqual(expected[n])
        expect(page).not.toContain(`<${mark}`)
        expect(page).not.toContain(`"${mark}`)
      }
    }),
    { numRuns: 500 },
  )
})

test('the frame of the HTML part has no rights at all, and its document is one escaped attribute', () => {
  const { review, message } = reviewOf(`"><script>${mark}()</script>`)
  const page = reviewPage(review, message, { token, bounds, secrets: 'none' })
  const [frame] = page.match(/<iframe[^>]*>/)!
  expect(frame).toContain('sandbox=""')
  expect(frame).toContain('srcdoc="&lt;!doctype html&gt;')
  expect(frame).not.toContain('<script')
  expect(pageHeaders['content-security-policy']).not.toMatch(/script-src|https?:|\*/)
})

test('values of a template are escaped, in content and in attributes; lists and nothing are what they say', () => {
  expect(html`<a title="${`"'\`<>&`}">${['<', html`<b>${'&'}</b>`, null, 1]}</a>`.text).toBe(
    '<a title="&quot;&#39;&#96;&lt;&gt;&amp;">&lt;<b>&amp;</b>1</a>',
  )
})

test('what can not be seen is shown by its code point, on one line where that is asked', () => {
  expect(shownText('a\u202eb\u200bc\0d\r\ne\u{e0041}')).toBe('a[U+202E]b[U+200B]c[U+0000]d\ne[U+E0041]')
  expect(shownLine('a\r\nb\tc')).toBe('a b c')
  expect(shownText('❤️ 李 é')).toBe('❤️ 李 é')
})

test('a notice is one message to one reviewer, whatever the mail says', async () => {
  await fc.assert(
    fc.asyncProperty(hostile, async (text) => {
      const raw = await composeNotice(
        {
          noticeId: newId('notice'),
          to: 'ops@acme.example',
          texts: en,
          inboxDomain: 'inbox.example',
          about: {
            from: 'agent@inbox.example',
            recipients: [{ address: 'ada@peer.example', field: 'to' }],
            subject: text,
            text,
            fields: [text],
            files: [text],
            riskScore: 5,
            summary: text,
            reasons: ['level'],
          },
          expiresAt: now,
          link: `https://mail.example/review/${token}`,
          date: new Date(now),
        },
        [],
      )
      const mail = await simpleParser(raw)
      expect(mail.to).toMatchObject({ value: [{ address: 'ops@acme.example' }] })
      expect([mail.cc, mail.bcc, mail.attachments.length]).toEqual([undefined, undefined, 0])
      expect(String(mail.html)).not.toContain(`<${mark}`)
      expect(String(mail.html)).toContain(token)
      expect(mail.text).toContain(token)
    }),
    { numRuns: 50 },
  )
})

test('the link of a notice stays whole in its source, whatever the message says in ASCII', async () => {
  const link = `https://mail.example/review/${token}`
  const about = {
    from: 'agent@inbox.example',
    recipients: [],
    subject: 'Order 1815 = 3 parcels',
    text: 'It left our house this morning. '.repeat(20),
    fields: [],
    files: [],
    riskScore: 5,
    summary: 'Nothing was found.',
    reasons: ['level' as const],
  }
  const to = 'ops@acme.example'
  const notice = { noticeId: newId('notice'), to, texts: en, inboxDomain: 'inbox.example', link }
  const when = { expiresAt: now, date: new Date(now) }
  const raw = String(await composeNotice({ ...notice, ...when, about }, []))
  expect(raw.split('\r\n')).toContain(link)
  expect(raw).toContain(`<a href="${link}"`)
  expect(Math.max(...raw.split('\r\n').map((line) => line.length))).toBeLessThanOrEqual(998)
  const umlauts = await composeNotice({ ...notice, ...when, about: { ...about, subject: 'Käfer 李' } }, [])
  expect([...umlauts].every((byte) => byte < 128)).toBe(true)
  const read = await simpleParser(umlauts)
  expect(read.text).toContain(link)
  expect(String(read.html)).toContain('&#228;')
  expect(String(umlauts)).toContain(`<a href="${link}"`)
})

test('a form that changes nothing but its line ends changes nothing', () => {
  const { review } = reviewOf('Hello')
  const fields = fieldsOf(review)
  expect(changesOf(fields, { ...fields, html: fields.html!, content_sha256: 'x' })).toEqual({
    content_sha256: 'x',
  })
  expect(
    changesOf(fields, { ...fields, html: fields.html!, cc: ' a@b.example ', content_sha256: 'x' }),
  ).toEqual({
    cc: 'a@b.example',
    content_sha256: 'x',
  })
  expect(
    changesOf(fields, { ...fields, html: fields.html!, body: 'New', content_sha256: 'x' }),
  ).toMatchObject({
    body: 'New',
    html: 'Hello',
  })
  expect(
    changesOf(fields, { ...fields, html: fields.html!, text_only: 'yes', content_sha256: '' }),
  ).toMatchObject({
    html: null,
  })
})

test('what was written in an HTML part is shown again, also where the part has been taken away meanwhile', () => {
  const now = { ...fieldsOf(reviewOf('Hello').review), html: '<p>Now</p>' }
  const gone = { ...now, html: null }
  const mine = '<p>Mine</p>'
  expect(partShown(now, { html: mine }, false)).toBe(mine)
  expect(partShown(now, {}, false)).toBe('<p>Now</p>')
  expect(partShown(gone, { html: mine }, true)).toBe(mine)
  expect(changesOf(gone, { html: mine })).toMatchObject({ html: mine })
  for (const form of [{}, { html: '' }, { html: mine, text_only: 'yes' }])
    expect(partShown(gone, form, true), JSON.stringify(form)).toBeNull()
})

test('a diff of texts that differ in every line ends soon, and has all of both', () => {
  const text = (word: string) => Array.from({ length: 40_000 }, (_, n) => `${word} ${n * 7919}`).join('\n')
  const of = (revision: number, body: string) => ({
    revision,
    subject: 's',
    body,
    html: null,
    recipients: [],
  })
  const started = threadMs()
  const diff = revisionDiff(of(1, text('old')), of(2, text('new')))
  expect(threadMs() - started).toBeLessThan(5_000)
  expect(diff).toContain('--- revision 1\n+++ revision 2\n')
  expect(diff.match(/^-old /gm)).toHaveLength(40_000)
  expect(diff.match(/^\+new /gm)).toHaveLength(40_000)
})
