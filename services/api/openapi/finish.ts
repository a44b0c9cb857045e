/** Adds to the generated document what schemas can't say: scopes, credits, error codes, headers and examples. */
import { z } from 'zod'
import { type DefinedEndpoint, idempotencyErrors, isRepeatable } from '../../../shared/api/endpoint.ts'
import { needsConfirmation } from '../../../shared/domain/confirmation.ts'
import { codesByStatus, withDetail } from '../../../shared/domain/error-envelope.ts'
import { docsOf, errorFixes } from '../../../shared/domain/error-fixes.ts'
import { type ErrorCode, errorTable } from '../../../shared/domain/errors.ts'
import { inboxKeyRules } from '../../../shared/domain/inbox-key.ts'
import { limits } from '../../../shared/domain/limits.ts'
import { exampleOf } from './example.ts'
import { fileExamples } from './file-examples.ts'
import type { OpenApiDocument, Operation, Parameter, Reference, Response, Schema } from './types.ts'
import { webhookOperations } from './webhooks.ts'

const errorSchema: Schema = { $ref: '#/components/schemas/Error' }

const headers = {
  'X-Request-Id': { description: 'Identifies the request.', schema: { type: 'string' } },
  'RateLimit-Limit': { description: 'Requests in the window.', schema: { type: 'integer' } },
  'RateLimit-Remaining': { description: 'Requests left in the window.', schema: { type: 'integer' } },
  'RateLimit-Reset': { description: 'Seconds until the window ends.', schema: { type: 'integer' } },
  'RateLimit-Policy': {
    description: 'All limits that hold: `20;w=1, 100;w=60` is 20 requests a second and 100 a minute.',
    schema: { type: 'string' },
  },
  'Idempotency-Replayed': {
    description:
      '`true` where this is the kept response of an earlier request with the same `Idempotency-Key`.',
    schema: { type: 'string', enum: ['true'] },
  },
  'WWW-Authenticate': { description: 'How to authenticate.', schema: { type: 'string', enum: ['Bearer'] } },
  'Retry-After': {
    description:
      'Seconds until a retry can work. With 403 and 409 it is there only where that is known, as it always is for `idempotency_conflict`.',
    schema: { type: 'integer' },
  },
} satisfies NonNullable<OpenApiDocument['components']['headers']>

const rateHeaderNames = [
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
  'RateLimit-Policy',
] as const

const idempotencyParameter: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: `Makes the request safe to repeat for ${limits.idempotencyHours} hours: the same key and body are answered with the kept response, and nothing is done or charged again. Another body with the same key is 422 \`idempotency_mismatch\`; while the first request is running, 409 \`idempotency_conflict\`.`,
  example: '5f0c1b2e-8a5d-4c57-9d5e-3f2a7c1b9e10',
  schema: { type: 'string', minLength: 1, maxLength: limits.idempotencyKeyCharacters },
}

/** Completes the document in place, and answers it. */
export function finishDocument(document: OpenApiDocument, defined: DefinedEndpoint[]): OpenApiDocument {
  for (const one of defined)
    for (const path of one.endpoint.paths)
      finishOperation(document, document.paths[path]![one.endpoint.method.toLowerCase()]!, one, path)
  document.webhooks = webhookOperations()
  document.components.headers = headers
  keepUsedSchemas(document)
  return withPlainNames(document)
}

