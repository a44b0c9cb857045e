/** A stranger who poses as somebody that the inbox knows, and an account that changes within a thread. */
import type { Detection } from '../../domain/analysis.ts'
import { freeMail } from '../brands.ts'
import { accountsIn } from '../impostor/accounts.ts'
import { type Ask, asksOf } from '../impostor/asks.ts'
import { isNamed, isTelling, lookOf } from '../impostor/people.ts'
import { type Circle, circleOf, houseOf, modelOf, poserOf } from '../impostor/poses.ts'
import { quote } from '../quote.ts'
import type { RiskMessage, Scorer } from '../scorer.ts'
import { phraseLayersOf, type TextLayer } from '../text-layers.ts'

/** Clean and proven messages from which a sender is expected to be proven. */
const leastProven = 3

export const impostor: Scorer = {
  name: 'impostor',
  directions: ['inbound'],
  budgetMs: 500,
  score: (message) => {
    const circle = circleOf(message)
    if (circle === null) return []
    const poses = circle.relay ? ofReplyTo(circle, message) : posesOf(circle, message)
    const account = ofAccount(message)
    const found = [...poses, ...(account === null ? [] : [account])]
    const stranger =
      !circle.known && (message.threadPast?.people.length ?? 0) > 0 && !isOfThread(circle, message)
    if (found.length === 0 && !stranger)
      return circle.relay || !circle.known ? [] : ofAnnounced(circle, message)
    return [...found, ...ofAsks(message, poses.length > 0, account !== null || stranger)]
  },
}

/** Whether the sender, or its house, is of the thread that it answers. */
const isOfThread = ({ address, domain }: Circle, { threadPast }: RiskMessage): boolean =>
  [...threadPast!.people.map((one) => one.address), ...threadPast!.recipients].some(
    (one) => one.toLowerCase() === address || (!freeMail.has(domain) && houseOf(one) === domain),
  )

/** Each way in which the sender poses as somebody known. */
function posesOf(circle: Circle, message: RiskMessage): Detection[] {
  const { mail } = message
  const name = mail.from!.name.slice(0, 300)
  const shown = `${name} <${circle.address}>`
  const found: Detection[] = []
  const poser = poserOf(circle, name)
  if (poser !== null)
    found.push({
      ...detection(
        'known_name',
        `The name is that of ${quote(poser.name)}, known from ${poser.domain}; the mail is from ${circle.host}.`,
        shown,
      ),
      confidence: poser.confidence,
    })
  else if (bearsHouse(circle, name, message))
    found.push(
      detection(
        'house_name',
        `The name is that of the reader’s own house; the mail is from ${circle.host}.`,
        shown,
      ),
    )
  // Who has written more than those it resembles is no imitator of theirs.
  const model = modelOf(circle, circle.host)
  if (model !== null && circle.clean <= cleanOf(circle, model.model))
    found.push({
      ...detection(
        `domain_${model.likeness}`,
        `The domain ${circle.host} resembles ${model.model}, which the inbox knows.`,
        shown,
      ),
      confidence: model.confidence * (circle.known ? 0.5 : 1),
    })
  return [...found, ...ofReplyTo(circle, message), ...ofUnproven(circle, message)]
}

const cleanOf = ({ correspondents }: Circle, domain: string): number =>
  correspondents.reduce((sum, { address, clean }) => (houseOf(address) === domain ? sum + clean : sum), 0)

/** The house's name, from a domain that none of its own writes from. */
function bearsHouse({ known }: Circle, name: string, { house }: RiskMessage): boolean {
  if (house === undefined || known) return false
  const look = lookOf(house.name)
  const shown = lookOf(name)
  return (
    isTelling(look) &&
    look.join('').length >= 6 &&
    (isNamed(shown, look) || look.every((word) => shown.includes(word)))
  )
}

