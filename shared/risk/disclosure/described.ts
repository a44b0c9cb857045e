/** People whom a text describes, in rows or in prose: several at once, or the one who was asked about. */
import type { Span } from '../span.ts'
import { type NamedPerson, namedPeople } from './named-people.ts'
import { quotedHeads } from './people.ts'
import { type Fact, factsIn, namesIncome, namesRelation } from './private-facts.ts'
import { keyOf } from './rights.ts'

/** People from which a text tells of several. */
const several = { grave: 2, related: 2, contacts: 3, described: 3, incomes: 3 }
/** Sides of a life that are more than a way to reach somebody. */
const telling: readonly Fact[] = ['birth', 'age', 'street', 'income', 'number', 'condition']
/** Characters of a text in which people are looked for. */
const mostCharacters = 40_000

/** What decides whose data a text tells. */
export interface Readers {
  /** Whether its readers have told it themselves, or have been told it. */
  own(value: string): boolean
  /** What they wrote, newest last. */
  asked: readonly string[]
  /** Their addresses. */
  addresses: readonly string[]
}

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
  if (!/\d|hiv|krebs|cancer|depress/iu.test(read)) return 0
  const people = namedPeople(read)
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
  const whole = count((facts) => facts.size >= 2 && telling.some((fact) => facts.has(fact)))
  if (whole >= (related ? several.related : several.described)) return whole
  const contacts = count((facts) => facts.has('phone') || facts.has('email') || facts.has('street'))
  if (related && contacts >= several.contacts) return contacts
  const paid = count((facts) => facts.has('income'))
  return paid >= several.incomes && (namesIncome(read) || readers.asked.some(namesIncome)) ? paid : 0
}

/** Lines that were broken for their length alone, as one; as long as before. */
const unwrapped = (text: string): string =>
  text.replace(/(?<=[^\n]{24}(?:[\p{Ll},;]))\n(?=[\p{L}\d(+])|(?<=[^\n]{25})\n(?=\p{Ll})/gu, ' ')

/** Somebody whom a reader has asked about, and whom the text then describes; null: there is nobody. */
export function personAskedFor(text: string, spans: readonly Span[], readers: Readers): NamedPerson | null {
  const asked = new Set(readers.asked.flatMap(askedAbout))
  if (asked.size === 0) return null
  const read = unwrapped(text.slice(0, mostCharacters))
  return (
    foreign(namedPeople(read), { ...readers, own: () => false }).find((person) => {
      if (!asked.has(person.surname)) return false
      const facts = factsIn(read, person, spans, readers.own)
      return (
        facts.has('condition') ||
        facts.has('number') ||
        facts.has('birth') ||
        facts.has('street') ||
        facts.has('phone')
      )
    }) ?? null
  )
}

/** Said before one's own name. */
const self =
  /(?<!\p{L})(?:(?:my|our|meine?[nmrs]?|unsere?[nmrs]?|mon|ma|mes|notre|nos|mi|mis|nuestr[oa]s?|meus?|minhas?|mio|mia|nostr[oa])(?: [\p{L}-]{2,24}){1,3}[: ]{1,2}|i am|i['’]m|my name is|this is|ich bin|mein name ist|je suis|je m['’]appelle|soy|me llamo|sou|chamo-me|sono|mi chiamo|it['’]s)\s{0,2}$/iu

/** Surnames of those whom a question speaks of: whoever signs it, or says who they are, asks for themselves. */
function askedAbout(asked: string): string[] {
  const text = asked.slice(0, 4_000)
  const about: string[] = []
  const selves = new Set<string>()
  for (const { name, surname, start } of namedPeople(text)) {
    const at = start - name.length
    const isSelf = self.test(text.slice(Math.max(0, at - 60), at)) || signsAt(text, at, start)
    if (isSelf) selves.add(surname)
    else about.push(surname)
  }
  return about.filter((surname) => !selves.has(surname))
}

/** A name alone on its line, or with a title or firm behind a comma: a signature. */
const signsAt = (text: string, at: number, end: number): boolean =>
  /(?:^|\n|[.!?]\s|(?:regards|thanks|thank you|grüßen|grüße|gruß|cordialement|saludos|obrigad[oa]),?\s)$/iu.test(
    text.slice(Math.max(0, at - 16), at),
  ) && /^(?:\s{0,3}(?:\n|$)|,\s)/u.test(text.slice(end, end + 6))

/** Those of `people` who aren't readers: by address, by salutation, or since a reader has signed with the name. */
function foreign(people: readonly NamedPerson[], { own, addresses }: Readers): NamedPerson[] {
  const locals = addresses.map(keyOf).join(' ')
  return people.filter(({ name, surname }) => {
    const key = keyOf(surname)
    return !(key.length >= 3 && locals.includes(key)) && !own(name)
  })
}
