/** Somebody of whose life a draft shows several sides, though its readers are strangers to it. */
import type { Span } from '../span.ts'
import { type NamedPerson, namedPeople, pairedNames } from './named-people.ts'
import { quotedHeads } from './people.ts'
import { foreign, isAddressed, isReadersOwn, refuses, signsBelow, unwrapped } from './person-standing.ts'
import { type Fact, factsIn, mattersTold, tellsMatters } from './private-facts.ts'
import type { Readers } from './readers.ts'

/** A side of a life, or what somebody has come to: discipline, debts, courts. */
type Side = Fact | 'matter'

const sides: readonly Side[] = [
  'condition',
  'matter',
  'income',
  'birth',
  'street',
  'phone',
  'number',
  'account',
]
/** Sides that nobody prints on a card. */
const grave: readonly Side[] = ['condition', 'matter', 'income', 'birth', 'street', 'number']
/** Sides that only people have. */
const private_: readonly Side[] = ['condition', 'matter', 'income', 'birth']
const firm =
  /^,? ?(?:s\.? ?l\.?|s\.? ?a\.?|gmbh|ag|kg|ltd|limited|llc|llp|inc|plc|sarl|sas|lda|b\.?v\.?|n\.?v\.?|s\.? ?r\.? ?l\.?|sp\. z o\.?o\.?|& )(?!\p{L})/iu
/** Sides from which a text tells of a life, and not of a way to reach somebody. */
const several = 2

/** A date that is one of birth, and none on which something was sent or is due. */
const ofBirth =
  /(?<!\p{L})(?:born|birth(?:day|date)?|dob|geb(?:oren|urtstag|\.)?|n[ée]e?|naissance|anniversaire|nacid[oa]|naci[óo]|nacimiento|cumplea[ñn]os|nascid[oa]|nasceu|nascimento|anivers[áa]rio|nat[oa]|nascita|compleanno|geboren|verjaardag|ur(?:odzon[yae]|odziny|\.))(?!\p{L})/iu
/** Where mail begins that others wrote, by its head. */
const oldMail =
  /-{3}\s?(?:original|forwarded|urspr|weitergeleitet|message|mensaje|messaggio|mensagem)|(?:^|\n)[ \t]{0,4}(?:from|von|de|da|van|od)\s?:|(?<=>)\son\s\d\d?\/\d\d?\/\d{4}/iu

/** Characters of a text in which people are looked for. */
const mostCharacters = 40_000

/** How many sides of the life of `person` the text shows in the stretch that is about them. */
export function sidesOf(
  text: string,
  person: NamedPerson,
  spans: readonly Span[],
  own: (value: string) => boolean,
): Set<Side> {
  const found = new Set<Side>(factsIn(text, person, spans, own))
  const said = text.slice(person.start, person.end)
  if (tellsMatters(said)) found.add('matter')
  if (!ofBirth.test(said)) found.delete('birth')
  return new Set(sides.filter((side) => found.has(side)))
}

/** Whether what the text says of `person` is more than one thing. */
export const tellsMuch = (
  text: string,
  person: NamedPerson,
  spans: readonly Span[],
  own: (value: string) => boolean,
): boolean =>
  sidesOf(text, person, spans, own).size +
    Math.max(0, mattersTold(text.slice(person.start, person.end)) - 1) >=
  several

const third =
  /(?<!\p{L})(?:he|she|his|her|him|they|their|them|er|seine?[mnrs]?|ihn|ihm|sie ist|sie hat|il|elle|lui|él|ella|ele|ela|dele|dela|egli|lei è|lei ha|hij|zij|zijn|hem|haar|ona|jego|jej|jemu)(?!\p{L})/u
const second =
  /(?<!\p{L})(?:[Yy]our?s?|[Dd]ein\p{L}{0,2}|[Dd]u|[Dd]ir|Ihr(?:e[mnrs]?)?|Sie|Ihnen|[Vv]ous|[Vv]otre|[Vv]os|[Tt]on|[Tt]es|[Uu]sted|[Tt]us?|[Vv]oc[êe]|[Ll]ei|[Ss]uo[i]?|[Tt]uo[i]?|[Jj]e|[Jj]ouw?|[Uu]w?|[Pp]an[aui]?|[Tt]w[óo]j\p{L}{0,3})(?!\p{L})/u
