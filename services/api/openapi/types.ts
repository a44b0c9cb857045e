/** As much of OpenAPI 3.1 as our own document uses. */

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

export interface Response {
  description: string
  headers?: Record<string, { $ref: string }>
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
  'x-required-scope': string | null
  'x-credits': number
  /** The operation that this one is a further path of. */
  'x-alias-of'?: string
}

/** What a receiver of webhooks has to answer. */
export type WebhookOperation = Omit<Operation, 'x-required-scope' | 'x-credits' | 'x-alias-of'>

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
