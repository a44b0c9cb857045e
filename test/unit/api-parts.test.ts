/** Small parts of the API: networks of addresses, names of downloads, storable text, details of errors. */

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { problemOf, unstorable } from '../../shared/api/json-value.ts'
import { neutralPath, validationDetails } from '../../shared/api/validate.ts'
import { limits } from '../../shared/domain/limits.ts'
import { networkOf } from '../../shared/domain/network.ts'
import { contentDisposition } from '../../shared/lib/download-headers.ts'

test('an IPv4 address is its own network, an IPv6 one belongs to its /64', () => {
  expect(networkOf('192.0.2.1')).toBe('192.0.2.1')
  expect(networkOf('::ffff:192.0.2.1')).toBe('192.0.2.1')
  expect(networkOf('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64')
  expect(networkOf('2001:DB8:1:2::9')).toBe('2001:db8:1:2::/64')
  expect(networkOf('2001:db8::1')).toBe('2001:db8:0:0::/64')
  expect(networkOf('::1')).toBe('0:0:0:0::/64')
  expect(networkOf('fe80::1%eth0')).toBe('fe80:0:0:0::/64')
})

test('the name of a download stays inside its header, whatever a stranger called the file', () => {
  expect(contentDisposition('report.pdf')).toBe('attachment; filename="report.pdf"')
  expect(contentDisposition('')).toBe('attachment; filename="attachment"')
  expect(contentDisposition('../../etc/passwd')).toBe('attachment; filename=".._.._etc_passwd"')
  expect(contentDisposition("naïve 'file'.txt")).toBe(
    `attachment; filename="na_ve 'file'.txt"; filename*=UTF-8''na%C3%AFve%20%27file%27.txt`,
  )
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (name) => {
      expect(contentDisposition(name)).toMatch(
        /^attachment; filename="[\x20\x21\x23-\x7e]+"(; filename\*=UTF-8''[\w%.!~-]+)?$/,
      )
    }),
  )
})

test('text that the database refuses is found wherever it hides', () => {
  expect(unstorable({ a: [{ b: 'x\0' }] }, 'body')).toBe('body.a.0.b')
  expect(unstorable({ a: { '\ud800': 1 } }, 'body')).toBe('body.a')
  expect(unstorable({ a: ['fine 🦊', 1, null, true] }, 'body')).toBeNull()
})

test('a value that came parsed is looked at whole, whatever is undefined in it', () => {
  const hostile = JSON.parse('{"__proto__": {"admin": true}}') as unknown
  expect(problemOf({ a: [hostile, undefined], b: undefined }, 'body')).toEqual({
    path: 'body',
    message: 'must not have a key `__proto__`, or `prototype` in `constructor`',
  })
  expect(problemOf({ a: ['x\0', undefined], b: undefined }, 'body')?.path).toBe('body.a.0')
  expect(problemOf({ a: [undefined, 'fine'] }, 'body')).toBeNull()
})

test('where it is not HTTP, what is wrong stands where the caller has put it', () => {
  const paths = {
    'body.to.0': 'to[0]',
    'body.config.rules.1.domains.20': 'config.rules[1].domains[20]',
    'query.limit': 'limit',
    'header.idempotency-key': 'idempotency_key',
    'headers.last-event-id': 'last_event_id',
    body: 'input',
  }
  for (const [path, neutral] of Object.entries(paths)) expect(neutralPath(path), path).toBe(neutral)
})

test('of a million unknown fields no more are looked at than an answer names', () => {
  let looked = 0
  const keys = new Proxy(
    Array.from({ length: 1_000_000 }, (_, n) => `k${n}`),
    {
      get(target, name) {
        if (typeof name === 'string' && /^\d+$/.test(name)) looked++
        return Reflect.get(target, name)
      },
    },
  )
  const issue = { path: [], message: 'Unrecognized keys', keys }
  expect(validationDetails(Array(3).fill(issue), 'body')).toEqual(
    Array.from({ length: limits.errorDetails }, (_, n) => ({
      path: `body.k${n}`,
      message: 'is not a known field',
    })),
  )
  expect(looked).toBeLessThan(3 * limits.errorDetails)
})
