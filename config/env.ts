/** The only reader of the process environment: everything else is handed a Config. */

/** A copy of the environment, so that a later change to it can't reach a running service. */
export function readEnvironment(): Record<string, string | undefined> {
  return { ...process.env }
}
