/** The OpenAPI document as it is published: what generators of clients trip over isn't in it. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { Components, componentName } from '../../services/api/openapi/components.ts'
import type { PublishedDocument, Response, Schema } from '../../services/api/openapi/types.ts'
import { endpoints } from '../../shared/domain/endpoints.ts'
import { DescribedApi, escapedPointer } from '../support/described.ts'

const text = readFileSync(new URL('../../services/api/openapi.json', import.meta.url), 'utf8')
const document = JSON.parse(text) as PublishedDocument
const { schemas, responses, parameters } = document.components
const operations = Object.entries(document.paths).flatMap(([path, byMethod]) =>
  Object.entries(byMethod).map(([method, operation]) => ({ path, method, operation })),
)
const resolved = (schema: Schema): Schema =>
  schema.$ref === undefined ? schema : schemas[schema.$ref.replace('#/components/schemas/', '')]!
const bodies = operations.flatMap(({ operation: { operationId, requestBody } }) =>
  requestBody === undefined
    ? []
    : [{ operationId, requestBody, schema: requestBody.content['application/json']!.schema }],
)

/** Where keys are names, and no words of a schema. */
const mapsOfNames = new Set([
  'properties',
  'schemas',
  'responses',
  'parameters',
  'paths',
  'content',
  'webhooks',
])

test('every error response is a component, no two are alike, and each is used', () => {
  const referred = new Set<string>()
  for (const { operation } of operations)
    for (const [status, response] of Object.entries(operation.responses)) {
      if (Number(status) < 400) continue
      expect(Object.keys(response), `${operation.operationId} ${status}`).toEqual(['$ref'])
      const name = (response as { $ref: string }).$ref.replace('#/components/responses/', '')
      expect(responses).toHaveProperty(name)
      referred.add(name)
    }
  for (const { operation } of operations)
    expect(operation.responses.default).toEqual({ $ref: '#/components/responses/AnyOther' })
  expect(referred).toEqual(new Set(Object.keys(responses)))
  expect(new Set(Object.values(responses).map((one) => JSON.stringify(one))).size).toBe(referred.size)
  expect(responses.NotFound?.description).toBe('`not_found`: No such resource.')
})

test('parameters that many operations have are components, and each is used', () => {
  expect(Object.keys(parameters)).toEqual(
    expect.arrayContaining(['Slug', 'MessageId', 'Limit', 'Cursor', 'IdempotencyKey']),
  )
  for (const name of Object.keys(parameters)) expect(text).toContain(`"#/components/parameters/${name}"`)
  for (const [, name] of text.matchAll(/"#\/components\/parameters\/(\w+)"/g))
    expect(parameters).toHaveProperty(name!)
})

test('a body is described where it can say something, and required where it must', () => {
  const described = new Map(bodies.map(({ operationId, requestBody }) => [operationId, requestBody.required]))
  for (const name of [
    'approve',
    'release_message',
    'cancel_message',
    'rotate_webhook_secret',
    'test_webhook',
  ])
    expect(described.has(name), name).toBe(false)
  expect(described.get('reject')).toBe(false)
  expect(described.get('send_message')).toBe(true)
  expect(document.paths['/inboxes']!.get).not.toHaveProperty('requestBody')
})

test('no body may be null, nor is a choice of an object and nothing', () => {
  expect(bodies.length).toBeGreaterThan(20)
  for (const { operationId, schema } of bodies) {
    const shapes = resolved(schema).anyOf ?? resolved(schema).oneOf ?? [resolved(schema)]
    for (const shape of shapes) expect(resolved(shape).type, operationId).toBe('object')
  }
})

