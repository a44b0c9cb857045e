/** How many items HTML's lists have that count down from that (`<ol reversed>`). */
import { type Attributes, type HtmlHandler, readHtmlEvents } from './html-events.ts'
import { countsItems } from './list-numbers.ts'

/** Elements whose items are numbered by themselves, or not at all. */
export const lists: ReadonlySet<string> = new Set('ol ul menu dir'.split(' '))

/** The numbers of items, in the order in which the lists begin. */
export function itemCounts(html: string): number[] {
  const counting = new Counting()
  if (/reversed/i.test(html)) readHtmlEvents(html, counting)
  return counting.counts
}

class Counting implements HtmlHandler {
  readonly counts: number[] = []
  /** The list around each open element: its place among the counts; null for one that isn't counted. */
  readonly #around: (number | null)[] = [null]

  open(name: string, attributes: Attributes, empty: boolean): void {
    const around = this.#around.at(-1)!
    if (name === 'li' && around !== null) this.counts[around]!++
    if (empty) return
    if (countsItems(name, attributes)) this.#around.push(this.counts.push(0) - 1)
    else this.#around.push(lists.has(name) ? null : around)
  }

  close(): void {
    this.#around.pop()
  }

  text(): void {}

  comment(): void {}
}
