/** What speaks against a match: it is quoted by somebody who talks about it, or it is code. */
import type { TextLayer } from '../text-layers.ts'

const talk =
  /\b(?:prompt[\s-]injections?|jailbreaks?|attack(?:s|er|ers)?|phrases?|examples?|e\.g\.|such as|like|called|payloads?|detect(?:s|ed|ion)?|filters?|articles?|papers?|says?|wrote|titled|strings?|red team(?:ing)?|test cases?)\b/

/**
 * The share of its confidence that a match keeps, from 0 to 1: less where it stands in quotation marks in a
 * sentence that talks about such phrases. Never dismissed: an attacker can write quotation marks, too.
 */
export function doubtOf({ text, concealed }: TextLayer, start: number, end: number): number {
  if (concealed) return 1
  const before = text.slice(Math.max(0, start - 160), start)
  const open = before.lastIndexOf('"')
  if (open < 0 || before.length - open > 60 || !text.slice(end, end + 120).includes('"')) return 1
  return talk.test(before.slice(0, open)) ? 0.33 : 1
}
