/** What the name of a host tells of who took it. */
import { brands, wordBrands } from '../brands.ts'
import { publicDomain } from '../lookalike.ts'

/** Endings that cost next to nothing, or nothing, and are taken for scams more often than for anything else. */
const abused = new Set(
  'tk ml ga cf gq top xyz icu cam buzz click rest gdn bid loan win men date party review science accountant faith racing cricket trade webcam download cyou sbs quest monster bond cfd lol beauty hair skin makeup zip mov'.split(
    ' ',
  ),
)
const cheap = new Set(
  'biz info cc site online website store live space fun shop life world club work link host press pw su ws vip pro email support tokyo agency services center cloud today'.split(
    ' ',
  ),
)

/** From 0 to 1: how much the ending of `host` is one that scams use. */
export function endingDoubt(host: string): number {
  const ending = host.slice(host.lastIndexOf('.') + 1).toLowerCase()
  if (abused.has(ending)) return 1
  return cheap.has(ending) ? 0.4 : 0
}

const lure =
  'account|accounts|alert|alerts|auth|authentication|authorize|bank|banking|billing|claim|confirm|confirmation|customer|delivery|helpdesk|id|identity|invoice|limited|lock|locked|login|logon|mail|mailbox|notice|notification|online|password|pay|payment|portal|prize|protect|protection|recover|recovery|refund|renew|renewal|resolution|restore|reward|rewards|secure|secured|security|service|services|signin|support|suspended|team|tracking|unlock|update|updates|validate|validation|verification|verify|wallet|webmail'
const lureWords = new Set(lure.split('|'))
const affixes = new Set([
  ...lureWords,
  ...'my the e i acrobat app apps web net help care center cloud drive docs store shop gift card cards prime music us uk eu de fr home user users member members official official-site info contact inc corp'.split(
    ' ',
  ),
])
const strongLures = new Set(
  'alert alerts auth authentication billing claim confirm confirmation helpdesk identity locked login password recovery refund secure security signin suspended unlock validate validation verification verify'.split(
    ' ',
  ),
)

/** Single-word brands long enough not to be part of other words. */
const brandWords = [...brands].filter(([name]) => /^[a-z]{5,}$/.test(name) && !wordBrands.has(name))
/** Those of them that other words have in them by chance: applewood, enigmail, revolution. */
const withinWords = new Set('adobe amazon apple chase gmail revolut slack stripe'.split(' '))

/** Where the firm itself puts up what it writes about its programs: under its name, and nothing more. */
const developers = new Set('github.io gitlab.io readthedocs.io'.split(' '))

/** Whether `word` is `brand` with something put to it that only borrows it. */
function borrows(word: string, brand: string): boolean {
  const at = word.indexOf(brand)
  if (at < 0) return false
  const [before, after] = [word.slice(0, at), word.slice(at + brand.length)]
  if (!withinWords.has(brand) && (before === '' || after === '')) return true
  return [before, after].every((rest) => rest === '' || /^\d+$/.test(rest) || madeOfLures(rest))
}

/** Whether a word is nothing but words of log-in pages and offices, one after another. */
function madeOfLures(word: string): boolean {
  const ends = new Set([0])
  for (let end = 1; end <= Math.min(40, word.length); end++)
    for (const start of ends)
      if (affixes.has(word.slice(start, end))) {
        ends.add(end)
        break
      }
  return word.length <= 40 && ends.has(word.length)
}

/**
 * What the name in `host` promises: `brand` where it has the name of a brand whose domain it isn't, `lure` where
 * it is made of the words of log-in pages; null for neither.
 */
export function promiseOf(host: string): 'brand' | 'lure' | null {
  const domain = publicDomain(host)
  if (domain === null) return null
  const name = host.toLowerCase().slice(0, host.length - domain.length) + domain.slice(0, domain.indexOf('.'))
  const words = name.split(/[.\-_]/).filter((word) => word !== '')
  const projects = developers.has(domain)
  for (const [brand, own] of brandWords)
    if (!own.has(domain) && words.some((word) => borrows(word, brand) && !(projects && word === brand)))
      if (words.length > 1 || words[0] !== brand) return 'brand'
  const own = domain.slice(0, domain.indexOf('.')).split(/[-_]/)
  const lures = own.filter((word) => lureWords.has(word))
  if (own.length < 2 || lures.length === 0) return null
  return lures.length > 1 || lures.some((word) => strongLures.has(word)) ? 'lure' : null
}
