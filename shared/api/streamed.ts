/** Answers what is too long for memory: bit by bit, as fast as it is taken. */
import { Readable } from 'node:stream'
import type { StreamAnswer } from './answer.ts'
import type { Call } from './endpoint.ts'
import { whenAborted } from './when-aborted.ts'

/**
 * A stream of `chunks`, which are asked for one after another as they are taken. An error before the first is an answer
 * like any other; one after it breaks the stream, so that nobody takes a part for the whole. Of a call without content, no
 * chunk is asked for.
 */
export async function streamed(
  { withoutContent, signal }: Pick<Call<unknown, unknown>, 'withoutContent' | 'signal'>,
  file: { contentType: string; filename: string },
  chunks: AsyncGenerator<Uint8Array | string>,
): Promise<StreamAnswer> {
  if (withoutContent) return { kind: 'stream', ...file, stream: Readable.from([]) }
  const first = await chunks.next()
  const stream = Readable.from(startingWith(first, chunks), { objectMode: false, highWaterMark: 64 * 1024 })
  // Also where it is never read, since the call was refused after all.
  whenAborted(signal, () => {
    stream.destroy()
    void chunks.return(undefined)
  })
  return { kind: 'stream', ...file, stream }
}

async function* startingWith<T>(first: IteratorResult<T>, rest: AsyncGenerator<T>): AsyncGenerator<T> {
  if (first.done === true) return
  yield first.value
  yield* rest
}
