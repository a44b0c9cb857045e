/** The address under which clients reach the service. */

/** How a request came: what it was asked by and of whom, behind proxies that are trusted. */
export interface CameBy {
  protocol: string
  host: string
}

/** PUBLIC_URL, or else the address that this request came by; without a slash at its end. */
export const publicUrl = (
  { PUBLIC_URL }: { PUBLIC_URL?: string | undefined },
  { protocol, host }: CameBy,
): string => (PUBLIC_URL ?? `${protocol}://${host}`).replace(/\/+$/, '')
