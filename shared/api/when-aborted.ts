/** Waits for a signal that may have been given already. */

/** Calls `then` once, when `signal` aborts: at once where it has. */
export function whenAborted(signal: AbortSignal, then: () => void): void {
  if (signal.aborted) then()
  else signal.addEventListener('abort', then, { once: true })
}
