/** New text of a reply. */
export function extractReply(text: string): string {
  return text
}
