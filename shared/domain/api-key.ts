/** API keys: their text form and their contract. */
import { hash, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { z } from 'zod'
import { pageOf, pageQuery } from './pagination.ts'
import { type Mode, modes } from './principal.ts'
import { agentScopes, scopeSchema } from './scopes.ts'
import { timestamp, timestampInput } from './timestamp.ts'

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const textForm = /^svc_(?:live|test)_([0-9A-Za-z]{40})([0-9A-Za-z]{6})$/
const prefixLength = 16

function checksum(secret: string): string {
  let rest = crc32(secret)
  let text = ''
  for (let i = 0; i < 6; i++) {
    text = digits[rest % 62] + text
    rest = Math.floor(rest / 62)
  }
  return text
}

/** A new key: `svc_live_` or `svc_test_`, 40 random base62 characters and the base62 CRC-32 of those. */
export function newKey(mode: Mode): string {
  let secret = ''
  for (let i = 0; i < 40; i++) secret += digits[randomInt(62)]
  return `svc_${mode === 'live' ? 'live' : 'test'}_${secret}${checksum(secret)}`
}

/** Whether `text` has the form and checksum of a key: anything else is refused without a query. */
export function isKey(text: string): boolean {
  const parts = textForm.exec(text)
  return parts !== null && checksum(parts[1]!) === parts[2]
}

/** What a key is stored and found by: SHA-256, lowercase hex. */
export const hashKey = (key: string): string => hash('sha256', key, 'hex')

/** The only form of a key that is shown after its creation. */
export const prefixOfKey = (key: string): string => key.slice(0, prefixLength)

export const apiKey = z
  .object({
    id: z.string().meta({ description: 'Prefix `key_`.', examples: ['key_01ka2b3c4d5e6f7g8h9j0kmnpq'] }),
    name: z.string().meta({ examples: ['Support agent'] }),
    key_prefix: z
      .string()
      .meta({ description: 'The first 16 characters of the key.', examples: ['svc_live_4fJx2Qa'] }),
    scopes: z.array(scopeSchema).meta({ examples: [agentScopes] }),
    mode: z.enum(modes),
    inbox_id: z
      .string()
      .nullable()
      .meta({ description: 'The one inbox the key is limited to; null: all.', examples: [null] }),
    user_id: z.string().meta({
      description: 'The user the key belongs to, prefix `usr_`.',
      examples: ['usr_01ka2b3c4d5e6f7g8h9j0kmnpq'],
    }),
    expires_at: timestamp.nullable().meta({ examples: [null] }),
    last_used_at: timestamp.nullable().meta({
      description:
        'When the key was last used, to the minute; null: never. A call that is refused for its rate or credits counts, too.',
      examples: ['2026-07-25T09:30:00.000Z'],
    }),
    created_at: timestamp,
  })
  .meta({ id: 'ApiKey', description: 'An API key, without its secret.' })
export type ApiKey = z.output<typeof apiKey>

export const createdApiKey = apiKey
  .extend({
    key: z.string().meta({
      description: 'The full key. It is shown in this response only.',
      examples: ['svc_live_4fJx2Qa9…'],
    }),
  })
  .meta({ id: 'CreatedApiKey', description: 'A new API key with its secret.' })

export const apiKeyPage = pageOf('api_keys', apiKey).meta({ id: 'ApiKeyPage' })

export const apiKeyListQuery = z.strictObject(pageQuery)

export const createApiKeyBody = z
  .strictObject({
    name: z
      .string()
      .trim()
      .min(1)
      .max(100)
      .meta({ examples: ['Support agent'] }),
    scopes: z
      .array(scopeSchema)
      .min(1)
      .transform((given) => [...new Set(given)])
      .optional()
      .meta({ description: `Default: ${agentScopes.map((scope) => `\`${scope}\``).join(', ')}.` }),
    mode: z.enum(modes).optional().meta({ description: "Default: the creating key's own." }),
    inbox_id: z
      .string()
      .max(64)
      .optional()
      .meta({
        description: 'Limits the key to one inbox.',
        examples: ['inb_01ka2b3c4d5e6f7g8h9j0kmnpq'],
      }),
    expires_at: timestampInput
      .optional()
      .meta({ description: 'When the key stops working. Default: never.' }),
  })
  .meta({ id: 'CreateApiKey', examples: [{ name: 'Support agent', scopes: [...agentScopes] }] })
export type CreateApiKey = z.output<typeof createApiKeyBody>