test('no default makes a field of a request one that is always there', () => {
  const seen = new Set<Schema>()
  const told: string[] = []
  const follow = (schema: Schema | undefined, field: string): void => {
    if (schema === undefined || seen.has(schema)) return
    seen.add(schema)
    expect(schema, field).not.toHaveProperty('default')
    if (schema.$ref !== undefined) follow(resolved(schema), schema.$ref)
    if (schema['x-default'] !== undefined) {
      expect(schema.description, field).toMatch(/(^|\s)Default: `.*`\.$/)
      told.push(field)
    }
    for (const [name, one] of Object.entries(schema.properties ?? {})) {
      if (one['x-default'] !== undefined) expect(schema.required ?? [], field).not.toContain(name)
      follow(one, `${field}.${name}`)
    }
    for (const one of [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]) follow(one, field)
    follow(schema.items, `${field}[]`)
  }
  for (const { operationId, schema } of bodies) follow(schema, operationId)
  expect(told).toEqual(expect.arrayContaining(['#/components/schemas/SendMessage.format']))
})

test('further paths say what they are an alias of, and are deprecated, so that generators can leave them out', () => {
  const aliases = operations.filter(({ operation }) => operation['x-alias-of'] !== undefined)
  for (const { operation } of operations)
    expect(operation.deprecated === true, operation.operationId).toBe(operation['x-alias-of'] !== undefined)
  const further = Object.values(endpoints).flatMap(({ paths }) => paths.slice(1))
  expect(aliases.map(({ path }) => path).sort()).toEqual([...further].sort())
  for (const { method, operation } of aliases) {
    const name = operation['x-alias-of'] as keyof typeof endpoints
    expect(document.paths[endpoints[name].paths[0]]![method]!.operationId).toBe(name)
  }
})

test('every operation shows what is sent or what is answered', () => {
  const silent = operations.filter(({ operation: { parameters = [], requestBody, responses } }) => {
    const contents = [requestBody, ...Object.values(responses)].flatMap((one) =>
      Object.values((one as Response | undefined)?.content ?? {}),
    )
    const names = parameters.some((one) => '$ref' in one || one.example !== undefined)
    return !names && !contents.some(({ example }) => example !== undefined)
  })
  // What they answer is an archive, and nothing.
  expect(silent.map(({ operation }) => operation.operationId)).toEqual([
    'export_account',
    'cancel_subscription',
  ])
})

test('every example is one that its schema takes', () => {
  const described = new DescribedApi(document)
  const wrong: string[] = []
  let examples = 0
  const check = (pointer: string, values: unknown[]) => {
    for (const value of values) {
      examples++
      const validate = described.validator(pointer)
      if (!validate(value)) wrong.push(`${pointer}: ${JSON.stringify(validate.errors?.[0])}`)
    }
  }
  const follow = (node: unknown, pointer: string, names = false): void => {
    if (node === null || typeof node !== 'object') return
    const { schema, example, examples: several } = node as Record<string, unknown>
    if (!names && schema !== undefined) {
      const named = Object.values((several ?? {}) as Record<string, { value: unknown }>)
      const shown = [...(example === undefined ? [] : [example]), ...named.map(({ value }) => value)]
      check(`${pointer}/schema`, shown)
    } else if (!names && Array.isArray(several)) check(pointer, several)
    for (const [key, inner] of Object.entries(node))
      if (names || !['example', 'examples', 'default', 'x-default', 'const', 'enum'].includes(key))
        follow(inner, `${pointer}/${escapedPointer(key)}`, !names && mapsOfNames.has(key))
  }
  follow(document, '')
  expect(wrong).toEqual([])
  expect(examples).toBeGreaterThan(500)
})

test('two components that differ never share a name, and one has one name', () => {
  const all = new Components('responses')
  expect(all.share({ a: 1 }, 'One')).toEqual({ $ref: '#/components/responses/One' })
  expect(all.share({ a: 1 }, 'Other')).toEqual({ $ref: '#/components/responses/One' })
  expect(() => all.share({ a: 2 }, 'One')).toThrow('two responses of the document are called One')
  expect(all.all()).toEqual({ One: { a: 1 } })
  expect(componentName('idempotency_conflict')).toBe('IdempotencyConflict')
})

test('its version is that of the package', () => {
  const file = readFileSync(new URL('../../package.json', import.meta.url), 'utf8')
  expect(document.info.version).toBe((JSON.parse(file) as { version: string }).version)
})
