/** Small parts of the API: networks of addresses, names of downloads, storable text. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { unstorable } from '../../services/api/json-body.ts'
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
