/** Tells a model how it gets the rest of a list. */

/** The line that says so; none where this is all. */
export const more = (cursor: string | null): string[] =>
  cursor === null ? [] : [`There are more: call again with cursor ${cursor}.`]
