/** Libraries that are read when they are first needed, and are known to be there from the start. */
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

/** What reads the library, once, and without giving way to others. @throws where it is not installed; reads nothing yet. */
export function later<Library>(name: string): () => Library {
  requireInstalled(name)
  return () => require(name) as Library
}

/** @throws where the library is not installed; reads nothing of it. */
export function requireInstalled(name: string): void {
  require.resolve(name)
}
