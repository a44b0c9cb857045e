/** POST /signup */
import { signedUp, signUpBody } from '../../../../shared/domain/account.ts'
import { networkOf } from '../../../../shared/domain/network.ts'
import { signUp } from '../../../../shared/flow/account/sign-up.ts'
import { defineEndpoint } from '../../endpoint.ts'

export const signUpEndpoint = defineEndpoint({
  name: 'sign_up',
  tag: 'Account',
  summary: 'Sign up',
  description:
    'Creates an account with a live and a sandbox key, both with all scopes, and 1,000 free credits. The keys are shown in this response only. Limited to one an hour from each IP address.',
  body: signUpBody,
  status: 201,
  answer: signedUp,
  errors: ['rate_limited'],
  handle: ({ deps: { database, config }, body, request }) =>
    signUp({ database, signupsPerHour: config.SIGNUPS_PER_HOUR }, body, networkOf(request.ip)),
})
