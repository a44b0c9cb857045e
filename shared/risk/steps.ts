/** The steps of a score, as the default bounds make them: clean, flagged, withheld. */

/** Points up to which a message is not flagged, and up to which it is not withheld. */
export const unflagged = 30
export const flagged = 70
/** Points of a message that people are warned of and that is not withheld, also where its findings are joined by others. */
export const notWithheld = 65

/** What a score comes to a step down: flagged where it would be withheld, and unflagged where it would be flagged. */
export const stepBelow = (score: number): number =>
  score > flagged ? notWithheld : Math.min(score, unflagged)