/** Replies to a look-alike of somebody known, or to where this sender never had them. */
function ofReplyTo(circle: Circle, { mail }: RiskMessage): Detection[] {
  const reply = mail.replyToMailboxes
    .map(({ address }) => address.toLowerCase())
    .find((one) => one.includes('@'))
  const domain = reply === undefined ? null : houseOf(reply)
  if (reply === undefined || domain === null || domain === circle.domain) return []
  const where = 'header:reply-to'
  const host = reply.slice(reply.lastIndexOf('@') + 1)
  const model = modelOf(
    { domains: new Set([...circle.domains, ...(freeMail.has(circle.domain) ? [] : [circle.domain])]) },
    host,
  )
  if (model !== null && model.likeness !== 'suffix')
    return [
      {
        ...detection(
          'reply_to_lookalike',
          `Replies go to ${host}, which resembles ${model.model}.`,
          reply,
          where,
        ),
        confidence: model.confidence,
      },
    ]
  // Relays lead each answer to whom they write for; they never are led to a copy of somebody known.
  const before = circle.relay ? [] : circle.correspondents.filter(({ address }) => address === circle.address)
  if (before.length === 0 || circle.domains.has(domain)) return []
  if (before.some(({ replyDomains }) => replyDomains.some((one) => houseOf(one) === domain))) return []
  return [
    {
      ...detection(
        'changed_reply_to',
        `Replies go to ${host}, where those to ${circle.address} never went.`,
        reply,
        where,
      ),
      confidence: freeMail.has(domain) ? 1 : 0.5,
    },
  ]
}

/** The domain of somebody known, whose mail was proven each time, and this one is not. */
function ofUnproven(circle: Circle, { authentication, knownSenders = [], house }: RiskMessage): Detection[] {
  if (authentication?.dmarc.result !== 'fail') return []
  const before = knownSenders.find(({ sender }) => !sender.includes('@') && houseOf(sender) === circle.domain)
  const own = (house?.addresses ?? []).some((one) => houseOf(one) === circle.domain)
  if ((before?.clean ?? 0) < leastProven && !(own && !freeMail.has(circle.domain))) return []
  return [
    {
      ...detection(
        'unproven',
        `Mail from ${circle.host} was proven until now, and this one is not (DMARC).`,
        circle.address,
      ),
      confidence: authentication.arc.result === 'pass' ? 0.5 : 1,
    },
  ]
}

/** A number of an account that the thread did not have, where it had another. */
function ofAccount({ mail, threadPast }: RiskMessage): Detection | null {
  const texts = threadPast?.texts ?? []
  if (texts.length === 0) return null
  const before = new Set(texts.flatMap((text) => [...accountsIn(text)]))
  if (before.size === 0) return null
  const other = [...accountsIn(mail.body)].find((one) => !before.has(one))
  if (other === undefined) return null
  return detection(
    'changed_account',
    'The number of a bank account is another than the thread had until now.',
    `…${other.slice(-4)}`,
    'body',
  )
}

/** What subject and body ask for, also where that is written over a list: what was said first of each kind. */
function askedIn(message: RiskMessage, wanted?: readonly Ask[]): Map<Ask, { text: string }> {
  const layers = phraseLayersOf(message)
  const asked = asksOf(saidIn(layers.filter(({ across }) => across === undefined)), wanted)
  const over = asksOf(saidIn(layers.filter(({ across }) => across !== undefined)), wanted)
  for (const [ask, one] of over) if (!asked.has(ask)) asked.set(ask, one)
  return asked
}

/** Subject and body, folded, without history that stands in the thread. */
const saidIn = (layers: readonly TextLayer[]): string =>
  layers
    .filter(
      ({ where, concealed, quoted, encodings }) =>
        (where === 'subject' || where === 'body') && !concealed && !quoted && encodings.length === 0,
    )
    .map(({ text }) => text)
    .join('\n')

const asked: Record<Ask, string> = {
  account: 'asks that money goes to another account',
  money: 'asks for money',
  secrecy: 'presses for silence or haste',
  data: 'asks for data or access',
}

/** What is asked for matters by who asks: somebody else's name on it, or an account that has changed. */
function ofAsks(message: RiskMessage, poses: boolean, account: boolean): Detection[] {
  const found: Detection[] = []
  for (const [ask, { text }] of askedIn(message)) {
    if (!poses && !(account && ask === 'account')) continue
    found.push(
      detection(
        `asks_${ask}`,
        `${poses ? 'Somebody who poses as one the inbox knows' : 'The mail'} ${asked[ask]}.`,
        text,
        'body',
      ),
    )
  }
  return found
}

/** Somebody known who tells of another account: captured mailboxes do, and firms that change banks. */
function ofAnnounced(_: Circle, message: RiskMessage): Detection[] {
  const ask = askedIn(message, ['account']).get('account')
  return ask === undefined
    ? []
    : [detection('announced_account', 'Tells of another bank account than before.', ask.text, 'body')]
}

const detection = (result: string, detail: string, text: string, where = 'header:from'): Detection => ({
  method: 'impostor',
  result,
  detail: quote(detail),
  confidence: 1,
  evidence: [{ where, text: quote(text) }],
})
