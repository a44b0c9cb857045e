/** Who takes part in a message, so that an address outside of it can be told. */
import type { House } from '../../domain/correspondent.ts'
import { registrableDomain } from '../lookalike.ts'
import { isOfHouse } from '../own-house.ts'
import type { RiskMessage } from '../scorer.ts'

export interface Parties {
  addresses: ReadonlySet<string>
  domains: ReadonlySet<string>
  /** Whose inbox it is. */
  house?: House | undefined
}

/**
 * The sender, whoever is to be answered, and the inbox; of what comes in, other recipients with their addresses alone:
 * who sends may put anybody there.
 */
export function partiesOf({ direction, mail, envelope, inboxAddress, house }: RiskMessage): Parties {
  const own = [mail.from?.address, envelope.mailFrom, inboxAddress, ...mail.replyToMailboxes.map(addressOf)]
  const others = [...mail.toMailboxes, ...mail.ccMailboxes].map(addressOf)
  const known = own.filter((address) => address !== undefined && address !== '') as string[]
  return {
    addresses: new Set([...known, ...others].map((address) => address.toLowerCase())),
    domains: new Set(
      [...known, ...(direction === 'outbound' ? others : [])]
        .map(registrableDomain)
        .filter((domain) => domain !== null),
    ),
    house,
  }
}

const addressOf = ({ address }: { address: string }): string => address

/** Nobody is known: every address is outside. */
export const nobody: Parties = { addresses: new Set(), domains: new Set() }

/** Whether an address of the text is none of theirs, nor of the houses they write from. */
export function isOutside(address: string, { addresses, domains }: Parties): boolean {
  if (addresses.has(address)) return false
  const domain = registrableDomain(address)
  return domain === null || !domains.has(domain)
}

/** Whether an address of the text is of the house whose inbox it is: what goes there has not left. */
export const isAtHome = (address: string, { house }: Parties): boolean =>
  isOfHouse(address, address.slice(address.lastIndexOf('@') + 1), house)
