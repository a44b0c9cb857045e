/** How a list is shown to a model, and how it gets the rest of it. */
import { untrusted } from './untrusted.ts'

/** The line that says so; none where this is all. */
export const more = (cursor: string | null): string[] =>
  cursor === null ? [] : [`There are more: call again with cursor ${cursor}.`]

/** A line for each item, which is untrusted; `none` where there are none. */
export const rows = (items: readonly object[], none: string, cursor: string | null): string =>
  [
    items.length === 0 ? none : untrusted(items.map((item) => JSON.stringify(item)).join('\n')),
    ...more(cursor),
  ].join('\n')
