/** What a draft tells those who have no right to it: judged by who wrote it to the inbox, and whom the inbox knows. */
import type { Detection, Evidence } from '../../domain/analysis.ts'
import { masked } from '../masked.ts'
import type { OutboundContext } from '../outbound-context.ts'
import type { OutboundText } from '../outbound-texts.ts'
import { isTestCard } from '../pii/samples.ts'
import { askedBy } from './asked-by.ts'
import { withCard } from './card-code.ts'
import { confided } from './confided.ts'
import { peopleDescribed, personAskedFor } from './described.ts'
import { found } from './finding.ts'
import { hearsayIn } from './hearsay.ts'
import { tellsSecretly } from './in-confidence.ts'
import { internalMark } from './marked.ts'
import { carriedMails } from './others-mail.ts'
import { ownInstructions } from './own-instructions.ts'
import { isRecordOf } from './own-record.ts'
import { papersOfSomebody } from './papers.ts'
import { mayOpen, opensFor } from './passed-codes.ts'
import { peopleListed } from './people.ts'
import { personTold, tellsMuch } from './person-told.ts'
import { privateContact } from './private-contact.ts'
import { quotedInConfidence } from './quoted-letter.ts'
import type { Readers } from './readers.ts'
import { relayedFrom } from './relayed.ts'
import { keyOf, type Rights, rightsOf } from './rights.ts'
import { toldOfRivals } from './rivals.ts'
import { codes, links, secrets } from './what-opens.ts'

/** What a correspondent is told of a person: somebody looks at it. */
const knownOfPerson = 0.45
/** What stands in the house's own record of its reader, who is not known otherwise: somebody looks at it. */
const ofOwnRecord = 0.45
/** Of a mark that may only be written of. */
const wordOfIt = 0.5
/** Characters from a mark on that somebody who quotes it has written himself. */
const passage = 60
/** Characters of a value from which finding it in another mail is no chance. */
const tellingKey = 6
/** What is one person’s. Accounts are named by whoever pays into them. */
const personal = new Set(['secret', 'credit_card', 'us_ssn', 'passport', 'driver_license', 'national_id'])

/** What the texts of a draft tell whom they should not. */
export function disclosures(texts: readonly OutboundText[], context: OutboundContext): Detection[] {
  const rights = rightsOf(context)
  const read = texts.filter(({ field }) => !field)
  return [
    ...cards(read, rights),
    ...secrets(read, context, rights),
    ...codes(read, context, rights),
    ...links(read, context, rights),
    ...lists(read, context, rights),
    ...mails(read, context, rights),
    ...fromElsewhere(read, context, rights),
    ...marked(read, rights),
    ...instructions(read, context, rights),
  ]
}

function cards(texts: readonly OutboundText[], rights: Rights): Detection[] {
  let best = 0
  const evidence: Evidence[] = []
  for (const { where, text, spans } of texts)
    for (const span of spans) {
      if (span.type !== 'credit_card') continue
      const value = text.slice(span.start, span.end)
      const beside = withCard(text, span)
      if (beside === null || rights.told(value) || isTestCard(keyOf(value), text, span.start)) continue
      best = Math.max(best, beside === 'code' ? 1 : 0.4)
      evidence.push({ where, text: masked(value), offset: span.start })
    }
  const detail =
    best === 1
      ? 'Gives a payment card with its security code to somebody who never sent that card to this inbox.'
      : 'Gives a payment card with its expiry date to somebody who never sent that card to this inbox.'
  // Whoever gets both can charge the card, known or not.
  return found('card_with_code', detail, best, evidence)
}

