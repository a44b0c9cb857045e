/** Which webhook URLs are refused before anything is looked up, and which addresses are public. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkUrl, type UrlPolicy } from '../../shared/net/check-url.ts'
import { isPublicAddress } from '../../shared/net/public-address.ts'

const strict: UrlPolicy = { allowHttp: false, allowedHosts: [] }
const open: UrlPolicy = { allowHttp: true, allowedHosts: [] }

const refused = (url: string, policy: UrlPolicy) => 'problem' in checkUrl(url, policy)

describe('isPublicAddress', () => {
  it.for([
    ...['0.0.0.0', '0.1.2.3', '10.0.0.1', '100.64.0.1', '127.0.0.1', '127.255.255.255', '169.254.169.254'],
    ...[
      '172.16.0.1',
      '172.31.255.255',
      '192.0.0.192',
      '192.0.2.1',
      '192.88.99.1',
      '192.168.1.1',
      '198.18.0.1',
    ],
    ...['198.51.100.1', '203.0.113.1', '224.0.0.1', '239.1.1.1', '240.0.0.1', '255.255.255.255'],
    ...['100.100.100.200', '168.63.129.16'],
    ...[
      '::',
      '::1',
      '::127.0.0.1',
      '::ffff:127.0.0.1',
      '::ffff:7f00:1',
      '::ffff:0:127.0.0.1',
      '64:ff9b::7f00:1',
    ],
    ...[
      '64:ff9b:1::808:808',
      '100::1',
      '2001::1',
      '2001:db8::1',
      '2002:7f00:1::',
      '2002:808:808::',
      '3fff::1',
    ],
    ...['5f00::1', 'fc00::1', 'fd00:ec2::254', 'fe80::1', 'fe80::1%eth0', 'fec0::1', 'ff02::1', '4000::1'],
    ...['', 'localhost', '1.2.3', '127.1', '0x7f.1', '::g'],
  ])('is false of %s', (address) => {
    expect(isPublicAddress(address)).toBe(false)
  })

  it.for([
    '8.8.8.8',
    '1.1.1.1',
    '100.63.255.255',
    '100.128.0.0',
    '172.32.0.1',
    '192.167.1.1',
    '223.255.255.254',
  ])('is true of %s, and of it mapped into IPv6 or behind NAT64', (address) => {
    const [a, b, c, d] = address.split('.').map(Number) as [number, number, number, number]
    const words = `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`
    for (const form of [address, `::ffff:${address}`, `::ffff:${words}`, `64:ff9b::${words}`])
      expect(isPublicAddress(form)).toBe(true)
  })

  it.for(['2606:4700:4700::1111', '2a00:1450:4001:80b::200e', '2001:4860:4860::8888'])(
    'is true of %s',
    (address) => {
      expect(isPublicAddress(address)).toBe(true)
    },
  )

  it('answers the same for an IPv4 address however it is mapped', () => {
    fc.assert(
      fc.property(fc.ipV4(), (address) => {
        expect(isPublicAddress(`::ffff:${address}`)).toBe(isPublicAddress(address))
      }),
    )
  })

  it('never throws', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(isPublicAddress(text)).toBe(false)
      }),
    )
  })
})

describe('checkUrl', () => {
  it.for([
    ...[
      'https://example.com/',
      'https://example.com:443/hook?x=1',
      'https://example.com:8443/',
      'https://8.8.8.8/',
    ],
    ...['https://bücher.example.com/', 'https://[2606:4700:4700::1111]/', 'https://EXAMPLE.com./hook'],
  ])('lets %s pass', (url) => {
    expect(checkUrl(url, strict)).toMatchObject({ exempt: false })
  })

  it.for([
    ...[
      '',
      'example.com',
      '//example.com',
      'https://',
      'https://exa mple.com',
      'https://[::1',
      'https://a%00.example.com',
    ],
    ...[
      'ftp://example.com/',
      'file:///etc/passwd',
      'javascript:alert(1)',
      'gopher://example.com/',
      'data:,x',
    ],
    ...['https://user@example.com/', 'https://user:pass@example.com/', 'https://:x@example.com/'],
    ...[
      'https://example.com:22/',
      'https://example.com:25/',
      'https://example.com:0/',
      'https://example.com:6667/',
    ],
    ...[
      'https://localhost/',
      'https://LOCALHOST./',
      'https://a.localhost/',
      'https://printer.local/',
      'https://redis/',
    ],
    ...[
      'https://metadata.google.internal/',
      'https://router.home.arpa/',
      'https://x.onion/',
      'https://x.test/',
    ],
    ...[
      'https://127.0.0.1/',
      'https://127.1/',
      'https://2130706433/',
      'https://0x7f000001/',
      'https://017700000001/',
    ],
    ...[
      'https://0x7f.0.0.1/',
      'https://0177.0.0.1/',
      'https://１２７.0.0.1/',
      'https://127。0。0。1/',
      'https://0/',
    ],
    ...['https://[::1]/', 'https://[::ffff:127.0.0.1]/', 'https://[::ffff:7f00:1]/', 'https://[fd00::1]/'],
    ...[
      'https://[64:ff9b::7f00:1]/',
      'https://[2002:7f00:1::]/',
      'https://169.254.169.254/latest/meta-data/',
    ],
    ...['https://127.0.0.1#@example.com/', 'https://127.0.0.1\\@example.com/', 'https://10.0.0.1./'],
    `https://example.com/${'x'.repeat(3_000)}`,
  ])('refuses %s', (url) => {
    expect(refused(url, strict)).toBe(true)
    expect(refused(url.replace(/^https:/, 'http:'), open)).toBe(true)
  })

  it('refuses http unless the policy allows it', () => {
    expect(checkUrl('http://example.com/', strict)).toEqual({
      problem: 'must be an https URL; the setting WEBHOOK_ALLOW_HTTP of the service allows http',
    })
    expect(checkUrl('ftp://example.com/', open)).toEqual({ problem: 'must be an https URL' })
    expect(checkUrl('https://10.0.0.1/', open)).toEqual({
      problem:
        'must not lead to a private address; the setting WEBHOOK_ALLOWED_HOSTS of the service exempts hosts',
    })
    expect(refused('http://example.com/', open)).toBe(false)
  })

  it('exempts the hosts of the policy, at their port where it names one', () => {
    const policy = {
      allowHttp: true,
      allowedHosts: ['127.0.0.1:9999', 'localhost', '[::1]:22', '::1', 'Receiver.local'],
    }
    for (const url of [
      'http://127.0.0.1:9999/',
      'https://127.0.0.1:9999/',
      'http://localhost/',
      'http://localhost:22/',
    ])
      expect(checkUrl(url, policy)).toMatchObject({ exempt: true })
    for (const url of [
      'http://[::1]:22/',
      'http://[::1]:8080/',
      'http://receiver.local/',
      'http://0x7f.1:9999/',
    ])
      expect(checkUrl(url, policy)).toMatchObject({ exempt: true })
    for (const url of [
      'http://127.0.0.1:9998/',
      'http://127.0.0.1/',
      'http://127.0.0.2:9999/',
      'http://localhost.com.local/',
    ])
      expect(refused(url, policy)).toBe(true)
    const port80 = { allowHttp: true, allowedHosts: ['127.0.0.1:80', '127.0.0.2:443'] }
    expect(checkUrl('http://127.0.0.1/', port80)).toMatchObject({ exempt: true })
    expect(refused('https://127.0.0.1/', port80)).toBe(true)
    expect(checkUrl('https://127.0.0.2/', port80)).toMatchObject({ exempt: true })
  })

  it('exempts no host from the rule on http, schemes and credentials', () => {
    const policy = { allowHttp: false, allowedHosts: ['localhost'] }
    for (const url of ['http://localhost/', 'ftp://localhost/', 'https://a:b@localhost/'])
      expect(refused(url, policy)).toBe(true)
    expect(checkUrl('https://localhost/', policy)).toMatchObject({ exempt: true })
  })

  it('never throws, whatever the URL and the policy', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.webUrl()), fc.array(fc.string()), (url, allowedHosts) => {
        expect(checkUrl(url, { allowHttp: true, allowedHosts })).toBeTypeOf('object')
      }),
    )
  })
})
