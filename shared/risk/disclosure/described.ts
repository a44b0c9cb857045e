/** People whom a text describes, in rows or in prose: several at once, or the one who was asked about. */
import { isCommonWord } from '../pii/common-words.ts'
import { isGermanNoun } from '../pii/german-nouns.ts'
import { isGivenName } from '../pii/given-names.ts'
import type { Span } from '../span.ts'
import { type NamedPerson, namedPeople, pairedNames } from './named-people.ts'
import { quotedHeads } from './people.ts'
import {
  beforeName,
  foreign,
  isAddressed,
  isReadersOwn,
  refuses,
  signsBelow,
  unwrapped,
} from './person-standing.ts'
import { personMeant } from './person-told.ts'
import {
  type Fact,
  factsIn,
  namesIncome,
  namesRelation,
  tellsMatters,
  tellsWhereabouts,
} from './private-facts.ts'
import type { Readers } from './readers.ts'
import { keyOf } from './rights.ts'
import { asksOfThird, isRelation, speaksForChild } from './third-person.ts'

/** People from which a text tells of several. */
const several = { grave: 2, related: 2, contacts: 3, described: 3, incomes: 3 }
/** Sides of a life that are more than a way to reach somebody. */
const telling: readonly Fact[] = ['birth', 'age', 'street', 'income', 'number', 'condition']
/** Characters of a text in which people are looked for. */
const mostCharacters = 40_000

interface Described {
  person: NamedPerson
  facts: Set<Fact>
}

/**
 * How many people `text` describes who are none of its readers; 0 where it describes no list of them. A household of one
 * surname is one party: whoever writes about it writes about his own.
 */
export function peopleDescribed(text: string, spans: readonly Span[], readers: Readers): number {
  const read = unwrapped(text.slice(0, mostCharacters))
  const wanted = readers.asked.some(wantsPeople)
  if (!wanted && !/\d|hiv|krebs|cancer|depress/iu.test(read)) return 0
  const people = wanted ? anyNames(read) : namedPeople(read)
  if (people.length < several.grave) return 0
  const inHead = quotedHeads(read)
  const described = foreign(people, readers)
    .filter(({ start, end }) => !inHead(start, end))
    .map((person): Described => ({ person, facts: factsIn(read, person, spans, readers.own) }))
    .filter(({ facts }) => facts.size > 0)
  const count = (is: (facts: Set<Fact>) => boolean): number =>
    new Set(described.filter(({ facts }) => is(facts)).map(({ person }) => person.surname)).size
  const related = namesRelation(read)
  const grave = count((facts) => facts.has('number') || facts.has('condition'))
  if (grave >= several.grave) return grave
  const banked = count((facts) => facts.has('account'))
  if (banked >= several.grave && !isPayment(read)) return banked
  const whole = count((facts) => facts.size >= 2 && telling.some((fact) => facts.has(fact)))
  if (whole >= (related ? several.related : several.described)) return whole
  const reached = count((facts) => facts.has('phone') || facts.has('email') || facts.has('street'))
  if (reached >= several.contacts && wanted) return reached
  if (related && reached >= several.contacts) return reached
  const paid = count((facts) => facts.has('income'))
  return paid >= several.incomes && (namesIncome(read) || readers.asked.some(namesIncome)) ? paid : 0
}

/** Whoever is named, or may be. */
const anyNames = (text: string): NamedPerson[] => [...namedPeople(text), ...pairedNames(text)]

