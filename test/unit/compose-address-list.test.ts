/** Strict reading of recipients: what is read is what is sent to, and everything odd is refused. */
import { domainToASCII } from 'node:url'
import fc from 'fast-check'
import addressparser from 'nodemailer/lib/addressparser'
import { expect, test } from 'vitest'
import { AddressListError, parseAddressList } from '../../shared/mail/compose/address-list.ts'

const local = 'inbox.localhost'
const parse = (list: string | string[]) => parseAddressList(list, local)

test.each([
  ['ada@example.com', [{ name: '', address: 'ada@example.com' }]],
  ['Ada@EXAMPLE.com', [{ name: '', address: 'Ada@example.com' }]],
  ['<ada@example.com>', [{ name: '', address: 'ada@example.com' }]],
  ['Ada Lovelace <ada@example.com>', [{ name: 'Ada Lovelace', address: 'ada@example.com' }]],
  ['Ada L. <ada@example.com>', [{ name: 'Ada L.', address: 'ada@example.com' }]],
  ['"Lovelace, Ada" <ada@example.com>', [{ name: 'Lovelace, Ada', address: 'ada@example.com' }]],
  ['"a \\"b\\" <c>" <ada@example.com>', [{ name: 'a "b" <c>', address: 'ada@example.com' }]],
  ['"ada@example.com" <ada@example.com>', [{ name: 'ada@example.com', address: 'ada@example.com' }]],
  ['Zoë <zoe@example.com>', [{ name: 'Zoë', address: 'zoe@example.com' }]],
  [
    "o'hara+{t}|x!#$%&*-/=?^_`~@example.com",
    [{ name: '', address: "o'hara+{t}|x!#$%&*-/=?^_`~@example.com" }],
  ],
  ['ada@bücher.example', [{ name: '', address: 'ada@xn--bcher-kva.example' }]],
  ['ada@ｅｘａｍｐｌｅ.com', [{ name: '', address: 'ada@example.com' }]],
  [
    'ada@example.com, "B, C" <b@example.com>',
    [
      { name: '', address: 'ada@example.com' },
      { name: 'B, C', address: 'b@example.com' },
    ],
  ],
  [
    ['ada@example.com', 'B <b@example.com>'],
    [
      { name: '', address: 'ada@example.com' },
      { name: 'B', address: 'b@example.com' },
    ],
  ],
])('%j is read', (list, expected) => {
  expect(parse(list)).toEqual(expected)
})

