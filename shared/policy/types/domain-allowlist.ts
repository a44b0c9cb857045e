/** The policy type `domain_allowlist`: it fires on whoever is not on the list. */
import { patternsOf } from '../address-pattern.ts'
import { definePolicy } from '../policy-type.ts'
import { listConfig, listProblems, quoted } from './domain-lists.ts'

export const domainAllowlist = definePolicy({
  type: 'domain_allowlist',
  description:
    'Fires on mail from a sender, or to a recipient, that is not on the list. Several allow lists of one scope (global, or one inbox) add up; a global one and one of the inbox must both be satisfied. An inbound sender counts as listed only when its domain is authenticated (DMARC pass).',
  actions: ['block', 'withhold', 'flag'],
  stages: ['rcpt', 'message'],
  config: listConfig,
  problems: listProblems,
  evaluate({ peers }, subject) {
    const lists = peers.map(({ domains }) => patternsOf(domains))
    const listed = (address: string) => lists.some((list) => list.match(address))
    if (subject.stage === 'rcpt') {
      // Of a null sender (a bounce) the envelope says nothing: its author is judged later.
      if (subject.mailFrom === '' || listed(subject.mailFrom)) return null
      return `The sender ${quoted(subject.mailFrom)} is not on the allow list.`
    }
    if (subject.direction === 'outbound') {
      const stranger = subject.recipients.find((address) => !listed(address))
      return stranger === undefined ? null : `The recipient ${quoted(stranger)} is not on the allow list.`
    }
    const stranger = subject.authors.find((address) => !listed(address))
    if (stranger !== undefined) return `The sender ${quoted(stranger)} is not on the allow list.`
    const [author] = subject.authors
    if (author === undefined) return 'The message names no sender, so none that is on the allow list.'
    if (subject.authenticated) return null
    return `The sender ${quoted(author)} is on the allow list, but nothing proves that the message is from there: its domain is not authenticated by DMARC.`
  },
})
