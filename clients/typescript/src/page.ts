/** A page of a list, which leads to those behind it. */
import { isObject, StrangeAnswerError } from './answer.ts'

/** What the API answers of a list: its items under a name of their own, and how to go on. */
interface ListAnswer {
  has_more: boolean
  next_cursor: string | null
}

type ItemOf<List> = {
  [Field in keyof List]-?: List[Field] extends (infer Item)[] ? Item : never
}[keyof List]

/** One page; iterating over it goes through all the others, too. */
export class Page<Item> implements AsyncIterable<Item> {
  readonly items: Item[]
  /** Passed as `cursor`, it gives the next page; null on the last one. */
  readonly nextCursor: string | null
  readonly #follow: (cursor: string) => Promise<Page<Item>>

  constructor(items: Item[], nextCursor: string | null, follow: (cursor: string) => Promise<Page<Item>>) {
    this.items = items
    this.nextCursor = nextCursor
    this.#follow = follow
  }

  /** The next page; null behind the last one. */
  async next(): Promise<Page<Item> | null> {
    return this.nextCursor === null ? null : this.#follow(this.nextCursor)
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for (let page: Page<Item> | null = this; page !== null; page = await page.next()) yield* page.items
  }
}

/** A list that is being fetched: awaited it is its first page, iterated over it is all items. */
export class PagePromise<Item> extends Promise<Page<Item>> implements AsyncIterable<Item> {
  /** What follows from it, by `then` say, is an ordinary promise. */
  static override get [Symbol.species](): PromiseConstructor {
    return Promise
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    yield* await this
  }

  /** All items of all pages. */
  async toArray(): Promise<Item[]> {
    const items: Item[] = []
    for await (const item of this) items.push(item)
    return items
  }
}

/** A list whose pages `fetchPage` gets, the first without a cursor. @throws ConnectionError for an answer that is no list. */
export function pages<List extends ListAnswer>(
  fetchPage: (cursor: string | undefined) => Promise<List>,
): PagePromise<ItemOf<List>> {
  const get = async (cursor?: string): Promise<Page<ItemOf<List>>> => {
    const { items, nextCursor } = listOf(await fetchPage(cursor))
    return new Page(items as ItemOf<List>[], nextCursor, get)
  }
  return new PagePromise((resolve) => resolve(get()))
}

function listOf(answer: unknown): { items: unknown[]; nextCursor: string | null } {
  const { has_more: hasMore, next_cursor: cursor, ...others } = isObject(answer) ? answer : {}
  const items = Object.values(others).find((value) => Array.isArray(value))
  if (items !== undefined && hasMore === false) return { items, nextCursor: null }
  if (items !== undefined && hasMore === true && typeof cursor === 'string')
    return { items, nextCursor: cursor }
  throw new StrangeAnswerError('the answer is no list')
}
