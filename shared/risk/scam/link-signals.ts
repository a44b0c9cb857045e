/** What the hosts tell that the links of a message lead to. */
import { parse } from 'tldts'
import { registrableDomain } from '../lookalike.ts'
import type { RiskMessage } from '../scorer.ts'
import { endingDoubt, promiseOf } from './domains.ts'
import { pageBuilders, shorteners } from './host-doubt.ts'
import { leadsOn } from './open-redirect.ts'
import type { Signal } from './signal.ts'

const maxLinks = 1_000
/** Hosts that are judged; each is parsed and compared with all brands. */
const maxHosts = 300
/** Hosts from which on a letter is one of links, as newsletters are. */
const everywhere = 10

/** Findings of the scorer of links; what each is worth is listed in weights.ts. */
export function hostSignals({ mail }: RiskMessage): Signal[] {
  const found = new Map<string, Signal>()
  const say = (name: string, value: number, detail: string, text: string): void => {
    const before = found.get(name)
    if (before === undefined || before.value < value)
      found.set(name, { name, value, detail, where: mail.html === null ? 'body' : 'html', text })
  }
  const own = mail.from === null ? null : registrableDomain(mail.from.address)
  const hosts = new Set<string>()
  for (const { href } of mail.links.slice(0, maxLinks)) {
    const url = URL.canParse(href) ? new URL(href) : null
    if (url === null || !/^https?:$/.test(url.protocol)) continue
    const host = url.hostname.toLowerCase()
    const domain = registrableDomain(host)
    const foreign = domain === null || domain !== own
    if (url.port !== '' && !['8080', '8443'].includes(url.port))
      say('odd_port', 1, 'A link leads to an unusual port.', href)
    if (foreign && leadsOn(url))
      say('open_redirect', 1, 'A link goes through a well-known site on to another one.', href)
    if (hosts.has(host) || hosts.size >= maxHosts) continue
    hosts.add(host)
    if (!foreign) continue
    const doubt = endingDoubt(host)
    if (doubt > 0)
      say('cheap_link_domain', doubt, 'A link leads to a domain with an ending that scams favour.', href)
    const promise = promiseOf(host)
    if (promise === 'brand')
      say('brand_in_link', 1, 'A link leads to a domain that borrows the name of a brand.', href)
    if (promise === 'lure')
      say('lure_link', 1, 'A link leads to a domain made of the words of log-in pages.', href)
    if (shorteners.has(domain ?? host))
      say('shortened_link', 1, 'A link hides where it leads behind a shortener.', href)
    if (pageBuilders.test(host))
      say('page_builder', 1, 'A link leads to a host where anyone puts up pages.', href)
    if (parse(host).isIp !== true && host.split('.').length > 5)
      say('deep_host', 1, 'A link leads to a host name of many parts.', href)
  }
  // Letters full of links to everywhere come by such hosts without meaning to.
  if (hosts.size >= everywhere)
    for (const name of ['page_builder', 'brand_in_link', 'cheap_link_domain']) {
      const signal = found.get(name)
      if (signal !== undefined) signal.value *= 0.3
    }
  return [...found.values()]
}

/** A text of a few words beside links that all lead elsewhere: for the combiner of scams. */
export function linkSignals({ mail }: RiskMessage): Signal[] {
  const own = mail.from === null ? null : registrableDomain(mail.from.address)
  const [first] = mail.links
  if (first === undefined || mail.body.length >= 600) return []
  const elsewhere = mail.links.slice(0, maxLinks).every(({ href }) => {
    if (!URL.canParse(href)) return false
    const { protocol, hostname } = new URL(href)
    return /^https?:$/.test(protocol) && registrableDomain(hostname) !== own
  })
  if (!elsewhere) return []
  return [
    {
      name: 'short_with_links',
      value: 1,
      detail: 'A short text whose links all lead to other domains than the sender’s.',
      where: mail.html === null ? 'body' : 'html',
      text: first.href,
    },
  ]
}
