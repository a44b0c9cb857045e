/** When it was last looked whether a message may leave: it is looked again where that is a while ago. */

/** Who may be sent to by the last look: indexes of recipients; none where the message must not leave. */
export class LastLook {
  readonly #look: () => Promise<readonly number[]>
  #allowed: readonly number[] = []
  #at = Number.NEGATIVE_INFINITY
  #looking: Promise<readonly number[]> | undefined

  constructor(look: () => Promise<readonly number[]>) {
    this.#look = look
  }

  /** Who may be sent to, by a look that is no older than so many milliseconds. Those who wait at the same time share one. */
  allowed(standsMs: number): readonly number[] | Promise<readonly number[]> {
    if (performance.now() - this.#at < standsMs) return this.#allowed
    this.#looking ??= this.#again().finally(() => {
      this.#looking = undefined
    })
    return this.#looking
  }

  async #again(): Promise<readonly number[]> {
    // What changes during the look may not be in it.
    const at = performance.now()
    this.#allowed = await this.#look()
    this.#at = at
    return this.#allowed
  }
}
