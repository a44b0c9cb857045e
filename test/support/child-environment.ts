/** What a program that a test starts is given of the environment: where programs are, and how sources are read faster. */

/** Nothing else of it: what a setting of this machine does is no test's matter. */
export function childEnvironment(): Record<string, string> {
  const { PATH = '', HOME = '', NODE_COMPILE_CACHE } = process.env
  return { PATH, HOME, ...(NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE }) }
}
