/** The kinds of value that are found and redacted: their names, and what their placeholders say. */

import type { Entity } from '../../domain/entity.ts'

export type { Entity } from '../../domain/entity.ts'

/**
 * What is redacted where a policy doesn't choose: values by which someone could be harmed and that rules
 * recognise well. Names, places and dates are left to those who ask for them.
 */
export const defaultEntities: readonly Entity[] = [
  'email',
  'phone',
  'credit_card',
  'iban',
  'us_ssn',
  'ip',
  'secret',
  'date_of_birth',
  'passport',
  'driver_license',
  'national_id',
  'bank_account',
  'crypto_address',
]

/** The word in a placeholder: `[REDACTED:CREDIT_CARD]`. */
export const labelOf = (entity: Entity): string => entity.toUpperCase()
