/** Web addresses in plain text: what belongs to them, and what the sentence around them does. */
import { expect, it } from 'vitest'
import { readHtml } from '../../shared/mail/html-text.ts'
import { readForAgent } from '../../shared/mail/read-for-agent.ts'
import { textLinks } from '../../shared/mail/text-links.ts'

const hrefs = (text: string): string[] => textLinks(text).map(({ href }) => href)

it('leaves out the ending that a language gives to an address as to any noun', () => {
  expect(hrefs('Բարի գալուստ https://bells.example-ի անդամներ')).toEqual(['https://bells.example'])
  expect(hrefs('https://bells.example/a-ում և www.bells.example-ի')).toEqual([
    'https://bells.example/a',
    'http://www.bells.example',
  ])
})

it('cuts nothing off a host or a path', () => {
  for (const href of [
    'https://bells.example-ի.evil.example/a',
    'https://bells-ի.example/',
    'https://bells.example/straße',
    'https://bells.example/a-b',
    'https://хост.example/путь-ի',
  ])
    expect(hrefs(`see ${href} there`)).toEqual([href])
})

const long = 'a'.repeat(20_000)

it('a long address is whole up to 8,000 characters, and cut at its end from there on', () => {
  const whole = `https://peer.example/${long.slice(0, 7_900)}?token=1`
  const beyond = `https://peer.example/${long}`
  expect(hrefs(`see ${whole} and ${beyond}.`)).toEqual([whole, beyond.slice(0, 8_000)])
  const html = `<a href="${whole}">a</a><a href="${beyond}">b</a>`
  expect(readHtml(html).links.map(({ href }) => href)).toEqual([whole, beyond.slice(0, 8_000)])
  expect(readForAgent('', '', html).links.map(({ url, host }) => [url, host])).toEqual([
    [whole, 'peer.example'],
    [beyond.slice(0, 8_000), 'peer.example'],
  ])
})

it.each([
  `https://bank.example:${long}@elsewhere.example/login`,
  `https://${long}@elsewhere.example/login`,
  `HTTPS:\\\\bank.example:${long}@elsewhere.example/login`,
  `https://${'@'.repeat(9_000)}elsewhere.example/login`,
])('where a link leads is known however long the user name is that hides it: %.40s', (href) => {
  const cut = readHtml(`<a href="${href}">your bank</a>`).links[0]!.href
  expect(cut.length).toBeLessThan(200)
  expect(new URL(cut)).toMatchObject({ hostname: 'elsewhere.example', pathname: '/login' })
  if (href.startsWith('https'))
    expect(new URL(hrefs(`see ${href} now`)[0]!).hostname).toBe('elsewhere.example')
  const { links } = readForAgent('', '', `<a href="${href}">https://bank.example/</a>`)
  expect(links).toMatchObject([{ host: 'elsewhere.example', misleading: true }])
})

it('white space that browsers drop hides no address, however much of it there is', () => {
  const href = `https://${'\n\t'.repeat(10_000)}elsewhere.example/`
  expect(readHtml(`<a href="${href}">x</a>`).links).toEqual([
    { href: 'https://elsewhere.example/', text: 'x' },
  ])
})

it('addresses shown to an agent have a limit together, and it is told that there are more', () => {
  const html = Array.from(
    { length: 40 },
    (_, n) => `<a href="https://peer.example/${n}${long.slice(0, 7_000)}">x</a>`,
  )
  const { links, linksCut } = readForAgent('', '', html.join(''))
  expect({ count: links.length, linksCut }).toEqual({ count: 14, linksCut: true })
})
