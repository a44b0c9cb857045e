/** Shows the steps of the quickstart as it goes, each with the time it took. */
import { type Logger, pino } from 'pino'

/** Runs one step between two lines: what is being done, and how it ended. */
export async function step<T>(
  what: string,
  work: () => Promise<T>,
  outcome: (result: T) => string = () => 'done',
): Promise<T> {
  say(`${what} ...`)
  const started = performance.now()
  const result = await work()
  say(`  ${outcome(result)} (${((performance.now() - started) / 1000).toFixed(1)} s)`)
  return result
}

/** One line for the person at the terminal. */
export function say(line = ''): void {
  process.stdout.write(`${line}\n`)
}

/** A log for parts the quickstart starts by itself: warnings become notes among the steps. */
export function noteLog(): Logger {
  const write = (line: string) => {
    const { msg, err } = JSON.parse(line) as { msg: string; err?: { message: string } }
    say(`  note: ${msg}${err === undefined ? '' : ` (${err.message})`}`)
  }
  return pino({ level: 'warn' }, { write })
}
