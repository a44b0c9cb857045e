/** As much of OpenAPI 3.1 as our own document uses. */
import type { InboxKeyRule } from '../../../shared/domain/inbox-key.ts'

/** A JSON Schema (2020-12). */
export interface Schema {
  $ref?: string
  type?: string | string[]
  format?: string
  description?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  enum?: unknown[]
  const?: unknown
  default?: unknown
  /** The default of a request's field, where `default` itself is left out. */
  'x-default'?: unknown
  examples?: unknown[]
  additionalProperties?: boolean | Schema
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  pattern?: string
}

export interface MediaType {
  schema: Schema
  example?: unknown
  examples?: Record<string, { summary?: string; value: unknown }>
}

export interface Reference {
  $ref: string
}

export interface Response {
  description: string
  headers?: Record<string, Reference>
  content?: Record<string, MediaType>
}

export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required?: boolean
  description?: string
  example?: unknown
  /** How an object is written in a query string. */
  style?: 'deepObject'
  explode?: boolean
  schema: Schema
}

export interface Operation {
  operationId: string
  summary: string
  description: string
  tags: string[]
  parameters?: Parameter[]
  requestBody?: { required?: boolean; content: Record<string, MediaType> }
  responses: Record<string, Response>
  security?: Record<string, string[]>[]
  /** Of a further path: generators leave it out. */
  deprecated?: true
  'x-required-scope': string | null
  'x-credits': number
  /** What a key that is limited to one inbox may do with it. */
  'x-inbox-key': InboxKeyRule
  /** The operation that this one is a further path of. */
  'x-alias-of'?: string
}

/** What a receiver of webhooks has to answer. */
export type WebhookOperation = Omit<
  Operation,
  'x-required-scope' | 'x-credits' | 'x-inbox-key' | 'x-alias-of'
>

export interface OpenApiDocument {
  openapi: string
  info: { title: string; version: string; description: string; license: { name: string; identifier: string } }
  servers: { url: string; description?: string }[]
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  webhooks?: Record<string, { post: WebhookOperation }>
  components: {
    schemas: Record<string, Schema>
    headers?: Record<string, { description: string; schema: Schema }>
    securitySchemes: Record<string, unknown>
  }
}

/** An operation with references in the place of what it shares with others. */
export type PublishedOperation = Omit<Operation, 'parameters' | 'responses'> & {
  parameters?: (Parameter | Reference)[]
  responses: Record<string, Response | Reference>
}

/** The document as it is served and written. */
export type PublishedDocument = Omit<OpenApiDocument, 'paths' | 'components'> & {
  paths: Record<string, Record<string, PublishedOperation>>
  components: OpenApiDocument['components'] & {
    parameters: Record<string, Parameter>
    responses: Record<string, Response>
  }
}
