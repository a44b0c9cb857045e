/** Whose address is of the house whose inbox it is. */
import type { House } from '../domain/correspondent.ts'
import { freeMail } from './brands.ts'
import { registrableDomain } from './lookalike.ts'

/** Whether an address is one of the house's, or at a domain of its own; where anyone has an address, the whole address counts. */
export const isOfHouse = (address: string, domain: string, house: House | undefined): boolean =>
  (house?.addresses ?? []).some(
    (one) =>
      one === address ||
      (!freeMail.has(domain) &&
        registrableDomain(one.slice(one.lastIndexOf('@') + 1)) === registrableDomain(domain)),
  )
