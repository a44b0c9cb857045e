/** Signs that a mail carries away what the inbox holds: hidden payloads, data in links, dumps, chosen recipients, canaries. */
import type { Detection, Evidence } from '../../domain/analysis.ts'
import { truncate } from '../../lib/clean-text.ts'
import { withWholeWords } from '../../lib/unseen.ts'
import { canaryTexts, payloadsOf } from '../canary-texts.ts'
import { confided } from '../disclosure/confided.ts'
import { tellsSecretly } from '../disclosure/in-confidence.ts'
import { disclosures } from '../disclosure/index.ts'
import { isAmongColleagues, rightsOf } from '../disclosure/rights.ts'
import { findCanaries } from '../exfiltration/canary.ts'
import { fingerprintsOf, shared } from '../exfiltration/fingerprints.ts'
import {
  overlaps,
  suspects,
  taintedLinks,
  taintedPassages,
  taintedRecipients,
  threadDump,
} from '../exfiltration/taint.ts'
import { dataOfUrl, isProse } from '../exfiltration/url-data.ts'
import { findSensitive } from '../find-sensitive.ts'
import { hasReadAll, readWithModel, resemblance } from '../leak/resembles.ts'
import { masked } from '../masked.ts'
import type { OutboundContext } from '../outbound-context.ts'
import { contextOf, type OutboundText, outboundTexts } from '../outbound-texts.ts'
import type { Entity } from '../pii/entities.ts'
import { findUrls } from '../pii/network.ts'
import { pastOfDraft, saidNow } from '../said-now.ts'
import type { RiskMessage, Scorer } from '../scorer.ts'

const maxEvidence = 3
const maxUrls = 200
/** Score from which an inbound mail of the thread counts as an attempt. */
const riskyFrom = 31
/** Characters of an encoded payload from which it is worth a word though it holds nothing known. */
const longPayload = 400
/** Kinds of value that are grave wherever they go: all that is looked for in addresses. */
const grave: readonly Entity[] = [
  'secret',
  'credit_card',
  'iban',
  'us_ssn',
  'passport',
  'driver_license',
  'national_id',
]
const isGrave: ReadonlySet<Entity> = new Set(grave)
/** What is looked for inside payloads. */
const payloadEntities: readonly Entity[] = [...grave, 'phone', 'email', 'date_of_birth']
/** What no risky mail is answered with; accounts stand on invoices. */
const forNoSuspect: ReadonlySet<Entity> = new Set(grave.filter((entity) => entity !== 'iban'))

export const exfiltration: Scorer = {
  name: 'exfiltration',
  directions: ['outbound'],
  budgetMs: 2_000,
  score: (message, { readings }) => {
    const context = contextOf(message)
    const texts = outboundTexts(message)
    const { opinion, joint, whole } = readWithModel(message.mail, context)
    const found = [
      ...canaries(message, context),
      ...fields(texts),
      ...payloads(texts, context),
      ...urls(message, texts, context),
      ...thread(message, texts, context),
      ...elsewhere(context),
      ...given(texts, context),
      ...disclosures([...texts, ...decodedTexts(texts)], context),
    ]
    for (const [name, value] of joint ?? []) readings?.set(ofLeaks + name, value)
    const readByModel = texts.every(({ where, field }) => field || where === 'subject' || where === 'body')
    const open = readByModel && hasReadAll(message.mail) && !texts.some(({ text }) => tellsSecretly(text))
    if (open && whole) readings?.set(readWhole, 1)
    const resembled = resemblance(message.mail, opinion, context)
    if (!isAmongColleagues(context)) return [...found, ...resembled]
    return [
      ...found.map(ofStaff),
      ...resembled.map((one) => ({ ...one, points: Math.min(one.points ?? mostInHouse, mostInHouse) })),
    ]
  },
}

/** What the readings of the model of leaks begin with, and the one of a draft that it has read to its end. */
export const ofLeaks = 'leak.'
export const readWhole = 'leak.whole'

/** Points at most for how a draft to colleagues alone reads: they talk about staff and customers all day. It is flagged. */
export const mostInHouse = 60

/**
 * What counts for less among colleagues: somebody who is spoken of, and codes, cards and values that the house was sent.
 * Each flags the draft at most by itself.
 */
