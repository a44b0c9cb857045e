/** Subjects and lists of people that would fill a page: cut, or folded, so that what a person decides on stays in sight. */
import { truncate } from '../../shared/lib/clean-text.ts'
import { type Html, html } from '../../shared/lib/html.ts'
import { shownLine } from '../../shared/lib/shown-text.ts'
import { texts } from './texts.ts'

/** Characters of a subject in a heading or a list; the page of the mail has the whole of it in its header. */
const subjectCharacters = 160
/** Characters of who sent or gets a mail, in a list. */
const whoCharacters = 200
/** Recipients that are seen at once, and as many as are never folded. */
const people = { first: 10, most: 20 }
/** Characters of a header field that are seen at once, and as many as are never folded. */
const field = { first: 300, most: 600 }

const cut = (text: string, characters: number): string =>
  text.length <= characters ? text : `${truncate(text, characters)}…`

/** A subject, for a heading or a list, on one line; empty where there is none. */
export const shownSubject = (subject: string): string => cut(shownLine(subject).trim(), subjectCharacters)

/** Who sent a mail, or gets it, for a list. */
export const shownWho = (who: string): string => cut(shownLine(who), whoCharacters)

/** Recipients; of many, the first, and how many there are besides. */
export function peopleView(list: readonly string[]): Html {
  const shown = list.map(shownLine)
  if (shown.length <= people.most) return html`${shown.join(', ')}`
  const [first, others] = [shown.slice(0, people.first), shown.slice(people.first)]
  return html`${first.join(', ')}<details><summary>${texts().mail.further(others.length, shown.length)}</summary>${others.join(', ')}</details>`
}

/** A header field as it came; of a long one, its beginning. */
export function fieldView(value: string): Html {
  const shown = shownLine(value)
  if (shown.length <= field.most) return html`${shown}`
  const first = truncate(shown, field.first)
  return html`${first}<details><summary>${texts().mail.furtherField(shown.length - first.length)}</summary>${shown.slice(first.length)}</details>`
}