function finishOperation(
  document: OpenApiDocument,
  operation: Operation,
  one: DefinedEndpoint,
  path: string,
): void {
  const { definition, endpoint } = one
  const { scope, credits, method, paths } = endpoint
  const limited = scope !== null || definition.errors.includes('rate_limited')
  const repeatable = isRepeatable(one)
  if (repeatable) operation.parameters = [...(operation.parameters ?? []), idempotencyParameter]
  // Read by query-string.ts: `metadata[name]=value`.
  for (const parameter of operation.parameters ?? [])
    if (parameter.in === 'query' && parameter.schema.type === 'object')
      Object.assign(parameter, { style: 'deepObject', explode: true })
  if (path !== paths[0]) Object.assign(operation, { deprecated: true, 'x-alias-of': definition.name })
  operation['x-required-scope'] = scope
  operation['x-credits'] = credits
  operation['x-inbox-key'] = inboxKeyRules[definition.name]
  const success = operation.responses[definition.status] ?? { description: '' }
  const responses: Record<string, Response> = {
    [definition.status]: finishSuccess(document, success, definition, {
      limited,
      repeatable,
      example: definition.example,
    }),
  }
  const { otherStatus } = definition
  if (otherStatus !== undefined)
    responses[otherStatus.status] = {
      ...finishSuccess(document, operation.responses[otherStatus.status] ?? { description: '' }, definition, {
        limited,
        repeatable,
        example: otherStatus.example,
      }),
      description: otherStatus.description,
    }
  // A body is read wherever there may be one, also where none is asked for.
  const takesBody = method !== 'GET'
  const invalid = definition.query !== undefined || takesBody
  const codes: ErrorCode[] = [
    ...(scope === null ? [] : (['unauthorized', 'forbidden'] as const)),
    'rate_limited',
    ...(needsConfirmation.has(definition.name) ? (['account_unconfirmed'] as const) : []),
    ...(credits > 0 ? (['credits_exhausted'] as const) : []),
    ...(invalid ? (['validation_error'] as const) : []),
    ...(takesBody ? (['body_too_large', 'unsupported_media_type'] as const) : []),
    ...(repeatable ? idempotencyErrors : []),
    ...definition.errors,
  ]
  const retryable = new Set<ErrorCode>(['idempotency_conflict', ...(definition.retryErrors ?? [])])
  for (const [status, ofStatus] of [...codesByStatus([...new Set(codes)])].sort(([a], [b]) => a - b))
    responses[status] = errorResponse(status, ofStatus, {
      invalidPath: takesBody ? 'body' : 'query.limit',
      retries: ofStatus.some((code) => retryable.has(code)),
    })
  responses.default = anyOtherError()
  operation.responses = responses
  finishRequest(document, operation, definition)
}

/** Says whether a body has to be there, and what it may be; where it may only be empty, nothing is said of one. */
function finishRequest(
  { components: { schemas } }: OpenApiDocument,
  operation: Operation,
  { body, rawBody }: DefinedEndpoint['definition'],
): void {
  // Whoever signs it says what is in it.
  if (rawBody === true)
    operation.requestBody = {
      required: true,
      content: { 'application/json': { schema: { type: 'object' }, example: {} } },
    }
  const { requestBody } = operation
  if (requestBody === undefined || body === undefined) return
  requestBody.required = !body.safeParse(undefined).success
  // The generator leaves out the examples of a body as a whole.
  const { examples } = (body.meta() ?? {}) as { examples?: unknown[] }
  for (const media of Object.values(requestBody.content)) {
    const name = media.schema.$ref?.replace('#/components/schemas/', '')
    if (name === undefined) media.schema = withoutNull(media.schema)
    else schemas[name] = withoutNull(schemas[name]!)
    if (isEmptyObject(media.schema)) {
      delete operation.requestBody
      return
    }
    media.example = examples?.[0] ?? exampleOf(media.schema, schemas, 'request')
  }
}

/** What a body is where there is one: that it may be absent is said elsewhere. */
function withoutNull(schema: Schema): Schema {
  const { anyOf, ...rest } = schema
  const others = anyOf?.filter(({ type }) => type !== 'null')
  return anyOf === undefined || others?.length !== 1 ? schema : { ...others[0], ...rest }
}

const isEmptyObject = ({ type, properties, additionalProperties }: Schema): boolean =>
  type === 'object' && additionalProperties === false && Object.keys(properties ?? {}).length === 0

function finishSuccess(
  document: OpenApiDocument,
  response: Response,
  { name, answer }: DefinedEndpoint['definition'],
  {
    limited,
    repeatable,
    example,
  }: { limited: boolean; repeatable: boolean; example: Record<string, unknown> | undefined },
): Response {
  const names = [
    'X-Request-Id' as const,
    ...(limited ? rateHeaderNames : []),
    ...(repeatable ? (['Idempotency-Replayed'] as const) : []),
  ]
  const withHeaders = headerReferences(names)
  if (answer === null) return { description: 'Done; the body is empty.', headers: withHeaders }
  if (!(answer instanceof z.ZodType)) {
    const text = answer.contentType.startsWith('text/')
    const schema: Schema = text ? { type: 'string' } : { type: 'string', format: 'binary' }
    const shown = fileExamples[name]
    const content = {
      [answer.contentType]: shown === undefined ? { schema } : { schema, example: shown },
    }
    return { description: answer.description, headers: withHeaders, content }
  }
  for (const media of Object.values(response.content ?? {}))
    media.example = withFields(exampleOf(media.schema, document.components.schemas, 'response'), example)
  return { ...response, description: 'Success.', headers: withHeaders }
}

