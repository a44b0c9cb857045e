/** Words that style sheets put in front of or behind elements (`content: "…"`). */
import { unescaped } from './css-scan.ts'

const maxCss = 200_000

/** At most 50, in order. */
export function contentsOf(css: string): string[] {
  if (!css.includes('content')) return []
  const found = unescaped(css.slice(0, maxCss)).matchAll(
    /[\s;{/]content\s{0,9}:\s{0,9}(?:"([^"\n]{2,2000})"|'([^'\n]{2,2000})')/gi,
  )
  return [...found.take(50)].map(([, double, single]) => double ?? single ?? '')
}
