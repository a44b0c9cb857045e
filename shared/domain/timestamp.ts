/** Timestamps in requests and responses: ISO 8601, UTC in responses. */
import { z } from 'zod'

const example = '2026-01-31T09:30:00.000Z'

/** Years 1 to 9999 in UTC, whatever the offset: beyond, Postgres reads no ISO 8601. */
const [first, last] = [Date.parse('0001-01-01T00:00:00Z'), Date.parse('9999-12-31T23:59:59.999Z')]

/** A timestamp of a response. */
export const timestamp = z.string().meta({ format: 'date-time', examples: [example] })

/**
 * A timestamp of a request: ISO 8601 with an offset, years 1 to 9999; answered as milliseconds since 1970.
 * A space is read as `+`, which is what an unescaped one in a query string arrives as.
 */
export const timestampInput = z
  .string()
  .max(40)
  .transform((text) => text.replace(' ', '+'))
  .pipe(z.iso.datetime({ offset: true, error: 'must be an ISO 8601 timestamp such as 2026-01-31T09:30:00Z' }))
  .transform((text) => Date.parse(text))
  .refine(
    (time) => time >= first && time <= last,
    'must be an ISO 8601 timestamp such as 2026-01-31T09:30:00Z',
  )
  .meta({ format: 'date-time', examples: [example] })
