/** The webhooks of the OpenAPI document: what is pushed for each kind of event, made from the registry of events. */
import { z } from 'zod'
import { timestamp } from '../../../shared/domain/timestamp.ts'
import { eventTypes } from '../../../shared/events/index.ts'
import { exampleOf } from './example.ts'
import type { Parameter, Schema, WebhookOperation } from './types.ts'

const header = (name: string, description: string, example: string): Parameter => ({
  name,
  in: 'header',
  required: true,
  description,
  example,
  schema: { type: 'string' },
})

const parameters: Parameter[] = [
  header(
    'X-Svc-Signature',
    "`sha256=` and the lowercase hex HMAC-SHA256 of `{X-Svc-Timestamp}.{raw body}`; its key is the inbox's webhook secret.",
    'sha256=2e37df5d4a028c51a7f3133d64ae1e300d2c2c900f1b1d49d4369ad2530f8964',
  ),
  header(
    'X-Svc-Timestamp',
    'Unix time of the attempt, in seconds: refuse what is older than 300.',
    '1767225600',
  ),
  header('webhook-id', 'The same over all attempts (Standard Webhooks).', 'whd_01ka2b3c4d5e6f7g8h9j0kmnpq'),
  header('webhook-timestamp', 'As `X-Svc-Timestamp`.', '1767225600'),
  header(
    'webhook-signature',
    'Signatures by Standard Webhooks, separated by spaces.',
    'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  ),
]

/** One webhook a kind of event, by its name. */
export function webhookOperations(): Record<string, { post: WebhookOperation }> {
  return Object.fromEntries(
    eventTypes.map(({ name, description, data }) => {
      const payload = z.object({ event: z.literal(name), timestamp, data })
      const { $schema: _, ...schema } = z.toJSONSchema(payload, { io: 'output' }) as Schema & {
        $schema?: string
      }
      const operation: WebhookOperation = {
        operationId: `on_${name.replace('.', '_')}`,
        summary: `Event ${name}`,
        description: `${description} Pushed to \`webhook_url\` where \`webhook_events\` names it.`,
        tags: ['Webhooks'],
        security: [],
        parameters,
        requestBody: {
          required: true,
          content: { 'application/json': { schema, example: exampleOf(schema, {}, 'response') } },
        },
        responses: {
          '2XX': { description: 'Taken. Anything else, or nothing within 5 seconds, is tried again.' },
        },
      }
      return [name, { post: operation }]
    }),
  )
}
