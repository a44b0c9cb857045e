/** The policy type `domain_blocklist`: it fires on whoever is on the list. */
import { patternsOf } from '../address-pattern.ts'
import { definePolicy } from '../policy-type.ts'
import { listConfig, listProblems, quoted } from './domain-lists.ts'

export const domainBlocklist = definePolicy({
  type: 'domain_blocklist',
  description:
    'Fires on mail from a sender, or to a recipient, that is on the list. Inbound, both the envelope sender and the addresses in From count, authenticated or not.',
  actions: ['block', 'withhold', 'flag'],
  stages: ['rcpt', 'message'],
  config: listConfig,
  problems: listProblems,
  evaluate({ config }, subject) {
    const list = patternsOf(config.domains)
    const find = (who: string, addresses: readonly string[]) => {
      const address = addresses.find((one) => list.match(one))
      return address === undefined ? null : `The ${who} ${quoted(address)} is on the block list.`
    }
    if (subject.stage === 'rcpt') return find('sender', [subject.mailFrom])
    if (subject.direction === 'outbound') return find('recipient', subject.recipients)
    return find('sender', [...subject.authors, subject.mailFrom])
  },
})
