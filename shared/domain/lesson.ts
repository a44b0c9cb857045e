/** What a tenant's guard has been taught by people: how one judged message is told from others, and what to do with its like. */

/** `pass`: an inbound message was released or called clean; `hold`: one was reported; `reject`: a draft was refused. */
export const lessonKinds = ['pass', 'hold', 'reject'] as const
export type LessonKind = (typeof lessonKinds)[number]

/** The traits of a message by which another is known to be like it: hashes, hosts and numbers, never what it says. */
export interface LessonTraits {
  /** The host of From that authentication has proven, or the whole address where anyone has one there; null: none. */
  sender: string | null
  /** Begins every hash of the message's words; 0 where lessons are compared many at a time. */
  salt: number
  /** Hashes of three words in a row, ascending: of a lesson to pass all there are, of others the least. */
  shingles: Uint32Array
  /** How many there are in all. */
  shingleCount: number
  /** Where its links lead. */
  links: string[]
  /** Hashes of accounts, numbers of phones, addresses and domains in its text; only of a lesson to pass. */
  values: string[]
  /** SHA-256 of its attachments, and places that others of their kind may take; only of a lesson to pass. */
  files: string[]
}

/** A lesson: the traits of the message that it was learned from. */
export interface Lesson extends LessonTraits {
  messageId: string
  kind: LessonKind
  /** When that message was stored, and when it was taught, in milliseconds since 1970. */
  messageAt: number
  taughtAt: number
}