test.each([
  ['no address', 'ada'],
  ['nothing', ''],
  ['a space', ' '],
  ['no local part', '@example.com'],
  ['no domain', 'ada@'],
  ['a second header', 'v@y.example\r\nBcc: evil@z.example'],
  ['a folded line', 'v@y.example,\r\n evil@z.example'],
  ['a bare line feed', 'v@y.example\nevil@z.example'],
  ['a carriage return', 'v@y.example\revil@z.example'],
  ['a NUL', 'v@y.example\0evil@z.example'],
  ['an encoded line break in a name', '=?utf-8?Q?a=0D=0ABcc:_evil@z.example?= <v@y.example>'],
  ['a line separator', 'v@y.example\u2028evil@z.example'],
  ['text turned round', 'x\u202eexample@moc <v@y.example>'],
  ['a group', 'Friends: a@y.example, b@y.example;'],
  ['an empty group', 'undisclosed-recipients:;'],
  ['semicolons', 'a@y.example; b@y.example'],
  ['a comment', 'ada(evil@z.example)@y.example'],
  ['a comment behind', 'ada@y.example (evil@z.example)'],
  ['a route', '<@evil.example,@b.example:v@y.example>'],
  ['a quoted local part', '"v@y.example"@z.example'],
  ['a quoted local part with a space', '"v y"@z.example'],
  ['a name that is another address', '"v@y.example" <evil@z.example>'],
  ['a bare name that is another address', 'v@y.example <evil@z.example>'],
  ['two addresses in brackets', '<v@y.example><evil@z.example>'],
  ['nested brackets', '<<v@y.example>>'],
  ['a null address', '<>'],
  ['an empty entry', 'a@y.example,,b@y.example'],
  ['a comma at the end', 'a@y.example,'],
  ['an address literal', 'ada@[127.0.0.1]'],
  ['an address for a domain', 'ada@127.0.0.1'],
  ['a single label', 'ada@localhost'],
  ['a dot at the end', 'ada@example.com.'],
  ['two dots', 'ada@example..com'],
  ['a hyphen first', 'ada@-example.com'],
  ['an underscore', 'ada@exa_mple.com'],
  ['a percent sign in the domain', 'ada@ex%61mple.com'],
  ['a slash in the domain', 'ada@example.com/x'],
  ['dots at the ends of the local part', '.ada.@example.com'],
  ['a local part beyond ASCII', 'zoë@example.com'],
  ['a long local part', `${'a'.repeat(65)}@example.com`],
  ['a long domain', `a@${'a.'.repeat(140)}example`],
  ['a quote that is not closed', '"Ada <ada@example.com>'],
  ['a name that is quoted in part', '"Ada" L <ada@example.com>'],
  ['specials in a bare name', 'Ada: <ada@example.com>'],
  ['a name that reads like another address', '"ceo＠bank.example" <eve@example.com>'],
  ['a name that reads like another address, the sign small', 'ceo﹫bank.example <eve@example.com>'],
  ['a list too long to read', `a@example.com${', a@example.com'.repeat(10_000)}`],
])('%s is refused', (_what, list) => {
  expect(() => parse(list)).toThrow(AddressListError)
})

test('an item of an array is one address, never a list', () => {
  expect(() => parse(['a@example.com, b@example.com'])).toThrow(AddressListError)
})

test('the inbox domain may be a single label', () => {
  expect(parseAddressList('ada@mailhost', 'mailhost')).toEqual([{ name: '', address: 'ada@mailhost' }])
})

const tricky = fc.constantFrom(
  ...[
    '\r\n',
    '\n',
    '\0',
    '"',
    '\\',
    '<',
    '>',
    '(',
    ')',
    ',',
    ';',
    ':',
    '@',
    '.',
    ' ',
    '\t',
    '=?utf-8?q?',
    '?=',
  ],
  ...['a@b.example', 'evil@z.example', 'Bcc: ', 'name', 'é', '\u202e', '[', ']', '%', 'xn--', '。'],
)

test('whatever is accepted is plain: one @, no white space, no specials, and a name without line breaks', () => {
  fc.assert(
    fc.property(fc.array(tricky, { maxLength: 12 }), (pieces) => {
      let mailboxes: { name: string; address: string }[]
      try {
        mailboxes = parse(pieces.join(''))
      } catch (error) {
        expect(error).toBeInstanceOf(AddressListError)
        return
      }
      for (const { name, address } of mailboxes) {
        expect(address).toMatch(/^[^\s@<>()[\]:;,\\"]+@[a-z0-9.-]+$/)
        expect(name).not.toMatch(/[\r\n\0]/)
      }
    }),
    { numRuns: 5_000 },
  )
})

/** The domain in lower-case ASCII. */
function inAscii(address: string): string {
  const at = address.lastIndexOf('@') + 1
  return address.slice(0, at) + domainToASCII(address.slice(at))
}

test('a lenient parser finds no other recipients in what is accepted', () => {
  fc.assert(
    fc.property(fc.array(tricky, { maxLength: 12 }), (pieces) => {
      const list = pieces.join('')
      let mailboxes: { address: string }[]
      try {
        mailboxes = parse(list)
      } catch {
        return
      }
      const lenient = addressparser(list, { flatten: true }).map(({ address }) => address.toLowerCase())
      expect(mailboxes.map(({ address }) => address.toLowerCase())).toEqual(lenient.map(inAscii))
    }),
    { numRuns: 5_000 },
  )
})
