/** The form of a header: which fields the author's program wrote, in what order, and what their values look like. */
import { freeMail } from '../brands.ts'
import { registrableDomain } from '../lookalike.ts'
import type { RiskMessage } from '../scorer.ts'
import { shapeOf, some } from './form-words.ts'

/**
 * Fields that the author's program writes. What mailing lists, gateways and the reader's own servers add tells of
 * the way a mail took, which is another with each inbox: it is left out.
 */
const authored = new Set(
  'from to cc reply-to subject date message-id in-reply-to references mime-version content-type content-transfer-encoding content-disposition content-class content-description x-mailer user-agent x-mimeole x-msmail-priority x-priority importance priority organization thread-index thread-topic x-accept-language x-sender x-originating-ip comments disposition-notification-to return-receipt-to'.split(
    ' ',
  ),
)
const maxFields = 80

/** The tokens of a header's form. Hosts, persons and dates are not among them. */
export function headerForm({ mail }: RiskMessage): string[] {
  const fields = mail.headers
    .slice(0, maxFields)
    .map(({ name, value }) => ({ name: name.toLowerCase(), value: value.slice(0, 1_000) }))
    .filter(({ name }) => authored.has(name))
  const first = (name: string): string => fields.find((field) => field.name === name)?.value ?? ''
  const names = fields.map(({ name }) => name)
  const order = names.map((name, index) => `order:${name}>${names[index + 1] ?? ''}`)
  const tool = first('x-mailer') || first('user-agent')
  return [
    ...names.map((name) => `has:${name}`),
    ...order,
    ...[...authored]
      .filter((name) => expected.has(name) && !names.includes(name))
      .map((name) => `no:${name}`),
    ...wordsOf(tool).map((word) => `tool:${word}`),
    `tool:${shapeOf(tool).slice(0, 24)}`,
    `priority:${first('x-priority').slice(0, 12)}`,
    ...idForm(first('message-id'), mail.from?.address ?? ''),
    ...dateForm(first('date')),
    ...typeForm(first('content-type'), first('content-transfer-encoding')),
    ...addressForm(mail, first('from'), first('to')),
    ...subjectForm(first('subject')),
  ]
}

const expected = new Set(['from', 'to', 'date', 'message-id', 'mime-version', 'content-type', 'subject'])

const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .replace(/\d+/g, '0')
    .split(/[^a-z0]+/)
    .filter((word) => word.length > 1)
    .slice(0, 6)

/** Message-ID (RFC 5322 §3.6.4): how its left side is made, and whose its right side is. */
function idForm(id: string, from: string): string[] {
  if (id === '') return []
  const at = id.lastIndexOf('@')
  const host = id.slice(at + 1).replace(/[>\s].*$/, '')
  const left = id.slice(0, Math.max(0, at))
  const domain = registrableDomain(host)
  const own = registrableDomain(from)
  return [
    `id:${shapeOf(left).slice(0, 20)}`,
    `id length:${Math.min(8, left.length >> 3)}`,
    at < 0 ? 'id:no host' : `id host:${host.includes('.') ? (domain === own ? 'own' : 'other') : 'bare'}`,
    ...some([
      ['id:dollars', left.split('$').length === 3],
      ['id:brackets missing', !/^\s*<.*>\s*$/.test(id)],
      ['id:address host', /^\[?[\d.]+\]?$/.test(host)],
    ]),
  ]
}

/** Date (RFC 5322 §3.3): how it is written, not when it was. */
function dateForm(date: string): string[] {
  if (date === '') return []
  const zone = /([-+]\d{4})\b|\b([A-Z]{2,4})\b(?=[^A-Za-z]*$)/.exec(date)
  const written = zone?.[1] === undefined ? (zone?.[2] ?? 'none') : 'offset'
  return [
    `date:${shapeOf(date.replace(/\(.*$/, '')).slice(0, 30)}`,
    `date zone:${written}`,
    ...some([
      ['date:comment', date.includes('(')],
      ['date:zone zero by minus', /-0000/.test(date)],
      ['date:odd zone', /[-+](?:1[5-9]|[2-9]\d)\d\d|[-+]\d\d(?!00|15|30|45)\d\d/.test(date)],
    ]),
  ]
}

