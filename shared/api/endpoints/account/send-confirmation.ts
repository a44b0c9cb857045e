/** POST /account/confirmation */

import { confirmationSent } from '../../../domain/confirmation.ts'
import { limits } from '../../../domain/limits.ts'
import { requestConfirmation } from '../../../flow/account/confirm.ts'
import { defineEndpoint, noBody } from '../../endpoint.ts'

export const sendConfirmationEndpoint = defineEndpoint({
  name: 'send_confirmation',
  tag: 'Account',
  summary: 'Have the address confirmed',
  description: `Mails a link to the address of the key's user, who has ${limits.confirmationHours} hours to confirm it on the page behind the link. Until then, notices to this address show nothing of the message that waits. If the operator requires confirmation, you can send live mail and buy credits only afterwards; in that case, signing up sends the first link. You can request up to ${limits.confirmationMailsPerHour} more links an hour.`,
  body: noBody,
  status: 202,
  answer: confirmationSent,
  errors: ['already_confirmed'],
  handle: ({ deps: { database, queue }, principal }) => requestConfirmation({ database, queue }, principal),
})
