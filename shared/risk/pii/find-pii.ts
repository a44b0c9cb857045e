/** Personal data in a text: runs the detectors that its characters make possible. */
import { plainForm, stretchIn } from '../plain-form.ts'
import { type Span, withoutOverlaps } from '../span.ts'
import { findBankAccounts, findCryptoAddresses } from './bank.ts'
import { findCards } from './card.ts'
import { findInColumns } from './columns.ts'
import { findAges, findBirthDates } from './dates.ts'
import { findLicences, findPassports } from './documents.ts'
import { findEmails } from './email.ts'
import type { Entity } from './entities.ts'
import { findIbans } from './iban.ts'
import { findNames } from './names.ts'
import { findNationalIds } from './national-id.ts'
import { findIps, findMacs, findUrls } from './network.ts'
import { findPhones } from './phone.ts'
import { findSsns } from './ssn.ts'
import { findStreetAddresses } from './street-address.ts'

/** What a text must have for a detector to be worth running. */
interface Traits {
  /** Digits, and the most of them in a row with at most three other characters between two. */
  digits: number
  run: number
  colons: number
}

interface Detector {
  types: readonly Entity[]
  needs(traits: Traits): boolean
  find(text: string): Span[]
}

const detectors: readonly Detector[] = [
  { types: ['email'], needs: () => true, find: findEmails },
  { types: ['credit_card'], needs: ({ run }) => run >= 12, find: findCards },
  { types: ['iban'], needs: ({ digits }) => digits >= 10, find: findIbans },
  { types: ['us_ssn'], needs: ({ run }) => run >= 9, find: findSsns },
  { types: ['phone'], needs: ({ run }) => run >= 7, find: findPhones },
  { types: ['ip'], needs: ({ run, colons }) => run >= 4 || colons >= 2, find: findIps },
  { types: ['mac_address'], needs: ({ digits }) => digits >= 3, find: findMacs },
  { types: ['url'], needs: () => true, find: findUrls },
  { types: ['date_of_birth'], needs: ({ digits }) => digits >= 4, find: findBirthDates },
  { types: ['passport'], needs: ({ digits }) => digits >= 4, find: findPassports },
  { types: ['driver_license'], needs: ({ digits }) => digits >= 5, find: findLicences },
  {
    types: ['date_of_birth', 'passport', 'driver_license', 'us_ssn', 'phone'],
    needs: ({ digits }) => digits >= 4,
    find: findInColumns,
  },
  { types: ['national_id'], needs: ({ run }) => run >= 6, find: findNationalIds },
  { types: ['bank_account'], needs: ({ run }) => run >= 3, find: findBankAccounts },
  { types: ['crypto_address'], needs: ({ digits }) => digits >= 2, find: findCryptoAddresses },
  { types: ['street_address'], needs: ({ digits }) => digits >= 1, find: findStreetAddresses },
  {
    types: ['person', 'organization', 'location', 'nationality', 'title'],
    needs: () => true,
    find: findNames,
  },
  { types: ['age'], needs: ({ digits }) => digits >= 1, find: findAges },
]

/**
 * The personal data of kinds `wanted` (null: all) in `text`, without overlaps. All detectors run whose
 * kinds overlap with the wanted ones' places, so that a card is never taken for a phone number.
 */
export function findPii(text: string, wanted: ReadonlySet<Entity> | null): Span[] {
  const plain = plainForm(text)
  const traits = traitsOf(plain.text)
  const found: Span[] = []
  for (const { types, needs, find } of detectors) {
    if (wanted !== null && !types.some((type) => wanted.has(type)) && !numbers.has(types[0]!)) continue
    if (needs(traits)) found.push(...find(plain.text))
  }
  return withoutOverlaps(found).map((span) => ({ ...span, ...stretchIn(text, plain, span) }))
}

/** Kinds that are told apart by each other. */
const numbers: ReadonlySet<Entity> = new Set([
  'credit_card',
  'iban',
  'us_ssn',
  'phone',
  'date_of_birth',
  'passport',
  'driver_license',
  'national_id',
  'bank_account',
])

function traitsOf(text: string): Traits {
  const traits: Traits = { digits: 0, run: 0, colons: 0 }
  let run = 0
  let gap = 0
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit >= 0x30 && unit <= 0x39) {
      traits.digits++
      gap = 0
      if (++run > traits.run) traits.run = run
      continue
    }
    if (++gap > 3) run = 0
    if (unit === 0x3a) traits.colons++
  }
  return traits
}
