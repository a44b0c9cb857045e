/** How high the frame of an HTML part is: nothing runs in it that could say how much room its mail takes, so that is estimated. */

/** In rem. */
const least = 6
const most = 24
const line = 1.5
/** Characters of a line, on a narrow screen rather than on a wide one: a frame that is too high hides nothing. */
const characters = 60
/** What takes room that its text doesn't tell of. */
const ofUnknownHeight = /<(?:img|hr)\b|[\s";](?:height|padding|margin|font-size|line-height)\s?[:=]/i
const lineEnds =
  /<(?:br|\/?(?:p|div|tr|li|ul|ol|h[1-6]|blockquote|table|pre|dl|dt|dd|section|article|header|footer))\b[^>]*>/i

/** Whole rem, for sanitized HTML. */
export function frameHeight(sanitized: string): number {
  if (sanitized.length > 20_000 || ofUnknownHeight.test(sanitized)) return most
  const lines = sanitized
    .split(lineEnds)
    .map((piece) => Math.ceil(piece.replaceAll(/<[^>]*>/g, '').trim().length / characters))
    .reduce((sum, one) => sum + one, 0)
  const blocks = sanitized.match(/<(?:p|h[1-6]|ul|ol|blockquote|table|pre|dl)\b/gi)?.length ?? 0
  return Math.min(most, Math.max(least, Math.ceil((lines + blocks) * line) + 3))
}
