/** How little a host tells of whoever put up the page that a link leads to. */
import { parse } from 'tldts'
import { registrableDomain } from '../lookalike.ts'
import { endingDoubt, promiseOf } from './domains.ts'

/** Hosts that hide where a link leads. */
export const shorteners = new Set(
  'bit.ly tinyurl.com goo.gl t.co ow.ly is.gd buff.ly cutt.ly rebrand.ly rb.gy shorturl.at tiny.cc t.ly s.id v.gd bl.ink soo.gd lnkd.in u.to qrco.de urlz.fr x.co'.split(
    ' ',
  ),
)
/** Hosts where anyone puts up a page in a minute. */
export const pageBuilders =
  /(?:^|\.)(?:weebly\.com|wixsite\.com|000webhostapp\.com|web\.app|firebaseapp\.com|github\.io|glitch\.me|netlify\.app|vercel\.app|pages\.dev|workers\.dev|r2\.dev|blogspot\.com|jimdosite\.com|yolasite\.com|typeform\.com|jotform\.com|formstack\.com|forms\.gle|ipfs\.io|herokuapp\.com|azurewebsites\.net|myftpupload\.com|square\.site|godaddysites\.com|repl\.co|ngrok\.io|duckdns\.org|ddns\.net|onrender\.com|surge\.sh|webflow\.io|framer\.(?:app|website)|canva\.site|carrd\.co|mystrikingly\.com|weeblysite\.com|translate\.goog|backblazeb2\.com|storage\.googleapis\.com|blob\.core\.windows\.net|s3(?:[.-][a-z\d-]{1,30}){0,2}\.amazonaws\.com)$/

/** Of these, honest firms use the one or the other every day: forms, and what is put up by developers. */
const everyday =
  /(?:^|\.)(?:forms\.gle|typeform\.com|jotform\.com|formstack\.com|github\.io|herokuapp\.com|azurewebsites\.net|onrender\.com|webflow\.io|carrd\.co|storage\.googleapis\.com|blob\.core\.windows\.net|s3(?:[.-][a-z\d-]{1,30}){0,2}\.amazonaws\.com|lnkd\.in|t\.co|buff\.ly)$/

/**
 * From 0 to 1: how much a host is one that is taken for scams: it costs nothing, hides its owner, or is made of the
 * words of log-in pages or of letters at random.
 */
export function hostDoubt(host: string): number {
  const name = host.toLowerCase()
  const domain = registrableDomain(name)
  if (domain === null || parse(name).isIp === true) return 1
  if (everyday.test(name)) return 0.5
  if (pageBuilders.test(name) || promiseOf(name) !== null) return 1
  if (shorteners.has(domain)) return 0.6
  return Math.max(endingDoubt(name), atRandom(domain.slice(0, domain.indexOf('.'))) ? 0.5 : 0)
}

/** Whether a label is letters and digits in no order that anyone could say. */
const atRandom = (label: string): boolean =>
  label.length >= 9 &&
  (/[bcdfghjklmnpqrstvwxz]{7}/.test(label) || (label.match(/\d+/g)?.length ?? 0) >= 3 || /\d{5}/.test(label))
