/** What we advise to publish as DMARC policy (RFC 7489): one advice, wherever it is given. */

/** The record to begin with. */
export const firstDmarcRecord = (domain: string): string =>
  `v=DMARC1; p=none; rua=mailto:postmaster@${domain}`

/** How to go on from there; docs/OPERATIONS.md has the same words. */
export const dmarcAdvice =
  'Start with p=none and rua, and read the reports; once all your own mail passes, raise p to quarantine, then to reject.'
