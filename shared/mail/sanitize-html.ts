/** Makes HTML safe to show. */
import sanitize from 'sanitize-html'

export function sanitizeHtml(html: string): string {
  return sanitize(html)
}
