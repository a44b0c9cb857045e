/** Finds the values in a text that should not leave it: personal data and secrets. */
import type { Entity } from './pii/entities.ts'
import { findPii } from './pii/find-pii.ts'
import { findSecrets } from './secret/find-secrets.ts'
import { type Span, withoutOverlaps } from './span.ts'

export interface FindOptions {
  /** Kinds to look for; all of them where absent. */
  entities?: readonly Entity[]
  /** Least confidence of a span, from 0 to 1. Default: 0.5. */
  minConfidence?: number
  /** What the text is read with: its subject, the mail that it answers. */
  around?: string
}

/** The sensitive values of `text`, in order and without overlaps. Offsets are UTF-16 units. Never throws. */
export function findSensitive(
  text: string,
  { entities, minConfidence = 0.5, around = '' }: FindOptions = {},
): Span[] {
  const wanted = entities === undefined ? null : new Set(entities)
  const spans = findPii(text, wanted)
  if (wanted === null || wanted.has('secret')) spans.push(...findSecrets(text, { around }))
  return withoutOverlaps(spans).filter(
    ({ type, confidence }) => confidence >= minConfidence && (wanted === null || wanted.has(type)),
  )
}