function typeForm(type: string, encoding: string): string[] {
  const kind = /^\s*([\w.+-]+\/[\w.+-]+)/.exec(type)?.[1]?.toLowerCase() ?? 'none'
  const charset = /charset\s*=\s*"?([\w-]{1,30})/i.exec(type)?.[1]?.toLowerCase() ?? 'none'
  const boundary = /boundary\s*=\s*(?:"([^"]{1,100})"|([^\s;]{1,100}))/i.exec(type)
  const coding = encoding.trim().toLowerCase().slice(0, 20)
  return [
    `type:${kind}`,
    `charset:${charset}`,
    `coding:${kind} ${coding}`,
    ...(boundary === null ? [] : [`boundary:${shapeOf(boundary[1] ?? boundary[2] ?? '').slice(0, 30)}`]),
    ...some([['type:flowed', /format\s*=\s*"?flowed/i.test(type)]]),
  ]
}

function addressForm(mail: RiskMessage['mail'], from: string, to: string): string[] {
  const sender = mail.from?.address.toLowerCase() ?? ''
  const domain = registrableDomain(sender) ?? ''
  const local = sender.slice(0, Math.max(0, sender.lastIndexOf('@')))
  const name = mail.from?.name ?? ''
  const answer = mail.replyToMailboxes[0]?.address.toLowerCase()
  const recipients = [...mail.toMailboxes, ...mail.ccMailboxes]
  const locals = recipients.map(({ address }) => address.toLowerCase())
  return [
    `from:${shapeOf(from.replace(/"[^"]*"|[^<"]+</, (part) => (part.startsWith('"') ? 'N ' : 'n <'))).slice(0, 12)}`,
    `from local:${shapeOf(local).slice(0, 16)}`,
    `recipients:${Math.min(6, recipients.length)}`,
    ...some([
      ['from:free mail', freeMail.has(domain)],
      ['from:no name', name === ''],
      ['from:quoted', /^\s*"/.test(from)],
      ['from:capitals', name.length > 3 && name === name.toUpperCase() && /[A-Z]{3}/.test(name)],
      ['from:small', name.length > 3 && name === name.toLowerCase() && /[a-z]{3}/.test(name)],
      ['from:odd marks', /[!$*#%]|\d{3}/.test(name)],
      ['reply:own', answer !== undefined && answer === sender],
      ['reply:other', answer !== undefined && registrableDomain(answer) !== domain],
      [
        'reply:free mail',
        answer !== undefined && answer !== sender && freeMail.has(registrableDomain(answer) ?? ''),
      ],
      ['to:itself', locals.length > 0 && locals.includes(sender)],
      [
        'to:hidden',
        /undisclosed|recipient|friend|member|list\b/i.test(to.slice(0, 200)) && locals.length < 2,
      ],
      ['to:empty', to.trim() === ''],
      ['to:named', mail.toMailboxes.some((box) => box.name !== '' && !box.name.includes('@'))],
      [
        'to:in order',
        locals.length > 3 && locals.every((one, index) => index === 0 || one >= locals[index - 1]!),
      ],
    ]),
  ]
}

function subjectForm(subject: string): string[] {
  const letters = subject.replace(/[^\p{L}]/gu, '')
  const capitals = letters.replace(/[^\p{Lu}]/gu, '').length
  const words = subject.split(/\s+/).filter((word) => /^\p{L}{4,}/u.test(word))
  const titled = words.filter((word) => /^\p{Lu}/u.test(word)).length
  return some([
    ['subject:answer', /^\s*(?:re|aw|sv|antw)\s*:/i.test(subject)],
    ['subject:forward', /^\s*(?:fwd?|wg|tr)\s*:/i.test(subject)],
    ['subject:empty', subject.trim() === ''],
    ['subject:capitals', letters.length >= 10 && capitals > letters.length * 0.7],
    ['subject:titled', words.length > 2 && titled === words.length && capitals <= letters.length * 0.7],
    ['subject:exclaims', /!/.test(subject)],
    ['subject:exclaims much', /!.*!/.test(subject)],
    ['subject:asks', /\?\s*$/.test(subject)],
    ['subject:money', /[$€£]\s?\d|\d\s?(?:usd|eur|dollars)/i.test(subject)],
    ['subject:percent', /\d\s?%/.test(subject)],
    ['subject:gap', /\S {4,}\S/.test(subject)],
    [
      'subject:random end',
      /[\])\s][a-z]{0,6}\d{3,}[a-z]{2,}\s*$|\s[bcdfghjklmnpqrstvwxz]{4,}\s*$/i.test(subject.slice(-60)),
    ],
    ['subject:spaced', /(?:\b\p{L}[ ._*-]){4}/u.test(subject)],
    ['subject:mixed', /\b\p{L}+[\d@$|!]\p{L}+\b/u.test(subject)],
    ['subject:long', subject.length > 70],
    ['subject:other letters', /[^\x00-\x7f]/.test(subject)],
  ])
}