function lists(texts: readonly OutboundText[], context: OutboundContext, rights: Rights): Detection[] {
  const { inboxAddress, recipients, thread } = context
  const parties = new Set(
    [inboxAddress, ...recipients, ...thread.flatMap((mail) => [...mail.from, ...mail.recipients])].map(keyOf),
  )
  const own = (value: string): boolean => parties.has(keyOf(value)) || rights.told(value)
  const readers: Readers = {
    own,
    asked: askedBy(recipients, thread),
    addresses: [inboxAddress, ...recipients],
  }
  const ofPerson = Math.max(rights.weight, knownOfPerson)
  for (const { where, text, spans } of texts) {
    const file = papersOfSomebody(text, own)
    if (file !== null) {
      const detail = 'Tells several numbers of one person’s papers to somebody who is not that person.'
      return found('list_for_stranger', detail, rights.weight, [
        { where, text: masked(text.slice(file.start, file.end)), offset: file.start },
      ])
    }
    const list = peopleListed(text, spans, own)
    if (list !== null) {
      const detail = `Lists ${list.count} ${listed[list.of]} of several people for somebody who never sent them to this inbox.`
      const more = list.of !== 'contacts' && list.of !== 'streets' && readers.asked.some(wantsLittle)
      return found('list_for_stranger', detail, more ? 1 : rights.weight, [
        { where, text: `${list.count} ${listed[list.of]}` },
      ])
    }
    const people = peopleDescribed(text, spans, readers)
    if (people > 0) {
      const detail = `Describes ${people} people to somebody who is none of them: their numbers, addresses, health, pay or the like.`
      return found('list_for_stranger', detail, rights.weight, [{ where, text: `${people} people` }])
    }
    const contact = privateContact(text, spans, own)
    if (contact !== null) {
      const detail =
        'Tells under which number somebody is reached in private, to a reader who is not that person.'
      return found('person_for_stranger', detail, rights.weight, [
        { where, text: masked(text.slice(contact.start, contact.end)), offset: contact.start },
      ])
    }
    const person = personAskedFor(text, spans, readers)
    if (person !== null) {
      const detail =
        'Answers a question about a person by name with that person’s private details, and nothing says that the reader is that person.'
      // Of what is told as a secret, or shows several sides of a life, a correspondent is told no more than a stranger.
      const much = tellsSecretly(text) || tellsMuch(text, person, spans, own)
      return found('person_for_stranger', detail, much ? 1 : ofPerson, [
        { where, text: masked(person.name), offset: Math.max(0, person.start - person.name.length) },
      ])
    }
    const told = personTold(text, spans, readers)
    if (told !== null) {
      const detail = 'Tells private details of a person who is none of the recipients.'
      return found('person_for_stranger', detail, tellsSecretly(text) ? 1 : ofPerson, [
        { where, text: masked(told.name), offset: told.start - told.name.length },
      ])
    }
  }
  return []
}

/** Whether `asked` says that a name, a number or a date is enough: then nobody has a right to more. */
const wantsLittle = (asked: string): boolean =>
  /(?<!\p{L})(?:(?:we |i )?(?:only|just) need|(?:only|just) the (?:names?|number|headcount|first|dates?)|(?:names?|numbers?|dates?)(?: [^.?\n]{1,40})? (?:is|are) (?:all|enough)|is all we need|(?:nur|lediglich|bloß) (?:die|den|das|der|namen|anzahl)|reich(?:t|en) (?:uns|völlig|aus)|(?:seulement|uniquement|juste|que) (?:les|le|la|des) (?:pr[ée]noms?|noms?|nombre|dates?)|nous suffi\p{L}{1,4}|(?:solo|s[óo]lo|solamente|s[óo]|apenas|somente|soltanto|solamente) (?:necesitamos|nos hace|precisamos|ci serv\p{L}{1,4}|los|el|las|os|o|i|il|le|do|d[oe])|(?:alleen|enkel|slechts) (?:de|het|namen)|(?:tylko|wystarcz[yą]) )/iu.test(
    asked.slice(0, 4_000),
  )

const listed = {
  numbers: 'numbers of cards, accounts or documents',
  births: 'dates of birth',
  contacts: 'addresses or telephone numbers',
  rows: 'rows of a table',
  streets: 'postal addresses',
} as const

function mails(texts: readonly OutboundText[], context: OutboundContext, rights: Rights): Detection[] {
  const letter = letters(texts, rights)
  if (letter.length > 0) return letter
  const carried = rights.strangers ? carriedFor(texts, context, rights) : []
  return carried.length > 0 ? carried : hearsay(texts, context, rights)
}

/** What was written in confidence is for no correspondent either. */
function letters(texts: readonly OutboundText[], rights: Rights): Detection[] {
  const detail =
    'Shows what somebody else wrote and asked to be kept, to a reader who neither wrote nor received it.'
  for (const { where, text } of texts) {
    const letter = quotedInConfidence(text, rights.toldPassage)
    if (letter === null) continue
    const passage = text.slice(letter.start, letter.end).slice(0, 100)
    return found('mail_of_others', detail, 1, [{ where, text: passage, offset: letter.start }])
  }
  return []
}

function hearsay(texts: readonly OutboundText[], context: OutboundContext, rights: Rights): Detection[] {
  const asked = askedBy(context.recipients, context.thread)
  for (const { where, text } of texts) {
    const one = hearsayIn(text, asked, rights.toldPassage)
    if (one === null) continue
    const detail = 'Tells what somebody else wrote or said, to a reader whom it was not meant for.'
    return found('mail_of_others', detail, one.sure ? 1 : rights.weight, [
      { where, text: text.slice(one.start, one.end), offset: one.start },
    ])
  }
  return []
}

function carriedFor(texts: readonly OutboundText[], context: OutboundContext, rights: Rights): Detection[] {
  const { inboxAddress, recipients } = context
  const own = inboxAddress.toLowerCase()
  const readers = new Set(recipients.map((one) => one.toLowerCase()))
  const evidence = texts.flatMap(({ where, text }) =>
    carriedMails(text)
      .filter(
        ({ parties, opening }) =>
          !parties.some((one) => readers.has(one)) &&
          parties.some((one) => one !== own) &&
          !rights.toldPassage(opening),
      )
      .map(({ start, parties }) => ({ where, text: parties.join(', ').slice(0, 200), offset: start })),
  )
  const detail =
    'Carries a mail between other people to somebody who neither sent nor received it, and whom this inbox does not know.'
  return evidence.length > 0 ? found('mail_of_others', detail, 1, evidence) : relayed(texts, context)
}

