/** A program and all that it imports in one file, for one that is started so often that finding its modules is what it costs. */
import { rolldown } from 'rolldown'

/** Writes `program` with what it imports to `file`; threads, which it names by their files, are no part of that. */
export async function bundle(program: string, file: string): Promise<void> {
  const build = await rolldown({ input: program, platform: 'node' })
  try {
    await build.write({ file, codeSplitting: false, minify: true })
  } finally {
    await build.close()
  }
}
