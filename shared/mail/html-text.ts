/** Reads HTML. */
import type { HiddenText, Link } from '../domain/parsed-mail.ts'

export interface HtmlText {
  text: string
  hidden: HiddenText[]
  links: Link[]
  hasForm: boolean
}

export function readHtml(html: string): HtmlText {
  return { text: html.replace(/<[^>]{0,5000}>/g, ' '), hidden: [], links: [], hasForm: false }
}
