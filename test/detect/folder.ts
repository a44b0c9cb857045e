/** The labelled rows that a command is given by a folder. */
import { dataFiles, type Row, RowError, readRows } from './rows.ts'

/** All rows of the folder named first after the command and its options; ends the command with 64 or 65 and one line where they can't be read. */
export function rowsGiven(command: string): Row[] {
  const folder = process.argv.slice(2).find((word) => !word.startsWith('--') && !/^\d+$/.test(word))
  if (folder === undefined) return end(`usage: npm run ${command} -- DIR`, 64)
  try {
    return rowsIn(folder)
  } catch (error) {
    if (error instanceof RowError) return end(error.message, error.exitCode)
    throw error
  }
}

/** All rows of a folder. @throws RowError where they can't be read. */
export function rowsIn(folder: string): Row[] {
  const files = filesIn(folder)
  if (files.length === 0) throw new RowError(`${folder}: has no file *.jsonl`, 64)
  return files.flatMap(readRows)
}

function filesIn(folder: string): string[] {
  try {
    return dataFiles(folder)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new RowError(`${folder}: cannot be read (${code ?? 'unreadable'})`, 64)
  }
}

function end(line: string, code: number): never {
  process.stderr.write(`${line}\n`)
  process.exit(code)
}
