/** Whom a draft is for, as far as it decides whose data it tells. */

/** What decides whose data a text tells. */
export interface Readers {
  /** Whether its readers have told it themselves, or have been told it. */
  own(value: string): boolean
  /** What they wrote, newest last. */
  asked: readonly string[]
  /** Their addresses. */
  addresses: readonly string[]
}
