/** The kinds of value that are found and redacted: their names, and what their placeholders say. */

/** Entities that a `pii_redaction` policy may name; the first nine are those of the contract. */
export const entities = [
  'email',
  'phone',
  'credit_card',
  'iban',
  'us_ssn',
  'ip',
  'url',
  'secret',
  'person',
  'date_of_birth',
  'passport',
  'driver_license',
  'national_id',
  'bank_account',
  'crypto_address',
  'mac_address',
  'street_address',
  'location',
  'organization',
  'date',
  'age',
  'nationality',
  'title',
] as const
export type Entity = (typeof entities)[number]

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
