/** Text of the `format=flowed` kind (RFC 3676) in lines as they were typed. */

/** Joins flowed lines of the same quoting level; `delSp` says that the blank at a line's end is no text (§4.6). */
export function unflow(text: string, delSp: boolean): string {
  const out: string[] = []
  let open: { level: number; pieces: string[] } | null = null
  const end = () => {
    if (open !== null) out.push(quoted(open.level, open.pieces.join('')))
    open = null
  }
  for (const source of text.split(/\r?\n/)) {
    const { level, line } = parse(source)
    const current: { level: number; pieces: string[] } | null = open
    if (current !== null && (current as { level: number }).level !== level) end()
    // A signature's separator ends with a blank that is no flow (§4.3).
    const flowed = line.endsWith(' ') && line !== '-- '
    if (line === '-- ') end()
    open ??= { level, pieces: [] }
    ;(open as { pieces: string[] }).pieces.push(flowed && delSp ? line.slice(0, -1) : line)
    if (!flowed) end()
  }
  end()
  return out.join('\r\n')
}

/** Quoting level and text of a line, without its stuffing (§4.4). */
function parse(source: string): { level: number; line: string } {
  let level = 0
  while (source[level] === '>') level++
  const rest = source.slice(level)
  return { level, line: rest.startsWith(' ') ? rest.slice(1) : rest }
}

/** A stuffed `>` (§4.4) stays a mark: mailers stuff the quotes that they have written themselves. */
const quoted = (level: number, line: string): string => (level === 0 ? line : `${'>'.repeat(level)} ${line}`)
