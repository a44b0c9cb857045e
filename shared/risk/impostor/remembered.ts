/** What was worked out of a name or a domain before: an inbox's correspondents come with each of its messages. */

/** Answers that are kept of one function; beyond, it begins anew. */
const most = 20_000

/** The same function, which works each text out once; answers are shared, and not to be changed. */
export function remembered<Value>(make: (text: string) => Value): (text: string) => Value {
  const known = new Map<string, Value>()
  return (text) => {
    const before = known.get(text)
    if (before !== undefined || known.has(text)) return before as Value
    const made = make(text)
    if (known.size >= most) known.clear()
    known.set(text, made)
    return made
  }
}