const staffShares: ReadonlyMap<string, number> = new Map([
  ['person_for_stranger', 0.4],
  ['card_with_code', 0.6],
  ['code_passed_on', 0.6],
  ['value_of_others', 0.6],
])
const ofStaff = (detection: Detection): Detection => ({
  ...detection,
  confidence: detection.confidence * (staffShares.get(detection.result) ?? 1),
})

function canaries(message: RiskMessage, { canaries: planted }: OutboundContext): Detection[] {
  if (planted.length === 0) return []
  for (const { where, text } of canaryTexts(message)) {
    const [canary] = findCanaries(text, planted)
    if (canary === undefined) continue
    const detail =
      'Contains the canary of an inbox: a hidden marker that no honest message has a reason to contain.'
    return [found('canary', detail, [{ where, text: masked(canary) }])]
  }
  return []
}

/** A password in a letter may be meant for its reader; in an address, a name or a type it is hidden from whoever looks. */
function fields(texts: readonly OutboundText[]): Detection[] {
  const evidence = texts
    .filter(({ field }) => field)
    .flatMap(({ where, text, spans }) =>
      spans.map(({ start, end }) => ({ where, text: masked(text.slice(start, end)) })),
    )
  if (evidence.length === 0) return []
  const detail = 'A field of the header contains a secret.'
  return [found('field_secret', detail, evidence.slice(0, maxEvidence))]
}

/** What is encoded in the texts, as texts: what must not be told must not be told in disguise. */
const decodedTexts = (texts: readonly OutboundText[]): OutboundText[] =>
  texts
    .filter(({ field }) => !field)
    .flatMap((part) =>
      payloadsOf(part).flatMap(({ text }) =>
        text === null || !isProse(text)
          ? []
          : [
              {
                where: part.where,
                text,
                spans: findSensitive(text, { entities: payloadEntities }),
                field: false,
              },
            ],
      ),
    )

function payloads(texts: readonly OutboundText[], context: OutboundContext): Detection[] {
  const marks = new Set(context.thread.flatMap((mail) => fingerprintsOf(mail.text)))
  const detections = new Map<string, Detection>()
  const add = (result: string, detail: string, evidence: Evidence): void => {
    const had = detections.get(result)
    if (had === undefined) detections.set(result, found(result, detail, [evidence]))
    else if (had.evidence!.length < maxEvidence) had.evidence!.push(evidence)
  }
  for (const part of texts) {
    const { where, text } = part
    for (const { start, end, encodings, text: decoded } of payloadsOf(part)) {
      const how = encodings.join(', ')
      const evidence: Evidence = { where, text: masked(text.slice(start, end)), offset: start }
      if (decoded === null && part.field) continue
      if (decoded === null) {
        if (end - start >= longPayload)
          add('packed', `Contains encoded data in its text that is no readable text (${how}).`, evidence)
        continue
      }
      const spans = findSensitive(decoded, { entities: payloadEntities })
      if (spans.some(({ type }) => type === 'secret'))
        add('encoded_secret', `Contains a secret that is encoded so that nobody sees it (${how}).`, evidence)
      else if (part.field) continue
      else if (spans.some(({ type }) => isGrave.has(type)) || spans.length >= 3)
        add(
          'encoded_personal_data',
          `Contains personal data that is encoded so that nobody sees it (${how}).`,
          evidence,
        )
      else if (marks.size > 0 && shared(fingerprintsOf(decoded), marks) >= 2)
        add(
          'encoded_thread',
          `Contains text of earlier mail in its thread, encoded so that nobody sees it (${how}).`,
          evidence,
        )
      else if (encodings.length > 1 || (isProse(decoded) && decoded.length >= 60))
        add('encoded_text', `Contains text that is encoded so that nobody sees it (${how}).`, evidence)
    }
  }
  return [...detections.values()]
}

