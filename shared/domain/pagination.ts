/** Pagination: the common query parameters, the envelope of lists, and signed cursors. */
import { hash } from 'node:crypto'
import { z } from 'zod'
import type { Keyring } from '../lib/keyring.ts'
import { ServiceError } from './errors.ts'
import { limits } from './limits.ts'

const wrongLimit = `must be a whole number from 1 to ${limits.pageMax}`

/** `limit` and `cursor`, as every list takes them. */
export const pageQuery = {
  limit: z.coerce
    .number(wrongLimit)
    .int(wrongLimit)
    .min(1, wrongLimit)
    .max(limits.pageMax, wrongLimit)
    .default(limits.pageDefault)
    .meta({ description: 'Number of items.' }),
  cursor: z.string().min(1).max(1_000).optional().meta({ description: '`next_cursor` of the page before.' }),
}

/** What a list endpoint needs to know of the page that is asked for. */
export interface Page {
  limit: number
  /** Sort values of the last item of the page before; null for the first page. */
  after: string[] | null
}

/** The envelope of a list of `item`s under `name`. */
export function pageOf<Name extends string, Item extends z.ZodType>(name: Name, item: Item) {
  return z.object({
    [name]: z.array(item),
    has_more: z.boolean().meta({
      description:
        'Whether there is a further page. It may be so of a page with fewer items than `limit`, or none: filters that many rows had to be looked at for.',
    }),
    next_cursor: z
      .string()
      .nullable()
      .meta({
        description: 'Pass it as `cursor` for the next page; null on the last one.',
        examples: [null],
      }),
  } as Record<Name, z.ZodArray<Item>> & { has_more: z.ZodBoolean; next_cursor: z.ZodNullable<z.ZodString> })
}

/** What a cursor is good for: one list of one reach with one set of filters. */
export interface CursorBinding {
  list: string
  tenantId: string
  filters: Record<string, unknown>
}

const bindingText = ({ list, tenantId, filters }: CursorBinding): string =>
  hash('sha256', JSON.stringify([list, tenantId, Object.entries(filters).sort()]), 'base64url')

/** A cursor: the sort values of the last item of a page, signed for the list that it came from. */
export function signCursor(keyring: Keyring, binding: CursorBinding, position: string[]): string {
  const payload = Buffer.from(JSON.stringify(position)).toString('base64url')
  return `${payload}.${keyring.sign('cursor', `${bindingText(binding)}.${payload}`)}`
}

/**
 * The sort values of a cursor; null where none is given.
 * @throws ServiceError `validation_error` for a cursor made by hand, or of another list, tenant or filter.
 */
export function readCursor(
  keyring: Keyring,
  binding: CursorBinding,
  cursor: string | undefined,
): string[] | null {
  if (cursor === undefined) return null
  const [payload = '', signature = ''] = cursor.split('.')
  if (!keyring.verify('cursor', `${bindingText(binding)}.${payload}`, signature))
    throw new ServiceError('validation_error', undefined, {
      details: [{ path: 'query.cursor', message: 'is not a cursor of this list with these filters' }],
    })
  return JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as string[]
}

/** Cuts rows fetched with one more than `limit` to a page; `position` gives an item's sort values. */
export function cutPage<Item>(
  rows: Item[],
  limit: number,
  position: (last: Item) => string[],
  sign: (position: string[]) => string,
): { items: Item[]; has_more: boolean; next_cursor: string | null } {
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  const more = rows.length > limit && last !== undefined
  return { items, has_more: more, next_cursor: more ? sign(position(last)) : null }
}
