/** POST /signup */

import { type SignedUp, type SignUp, signedUp, signUpBody } from '../../../domain/account.ts'
import { limits } from '../../../domain/limits.ts'
import { networkOf } from '../../../domain/network.ts'
import { countRepeatableSignUp, refuseSignUp, signUp } from '../../../flow/account/sign-up.ts'
import { defineEndpoint } from '../../endpoint.ts'

export const signUpEndpoint = defineEndpoint({
  name: 'sign_up',
  tag: 'Account',
  summary: 'Sign up',
  description:
    'Creates an account with a live and a sandbox key, both with all scopes, and 1,000 free credits. The keys are shown in this response only. Limited to one an hour from each network, where no `invite_code` is asked for. The operator says who may: anybody; anybody, who confirms the address by a mailed link before live mail leaves and credits are bought (`account_unconfirmed` until then); whoever has an `invite_code`; or nobody. With an `Idempotency-Key`, which should be a random UUID here, a repeated request from the same address is answered with the same keys.',
  body: signUpBody,
  bodyBytes: limits.signUpBodyBytes,
  status: 201,
  answer: signedUp,
  errors: ['rate_limited', 'signup_closed', 'invite_invalid'],
  enter: async ({ database, config }, { address, repeatable }) => {
    // One that may be a repetition is answered again, whatever the limit: those have their own, see `admit`.
    if (repeatable) return
    const rules = { mode: config.SIGNUP, perHour: config.SIGNUPS_PER_HOUR }
    await refuseSignUp(database, rules, networkOf(address))
  },
  repeatable: {
    // Nobody is known yet: the response, with its keys, goes to whoever knows key and body, at the same address.
    of: ({ address, body }) => [networkOf(address), (body as SignUp).contact_email.toLowerCase()],
    admit: ({ database }, { address }) => countRepeatableSignUp(database, networkOf(address)),
    accountOf: (answer) => (answer as SignedUp).account.id,
  },
  handle: async ({ deps: { database, queue, config }, body, address, counted }) => {
    const rules = {
      mode: config.SIGNUP,
      perHour: config.SIGNUPS_PER_HOUR,
      inboxDomain: config.INBOX_DOMAIN,
    }
    return signUp({ database, queue, rules, counted }, body, networkOf(address))
  },
})
