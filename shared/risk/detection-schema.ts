/** What an outside scorer may answer, checked before it is believed. */
import { z } from 'zod'
import type { Detection } from '../domain/analysis.ts'
import { cleanText, truncate } from '../lib/clean-text.ts'

/** Text of an outsider: cut rather than refused, made storable. */
const text = (max: number) => z.string().transform((value) => truncate(cleanText(value), max))

const evidence = z.object({
  where: text(200),
  text: text(200),
  offset: z.int().min(0).optional(),
})

const detection = z.object({
  result: z.string().regex(/^[a-z][a-z0-9_]{0,63}$/, 'must be a lower-case word'),
  detail: text(500),
  confidence: z.number().min(0).max(1),
  evidence: z.array(evidence).max(20).optional(),
  points: z.number().min(0).max(100).optional(),
})

const detections = z.array(detection).max(50)

/**
 * The detections in `answer`, as findings of `method`; unknown keys are dropped.
 * @throws ZodError where it is anything else.
 */
export function parseDetections(answer: unknown, method: string): Detection[] {
  return detections.parse(answer).map(({ evidence, points, ...rest }) => ({
    method,
    ...rest,
    ...(points === undefined ? {} : { points }),
    ...(evidence === undefined
      ? {}
      : {
          evidence: evidence.map(({ offset, ...item }) =>
            offset === undefined ? item : { ...item, offset },
          ),
        }),
  }))
}
