/** POST /signup */
import { type SignedUp, type SignUp, signedUp, signUpBody } from '../../../../shared/domain/account.ts'
import { networkOf } from '../../../../shared/domain/network.ts'
import { countRepeatableSignUp, signUp } from '../../../../shared/flow/account/sign-up.ts'
import type { RateUse } from '../../../../shared/store/admission.ts'
import { defineEndpoint } from '../../endpoint.ts'
import { rateHeaders } from '../../rate-headers.ts'

export const signUpEndpoint = defineEndpoint({
  name: 'sign_up',
  tag: 'Account',
  summary: 'Sign up',
  description:
    'Creates an account with a live and a sandbox key, both with all scopes, and 1,000 free credits. The keys are shown in this response only. Limited to one an hour from each IP address. With an `Idempotency-Key`, which should be a random UUID here, a repeated request from the same address is answered with the same keys.',
  body: signUpBody,
  status: 201,
  answer: signedUp,
  errors: ['rate_limited'],
  repeatable: {
    // Nobody is known yet: the response, with its keys, goes to whoever knows key and body, at the same address.
    of: ({ ip, body }) => [networkOf(ip), (body as SignUp).contact_email.toLowerCase()],
    admit: ({ database }, { ip }) => countRepeatableSignUp(database, networkOf(ip)),
    accountOf: (answer) => (answer as SignedUp).account.id,
  },
  handle: ({ deps: { database, config }, body, request, reply }) => {
    const counted = (use: RateUse) => rateHeaders(reply, { ...use, remaining: use.limit - use.used })
    return signUp({ database, signupsPerHour: config.SIGNUPS_PER_HOUR, counted }, body, networkOf(request.ip))
  },
})
