/** How an endpoint is written: its documentation, its contracts and its handler, one a file. */
import { z } from 'zod'
import { type Endpoint, type EndpointName, endpoints } from '../domain/endpoints.ts'
import { type ErrorCode, ServiceError } from '../domain/errors.ts'
import { type IdKind, idPrefixes } from '../domain/ids.ts'
import { limits } from '../domain/limits.ts'
import type { Principal } from '../domain/principal.ts'
import type { RateUse } from '../store/admission.ts'
import type { BinaryContent } from './answer.ts'
import type { ApiDeps } from './deps.ts'

const identified = (noun: string, kind: IdKind) => ({
  description: `Identifier of the ${noun}, prefix \`${idPrefixes[kind]}_\`.`,
  example: `${idPrefixes[kind]}_01ka2b3c4d5e6f7g8h9j0kmnpq`,
})

/** Path parameters, with what the documentation says of them. */
export const pathParameters = {
  slug: { description: 'Slug of the inbox.', example: 'support-agent' },
  message_id: identified('message', 'message'),
  draft_id: identified('draft', 'draft'),
  attachment_id: identified('attachment', 'attachment'),
  thread_id: identified('thread', 'thread'),
  policy_id: identified('policy', 'policy'),
  approval_id: identified('approval', 'approval'),
  user_id: identified('user', 'user'),
  channel_id: identified('notice channel', 'noticeChannel'),
  key_id: identified('API key', 'apiKey'),
  delivery_id: identified('delivery', 'webhookDelivery'),
  order_id: identified('order', 'order'),
  payment_method_id: identified('payment method', 'paymentMethod'),
  address: { description: 'The address, in any letter case.', example: 'ada@example.com' },
}
export type PathParameter = keyof typeof pathParameters

/** One call, as a handler sees it: by whichever door it came. */
export interface Call<Query, Body> {
  deps: ApiDeps
  query: Query
  body: Body
  /** Who is asking; an endpoint without a scope has nobody, and must not ask. */
  principal: Principal
  /** The same for each attempt at a request with an Idempotency-Key; null for a request without. */
  requestId: string | null
  /** A path parameter that this path may lack: endpoints have variants. */
  optional(name: PathParameter): string | undefined
  /** A path parameter that every path of the endpoint has. */
  path(name: PathParameter): string
  /** Aborts when nobody waits for the answer any more, or has had all of it. */
  signal: AbortSignal
  /** IP address that the call came from. */
  address: string
  /** Address under which the caller reaches the service over HTTP, without a slash at its end. */
  publicUrl: string
  /** Of an endpoint with `rawBody`: the very bytes that came, and what their sender has signed them with; both may be empty. */
  raw: { content: Uint8Array; signature: string }
  /** The last event that the reader of a stream has got; undefined for one that begins. */
  lastEventId: string | undefined
  /** Whether the answer is asked for without its content. */
  withoutContent: boolean
  /** Told where the caller stands in a limit that the endpoint counts by itself. */
  counted(use: RateUse): void
}

/** How an answer that isn't JSON is documented. */
export interface BinaryAnswer {
  contentType: string
  description: string
}

/** How an endpoint deals with an idempotency key. */
export interface Repeatable {
  /** It commits as it goes, and goes on where it was when it is run again with the same `requestId`. */
  resumes?: true
  /** Of an endpoint without a key: what the caller is told from others by. */
  of?(call: { address: string; body: unknown }): unknown
  /** Of an endpoint without a key: whether the caller may try this key. @throws ServiceError. */
  admit?(deps: ApiDeps, caller: { address: string }): Promise<void>
  /** Of an endpoint without a key: the account that its answer belongs to. */
  accountOf?(answer: unknown): string
}

export interface EndpointDefinition<
  Query extends z.ZodType,
  Body extends z.ZodType,
  Answer extends z.ZodType,