function urls(
  { mail }: RiskMessage,
  texts: readonly OutboundText[],
  { thread }: OutboundContext,
): Detection[] {
  const written = texts
    .filter(({ field }) => !field)
    .flatMap(({ where, text }) =>
      findUrls(text).map(({ start, end }) => ({
        where,
        href: text.slice(start, end),
        image: isMarkdownImage(text, start),
      })),
    )
  const known = new Set(written.map(({ href }) => href))
  const linked = mail.links
    .filter(({ href }) => !known.has(href))
    .map(({ href }) => ({ where: 'html', href, image: false }))
  // A link that stands in the thread already tells its readers nothing new.
  const old = new Set(thread.flatMap(({ links }) => links))
  const marks = new Set(thread.flatMap((item) => fingerprintsOf(item.text)))
  const detections = new Map<string, Detection>()
  const add = (result: string, detail: string, evidence: Evidence): void => {
    if (!detections.has(result)) detections.set(result, found(result, detail, [evidence]))
  }
  for (const { where, href, image } of [...written, ...linked].slice(0, maxUrls)) {
    if (old.has(href) || !/^(?:https?|ftp|wss?):/i.test(href)) continue
    const evidence: Evidence = { where, text: masked(href) }
    for (const { place, text, encoded } of dataOfUrl(href)) {
      const types = new Set(
        findSensitive(text, { entities: grave })
          .filter(({ rule }) => rule !== 'bare_token')
          .map(({ type }) => type),
      )
      if (types.has('secret')) add('url_secret', `A link carries a secret in its ${place}.`, evidence)
      else if (types.size > 0)
        add('url_personal_data', `A link carries personal data in its ${place}.`, evidence)
      else if (place === 'host') add('url_host', 'A link carries data in the name of its host.', evidence)
      else if (marks.size > 0 && shared(fingerprintsOf(text.replace(/[+_]/g, ' ')), marks) >= 1)
        add('url_thread', 'A link carries text of earlier mail in the thread.', evidence)
      else if (encoded && (isProse(text) || text.length >= 60))
        add('url_text', 'A link carries encoded text.', evidence)
      else if (isProse(text) && text.length >= 100)
        add('url_text', 'A link carries a passage of text.', evidence)
      else if (image && text.length >= 24 && place === 'query')
        add(
          'image_query',
          'A picture in the text has data in its address, which reach another server when it is shown.',
          evidence,
        )
    }
  }
  return [...detections.values()]
}

/** Whether all who get it are correspondents at the inbox's own domain. */
const isWithinHouse = ({ inboxAddress, recipients, correspondents }: OutboundContext): boolean => {
  const domain = inboxAddress.slice(inboxAddress.lastIndexOf('@')).toLowerCase()
  const known = new Set(correspondents.map((one) => one.toLowerCase()))
  return recipients.every((one) => known.has(one.toLowerCase()) && one.toLowerCase().endsWith(domain))
}

