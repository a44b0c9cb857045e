/** Requests of any kind, generated from the OpenAPI document: near enough to what it asks for to get far, and hostile. */
import fc from 'fast-check'
import type { OpenApiDocument, Operation, Schema } from '../../services/api/openapi/types.ts'

/** A request, and the operation that it is for. */
export interface GeneratedRequest {
  method: string
  path: string
  operation: Operation
  url: string
  headers: Record<string, string>
  payload?: string | Buffer
}

/** What exists, so that requests get past looking it up. */
export interface Known {
  keys: readonly string[]
  /** Values by path parameter. */
  parameters: Readonly<Record<string, readonly string[]>>
  cursors: readonly string[]
}

const deep = (depth: number, open: string, close: string): string => open.repeat(depth) + close.repeat(depth)

const hostileTexts = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  'x\udc00y',
  '__proto__',
  'constructor',
  "' or 1=1; --",
  '%00',
  '../../etc/passwd',
  '🦊',
  '\u202e',
  'a'.repeat(5_000),
  '-1',
  '0',
  '101',
  '100000000000',
  '1e400',
  'NaN',
  '0x10',
  ' 7 ',
  '٣',
  '2026-02-30T00:00:00Z',
  '-271821-04-20T00:00:00Z',
  '+275760-09-13T00:00:00.001Z',
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999999999Z',
  '4714-11-23T00:00:00Z',
  'infinity',
  'msg_00000000000000000000000000',
  'inb_zzzzzzzzzzzzzzzzzzzzzzzzzz',
  'evt_zzzzzzzzzzzzzzzzzzzzzzzzzz',
  'a@b@c',
  '"x" <a@peer.example>, b@peer.example',
  'a@peer.example\r\nBcc: b@peer.example',
]
const hostileText = fc.oneof(fc.constantFrom(...hostileTexts), fc.string({ unit: 'binary', maxLength: 40 }))
const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  hostileText,
  fc.constantFrom<unknown>(null, true, -1, 0, 101, 1e11, 2 ** 53, -(2 ** 63), 1.5, 1e308, [], {}, [[[]]], {
    a: { b: { c: {} } },
  }),
  fc.jsonValue({ maxDepth: 3 }),
)

/** A value that `schema` describes, as far as that can be made easily; now and then one that it doesn't. */
export function anyValue(
  schema: Schema,
  components: Record<string, Schema>,
  depth = 0,
): fc.Arbitrary<unknown> {
  return fc.oneof(
    { arbitrary: fittingValue(schema, components, depth), weight: 9 },
    { arbitrary: hostileValue, weight: 1 },
  )
}

function fittingValue(
  schema: Schema,
  components: Record<string, Schema>,
  depth: number,
): fc.Arbitrary<unknown> {
  const inner = (next: Schema) => anyValue(next, components, depth + 1)
  if (depth > 6) return fc.constant(null)
  if (schema.$ref !== undefined) {
    const target = components[schema.$ref.replace('#/components/schemas/', '')]
    return target === undefined ? hostileValue : fittingValue(target, components, depth + 1)
  }
  const variants = schema.anyOf ?? schema.oneOf
  if (variants !== undefined) return fc.oneof(...variants.map(inner))
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum)
  const examples = schema.examples ?? []
  const orExample = (other: fc.Arbitrary<unknown>) =>
    examples.length === 0 ? other : fc.oneof(fc.constantFrom(...examples), other)
  const type = [schema.type ?? 'object'].flat()[0]
  if (type === 'string') {
    if (schema.format === 'date-time')
      return fc
        .date({
          min: new Date('2000-01-01T00:00:00Z'),
          max: new Date('2100-01-01T00:00:00Z'),
          noInvalidDate: true,
        })
        .map((date) => date.toISOString())
    const { minLength = 0, maxLength = 40 } = schema
    return orExample(fc.string({ minLength, maxLength: Math.max(minLength, Math.min(maxLength, 60)) }))
  }
  if (type === 'integer' || type === 'number') {
    const { minimum = -10, maximum = 1_000 } = schema
    const min = Math.max(minimum, -(2 ** 31))
    return orExample(fc.integer({ min, max: Math.max(min, Math.min(maximum, 2 ** 31 - 1)) }))
  }
  if (type === 'boolean') return fc.boolean()
  if (type === 'null') return fc.constant(null)
  if (type === 'array')
    return orExample(
      fc.array(schema.items === undefined ? hostileValue : inner(schema.items), { maxLength: 3 }),
    )
  const properties = Object.entries(schema.properties ?? {})
  const own = fc.record(Object.fromEntries(properties.map(([name, one]) => [name, inner(one)])), {
    requiredKeys: [...(schema.required ?? [])].filter((name) => schema.properties?.[name] !== undefined),
  })
  const stray = fc.dictionary(
    fc.constantFrom('admin', '__proto__', '\0', '\ud800', 'tenant_id'),
    hostileValue,
    {
      maxKeys: 1,
      noNullPrototype: true,
    },
  )
  return fc.oneof(
    { arbitrary: own, weight: 8 },
    { arbitrary: fc.tuple(own, stray).map(([a, b]) => ({ ...a, ...b })), weight: 1 },
  )
}

