/** Links that lead elsewhere than they say, and forms that ask for credentials. */
import { parse } from 'tldts'
import type { Detection, Evidence } from '../../domain/analysis.ts'
import type { Link } from '../../domain/parsed-mail.ts'
import { isDeceptiveHost, publicDomain, registrableDomain } from '../lookalike.ts'
import { quote } from '../quote.ts'
import { hostSignals } from '../scam/link-signals.ts'
import type { RiskMessage, Scorer } from '../scorer.ts'
import { layersOf } from '../text-layers.ts'

/** As many as the parser keeps. */
const maxLinks = 1_000
const maxEvidence = 3

const sentences: Record<string, string> = {
  mismatch: 'A link shows one domain and leads to another.',
  deceptive_host: 'A link leads to a domain written with look-alike letters.',
  ip_address: 'A link leads to a bare IP address.',
  userinfo: 'A link hides its real host behind a user name.',
  script: 'A link carries a script or a document of its own.',
  executable: 'A link downloads a program.',
}

export const links: Scorer = {
  name: 'links',
  directions: ['inbound', 'outbound'],
  budgetMs: 500,
  score: (message) => {
    const { mail } = message
    const where = mail.html === null ? 'body' : 'html'
    const found = new Map<string, Evidence[]>()
    for (const link of mail.links.slice(0, maxLinks)) {
      for (const result of judge(link, message.direction === 'outbound')) {
        const evidence = found.get(result) ?? []
        if (evidence.length < maxEvidence) evidence.push({ where, text: quote(shown(link)) })
        found.set(result, evidence)
      }
    }
    const detections = [...found].map(([result, evidence]) => detection(result, sentences[result]!, evidence))
    if (mail.hasForm)
      detections.push(detection('form', 'The mail itself has a form that asks for input.', formIn(mail.html)))
    for (const { name, value, detail, text = '' } of hostSignals(message))
      detections.push(detection(name, detail, [{ where, text: quote(text) }], value))
    return [...detections, ...lure(message)]
  },
}

/** Addresses that are routed nowhere (RFC 1918). */
const ofPrivateNetwork = /^(?:10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.)/

/** The start of the form, or of its field for a password. */
function formIn(html: string | null): Evidence[] {
  const found = /<form\b[^<>]{0,150}|<input\b[^<>]{0,150}/i.exec(html ?? '')
  return found === null ? [] : [{ where: 'html', text: quote(found[0]), offset: found.index }]
}

/** What is wrong with a link. Our own users may be told the address of a router (`ours`): it leads nowhere from outside. */
function judge({ href, text }: Link, ours: boolean): string[] {
  const scheme = /^[\s\u0000-\u0020]{0,20}(javascript|vbscript|data):/i
    .exec(href.slice(0, 60))?.[1]
    ?.toLowerCase()
  if (scheme === 'data') return /^\s{0,20}data:image\//i.test(href) ? [] : ['script']
  if (scheme !== undefined) return ['script']
  if (!/^\s{0,20}(?:https?:)?\/\//i.test(href) || !URL.canParse(href, 'http://x')) return []
  const url = new URL(href, 'http://x')
  const results: string[] = []
  if (url.username !== '' || url.password !== '') results.push('userinfo')
  if (isDeceptiveHost(url.hostname)) results.push('deceptive_host')
  if (parse(url.hostname).isIp === true && !(ours && ofPrivateNetwork.test(url.hostname)))
    results.push('ip_address')
  if (
    /\.(?:exe|scr|msi|hta|vbs|jse?|wsf|lnk|iso|img|bat|cmd|ps1|jar|apk|dmg|pif)$/i.test(
      url.pathname.slice(-300),
    )
  )
    results.push('executable')
  if (differs(text, url)) results.push('mismatch')
  return results
}

/** Whether the text of a link is itself an address, of another registrable domain than the link's. */
function differs(text: string, { hostname, pathname }: URL): boolean {
  const shown = text.trim().slice(0, 400)
  const address = /^(?:https?:\/\/)?((?:[\p{L}\d-]{1,63}\.){1,8}\p{L}{2,24})(?:[/:?#]\S{0,300})?$/iu.exec(
    shown,
  )
  if (address === null) return false
  const domain = publicDomain(address[1]!) ?? exampleDomain(address[1]!)
  if (domain === null || domain === registrableDomain(hostname)) return false
  return !isPerson(shown) && !(fileName.test(shown) && pathname.endsWith(shown))
}

/** A domain that is kept for examples (RFC 2606), with which people try what a link that lies comes to. */
const exampleDomain = (host: string): string | null =>
  /\.(?:example|invalid|test)$/i.test(host) ? registrableDomain(host) : null

/** What the end of the page's own address may be called: `afl.rs`, `README.md`, `settings.yaml.example`. */
const fileName =
  /^(?:[\p{L}\d_-]{1,63}\.(?:md|pl|ps|py|rs|sh)|(?:[\p{L}\d_-]{1,63}\.){1,8}(?:example|test))$/u

/** First name and surname, of which the second happens to be a top-level domain: `jonas.weber`. */
const isPerson = (text: string): boolean =>
  /^\p{L}{2,20}\.\p{L}{5,20}$/u.test(text) &&
  !siteEndings.has(text.slice(text.indexOf('.') + 1).toLowerCase())

/** Long ends that sites have. */
const siteEndings = new Set(
  'agency click cloud credit digital email estate exchange express finance global group money network online photography rocks services shopping social software solutions space store studio support systems technology today tokyo travel website world'.split(
    ' ',
  ),
)

const lures =
  /\b(?:verify|confirm|validate|update|re-?activate|restore|unlock|secure) (?:your|the) (?:\S{1,20} ){0,2}(?:account|identity|password|mailbox|billing|payment|details|information|e-?mail address)\b|\baccount (?:has been|is|was|will be) (?:temporarily )?(?:suspended|limited|locked|restricted|disabled|deactivated|blocked|terminated)\b|\bpassword (?:will|is about to|has|is) (?:expire|expired|expiring)\b|\b(?:unusual|suspicious|unauthori[sz]ed) (?:sign-?in|log-?in|activity|access|transaction)\b/g

/** The wording of credential phishing beside a link; a single phrase of it is in honest notices, too. */
function lure(message: RiskMessage): Detection[] {
  if (message.mail.links.length === 0 && !message.mail.hasForm) return []
  for (const layer of layersOf(message)) {
    if (layer.where !== 'body' && layer.where !== 'html') continue
    const phrases = new Set<string>()
    const evidence: Evidence[] = []
    lures.lastIndex = 0
    for (
      let match = lures.exec(layer.text);
      match !== null && phrases.size < 5;
      match = lures.exec(layer.text)
    ) {
      if (!phrases.has(match[0])) evidence.push(...layer.evidence(match.index, match.index + match[0].length))
      phrases.add(match[0])
    }
    if (phrases.size >= 2)
      return [
        detection(
          'credential_lure',
          'Presses the reader to confirm an account by following a link.',
          evidence.slice(0, maxEvidence),
          Math.min(1, phrases.size / 3),
        ),
      ]
  }
  return []
}

const shown = ({ href, text }: Link): string => (text === '' ? href : `${text.slice(0, 80)} → ${href}`)

const detection = (result: string, detail: string, evidence: Evidence[], confidence = 1): Detection => ({
  method: 'links',
  result,
  detail,
  confidence,
  ...(evidence.length === 0 ? {} : { evidence }),
})
