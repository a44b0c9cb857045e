/** The direction that a policy looks at, as configs have it. */
import { z } from 'zod'
import { policyDirections } from '../domain/policy.ts'

export const direction = z
  .enum(policyDirections)
  .default('both')
  .meta({ description: 'Mail that it looks at.', examples: ['inbound'] })
