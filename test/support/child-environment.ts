/** What a program that a test starts is given of the environment: where programs are, and how it is up faster. */

/**
 * What Node is told that runs a program of a test: a program that lives for seconds spends a fifth of its time on collecting
 * what it has hardly made, on as many threads as there are in a large machine.
 */
export const shortLived = ['--v8-pool-size=1', '--min-semi-space-size=16']

/** Nothing else of it: what a setting of this machine does is no test's matter. */
export function childEnvironment(): Record<string, string> {
  const { PATH = '', HOME = '', NODE_COMPILE_CACHE } = process.env
  return { PATH, HOME, ...(NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE }) }
}
