/** A check of the doctor: what it looked at, what it found, and how to mend it. */

/** `skip`: there was nothing to look at in this configuration. */
export type Outcome = 'ok' | 'warn' | 'fail' | 'skip'

/** One line of the table. */
export interface Finding {
  name: string
  outcome: Outcome
  /** What was found, in a few words. */
  found: string
  /** What to do about it; only with `warn` and `fail`. */
  mend?: string
}

export const ok = (name: string, found: string): Finding => ({ name, outcome: 'ok', found })
export const skip = (name: string, found: string): Finding => ({ name, outcome: 'skip', found })
export const warn = (name: string, found: string, mend: string): Finding => ({
  name,
  outcome: 'warn',
  found,
  mend,
})
export const fail = (name: string, found: string, mend: string): Finding => ({
  name,
  outcome: 'fail',
  found,
  mend,
})

/** What `look` finds, unless it takes longer than `ms` or breaks: then that is what was found. */
export async function checked(
  name: string,
  ms: number,
  look: () => Promise<Finding | Finding[]>,
): Promise<Finding[]> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<Finding>((resolve) => {
    timer = setTimeout(
      () => resolve(fail(name, `no answer within ${ms / 1_000} s`, 'Check the network and DNS_SERVERS.')),
      ms,
    )
  })
  try {
    return [await Promise.race([look(), late])].flat()
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    return [fail(name, `could not be checked (${code ?? message})`, 'Check the network and DNS_SERVERS.')]
  } finally {
    clearTimeout(timer)
  }
}
