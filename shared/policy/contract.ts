/** Policies: the API's contract, made from the registry of types. */
import { z } from 'zod'
import { limits } from '../domain/limits.ts'
import { pageOf, pageQuery } from '../domain/pagination.ts'
import { type Policy, policyActions, policyTypeNames } from '../domain/policy.ts'
import { timestamp } from '../domain/timestamp.ts'
import { policyTypes } from './index.ts'
import type { AnyPolicyType } from './policy-type.ts'

const name = z
  .string()
  .min(1)
  .max(limits.policyNameCharacters)
  .regex(/^\P{Cc}*$/u, 'must be one line')
  .meta({ examples: ['Partners only'] })
const inboxId = z
  .string()
  .max(64)
  .nullable()
  .meta({
    description: 'The inbox it holds for, prefix `inb_`; null: all inboxes.',
    examples: [null],
  })
const enabled = z.boolean().meta({ description: 'Whether it is applied.', examples: [true] })

/** `domain_allowlist` as `DomainAllowlist`. */
const schemaName = (type: string): string =>
  type.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())

const types = Object.values(policyTypes)
/** Each type's config under a name of its own in the documentation. */
const configs = new Map(
  types.map(({ type, config }) => [type, config.meta({ id: `${schemaName(type)}Config` })]),
)

const orderOf = ({ type, description, actions, problems }: AnyPolicyType) =>
  z
    .strictObject({
      name,
      type: z.literal(type),
      action: z.enum(actions),
      inbox_id: inboxId.optional().meta({
        description: 'The inbox it holds for; null or left out: all inboxes (all that the key reaches).',
        examples: [null],
      }),
      enabled: enabled.default(true),
      config: configs.get(type)!,
    })
    .superRefine(({ config }, context) => {
      for (const { path, message } of problems?.(config) ?? [])
        context.addIssue({ code: 'custom', path: ['config', ...path], message })
    })
    .meta({ id: `Create${schemaName(type)}`, description })

const shown = {
  id: z.string().meta({ description: 'Prefix `pol_`.', examples: ['pol_01ka2b3c4d5e6f7g8h9j0kmnpq'] }),
  name,
  action: z.enum(policyActions),
  inbox_id: inboxId,
  enabled,
  created_at: timestamp,
  updated_at: timestamp,
}
const shownOf = ({ type, description }: AnyPolicyType) =>
  z
    .object({ ...shown, type: z.literal(type), config: configs.get(type)! })
    .meta({ id: `${schemaName(type)}Policy`, description })

type Variants<Schema extends z.ZodType> = [
  Schema & z.core.$ZodTypeDiscriminable,
  ...(Schema & z.core.$ZodTypeDiscriminable)[],
]

/** A policy to be made: one shape a type, told apart by `type`. */
export type CreatePolicy = Pick<Policy, 'name' | 'type' | 'action' | 'enabled' | 'config'> & {
  inbox_id?: string | null | undefined
}
export const createPolicyBody = z
  .discriminatedUnion('type', types.map(orderOf) as unknown as Variants<z.ZodType<CreatePolicy>>, {
    error: ({ code }) =>
      code === 'invalid_union' ? `must be one of ${policyTypeNames.join(', ')}` : 'must be an object',
  })
  .meta({ id: 'CreatePolicy' })

export const updatePolicyBody = z
  .strictObject({
    name: name.optional(),
    action: z.enum(policyActions).optional(),
    inbox_id: inboxId.optional(),
    enabled: enabled.optional(),
    config: z
      .record(z.string(), z.unknown())
      .optional()
      .meta({
        description: 'Keys of the config that change, as the type has them; the others stay.',
        examples: [{ domains: ['example.com'] }],
      }),
  })
  .meta({ id: 'UpdatePolicy', description: 'Only the fields that are present change. The type never does.' })
export type UpdatePolicy = z.output<typeof updatePolicyBody>

export const policy = z
  .discriminatedUnion('type', types.map(shownOf) as unknown as Variants<z.ZodType<Policy>>)
  .meta({ id: 'Policy' })

export const policyPage = pageOf('policies', policy).meta({ id: 'PolicyPage' })

export const policyListQuery = z.strictObject({
  inbox_id: z
    .string()
    .max(64)
    .optional()
    .meta({ description: 'Only policies of this inbox; global ones are left out.' }),
  type: z.enum(policyTypeNames).optional(),
  ...pageQuery,
})
