/** Adds to the generated document what schemas can't say: scopes, credits, error codes, headers and examples. */
import { z } from 'zod'
import { codesByStatus } from '../../../shared/domain/error-envelope.ts'
import { type ErrorCode, errorTable } from '../../../shared/domain/errors.ts'
import { limits } from '../../../shared/domain/limits.ts'
import type { DefinedEndpoint } from '../endpoint.ts'
import { idempotencyErrors, isRepeatable } from '../idempotency.ts'
import { exampleOf } from './example.ts'
import type { OpenApiDocument, Operation, Parameter, Response, Schema } from './types.ts'
import { webhookOperations } from './webhooks.ts'

const errorSchema: Schema = { $ref: '#/components/schemas/Error' }

const headers = {
  'X-Request-Id': { description: 'Identifies the request.', schema: { type: 'string' } },
  'RateLimit-Limit': { description: 'Requests in the window.', schema: { type: 'integer' } },
  'RateLimit-Remaining': { description: 'Requests left in the window.', schema: { type: 'integer' } },
  'RateLimit-Reset': { description: 'Seconds until the window ends.', schema: { type: 'integer' } },
  'Idempotency-Replayed': {
    description:
      '`true` where this is the kept response of an earlier request with the same `Idempotency-Key`.',
    schema: { type: 'string', enum: ['true'] },
  },
  'WWW-Authenticate': { description: 'How to authenticate.', schema: { type: 'string', enum: ['Bearer'] } },
  'Retry-After': { description: 'Seconds until a retry can work.', schema: { type: 'integer' } },
} satisfies NonNullable<OpenApiDocument['components']['headers']>

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
  if (path !== paths[0]) operation['x-alias-of'] = definition.name
  operation['x-required-scope'] = scope
  operation['x-credits'] = credits
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
    ...(scope === null ? [] : (['unauthorized', 'forbidden', 'rate_limited'] as const)),
    ...(credits > 0 ? (['credits_exhausted'] as const) : []),
    ...(invalid ? (['validation_error'] as const) : []),
    ...(takesBody ? (['body_too_large', 'unsupported_media_type'] as const) : []),
    ...(repeatable ? idempotencyErrors : []),
    ...definition.errors,
  ]
  for (const [status, ofStatus] of [...codesByStatus([...new Set(codes)])].sort(([a], [b]) => a - b))
    responses[status] = errorResponse(status, ofStatus, takesBody ? 'body' : 'query.limit')
  operation.responses = responses
  // The generator leaves out the examples of a body as a whole.
  const { examples } = (definition.body?.meta() ?? {}) as { examples?: unknown[] }
  for (const media of Object.values(operation.requestBody?.content ?? {}))
    media.example = examples?.[0] ?? exampleOf(media.schema, document.components.schemas, 'request')
}

function finishSuccess(
  document: OpenApiDocument,
  response: Response,
  { answer }: DefinedEndpoint['definition'],
  {
    limited,
    repeatable,
    example,
  }: { limited: boolean; repeatable: boolean; example: Record<string, unknown> | undefined },
): Response {
  const names = [
    'X-Request-Id' as const,
    ...(limited ? (['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'] as const) : []),
    ...(repeatable ? (['Idempotency-Replayed'] as const) : []),
  ]
  const withHeaders = headerReferences(names)
  if (answer === null) return { description: 'Done; the body is empty.', headers: withHeaders }
  if (!(answer instanceof z.ZodType)) {
    const content = { [answer.contentType]: { schema: { type: 'string', format: 'binary' } } }
    return { description: answer.description, headers: withHeaders, content }
  }
  for (const media of Object.values(response.content ?? {}))
    media.example = withFields(exampleOf(media.schema, document.components.schemas, 'response'), example)
  return { ...response, description: 'Success.', headers: withHeaders }
}

const withFields = (example: unknown, fields: Record<string, unknown> | undefined): unknown =>
  fields === undefined ? example : { ...(example as object), ...fields }

function errorResponse(status: number, codes: ErrorCode[], invalidPath: string): Response {
  const examples = codes.map((code) => {
    const details =
      code === 'validation_error' ? { details: [{ path: invalidPath, message: 'is invalid' }] } : {}
    const request_id = 'req_01ka2b3c4d5e6f7g8h9j0kmnpq'
    return [
      code,
      { value: { error: { code, message: errorTable[code].text, status, ...details, request_id } } },
    ] as const
  })
  return {
    description: codes.map((code) => `\`${code}\`: ${errorTable[code].text}`).join(' '),
    headers: headerReferences(
      status === 429
        ? ['X-Request-Id', 'Retry-After', 'RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset']
        : ['X-Request-Id', ...(status === 401 ? (['WWW-Authenticate'] as const) : [])],
    ),
    content: { 'application/json': { schema: errorSchema, examples: Object.fromEntries(examples) } },
  }
}

const headerReferences = (names: readonly (keyof typeof headers)[]): Record<string, { $ref: string }> =>
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