/** A question for people whom the one asked knows. */
const wantsPeople = (asked: string): boolean =>
  /(?<!\p{L})(?:address ?book|contact list|your contacts|people (?:that )?you|friends and (?:family|colleagues)|(?:names|addresses|numbers|contacts) of|list of (?:your )?(?:\p{L}{1,14} )?(?:people|members|customers|employees|staff|contacts)|adressbuch|ihre kontakte|namen und|leute,? (?:mit|denen)|carnet d['’]adresses|vos contacts|noms et|libreta de direcciones|sus contactos|nombres y|seus contatos|nomes e|adresboek|uw contacten|namen en|książk[ai] adresow|imiona i)(?!\p{L})/iu.test(
    asked.slice(0, 4_000),
  )

/** Whoever is to be paid gives an account. */
const isPayment = (text: string): boolean =>
  /(?<!\p{L})(?:please (?:pay|transfer)|pay(?:able)? to|invoice|überweis\p{L}{2,6}|zahlbar|rechnung|virement|régler|facture|transferir|abonar|factura|fatura|overmaken|factuur|przelew|faktura)(?!\p{L})/iu.test(
    text,
  )

/** What tells of somebody who was asked for by name, and of somebody of whom was asked without. */
const ofNamed: readonly Fact[] = ['condition', 'number', 'birth', 'street', 'phone', 'income', 'account']
const ofUnnamed: readonly Fact[] = ['condition', 'number', 'income', 'account']
const ofPerhaps: readonly Fact[] = ['condition', 'number']
const ofReach: readonly Fact[] = ['street', 'phone', 'email']
/** Of a child whose parent has asked. */
const ofChild: readonly Fact[] = ['number', 'street', 'phone', 'account']

/** Somebody whom a reader has asked about, and whom the text then describes; null: there is nobody. */
export function personAskedFor(text: string, spans: readonly Span[], readers: Readers): NamedPerson | null {
  const { asked, own, addresses } = readers
  if (asked.length === 0) return null
  const locals = addresses.map(keyOf).join(' ')
  const named = new Set(asked.flatMap((one) => askedAbout(one, locals)))
  const third = asksOfThird(asked)
  if (named.size === 0 && third === null) return null
  const read = unwrapped(text.slice(0, mostCharacters))
  const ofParent = asked.some(speaksForChild)
  const inHead = quotedHeads(read)
  const strangersOf = (people: readonly NamedPerson[]): NamedPerson[] =>
    foreign(people, { ...readers, own: () => false }).filter(
      (person) => !isAddressed(read, person) && !inHead(person.start, person.end),
    )
  const people = strangersOf(namedPeople(read))
  const told = (person: NamedPerson): boolean => {
    const facts = factsIn(read, person, spans, own)
    const has = (some: readonly Fact[]): boolean => some.some((fact) => facts.has(fact))
    const said = read.slice(Math.max(0, person.start - beforeName), person.end)
    if (named.has(person.surname)) {
      if (ofParent) return has(ofChild)
      return has(ofNamed) || (!refuses(said) && (tellsMatters(said) || tellsWhereabouts(said)))
    }
    if (third === null || signsBelow(read, person) || isReadersOwn(read, person)) return false
    return (
      has(ofUnnamed) ||
      (!refuses(said) && tellsMatters(said)) ||
      (facts.has('age') && facts.size > 1) ||
      (third.reach && has(ofReach))
    )
  }
  // What only looks like a name may be a firm, which earns, owes and fails.
  const perhaps = (person: NamedPerson): boolean => {
    if (signsBelow(read, person) || isReadersOwn(read, person)) return false
    const facts = factsIn(read, person, spans, own)
    const has = (some: readonly Fact[]): boolean => some.some((fact) => facts.has(fact))
    return has(ofPerhaps) || (facts.has('age') && facts.size > 1) || (third!.reach && has(ofReach))
  }
  return (
    [...people, ...mentions(read, named, readers)].find(told) ??
    (third === null ? null : strangersOf(pairedNames(read)).find(perhaps)) ??
    (ofParent ? null : personMeant(read, spans, readers, named))
  )
}

/** Characters behind a name that was asked for which are about whoever has it, and mentions that are read. */
const mentionReach = 300
const mostMentions = 12

/** Where `text` speaks of somebody of those `named` by one of their names, and of whoever is called so with courtesy. */
function mentions(text: string, named: ReadonlySet<string>, readers: Readers): NamedPerson[] {
  const found: NamedPerson[] = []
  const locals = readers.addresses.map(keyOf).join(' ')
  for (const { 0: name, index } of text.matchAll(
    /(?<![\p{L}\p{N}@._/-])\p{Lu}[\p{L}’'-]{2,20}(?![\p{L}@_/])/gu,
  )) {
    if (found.length >= mostMentions) break
    const surname = plainName(name)
    if (!named.has(surname) || locals.includes(keyOf(surname))) continue
    const start = index + name.length
    const stop = text.indexOf('\n\n', start)
    const end = Math.min(stop === -1 ? text.length : stop, start + mentionReach)
    const person = { name, surname, start, end }
    if (!isAddressed(text, person)) found.push(person)
  }
  for (const { 0: name, 1: bare, index } of text.matchAll(courteous)) {
    if (found.length >= mostMentions) break
    const surname = bare!.slice(0, 2)
    const start = index + name.length
    if (!readers.asked.some((one) => one.includes(surname)) || isOnItsOwnLine(text, index, start)) continue
    found.push({ name, surname, start, end: Math.min(text.length, start + mentionReach) })
  }
  return found
}

const isOnItsOwnLine = (text: string, start: number, end: number): boolean =>
  /(?:^|\n)[ \t]{0,4}$/.test(text.slice(Math.max(0, start - 5), start)) &&
  /^[ \t]{0,4}\r?\n/.test(text.slice(end, end + 6))

/** A name in Han characters, with what courtesy puts behind it. */
const courteous = /([\p{Script=Han}々]{2,8})(?:様|さん|さま|氏|くん|ちゃん)(?![\p{Script=Han}])/gu

const isOf = (name: string, locals: string): boolean => {
  const key = keyOf(plainName(name))
  return key.length >= 3 && locals.includes(key)
}

const plainName = (name: string): string => name.toLowerCase().replace(/['’]s$/, '')

/** Said before one's own name. */
const self =
  /(?<!\p{L})(?:(?:my|our|meine?[nmrs]?|unsere?[nmrs]?|mon|ma|mes|notre|nos|mi|mis|nuestr[oa]s?|meus?|minhas?|mio|mia|nostr[oa])(?: [\p{L}-]{2,24}){1,3}[: ]{1,2}|i am|i['’]m|my name is|this is|ich bin|mein name ist|je suis|je m['’]appelle|soy|me llamo|sou|chamo-me|sono|mi chiamo|it['’]s)\s{0,2}$/iu

/** The names of those whom a question speaks of: whoever signs it, says who they are or has their name in `locals`, their address, asks for themselves. */
function askedAbout(asked: string, locals: string): string[] {
  const text = asked.slice(0, 4_000)
  const about: string[] = []
  const selves = new Set<string>()
  const add = (names: readonly string[], at: number, end: number): void => {
    const lead = text.slice(Math.max(0, at - 60), at)
    const isSelf =
      signsAt(text, at, end) ||
      (!isRelation(lead) && (self.test(lead) || names.some((name) => isOf(name, locals))))
    for (const name of names) {
      const plain = plainName(name)
      if (plain.length < 3 || isCommonWord(plain)) continue
      if (isSelf) selves.add(plain)
      else about.push(plain)
    }
  }
  for (const { name, start } of namedPeople(text)) add(namesOf(name), start - name.length, start)
  for (const { name, start } of pairedNames(text)) add(namesOf(name), start - name.length, start)
  for (const { 0: name, index } of text.matchAll(/(?<![\p{L}\p{N}@._/-])\p{Lu}\p{Ll}{2,20}(?![\p{L}@_/])/gu))
    if (isGivenName(plainName(name)) && /[\p{L},] $/u.test(text.slice(Math.max(0, index - 2), index)))
      add([name], index, index + name.length)
  for (const { 1: name, index, 0: whole } of text.matchAll(askedAfter))
    if (!isGermanNoun(name!)) add([name!], index + whole.length - name!.length, index + whole.length)
  return about.filter((name) => !selves.has(name))
}

/** `Is Piotr ill?`, `what happened to Nuria?` */
const askedAfter =
  /(?<![\p{L}\p{N}])(?:[Ii]s|[Ww]as|[Dd]id|[Dd]oes|[Hh]as|[Ww]ill|[Aa]bout|happened to|up with|wrong with|[Ii]st|[Hh]at|[Kk]ommt|mit|[Ee]st-ce que|[Ee]st|[Qq]ue devient|[Ee]st[áa]|[Vv]uelve|pasa con|[Vv]olta|com|[ÈE]|[Tt]orna|con|[Kk]omt|[Hh]eeft|met|[Cc]zy|z) (\p{Lu}\p{Ll}{2,20})(?=[^.!\n?]{0,80}\?)/gu

const namesOf = (name: string): string[] =>
  name.split(' ').filter((word) => /^\p{Lu}[\p{L}’'-]{2,}$/u.test(word) && !titles.test(word))

const titles =
  /^(?:Herrn?|Frau|Mrs?|Ms|Dr|Prof|Mme|Mlle|Monsieur|Madame|Sra?|Señora?|Don|Doña|Senhora?|Signora?)$/u

/** A name alone on its line, or with a title or firm behind a comma: a signature. */
const signsAt = (text: string, at: number, end: number): boolean =>
  /(?:^|\n|[.!?]\s|(?:regards|thanks|thank you|grüßen|grüße|gruß|cordialement|saludos|obrigad[oa]),?\s)$/iu.test(
    text.slice(Math.max(0, at - 16), at),
  ) && /^(?:\s{0,3}(?:\n|$)|,\s)/u.test(text.slice(end, end + 6))
