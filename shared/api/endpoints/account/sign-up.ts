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
    'Creates an account with a live and a sandbox key, both with all scopes, and 1,000 free credits. The keys are shown in this response only. Each network can create one account an hour, unless the operator asks for an `invite_code`. The operator decides who can sign up: anybody, anybody who then confirms the address (until then, live mail and purchases are refused with `account_unconfirmed`), whoever has an `invite_code`, or nobody. If you send an `Idempotency-Key` (use a random UUID), a repeated request from the same address gets the same keys.',
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
