/** Conditions that hold, don't hold, or may: the logic of three values (Kleene). */

/** null where nobody knows: it depends on the program or the window that shows the mail. */
export type Holds = boolean | null

export const opposite = (holds: Holds): Holds => (holds === null ? null : !holds)

export function allOf(all: readonly Holds[]): Holds {
  if (all.includes(false)) return false
  return all.includes(null) ? null : true
}

export function anyOf(all: readonly Holds[]): Holds {
  if (all.includes(true)) return true
  return all.includes(null) ? null : false
}