/** Half of it where nothing says whose words they are. */
function relayed(texts: readonly OutboundText[], context: OutboundContext): Detection[] {
  const { otherThreads, thread, recipients, opening } = context
  // What the house's own people mail to the agent is for it to say, unless they ask that it be kept.
  const others = otherThreads.flatMap(({ text, ofHouse = false }) =>
    text === undefined || (ofHouse && !confided(text)) ? [] : [text],
  )
  if (others.length === 0) return []
  const readers = new Set(recipients.map((one) => one.toLowerCase()))
  const known = [
    ...thread.map(({ text }) => text),
    ...opening,
    ...context.told.filter(({ from }) => readers.has(from.toLowerCase())).map(({ text }) => text),
  ]
  const asked = askedBy(recipients, thread)
  for (const { where, text } of texts) {
    const one = relayedFrom(text, others, known, asked)
    if (one === null) continue
    const detail =
      'Tells what somebody else has mailed to this inbox, to a reader whom the inbox does not know.'
    const passage = text.slice(one.start, one.end).slice(0, 100)
    return found('mail_of_others', detail, one.sure ? 1 : 0.5, [{ where, text: passage, offset: one.start }])
  }
  return []
}

/** Secrets and numbers of people that somebody else has mailed to the inbox, in another thread. */
function fromElsewhere(
  texts: readonly OutboundText[],
  context: OutboundContext,
  rights: Rights,
): Detection[] {
  const asked = askedBy(context.recipients, context.thread)
  const others = context.otherThreads.flatMap((other) => {
    if (other.text === undefined) return []
    const weight = isRecordOf(other, context) ? Math.min(ofOwnRecord, rights.weight) : rights.weight
    return [{ text: other.text, weight }]
  })
  if (others.length === 0) return []
  let most = 0
  const evidence: Evidence[] = []
  let keys: string[] | null = null
  let theirCodes: Set<string>[] | null = null
  for (const { where, text, spans } of texts) {
    const tell = (
      { start, end }: { start: number; end: number },
      isTheirs: (index: number) => boolean,
    ): void => {
      if (rights.told(text.slice(start, end))) return
      const weights = others.filter((_, index) => isTheirs(index)).map(({ weight }) => weight)
      if (weights.length === 0) return
      most = Math.max(most, ...weights)
      evidence.push({ where, text: masked(text.slice(start, end)), offset: start })
    }
    for (const span of spans) {
      const key = keyOf(text.slice(span.start, span.end))
      if (!personal.has(span.type) || key.length < tellingKey) continue
      keys ??= others.map((other) => keyOf(other.text))
      tell(span, (index) => keys![index]!.includes(key))
    }
    for (const span of mayOpen(text, asked)) {
      const key = keyOf(text.slice(span.start, span.end))
      theirCodes ??= others.map((other) => opensFor(other.text))
      tell(span, (index) => theirCodes![index]!.has(key))
    }
  }
  const detail = 'Tells a secret or number that somebody other than the reader has mailed to this inbox.'
  return found('value_of_others', detail, most, evidence)
}

function marked(texts: readonly OutboundText[], rights: Rights): Detection[] {
  let most = 0
  const evidence = texts.flatMap(({ where, text }) => {
    const rivals = toldOfRivals(text)
    const mark = internalMark(text) ?? (rivals === null ? null : { ...rivals, as: 'label' as const })
    if (mark === null || rights.toldPassage(text.slice(mark.start, mark.start + passage))) return []
    // Whom the house deals with is whom it keeps its limits and the bids of others from.
    const weight = rivals !== null || tellsSecretly(text) ? 1 : rights.weight
    most = Math.max(most, (mark.as === 'label' ? 1 : wordOfIt) * weight)
    return [{ where, text: text.slice(mark.start, mark.end), offset: mark.start }]
  })
  const detail = 'The text itself says that it is internal or confidential, and must not go to outsiders.'
  return found('marked_internal', detail, most, evidence)
}

function instructions(
  texts: readonly OutboundText[],
  { recipients, thread }: OutboundContext,
  rights: Rights,
): Detection[] {
  const asked = askedBy(recipients, thread)
  const evidence = texts.flatMap(({ where, text }) => {
    const told = ownInstructions(text, asked)
    if (told === null || rights.toldPassage(text.slice(told.start, told.start + passage))) return []
    return [{ where, text: text.slice(told.start, told.end), offset: told.start }]
  })
  const detail = 'Tells the agent’s own instructions: what it was told to be and to do.'
  return found('own_instructions', detail, rights.weight, evidence)
}
