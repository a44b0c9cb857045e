/** Counts what passed, by family, and prints it as a table with the failures below. */

interface Family {
  passed: number
  failures: string[]
  /** Least share that must pass, from 0 to 1; undefined: counted only. */
  floor: number | undefined
}

/** The outcome of a run. */
export class Report {
  readonly #families = new Map<string, Family>()

  /** Names a family, in the order of the table. */
  expect(family: string, floor?: number): void {
    this.#families.set(family, { passed: 0, failures: [], floor })
  }

  /** Counts one check; `what` says what failed. */
  check(family: string, passed: boolean, what: string): void {
    const entry = this.#families.get(family) ?? { passed: 0, failures: [], floor: undefined }
    this.#families.set(family, entry)
    if (passed) entry.passed++
    else entry.failures.push(what)
  }

  /** Prints the table; at most `shown` failures of a family. @returns whether every floor was reached. */
  print(shown: number): boolean {
    let reached = true
    const rows = [...this.#families].filter(([, { passed, failures }]) => passed + failures.length > 0)
    process.stdout.write(
      `\n${'family'.padEnd(34)}${'passed'.padStart(14)}${'share'.padStart(10)}${'floor'.padStart(10)}\n`,
    )
    for (const [name, { passed, failures, floor }] of rows) {
      const total = passed + failures.length
      const below = floor !== undefined && passed / total < floor
      if (below) reached = false
      const cells = [`${passed}/${total}`.padStart(14), percent(passed / total).padStart(10)]
      const floorCell = (floor === undefined ? '-' : percent(floor)).padStart(10)
      process.stdout.write(`${name.padEnd(34)}${cells.join('')}${floorCell}${below ? '  BELOW' : ''}\n`)
    }
    for (const [name, { failures }] of rows) {
      if (failures.length > 0) process.stdout.write(`\n${name}: ${failures.length} failed\n`)
      for (const failure of failures.slice(0, shown)) process.stdout.write(`  ${failure}\n`)
      if (failures.length > shown) process.stdout.write(`  and ${failures.length - shown} more\n`)
    }
    return reached
  }
}

const percent = (share: number) => `${(Math.floor(share * 10_000) / 100).toFixed(2)} %`
