/** Holds a promise to a number of milliseconds. */

/** What `answer` gives, unless that takes longer than `ms`: then it rejects with what `late` makes. */
export async function within<T>(ms: number, answer: Promise<T>, late: () => Error): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(late()), ms)
  })
  try {
    return await Promise.race([answer, tooLate])
  } finally {
    clearTimeout(timer)
  }
}
