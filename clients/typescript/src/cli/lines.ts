/** Reads a stream line by line, as messages over stdio are told apart. */

/**
 * The lines of UTF-8, which end with a line feed and nothing else: within JSON, other separators (U+2028, say) are text.
 * What stands behind the last one is a line, too.
 */
export async function* linesOf(input: AsyncIterable<Uint8Array>): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder()
  let parts: string[] = []
  for await (const bytes of input) {
    const [more, ...others] = decoder.decode(bytes, { stream: true }).split('\n') as [string, ...string[]]
    parts.push(more)
    for (const next of others) {
      yield parts.join('')
      parts = [next]
    }
  }
  const last = parts.join('')
  if (last !== '') yield last
}