/** What is sent for a body: its JSON, mostly; else what isn't quite JSON, or too much of it. */
function payloadOf(body: fc.Arbitrary<unknown>): fc.Arbitrary<string | Buffer> {
  const json = body.map((value) => JSON.stringify(value) ?? 'null')
  return fc.oneof(
    { arbitrary: json, weight: 14 },
    { arbitrary: json.map((text) => text.slice(0, -1)), weight: 1 },
    { arbitrary: json.map((text) => text.replace(/^\{/, '{"__proto__":{"admin":true},')), weight: 1 },
    { arbitrary: json.map((text) => text.replace(/^\{"(\w+)":/, '{"$1":null,"$1":')), weight: 1 },
    {
      arbitrary: json.map((text) => text.replace(/^\{/, '{"constructor":{"prototype":{"admin":true}},')),
      weight: 1,
    },
    {
      arbitrary: fc.constantFrom<string | Buffer>(
        '',
        ' ',
        '\ufeff{}',
        '[]',
        'null',
        '"',
        '{}{}',
        '{"a":1e999}',
        deep(20_000, '[', ']'),
        deep(20_000, '{"a":', '}').replaceAll('}{', '1'),
        `{"metadata":${deep(5_000, '[', ']')}}`,
        `{"name":"${'a'.repeat(200_000)}"}`,
        `[${'0,'.repeat(100_000)}0]`,
        Buffer.from('{"name":"\xff\xfe"}', 'latin1'),
        Buffer.from([0, 1, 2, 255]),
      ),
      weight: 2,
    },
  )
}

const contentTypes = fc.oneof(
  { arbitrary: fc.constant('application/json'), weight: 20 },
  {
    arbitrary: fc.constantFrom(
      'application/json; charset=utf-8',
      'APPLICATION/JSON',
      'application/json; charset=utf-16',
      'application/json, text/plain',
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/jsonx',
      '/',
      ';',
      'nonsense',
    ),
    weight: 2,
  },
)

const encoded = (text: string): string => encodeURIComponent(text.toWellFormed())
/** Percent-encoding as it mustn't be. */
const misencoded = fc.constantFrom('%', '%f', '%ff', '%c0%ae', '%ud800', '%E0%80', '%00', '%2e%2e%2f')

function querySegment(name: string, schema: Schema, components: Record<string, Schema>, known: Known) {
  const value = name === 'cursor' ? cursorOf(known) : anyValue(schema, components)
  return fc.oneof(
    {
      arbitrary: value.map((one) =>
        one !== null && typeof one === 'object' && !Array.isArray(one)
          ? Object.entries(one)
              .map(([key, inner]) => `${name}[${encoded(key)}]=${encoded(String(inner))}`)
              .join('&')
          : `${name}=${encoded(String(one))}`,
      ),
      weight: 12,
    },
    { arbitrary: misencoded.map((text) => `${name}=${text}`), weight: 1 },
    { arbitrary: value.map((one) => `${name}=${encoded(String(one))}&${name}=2`), weight: 1 },
  )
}

/** Cursors that were given out, those that were cut or changed, and those made by hand. */
function cursorOf({ cursors }: Known): fc.Arbitrary<string> {
  const given = fc.constantFrom(...cursors)
  return fc.oneof(
    given,
    fc.tuple(given, fc.nat(80)).map(([text, at]) => text.slice(0, at)),
    fc.tuple(given, fc.nat(80)).map(([text, at]) => `${text.slice(0, at)}A${text.slice(at + 1)}`),
    fc.string({ maxLength: 60 }).map((text) => Buffer.from(text).toString('base64url')),
    fc.jsonValue().map((value) => `${Buffer.from(JSON.stringify(value)).toString('base64url')}.x`),
    hostileText,
  )
}

/** Requests to one operation. */
function requestTo(
  document: OpenApiDocument,
  method: string,
  path: string,
  operation: Operation,
  known: Known,
): fc.Arbitrary<GeneratedRequest> {
  const components = document.components.schemas
  const { parameters = [], requestBody } = operation
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
  const segments = names.map((name) => {
    const others = Object.values(known.parameters).flat()
    const strange = fc.oneof(
      hostileText.map((text) => encoded(text) || 'x'),
      misencoded,
      fc.constantFrom(...others),
    )
    // What a DELETE names would be gone for the requests after it.
    if (method === 'DELETE') return strange
    return fc.oneof(
      { arbitrary: fc.constantFrom(...known.parameters[name]!), weight: 4 },
      { arbitrary: strange, weight: 1 },
    )
  })
  const queries = parameters.filter((parameter) => parameter.in === 'query')
  const query = fc
    .tuple(
      ...queries.map(({ name, schema, required = false }) =>
        fc.option(querySegment(name, schema, components, known), {
          nil: null,
          freq: required ? 8 : 1,
        }),
      ),
      fc.option(fc.constantFrom('admin=1', '__proto__=x', '__proto__[a]=x', '&&=&', 'metadata[', '%=%'), {
        nil: null,
        freq: 15,
      }),
    )
    .map((parts) => parts.filter((part) => part !== null).join('&'))
  const key = fc.oneof(
    { arbitrary: fc.constantFrom(...known.keys).map((one) => `Bearer ${one}`), weight: 20 },
    {
      arbitrary: fc.constantFrom('', 'Bearer', 'Bearer x', `Bearer ${'x'.repeat(300)}`, 'Basic eA=='),
      weight: 1,
    },
  )
  const odd = fc.oneof(
    { arbitrary: fc.constant({}), weight: 12 },
    {
      arbitrary: fc.constantFrom<Record<string, string>>(
        { 'idempotency-key': 'one' },
        { 'idempotency-key': '' },
        { 'idempotency-key': 'x'.repeat(300) },
        { 'idempotency-key': '\u00e9' },
        { 'last-event-id': 'evt_zzzzzzzzzzzzzzzzzzzzzzzzzz' },
        { 'last-event-id': '\u00ff' },
        { 'stripe-signature': 't=1,v1=00' },
        { 'x-forwarded-for': '::1, nonsense' },
        { 'x-http-method-override': 'DELETE' },
        { expect: 'nothing' },
        { 'x-long': 'a'.repeat(7_000) },
        { cookie: '__proto__=1' },
        { accept: 'application/x-none' },
        { range: 'bytes=0-0,5-,-1' },
      ),
      weight: 2,
    },
  )
  const schema = requestBody?.content['application/json']?.schema
  const body =
    schema === undefined
      ? fc.option(payloadOf(hostileValue), { nil: undefined, freq: 3 })
      : fc.option(payloadOf(fittingValue(schema, components, 0)), { nil: undefined, freq: 12 })
  return fc
    .tuple(fc.tuple(...segments), query, key, odd, body, contentTypes)
    .map(([values, search, authorization, headers, payload, contentType]) => {
      let index = 0
      const filled = path.replaceAll(/\{\w+\}/g, () => values[index++]!)
      return {
        method,
        path,
        operation,
        url: `/api/v1${filled}${search === '' ? '' : `?${search}`}`,
        headers: {
          authorization,
          ...headers,
          ...(payload === undefined ? {} : { 'content-type': contentType }),
        },
        ...(payload === undefined ? {} : { payload }),
      }
    })
}

/** Requests to every operation of the document. */
export function anyRequest(document: OpenApiDocument, known: Known): fc.Arbitrary<GeneratedRequest> {
  return fc.oneof(
    ...Object.entries(document.paths).flatMap(([path, byMethod]) =>
      Object.entries(byMethod).map(([method, operation]) =>
        requestTo(document, method.toUpperCase(), path, operation, known),
      ),
    ),
  )
}
