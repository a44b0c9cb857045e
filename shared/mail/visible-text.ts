/** Visible text. */
import type { HiddenText } from '../domain/parsed-mail.ts'

export function visibleText(text: string): { text: string; hidden: HiddenText[] } {
  return { text, hidden: [] }
}
