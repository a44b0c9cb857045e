/** What operations take and answer, by their names in the OpenAPI document. */
import type { operationTable } from './operations.ts'
import type { components, operations } from './schema.ts'

/** Objects of the API, by name: `Schema<'Message'>`. */
export type Schema<Name extends keyof components['schemas']> = components['schemas'][Name]

export type OperationName = keyof typeof operationTable & keyof operations

type Json<Given> = Given extends { content: { 'application/json': infer Body } } ? Body : never

/** The JSON that an operation takes. */
export type Body<Name extends OperationName> = operations[Name] extends { requestBody?: infer Given }
  ? Json<NonNullable<Given>>
  : never

/** The parameters of its query. */
export type Query<Name extends OperationName> = operations[Name] extends {
  parameters: { query?: infer Given }
}
  ? NonNullable<Given>
  : never

type Responses<Name extends OperationName> = operations[Name]['responses']

/** The JSON that it answers where it succeeds; undefined where it answers without content. */
export type Answer<Name extends OperationName> = {
  [Status in keyof Responses<Name>]: Responses<Name>[Status] extends { content?: never }
    ? undefined
    : Json<Responses<Name>[Status]>
}[keyof Responses<Name>]

/** An event, as webhooks and streams have it. */
export type ServiceEvent<Name extends Schema<'EventName'> = Schema<'EventName'>> = {
  [Each in Name]: Json<NonNullable<EventOperations[Each]>>
}[Name]

interface EventOperations {
  'message.received': operations['on_message_received']['requestBody']
  'message.withheld': operations['on_message_withheld']['requestBody']
  'message.sent': operations['on_message_sent']['requestBody']
  'message.failed': operations['on_message_failed']['requestBody']
  'message.bounced': operations['on_message_bounced']['requestBody']
  'message.complained': operations['on_message_complained']['requestBody']
  'approval.pending': operations['on_approval_pending']['requestBody']
  'approval.resolved': operations['on_approval_resolved']['requestBody']
  'webhook.disabled': operations['on_webhook_disabled']['requestBody']
}
