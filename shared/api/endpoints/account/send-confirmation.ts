/** POST /account/confirmation */

import { confirmationSent } from '../../../domain/confirmation.ts'
import { limits } from '../../../domain/limits.ts'
import { requestConfirmation } from '../../../flow/account/confirm.ts'
import { defineEndpoint, noBody } from '../../endpoint.ts'

export const sendConfirmationEndpoint = defineEndpoint({
  name: 'send_confirmation',
  tag: 'Account',
  summary: 'Have the address confirmed',
  description: `Mails a link to the address of the key's user, who confirms it on the page behind the link, within ${limits.confirmationHours} hours. Notices to an address that nobody has confirmed show nothing of the message that waits. Where the operator asks for it, live mail leaves, and credits can be bought, only afterwards. Signing up sends the first link in that case; up to ${limits.confirmationMailsPerHour} more an hour can be asked for.`,
  body: noBody,
  status: 202,
  answer: confirmationSent,
  errors: ['already_confirmed'],
  handle: ({ deps: { database, queue }, principal }) => requestConfirmation({ database, queue }, principal),
})
