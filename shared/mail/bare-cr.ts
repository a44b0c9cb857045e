/** Messages whose lines end with CR alone, as old programs write them: read as if LF ended them. */

const [lf, cr] = [0x0a, 0x0d]

/**
 * `raw` with LF in the place of each CR, where CR is the only line end that it has but for those behind its last line;
 * else the very bytes given. RFC 5321 §2.3.8 takes CR for no line end, so that one among others stays what it is: it
 * would make fields that no other reader sees. Lengths and offsets stay the same.
 */
export function withLineFeeds(raw: Buffer): Buffer {
  let end = raw.length
  while (end > 0 && (raw[end - 1] === lf || raw[end - 1] === cr)) end--
  const first = raw.indexOf(cr)
  if (first === -1 || first >= end || raw.subarray(0, end).includes(lf)) return raw
  const read = Buffer.from(raw)
  for (let at = first; at !== -1; at = read.indexOf(cr, at + 1)) if (read[at + 1] !== lf) read[at] = lf
  return read
}
