/** Finds data URLs in text (RFC 2397), whether or not what stands around them is HTML. */

/** Where the value of one begins, and whether it is said to be base64. */
export interface DataUrl {
  value: number
  base64: boolean
}

/** Characters of what stands before the comma; no type with its parameters is longer. */
const longestHead = 300
const mark = /data:/gi
/** Told as base64, it may have white space and quotes in it: a browser takes it all the same (WHATWG Fetch, 6). */
const base64Head = /^[^<>]*;\s*base64\s*$/i
const plainHead = /^[^"'<>\s]*$/

/** Each in `text`, in order. Of each mark a bounded stretch is looked at. */
export function* dataUrls(text: string): Generator<DataUrl> {
  const marks = new RegExp(mark)
  let comma = -1
  for (let found = marks.exec(text); found !== null; found = marks.exec(text)) {
    const start = marks.lastIndex
    if (comma < start) comma = text.indexOf(',', start)
    if (comma === -1) return
    if (comma - start > longestHead) continue
    const head = text.slice(start, comma)
    const base64 = base64Head.test(head)
    if (base64 || plainHead.test(head)) yield { value: comma + 1, base64 }
  }
}
