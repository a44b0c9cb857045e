/** The kinds of value that are found, redacted and named in policies. */

/** Personal data and secrets by kind; the first nine are those of the interface. */
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
