/** Metadata: a flat object of the caller's own, kept with a resource and never read by the service. */
import { z } from 'zod'

const maxKeys = 50

export const metadataInput = z
  .record(
    z.string().min(1).max(40),
    z.union([z.string().max(500), z.number(), z.boolean()], 'must be a string, a number or a boolean'),
  )
  .refine((value) => Object.keys(value).length <= maxKeys, `must have at most ${maxKeys} keys`)
  .meta({
    description: `Your own data: up to ${maxKeys} keys of up to 40 characters, with strings of up to 500 characters, numbers or booleans.`,
    examples: [{ team: 'billing' }],
  })

export const metadata = z
  .record(z.string(), z.unknown())
  .meta({ description: 'Your own data.', examples: [{ team: 'billing' }] })
