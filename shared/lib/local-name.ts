/** Domain names that nobody in the public DNS has. */

/** Names kept for local use and for examples (RFC 2606, RFC 6761, RFC 6762, RFC 8375, ICANN's `.internal`). */
const local =
  /(^|\.)(localhost|localdomain|local|internal|lan|home\.arpa|test|invalid|example|example\.(com|net|org))$/

/** Whether the DNS can say nothing of `domain`. */
export const isLocalName = (domain: string): boolean => local.test(domain.toLowerCase().replace(/\.$/, ''))

const example = /(^|\.)example(\.(com|net|org))?$/

/** Whether `domain` is kept for examples: nothing is ever there (RFC 2606). */
export const isExampleName = (domain: string): boolean =>
  example.test(domain.toLowerCase().replace(/\.$/, ''))
