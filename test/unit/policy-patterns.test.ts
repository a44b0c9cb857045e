/** The patterns of domain lists: which are taken, and which addresses they match. */
import { domainToASCII, domainToUnicode } from 'node:url'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { AddressPatterns, plainAddress, plainPattern } from '../../shared/policy/address-pattern.ts'

const matches = (pattern: string, address: string) => new AddressPatterns([pattern]).match(address)

describe('which patterns are taken', () => {
  test.each([
    ['example.com', 'example.com'],
    ['EXAMPLE.Com.', 'example.com'],
    [' *.example.com ', '*.example.com'],
    ['*.com', '*.com'],
    ['localhost', 'localhost'],
    ['Ada@Example.com', 'ada@example.com'],
    ['"Ada Lovelace"@example.com', 'ada lovelace@example.com'],
    ['bücher.example', 'xn--bcher-kva.example'],
    ['ΟΔΟΣ-1.example', 'xn---1-k9b7bby.example'],
    ['*.BÜCHER.example', '*.xn--bcher-kva.example'],
    ['ada@bücher.example', 'ada@xn--bcher-kva.example'],
    ['_dmarc.example.com', '_dmarc.example.com'],
  ])('%s is %s', (pattern, plain) => {
    expect(plainPattern(pattern)).toBe(plain)
  })

  test.each([
    '',
    ' ',
    '*',
    '*.',
    '*.*.example.com',
    'a.*.example.com',
    '*example.com',
    '*@example.com',
    'ada@*.example.com',
    '@example.com',
    'ada@',
    'exa mple.com',
    'example..com',
    '.example.com',
    '-example.com',
    'example-.com',
    'https://example.com',
    'example.com/path',
    'example.com:25',
    'ada@[192.0.2.1]',
    `${'a'.repeat(64)}.com`,
    `${'a.'.repeat(130)}com`,
  ])('%j is none', (pattern) => {
    expect(plainPattern(pattern)).toBeNull()
  })
})

describe('what they match', () => {
  test('a domain matches its own addresses, and no subdomain', () => {
    expect(matches('example.com', 'ada@example.com')).toBe(true)
    expect(matches('example.com', 'ADA@EXAMPLE.COM')).toBe(true)
    expect(matches('example.com', 'ada@mail.example.com')).toBe(false)
    expect(matches('example.com', 'ada@badexample.com')).toBe(false)
    expect(matches('example.com', 'example.com@evil.test')).toBe(false)
  })

  test('a wildcard matches every subdomain, and not the domain itself', () => {
    expect(matches('*.example.com', 'ada@mail.example.com')).toBe(true)
    expect(matches('*.example.com', 'ada@a.b.c.example.com')).toBe(true)
    expect(matches('*.example.com', 'ada@example.com')).toBe(false)
    expect(matches('*.example.com', 'ada@badexample.com')).toBe(false)
    expect(matches('*.example.com', 'ada@example.com.evil.test')).toBe(false)
  })

  test('an address matches itself only, in any letter case', () => {
    expect(matches('ada@example.com', 'Ada@Example.COM')).toBe(true)
    expect(matches('ada@example.com', '"ada"@example.com')).toBe(true)
    expect(matches('ada@example.com', 'ada+tag@example.com')).toBe(false)
    expect(matches('ada@example.com', 'grace@example.com')).toBe(false)
  })

  test('a domain is the same in Unicode and in ASCII', () => {
    expect(matches('bücher.example', 'ada@xn--bcher-kva.example')).toBe(true)
    expect(matches('xn--bcher-kva.example', 'ada@BÜCHER.example')).toBe(true)
    expect(matches('*.bücher.example', 'ada@mail.xn--bcher-kva.example')).toBe(true)
    expect(matches('example.com', 'ada@ｅｘａｍｐｌｅ。com')).toBe(true)
  })

  test('what is no address at a domain name matches nothing', () => {
    for (const address of ['', 'ada', '@', 'ada@', '@example.com', 'ada@[192.0.2.1]', 'ada@exa mple.com'])
      expect(matches('example.com', address)).toBe(false)
  })

  const label = fc.stringMatching(/^[a-z0-9]([a-z0-9-]{0,10}[a-z0-9])?$/)
  const domain = fc
    .array(label, { minLength: 1, maxLength: 4 })
    .map((labels) => [...labels, 'test'].join('.'))
  const local = fc.stringMatching(/^[a-z0-9._+-]{1,12}$/)

  test('for any domain the three forms tell apart what they should', () => {
    fc.assert(
      fc.property(local, domain, label, (user, name, sub) => {
        const address = `${user}@${name}`
        const below = `${user}@${sub}.${name}`
        expect(matches(name, address)).toBe(true)
        expect(matches(name, below)).toBe(false)
        expect(matches(`*.${name}`, address)).toBe(false)
        expect(matches(`*.${name}`, below)).toBe(true)
        expect(matches(address, address)).toBe(true)
        expect(matches(address, below)).toBe(false)
      }),
    )
  })

  test('letter case never matters, and one form is the form of itself', () => {
    fc.assert(
      fc.property(local, domain, fc.infiniteStream(fc.boolean()), (user, name, upper) => {
        const address = `${user}@${name}`
        const shouted = [...address].map((c) => (upper.next().value ? c.toUpperCase() : c)).join('')
        expect(matches(name, shouted)).toBe(true)
        expect(matches(shouted, address)).toBe(true)
        expect(plainPattern(plainPattern(shouted)!)).toBe(plainPattern(address))
      }),
    )
  })

  test('any Unicode domain matches its ASCII form', () => {
    const unicode = fc
      .string({ unit: fc.constantFrom('ä', 'ß', 'é', '中', 'я', 'ا', 'a', '1'), minLength: 1, maxLength: 8 })
      .map((text) => `${text}.test`)
      .filter((name) => domainToASCII(name) !== '')
    fc.assert(
      fc.property(unicode, (name) => {
        expect(matches(name, `ada@${domainToASCII(name)}`)).toBe(true)
        expect(matches(domainToASCII(name), `ada@${domainToUnicode(domainToASCII(name))}`)).toBe(true)
      }),
    )
  })

  test('no text makes it throw', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 80 }),
        fc.string({ unit: 'binary', maxLength: 80 }),
        (a, b) => {
          expect(typeof matches(a, b)).toBe('boolean')
          expect(plainAddress(a) === null || typeof plainAddress(a)).toBeTruthy()
        },
      ),
    )
  })
})