const withFields = (example: unknown, fields: Record<string, unknown> | undefined): unknown =>
  fields === undefined ? example : { ...(example as object), ...fields }

function errorResponse(
  status: number,
  codes: ErrorCode[],
  { invalidPath, retries }: { invalidPath: string; retries: boolean },
): Response {
  const examples = codes.map((code) => {
    const details: { details?: { path: string; message: string }[] } =
      code === 'validation_error' ? { details: [{ path: invalidPath, message: 'is invalid' }] } : {}
    const request_id = 'req_01ka2b3c4d5e6f7g8h9j0kmnpq'
    const fix = errorFixes[code]
    const error = {
      code,
      message: withDetail(errorTable[code].text, details.details?.[0]),
      status: errorTable[code].http,
      ...details,
      docs: docsOf(code, 'https://inbox.example'),
      ...(fix === undefined ? {} : { fix }),
      request_id,
    }
    return [code, { value: { error } }] as const
  })
  return {
    description: codes.map((code) => `\`${code}\`: ${errorTable[code].text}`).join(' '),
    headers: headerReferences(
      status === 429
        ? ['X-Request-Id', 'Retry-After', ...rateHeaderNames]
        : [
            'X-Request-Id',
            ...(status === 401 ? (['WWW-Authenticate'] as const) : []),
            ...(status === 503 || retries ? (['Retry-After'] as const) : []),
          ],
    ),
    content: { 'application/json': { schema: errorSchema, examples: Object.fromEntries(examples) } },
  }
}

/** What any operation can be answered with beside its own errors. */
const anyOtherError = (): Response => ({
  ...errorResponse(
    503,
    ['bad_request', 'request_timeout', 'headers_too_large', 'internal', 'query_timeout', 'unavailable'],
    {
      invalidPath: 'body',
      retries: false,
    },
  ),
  description:
    'Any other error, in the same form: a request that is not valid HTTP (400), takes too long to come in (408) or has too long a header (431), or a service that is broken or not available (5xx).',
})

const headerReferences = (names: readonly (keyof typeof headers)[]): Record<string, Reference> =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))

/** Drops the components that nothing refers to: the generator writes each one for requests and for responses. */
function keepUsedSchemas(document: OpenApiDocument): void {
  const { schemas } = document.components
  const used = new Set<string>()
  const follow = (value: unknown): void => {
    if (value === null || typeof value !== 'object') return
    for (const [key, child] of Object.entries(value)) {
      if (key !== '$ref' || typeof child !== 'string') {
        follow(child)
        continue
      }
      const name = child.replace('#/components/schemas/', '')
      if (used.has(name) || schemas[name] === undefined) continue
      used.add(name)
      follow(schemas[name])
    }
  }
  follow(document.paths)
  document.components.schemas = Object.fromEntries(
    Object.entries(schemas)
      .filter(([name]) => used.has(name))
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  )
}

/** The generator calls what requests hold `…Input`: the suffix goes where the plain name is free, or the same. */
function withPlainNames(document: OpenApiDocument): OpenApiDocument {
  let text = JSON.stringify(document)
  for (const [name, schema] of Object.entries(document.components.schemas)) {
    const plain = name.replace(/Input$/, '')
    const other = document.components.schemas[plain]
    if (plain === name || (other !== undefined && JSON.stringify(other) !== JSON.stringify(schema))) continue
    text = text.replaceAll(`"#/components/schemas/${name}"`, `"#/components/schemas/${plain}"`)
    text = text.replace(`"${name}":`, `"${plain}":`)
  }
  return JSON.parse(text) as OpenApiDocument
}