/** Whoever they are has agreed, or has sent the writer. */
const agreed =
  /(?<!\p{L})(?:consent\p{L}{0,4}|permission|authori[sz]\p{L}{1,5}|(?:has|have|had) (?:asked|agreed)|asked (?:us|me) to|is copied|in (?:copy|cc)|on (?:his|her|their) behalf|power of attorney|referr(?:ed|al)|referee|reference for|next of kin|einverst\p{L}{1,8}|einwillig\p{L}{1,4}|vollmacht|im auftrag|überweis\p{L}{1,4}|zeugnis|accord|consentement|procuration|autoris\p{L}{1,6}|consentimiento|autoriz\p{L}{1,6}|con copia|consentimento|procura[çc][ãa]o|consenso|autorizzat\p{L}{1,2}|toestemming|machtiging|zgod[ayęą]|upowa[żz]ni\p{L}{1,6})(?!\p{L})/iu
/** Whoever treats, advises or serves the reader is named with a title. */
const ofOffice =
  /(?<!\p{L})(?:dr|doctor|doktor|docteur|dra|prof|professor|nurse|coach|notar|rechtsanwalt|maître|me)\.?(?: \p{Lu}[\p{L}.’'-]{1,20}){0,3}$/iu

/**
 * Somebody whom `text` names, who is none of its `readers` nor of those they deal with, and of whose life it shows several
 * sides, one of them grave; null: there is nobody.
 */
export function personTold(text: string, spans: readonly Span[], readers: Readers): NamedPerson | null {
  if (!/\d|\p{Lu}/u.test(text)) return null
  const whole = unwrapped(text.slice(0, mostCharacters))
  const old = whole.search(oldMail)
  const read = old === -1 ? whole : whole.slice(0, old)
  const inHead = quotedHeads(read)
  const asked = readers.asked.join('\n').toLowerCase()
  const sure = new Set(namedPeople(read))
  const people = foreign([...sure, ...pairedNames(read)], { ...readers, own: () => false })
  return (
    people.find((person) => {
      if (isAddressed(read, person) || inHead(person.start, person.end)) return false
      if (signsBelow(read, person) || isReadersOwn(read, person)) return false
      if (ofOffice.test(read.slice(Math.max(0, person.start - 60), person.start))) return false
      if (person.name.split(' ').some((name) => asked.includes(name.toLowerCase()))) return false
      const said = read.slice(person.start, person.end)
      // What only looks like a name is of somebody where it goes on with `he` or `she`.
      if (!third.test(said) && (second.test(said) || !sure.has(person))) return false
      const around = read.slice(Math.max(0, person.start - 200), person.end + 100)
      if (agreed.test(around) || refuses(said)) return false
      const shown = sidesOf(read, person, spans, readers.own)
      // How a firm is reached and paid is printed on its letters.
      if (firm.test(read.slice(person.start, person.start + 30))) return false
      if (!third.test(said) && !private_.some((side) => shown.has(side))) return false
      return shown.size >= several && grave.some((side) => shown.has(side))
    }) ?? null
  )
}

/** Characters of a text in which somebody is meant by `he` or `she` alone, and how often that is said. */
const meantReach = 900
const meantFrom = 2

/**
 * Somebody whom a reader has asked about (`named`, any of their names in lower case), and whom `text` calls by no name, but shows several
 * sides of; null: there is nobody.
 */
export function personMeant(
  text: string,
  spans: readonly Span[],
  readers: Readers,
  named: ReadonlySet<string>,
): NamedPerson | null {
  const [name] = named
  if (name === undefined) return null
  const person = { name, surname: name, start: 0, end: Math.min(text.length, meantReach) }
  const said = text.slice(0, person.end)
  const times = said.match(pronouns)?.length ?? 0
  if (times < meantFrom || agreed.test(said) || refuses(said)) return null
  const shown = sidesOf(text, person, spans, readers.own)
  return tellsMuch(text, person, spans, readers.own) && (shown.has('condition') || shown.has('matter'))
    ? person
    : null
}

const pronouns =
  /(?<!\p{L})(?:he|she|his|her|him|er|seine?[mnrs]?|ihn|ihm|sie|il|elle|lui|él|ella|ele|ela|dele|dela|lui|lei|hij|zij|ze|hem|haar|on|ona|jego|jej|go|ją)(?!\p{L})/giu
