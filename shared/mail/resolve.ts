/** DNS as sender authentication uses it: a function handed in, held to one deadline and one budget a message. */

/** Records of a name, in the shapes of `dns.promises.resolve`; throws with `code` as that does. */
export type Resolve = (name: string, type: string) => Promise<unknown>

/** Look-ups of one message that are made; a hostile SPF record or ARC chain asks for more. */
const maxQueries = 150

/** A Resolve for one message. */
export interface MessageResolve {
  resolve: (name: string, type: string) => Promise<string[]>
  /** Look-ups so far that got no answer: neither records nor the word that there are none. */
  failures(): number
}

/**
 * Wraps `resolve` for one message: all its look-ups end at `deadline` (a time in milliseconds). Whatever is not an
 * answer becomes ETIMEOUT: mailauth's SPF takes any other error inside an include for "no match" and goes on.
 */
export function resolveFor(resolve: Resolve, deadline: number): MessageResolve {
  let queries = 0
  let failed = 0
  const noAnswer = (cause?: unknown): Error => {
    failed++
    return Object.assign(new Error('no answer from DNS', { cause }), { code: 'ETIMEOUT' })
  }
  return {
    failures: () => failed,
    async resolve(name, type) {
      if (++queries > maxQueries || Date.now() >= deadline) throw noAnswer()
      let timer: NodeJS.Timeout | undefined
      const late = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new Error('late')), deadline - Date.now())
      })
      try {
        return (await Promise.race([resolve(name, type), late])) as string[]
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException
        if (code === 'ENOTFOUND' || code === 'ENODATA') throw error
        if (code === 'EBADNAME') throw Object.assign(new Error('no such name'), { code: 'ENOTFOUND' })
        throw noAnswer(error)
      } finally {
        clearTimeout(timer)
      }
    },
  }
}