> {
  name: EndpointName
  tag: string
  summary: string
  description: string
  query?: Query
  body?: Body
  /** Status of success; 204 has no answer. */
  status: 200 | 201 | 202 | 204
  /** Another status of success, with the same answer, for those answers that it is `when`. */
  otherStatus?: {
    status: 202
    description: string
    when(answer: z.input<Answer>): boolean
    example?: Record<string, unknown>
  }
  /** Fields of the answer's example, where those of its schema are of another endpoint. */
  example?: Record<string, unknown>
  /** Bytes of the body, where they aren't `limits.bodyBytes`; `message`: a message of the largest size, in base64. */
  bodyBytes?: number | 'message'
  /** Whether it works on both tenants of its account, and so without the wall that keeps each request to its own. */
  wholeAccount?: true
  /** Whether its body is left as the bytes that came, for a signature to be verified over them: see `raw` of the call. */
  rawBody?: true
  answer: Answer | BinaryAnswer | null
  /** Of an endpoint without a key: whether the caller may ask at all, before the body is read. @throws ServiceError. */
  enter?(deps: ApiDeps, caller: { address: string; repeatable: boolean }): Promise<void>
  /**
   * Of an endpoint that shows what mail says: the messages whose texts or files its answer holds, which are put on record
   * as read by the key; `path` has the parameters of the call.
   */
  reads?(answer: z.output<Answer>, path: (name: PathParameter) => string): readonly string[]
  /** Codes beside those that every endpoint with a key has. */
  errors: ErrorCode[]
  /** Those of them that may say when a retry can work (`Retry-After`), beside 429 and 503, which always do. */
  retryErrors?: ErrorCode[]
  /** How a POST is repeated, where that isn't as usual: with all its changes in `deps.database`, by a caller with a key. */
  repeatable?: Repeatable
  handle(call: Call<z.output<Query>, z.output<Body>>): Promise<z.input<Answer> | BinaryContent | undefined>
}

/** A defined endpoint, ready to be called. */
export interface DefinedEndpoint {
  definition: Omit<EndpointDefinition<z.ZodType, z.ZodType, z.ZodType>, 'handle'>
  endpoint: Endpoint
  /** Its handler: of a call whose query and body are as the definition has them. */
  run(call: Call<unknown, unknown>): Promise<unknown>
}

/** Defines an endpoint of the table in shared/domain/endpoints.ts. */
export function defineEndpoint<
  Query extends z.ZodType = z.ZodType<undefined>,
  Body extends z.ZodType = z.ZodType<undefined>,
  Answer extends z.ZodType = z.ZodType<undefined>,
>(definition: EndpointDefinition<Query, Body, Answer>): DefinedEndpoint {
  return {
    definition,
    endpoint: endpoints[definition.name],
    run: (call) => definition.handle(call as Call<z.output<Query>, z.output<Body>>),
  }
}

/** Codes that any endpoint may answer that takes an idempotency key. */
export const idempotencyErrors: ErrorCode[] = ['idempotency_conflict', 'idempotency_mismatch']

/** Whether an endpoint takes an idempotency key: every POST of somebody who is known, and signup. */
export const isRepeatable = ({ definition, endpoint }: DefinedEndpoint): boolean =>
  endpoint.method === 'POST' && (endpoint.scope !== null || definition.repeatable !== undefined)

/** Bytes that a body may have: with a message of `messageBytes`, base64 takes a third more. */
export function bodyLimit(
  { bodyBytes = limits.bodyBytes }: Pick<DefinedEndpoint['definition'], 'bodyBytes'>,
  messageBytes: number,
): number {
  if (bodyBytes !== 'message') return bodyBytes
  return Math.ceil((messageBytes * 4) / 3) + limits.messageBodyExtraBytes
}

/** `value`, or the one answer for what doesn't exist, or isn't the caller's. @throws ServiceError `not_found`. */
export function found<T>(value: T | undefined | null): T {
  if (value === undefined || value === null) throw new ServiceError('not_found')
  return value
}

/** Nothing may be sent: an absent body, or an empty object. */
export const noBody = z.strictObject({}).nullish()
