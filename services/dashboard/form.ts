/** Reads the forms of reviewers' pages: few fields, as text that can be stored. */
import { limits } from '../../shared/domain/limits.ts'
import { cleanText } from '../../shared/lib/clean-text.ts'

/** Values by name. */
export type Fields = Readonly<Record<string, string>>

/** Characters of a field that are read: one more than any may have, each of them the line end of a form. */
const fieldCharacters = 2 * (limits.bodyCharacters + 1)
const [plus, space] = [0x2b, 0x20]

/**
 * A form's fields (WHATWG URL, application/x-www-form-urlencoded), each once, as text that can be stored, with plain line
 * ends; null where it has more of them than any form of ours. Millions of empty ones would take minutes to be read.
 */
export function readForm(form: Buffer): Fields | null {
  const body = withSpaces(form)
  let at = -1
  for (let count = 0; count < limits.reviewFormFields; count++) {
    at = body.indexOf('&', at + 1)
    if (at === -1) break
  }
  if (at !== -1) return null
  const fields = Object.create(null) as Record<string, string>
  for (const [name, value] of new URLSearchParams(body))
    fields[name] ??= cleanText(value.slice(0, fieldCharacters)).replaceAll('\r\n', '\n')
  return fields
}

/** Its text, with `+` as the space that it means: URLSearchParams takes 50 times as long to see to that. */
function withSpaces(form: Buffer): string {
  for (let at = form.indexOf(plus); at !== -1 && at < form.length; at++)
    if (form[at] === plus) form[at] = space
  return form.toString()
}
