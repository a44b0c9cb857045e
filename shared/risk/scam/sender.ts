/** How a sender presents itself: an office without a house, a cheap domain, a name that promises too much. */
import { freeMail } from '../brands.ts'
import { fold } from '../fold.ts'
import { registrableDomain } from '../lookalike.ts'
import type { RiskMessage } from '../scorer.ts'
import { endingDoubt, promiseOf } from './domains.ts'
import type { Signal } from './signal.ts'

const office =
  /^(?:account|accounts|admin|administrator|alert|alerts|bank|banking|billing|center|centre|customer|delivery|department|desk|e-?mail|emails|fraud|help|helpdesk|ict|it|mail|mailbox|mailer|message|notification|notifications|notice|online|password|payment|payments|portal|postmaster|protection|quarantine|security|server|service|services|storage|support|supports|system|team|update|verification|verify|web-?mail)$/
const filler = /^(?:the|your|our|of|and|for|no|not|reply|noreply|do|re|fw|from|de|le|la|al|ii)$/

/** What a cloud calls a customer that has no domain. */
const rented =
  /(?:^|\.)(?:onmicrosoft\.com|firebaseapp\.com|web\.app|appspotmail\.com|herokuapp\.com|myshopify\.com)$/

/** Names with a number of a case, with signs of trade marks or pictures, or with blanks around them, as no house calls itself. */
function isDressed(name: string): boolean {
  const some = name.slice(0, 200)
  return (
    /[™®©✔✅★☆⚠‼❗🎁📦🔔🔒💰🔥]|\p{Extended_Pictographic}/u.test(some.replace(/[\d#*]/g, '')) ||
    /(?:#|\bid\b|\bref\b|\bno\b)[\s.:_-]{0,3}[a-z]{0,4}\d{3,}|\b[a-z]{1,3}\d{4,}\b/i.test(some) ||
    /[_~]|[-=*.]{3,}/.test(some) ||
    /\p{L}{2,40}[!]{1,5}/u.test(some)
  )
}

export function senderSignals({ mail }: RiskMessage): Signal[] {
  const signals: Signal[] = []
  const { from } = mail
  if (from === null)
    return [{ name: 'no_sender', value: 1, detail: 'The mail does not say who it is from.', where: 'raw' }]
  const say = (name: string, value: number, detail: string): void => {
    signals.push({ name, value, detail, where: 'header:from', text: `${from.name} <${from.address}>` })
  }
  const at = from.address.lastIndexOf('@')
  const local = from.address.slice(0, at).toLowerCase()
  const host = from.address.slice(at + 1).toLowerCase()
  const domain = registrableDomain(host)
  const doubt = endingDoubt(host)
  if (doubt > 0)
    say('cheap_sender_domain', doubt, 'The domain of the sender has an ending that scams favour.')
  const promise = promiseOf(host)
  if (promise === 'lure')
    say('lure_sender', 1, 'The domain of the sender is made of the words of log-in pages.')

  if (rented.test(host))
    say(
      'bare_tenant',
      1,
      'The sender writes from a name that a cloud gives every customer before it has a domain.',
    )
  if (isDressed(from.name))
    say('dressed_name', 1, 'The name of the sender is made up with blanks, signs or numbers.')
  const words = fold(from.name.slice(0, 300))
    .text.split(/[^\p{L}\d-]+/u)
    .filter((word) => word.length > 1)
  const offices = words.filter((word) => office.test(word))
  const own = words.filter((word) => word.length > 2 && !office.test(word) && !filler.test(word))
  if (offices.length > 0 && domain !== null) {
    const housed = own.some((word) => domain.includes(word.replace(/[^a-z0-9]/g, '')))
    if (freeMail.has(domain)) say('office_at_free_mail', 1, 'An office that writes from a free mailbox.')
    else if (!housed)
      say(
        'office_without_house',
        own.length === 0 ? 1 : 0.6,
        'An office by name, from a domain of another name.',
      )
  }
  if (/\d{4,}/.test(local) && !/^\d+$/.test(local))
    say('numbered_sender', 1, 'The address of the sender has a long number in it.')
  else if (/^[a-z0-9]{9,}$/.test(local) && /[bcdfghjklmnpqrstvwxz]{5}/.test(local))
    say('random_sender', 1, 'The address of the sender looks made up of random letters.')
  return signals
}