const isMarkdownImage = (text: string, start: number): boolean =>
  /!\[[^\]\n]{0,200}\]\(\s{0,2}<?$/.test(text.slice(Math.max(0, start - 210), start))

function thread(
  { mail }: RiskMessage,
  texts: readonly OutboundText[],
  context: OutboundContext,
): Detection[] {
  const detections: Detection[] = []
  const strangers = taintedRecipients(context)
  if (strangers.length > 0) {
    const risky = strangers.some(({ riskScore }) => riskScore >= riskyFrom)
    detections.push(
      found(
        risky ? 'recipient_of_attack' : 'tainted_recipient',
        `Goes to ${strangers.length === 1 ? 'an address' : `${strangers.length} addresses`} that nobody but an untrusted mail of the thread has named.`,
        strangers.slice(0, maxEvidence).map(({ address }) => ({ where: 'header:to', text: address })),
      ),
    )
  }
  const fresh = withWholeWords(saidNow(mail, pastOfDraft(context)))
  const links = taintedLinks(
    mail.links.map(({ href }) => href).filter((href) => fresh.includes(href) || mail.html !== null),
    context,
    riskyFrom,
  )
  if (links.length > 0)
    detections.push(
      found(
        'tainted_link',
        'Passes on a link from a mail that was judged risky.',
        links.slice(0, maxEvidence).map((href) => ({ where: 'body', text: href.slice(0, 200) })),
      ),
    )
  const passages = taintedPassages(fresh, context, riskyFrom)
  if (passages.length > 0)
    detections.push(
      found(
        'tainted_instruction',
        'Passes on words of a mail that was judged risky to somebody who did not write it.',
        passages
          .slice(0, maxEvidence)
          .map(({ start, end }) => ({ where: 'body', text: truncate(fresh.slice(start, end), 200) })),
      ),
    )
  const dump = threadDump(
    texts.filter(({ where }) => where === 'body' || where === 'html').map(({ text }) => text),
    context,
  )
  if (dump !== null)
    detections.push({
      ...found(
        'thread_dump',
        `Repeats ${dump.mails === 1 ? 'a mail' : `${dump.mails} mails`} of the thread to somebody who took no part in it.`,
        dump.outsiders.slice(0, maxEvidence).map((address) => ({ where: 'header:to', text: address })),
      ),
      confidence: Math.min(1, 0.5 + 0.17 * dump.mails),
    })
  const [overlap] = overlaps(
    texts.filter(({ field }) => !field).map(({ text }) => text),
    context,
  )
  if (overlap !== undefined) {
    const source = context.otherThreads.find(({ threadId }) => threadId === overlap.threadId)?.text
    const { weight } = rightsOf(context)
    // What somebody has told in confidence stays with the house.
    const kept = source !== undefined && confided(source) && !isWithinHouse(context)
    detections.push({
      ...found('other_thread', 'Contains passages from another thread of the inbox.', [
        { where: 'body', text: overlap.threadId },
      ]),
      confidence: Math.min(1, 0.4 + overlap.marks / 20) * (kept ? 1 : weight),
    })
  }
  return detections
}

/** How each finding of a value that came in by untrusted mail is called, and told. */
const taintWords = {
  recipient: 'Goes to an address',
  domain: 'Goes to a domain',
  passed: 'Passes on an address, a link, an account or a phone number',
} as const

/** Recipients and values that untrusted mail has named, in any thread of the tenant: somebody who wrote in has chosen them. */
function elsewhere(context: OutboundContext): Detection[] {
  const { tainted = [] } = context
  if (tainted.length === 0) return []
  // What the thread itself has told of an address is not told twice.
  const ofThread = new Map(
    taintedRecipients(context).map(({ address, riskScore }) => [address, riskScore >= riskyFrom]),
  )
  const news = tainted.filter(({ kind, shown, recipient, withheld }) => {
    const risky = recipient && kind === 'address' ? ofThread.get(shown) : undefined
    return risky === undefined || (withheld && !risky)
  })
  const groups = Map.groupBy(news, ({ kind, recipient, withheld }) => {
    const what = recipient ? (kind === 'domain' ? 'domain' : 'recipient') : 'passed'
    return `${what}_of_${withheld ? 'withheld' : 'untrusted'}` as const
  })
  // Of a recipient whose very address was named its domain says no more.
  if (groups.has('recipient_of_withheld') || groups.has('recipient_of_untrusted'))
    groups.delete('domain_of_withheld')
  return [...groups].map(([result, values]) => {
    const what = result.slice(0, result.indexOf('_')) as keyof typeof taintWords
    const mail = values[0]!.withheld
      ? 'a mail that is withheld'
      : 'a mail whose sender is not proven, or that was flagged'
    return found(
      result,
      `${taintWords[what]} that came in by ${mail} (${values[0]!.messageId}).`,
      values.slice(0, maxEvidence).map(({ shown, recipient }) => ({
        where: recipient ? 'header:to' : 'body',
        text: recipient ? shown : masked(shown),
      })),
    )
  })
}

/** Secrets and numbers of people for who wrote a risky mail, and hasn't written them himself. */
function given(texts: readonly OutboundText[], context: OutboundContext): Detection[] {
  const [suspect] = suspects(context, riskyFrom)
  if (suspect === undefined) return []
  const told = plainWords(context.thread.map(({ subject, text }) => `${subject} ${text}`).join(' '))
  const evidence = texts.flatMap(({ where, text, spans }) =>
    spans
      .filter(
        ({ type, start, end }) =>
          forNoSuspect.has(type) && !told.includes(plainWords(text.slice(start, end))),
      )
      .map(({ start, end }) => ({ where, text: masked(text.slice(start, end)), offset: start })),
  )
  if (evidence.length === 0) return []
  const detail = 'Gives a secret or the number of a card or document to somebody whose mail was judged risky.'
  return [found('data_for_suspect', detail, evidence.slice(0, maxEvidence))]
}

const plainWords = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

const found = (result: string, detail: string, evidence: Evidence[]): Detection => ({
  method: 'exfiltration',
  result,
  detail,
  confidence: 1,
  evidence,
})
