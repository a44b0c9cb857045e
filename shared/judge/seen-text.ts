/** The text that a page shows: what is read of HTML where only what somebody sees counts. */
import { readHtml } from '../mail/html-text.ts'

/** Without hidden text, style sheets and scripts. */
export const seenText = (html: string): string => readHtml(html).text
