/** How an endpoint is written: its documentation, its contracts and its handler, one a file. */
import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type Endpoint, type EndpointName, endpoints } from '../../shared/domain/endpoints.ts'
import { type ErrorCode, ServiceError } from '../../shared/domain/errors.ts'
import type { Principal } from '../../shared/domain/principal.ts'
import type { ApiDeps } from './deps.ts'

/** Path parameters, with what the documentation says of them. */
export const pathParameters = {
  slug: { description: 'Slug of the inbox.', example: 'support-agent' },
  message_id: {
    description: 'Identifier of the message, prefix `msg_`.',
    example: 'msg_01ka2b3c4d5e6f7g8h9j0kmnpq',
  },
  attachment_id: {
    description: 'Identifier of the attachment, prefix `att_`.',
    example: 'att_01ka2b3c4d5e6f7g8h9j0kmnpq',
  },
  thread_id: {
    description: 'Identifier of the thread, prefix `thr_`.',
    example: 'thr_01ka2b3c4d5e6f7g8h9j0kmnpq',
  },
  policy_id: {
    description: 'Identifier of the policy, prefix `pol_`.',
    example: 'pol_01ka2b3c4d5e6f7g8h9j0kmnpq',
  },
  approval_id: {
    description: 'Identifier of the approval, prefix `apr_`.',
    example: 'apr_01ka2b3c4d5e6f7g8h9j0kmnpq',
  },
  key_id: {
    description: 'Identifier of the API key, prefix `key_`.',
    example: 'key_01ka2b3c4d5e6f7g8h9j0kmnpq',
  },
  delivery_id: {
    description: 'Identifier of the delivery, prefix `whd_`.',
    example: 'whd_01ka2b3c4d5e6f7g8h9j0kmnpq',
  },
  order_id: {
    description: 'Identifier of the order, prefix `ord_`.',
    example: 'ord_01ka2b3c4d5e6f7g8h9j0kmnpq',
  },
  payment_method_id: {
    description: 'Identifier of the payment method, prefix `pmt_`.',
    example: 'pmt_01ka2b3c4d5e6f7g8h9j0kmnpq',
  },
  address: { description: 'The address, in any letter case.', example: 'ada@example.com' },
} as const
export type PathParameter = keyof typeof pathParameters

/** One request, as a handler sees it. */
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
  request: FastifyRequest
  reply: FastifyReply
}

/** How an answer that isn't JSON is documented. */
export interface BinaryAnswer {
  contentType: string
  description: string
}

/** How an endpoint deals with the header Idempotency-Key. */
export interface Repeatable {
  /** It commits as it goes, and goes on where it was when it is run again with the same `requestId`. */
  resumes?: true
  /** Of an endpoint without a key: what the caller is told from others by. */
  of?(request: FastifyRequest): unknown
  /** Of an endpoint without a key: whether the caller may try this key. @throws ServiceError. */
  admit?(deps: ApiDeps, request: FastifyRequest): Promise<void>
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
  /** Whether the body may carry a message of the largest size, in base64. */
  carriesMessage?: true
  /** Whether `request.body` is the very bytes of the JSON, for a signature to be verified over them. */
  rawBody?: true
  answer: Answer | BinaryAnswer | null
  /** Codes beside those that every endpoint with a key has. */
  errors: ErrorCode[]
  /** How a POST is repeated, where that isn't as usual: with all its changes in `deps.database`, by a caller with a key. */
  repeatable?: Repeatable
  handle(
    call: Call<z.output<Query>, z.output<Body>>,
  ): Promise<z.input<Answer> | Buffer | Readable | undefined>
}

/** A defined endpoint, ready to be registered on every one of its paths. */
export interface DefinedEndpoint {
  definition: Omit<EndpointDefinition<z.ZodType, z.ZodType, z.ZodType>, 'handle'>
  endpoint: Endpoint
  run(deps: ApiDeps, request: FastifyRequest, reply: FastifyReply, requestId: string | null): Promise<unknown>
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
    run: (deps, request, reply, requestId) => {
      const params = request.params as Partial<Record<PathParameter, string>>
      return definition.handle({
        deps,
        query: request.query as z.output<Query>,
        body: request.body as z.output<Body>,
        get principal() {
          if (request.access === null) throw new Error(`${definition.name} has no scope and no principal`)
          return request.access.principal
        },
        requestId,
        optional: (name) => params[name],
        path: (name) => params[name]!,
        request,
        reply,
      })
    },
  }
}

/** `value`, or the one answer for what doesn't exist, or isn't the caller's. @throws ServiceError `not_found`. */
export function found<T>(value: T | undefined | null): T {
  if (value === undefined || value === null) throw new ServiceError('not_found')
  return value
}

/** Nothing may be sent: an absent body, or an empty object. */
export const noBody = z.strictObject({}).nullish()
