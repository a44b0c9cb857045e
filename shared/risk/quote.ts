/** Text as evidence shows it. */
import { cleanText, truncate } from '../lib/clean-text.ts'

/** `text` fit to be shown as evidence: storable, at most 200 characters. */
export function quote(text: string): string {
  return truncate(cleanText(text), 200)
}
