/** What holds exchanges against the OpenAPI document finds what is not described. */
import { expect, test } from 'vitest'
import { DescribedApi, type Exchange } from '../support/described.ts'

const api = new DescribedApi()
const page = JSON.stringify({ suppressions: [], has_more: false, next_cursor: null })
const listed: Exchange = {
  method: 'GET',
  url: '/api/v1/suppressions?limit=10&since=2026-01-31T09:30:00+01:00',
  requestBody: undefined,
  status: 200,
  contentType: 'application/json; charset=utf-8',
  text: page,
}
const made: Exchange = {
  ...listed,
  method: 'POST',
  url: '/api/v1/inboxes',
  requestBody: { slug: 'desk' },
  status: 422,
  text: JSON.stringify({
    error: { code: 'validation_error', message: 'No.', status: 422, docs: '/docs', request_id: 'req_1' },
  }),
}

test('what is described is found nothing of', () => {
  expect(api.complaints(listed)).toEqual([])
  expect(api.complaints(made)).toEqual([])
  expect(api.complaints({ ...listed, url: '/livez', text: 'x' })).toEqual([])
})

test.each<[string, Partial<Exchange>, RegExp]>([
  ['a status', { status: 202 }, /a status that is not described/],
  ['a field of an answer', { text: page.replace('{', '{"more":1,') }, /the answer: .*additional/],
  ['a missing field of an answer', { text: '{}' }, /the answer: .*required/],
  ['a time to come again', { ...made, retryAfter: '1' }, /a header Retry-After/],
  ['a content type', { contentType: 'text/html' }, /content of type text\/html/],
  ['a parameter', { url: '/api/v1/suppressions?order=1' }, /a parameter order that is not described/],
  ['a value of a parameter', { url: '/api/v1/suppressions?limit=1000' }, /parameter limit/],
  ['a body that is not there', { ...made, status: 201, requestBody: undefined }, /a missing body/],
  ['a body of another shape', { ...made, status: 201, requestBody: { slug: 1 } }, /the body: \/slug/],
  ['an error of another shape', { ...made, text: '{"error":"no"}' }, /the answer: \/error/],
])('%s that is not described is found', (_, changed, complaint) => {
  expect(api.complaints({ ...listed, ...changed }).join('\n')).toMatch(complaint)
})
