/** Tells whether a file is text, by its bytes. */

const decoder = new TextDecoder('utf-8', { fatal: true })
/** Control characters that no text holds. */
const binary = /[\u0000-\u0008\u000E-\u001A\u001C-\u001F]/

/** The text of a file in UTF-8; null of any other. */
export function textOf(content: Uint8Array): string | null {
  try {
    const text = decoder.decode(content)
    return binary.test(text) ? null : text
  } catch {
    return null
  }
}
