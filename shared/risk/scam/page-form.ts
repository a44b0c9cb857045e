/** The form of the HTML and of the links of a mail: how it is built, not what it says. */
import { parse } from 'tldts'
import type { RiskMessage } from '../scorer.ts'
import { sizeOf, some } from './form-words.ts'

const maxCharacters = 60_000
const maxTags = 3_000
const maxLinks = 60

const known = new Set(
  'a abbr address area article b base big blockquote body br button caption center cite code col colgroup dd del div dl dt em fieldset font footer form h1 h2 h3 h4 h5 h6 head header hr html i iframe img input ins label layer li link main map meta nav noscript object ol option p param pre s script section select small span strike strong style sub sup table tbody td textarea tfoot th thead title tr tt u ul wbr xml'.split(
    ' ',
  ),
)
const counted = 'font center table img a form input script iframe b big map meta style'.split(' ')

/** The tokens of the HTML and the links; none of HTML where there is none. */
export const pageForm = (message: RiskMessage): string[] => [...markupForm(message), ...linkForm(message)]

function markupForm({ mail }: RiskMessage): string[] {
  if (mail.html === null) return []
  const html = mail.html.slice(0, maxCharacters)
  const counts = new Map<string, number>()
  let unknown = 0
  let shouted = 0
  let tags = 0
  for (const [, name = ''] of html.matchAll(/<([a-z][a-z0-9]{0,20})(?=[\s>/])/gi)) {
    if (++tags > maxTags) break
    const small = name.toLowerCase()
    counts.set(small, (counts.get(small) ?? 0) + 1)
    if (!known.has(small) && !small.startsWith('o')) unknown++
    if (name !== small) shouted++
  }
  const text = mail.bodySanitized.length
  const images = counts.get('img') ?? 0
  return [
    ...counted.map((name) => `tag:${name} ${sizeOf(counts.get(name) ?? 0)}`),
    `page:text ${sizeOf(text >> 5)}`,
    `page:text of page ${Math.min(6, Math.floor((8 * text) / (html.length + 1)))}`,
    `page:colours ${sizeOf(new Set(html.match(/color\s?[=:]\s?["']?#?\w{3,12}/gi)).size)}`,
    `page:faces ${sizeOf(new Set(html.match(/face\s?=\s?["']?\w{3,20}/gi)).size)}`,
    ...some([
      ['page:capital tags', shouted > tags / 2],
      ['page:mixed tags', shouted > 0 && shouted <= tags / 2],
      ['page:unknown tags', unknown > 2],
      ['page:no head', !counts.has('head') && !counts.has('html')],
      ['page:title', counts.has('title')],
      [
        'page:big letters',
        /font-size\s?:\s?(?:[3-9]\dp[tx]|xx-large)|<font[^>]{0,100}size\s?=\s?["']?\+?[4-9]/i.test(html),
      ],
      ['page:red', /color\s?[=:]\s?["']?(?:#?ff0000|red)\b/i.test(html)],
      ['page:picture only', images > 0 && text < 200],
      ['page:picture counts', /<img[^>]{0,300}(?:width|height)\s?=\s?["']?[01]["'\s>]/i.test(html)],
      ['page:split words', splitsWords(html)],
      ['page:letters by number', /(?:&#\d{2,4};){5}/.test(html)],
      ['page:mailto', /href\s?=\s?["']?mailto:/i.test(html)],
      ['page:tool named', /<meta[^>]{0,60}generator/i.test(html)],
      ['page:script written', /document\.write|unescape\(|eval\(/i.test(html)],
      ['page:form by mail', mail.hasForm],
    ]),
  ]
}

/** Whether a comment or an empty element stands within a word. It begins with what few texts have, so that most cost one look. */
function splitsWords(html: string): boolean {
  for (const { 0: gap, index } of html.matchAll(/<!--[^>]{0,40}-->|<[a-z]{1,3}><\/[a-z]{1,3}>/g))
    if (
      /\p{L}$/u.test(html.slice(Math.max(0, index - 2), index)) &&
      /^\p{L}/u.test(html.slice(index + gap.length, index + gap.length + 2))
    )
      return true
  return false
}

function linkForm({ mail }: RiskMessage): string[] {
  const links = mail.links.slice(0, maxLinks)
  const hosts = new Set<string>()
  const found = new Set<string>()
  for (const { href, text } of links) {
    if (/^mailto:/i.test(href)) {
      found.add(/remove|unsub|subject=/i.test(href) ? 'link:mailed removal' : 'link:mail')
      continue
    }
    const url = URL.canParse(href) ? new URL(href) : null
    if (url === null || !/^https?:$/.test(url.protocol)) {
      found.add('link:broken')
      continue
    }
    const { hostname, pathname, search, port } = url
    hosts.add(hostname)
    for (const token of some([
      ['link:address', parse(hostname).isIp === true],
      ['link:port', port !== ''],
      ['link:numbered host', /\d{2,}/.test(hostname) && parse(hostname).isIp !== true],
      ['link:removal', /remov|unsub|optout|opt-out/i.test(pathname + search)],
      ['link:carries address', /@|%40/.test(pathname + search)],
      ['link:into another', /https?[:%]/i.test(pathname + search)],
      ['link:random path', pathname.split('/').some(isRandom)],
      ['link:escaped', /%[2-7][0-9a-f]%[2-7][0-9a-f]/i.test(href)],
      ['link:says click', /click|here|now/i.test(text.slice(0, 60))],
      ['link:shouts', text.length > 6 && text === text.toUpperCase() && /[A-Z]{4}/.test(text)],
      ['link:picture', text.trim() === '' && mail.html !== null],
    ]))
      found.add(token)
  }
  return [`links:${sizeOf(links.length)}`, `hosts:${sizeOf(hosts.size)}`, ...found]
}

/** Whether a part of a path is made of letters and digits in turn, as a machine makes them. */
const isRandom = (part: string): boolean => /^[a-z0-9]+$/i.test(part) && /\d[a-z][a-z0-9]*\d/i.test(part)
