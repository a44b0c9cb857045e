/** One thing that speaks for a scam. */

/** `value` is above 0, mostly up to 1; what it is worth is learned (see model.json). */
export interface Signal {
  name: string
  value: number
  /** One sentence for a reviewer. */
  detail: string
  /** In the words of `Evidence.where`. */
  where: string
  /** What it rests on. */
  text?: string
}
