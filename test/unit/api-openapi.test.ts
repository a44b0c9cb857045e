/** The OpenAPI document: complete, up to date, and true to its own rules. */
import { readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { apiDocument } from '../../services/api/openapi/document.ts'
import { publishedDocument } from '../../services/api/openapi/publish.ts'
import { expandedDocument, servedDocument } from '../../services/api/openapi/served.ts'
import type { OpenApiDocument, Operation } from '../../services/api/openapi/types.ts'
import { endpointDefinitions } from '../../shared/api/endpoints/index.ts'
import { endpoints } from '../../shared/domain/endpoints.ts'

let document: OpenApiDocument
let operations: Operation[]
beforeAll(async () => {
  document = await apiDocument()
  operations = Object.values(document.paths).flatMap((byMethod) => Object.values(byMethod))
})

test('services/api/openapi.json is up to date (npm run openapi)', () => {
  const written = readFileSync(new URL('../../services/api/openapi.json', import.meta.url), 'utf8')
  expect(written).toBe(`${JSON.stringify(publishedDocument(document), null, 2)}\n`)
})

test('what is served, the pages for people and models too, is what the endpoints say', () => {
  expect(expandedDocument(servedDocument())).toEqual(document)
})

test('every endpoint of the table has a route, and every route an endpoint', () => {
  expect(endpointDefinitions.map(({ definition }) => definition.name).sort()).toEqual(
    Object.keys(endpoints).sort(),
  )
})

test('every operation has a name of its own, a summary, a description and a known tag', () => {
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length)
  const tags = document.tags.map(({ name }) => name)
  for (const { summary, description, tags: own } of operations) {
    expect(summary).toMatch(/^[A-Z]/)
    expect(description).toMatch(/\.$/)
    expect(tags).toEqual(expect.arrayContaining(own))
  }
})

test('every operation with a key documents 401, 403 and 429, and 402 where it costs', () => {
  for (const operation of operations) {
    const statuses = Object.keys(operation.responses)
    if (operation['x-required-scope'] !== null)
      expect(statuses).toEqual(expect.arrayContaining(['401', '403', '429']))
    if (operation['x-credits'] > 0) expect(statuses).toContain('402')
    // What sends has two: sent at once, and waiting for approval.
    expect(['200', '201', '204', '201 202', '202']).toContain(
      statuses.filter((status) => status.startsWith('2')).join(' '),
    )
  }
})

test('every reference leads somewhere, and no component is left over', () => {
  const text = JSON.stringify(document)
  const referred = new Set([...text.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name))
  expect(referred).toEqual(new Set(Object.keys(document.components.schemas)))
  for (const [, name] of text.matchAll(/"#\/components\/headers\/([\w-]+)"/g))
    expect(document.components.headers).toHaveProperty(name!)
})

test('every request and response in JSON has an example', () => {
  for (const { operationId, requestBody, responses } of operations) {
    const media = [requestBody?.content, ...Object.values(responses).map(({ content }) => content)]
    for (const content of media.flatMap((one) => one?.['application/json'] ?? []))
      expect(content.example ?? content.examples, operationId).toBeDefined()
  }
})

test('the example of every request and every answer is one that the endpoint takes or gives', () => {
  for (const { definition, endpoint } of endpointDefinitions) {
    const operation = document.paths[endpoint.paths[0]]![endpoint.method.toLowerCase()]!
    const { name, body, answer, status, otherStatus } = definition
    const request = operation.requestBody?.content['application/json']?.example
    if (body !== undefined) expect(body.safeParse(request).error?.issues ?? [], name).toEqual([])
    if (!(answer instanceof z.ZodType)) continue
    for (const one of [status, otherStatus?.status ?? status]) {
      const { example } = operation.responses[one]!.content!['application/json']!
      expect(answer.safeParse(example).error?.issues ?? [], `${name} ${one}`).toEqual([])
    }
  }
})

test('what sends shows an outbound message, and one that waits where the answer is 202', () => {
  const { responses } = document.paths['/inboxes/{slug}/messages']!.post!
  const example = (status: number) => responses[status]!.content!['application/json']!.example
  expect(example(201)).toMatchObject({ direction: 'outbound', status: 'queued', authentication: null })
  expect(example(201)).not.toHaveProperty('approval')
  expect(example(202)).toMatchObject({ status: 'withheld', approval: { status: 'pending' } })
})
