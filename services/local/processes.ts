/** Finds processes of this machine by an argument of their command line. */
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

/** The numbers of the processes that `argument` was given to, this process excepted. */
export function processesWithArgument(argument: string): number[] {
  const found = process.platform === 'linux' ? fromProc(argument) : fromPs(argument)
  return found.filter((pid) => pid !== process.pid)
}

function fromProc(argument: string): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => Number.isInteger(pid))
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(argument)
      } catch {
        return false
      }
    })
}

function fromPs(argument: string): number[] {
  return execFileSync('ps', ['-axo', 'pid=,command='], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes(argument))
    .map((line) => Number.parseInt(line, 10))
}
