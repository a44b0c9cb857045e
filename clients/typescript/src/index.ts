/** Client of the Agent Email Service. */
export { AgentEmail } from './client.ts'
export {
  AgentEmailError,
  ApiError,
  AuthenticationError,
  ConflictError,
  ConnectionError,
  CreditsError,
  type ErrorDetail,
  InvalidRequestError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  ServiceError,
  TimeoutError,
} from './errors.ts'
export { Page, PagePromise } from './page.ts'
export type { StreamEvent, StreamOptions } from './resources/events.ts'
export type { WaitFilter } from './resources/messages.ts'
export type { ToolDefinition, ToolResult } from './resources/tools.ts'
export type { ClientOptions, RequestOptions } from './transport.ts'
export type { Answer, Body, Query, Schema, ServiceEvent } from './types.ts'
export { verifyWebhook, type WebhookHeaders, WebhookVerificationError } from './webhooks.ts'
