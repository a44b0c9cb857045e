/** What a text names that mail, money or calls can go to: addresses, domains, links, accounts, phone numbers. */
import { hash } from 'node:crypto'
import { limits } from '../../domain/limits.ts'
import { freeMail } from '../brands.ts'
import { ownDomainOf } from '../likeness/link-targets.ts'
import { isShared } from '../likeness/shared-hosts.ts'
import { findBankAccounts, findCryptoAddresses } from '../pii/bank.ts'
import { findEmails } from '../pii/email.ts'
import { findIbans } from '../pii/iban.ts'
import { findPhones } from '../pii/phone.ts'
import { plainForm } from '../plain-form.ts'

export const valueKinds = ['address', 'domain', 'link', 'account', 'phone'] as const
export type ValueKind = (typeof valueKinds)[number]

/** Something that is named, in the one form that all ways to write it have. */
export interface NamedValue {
  kind: ValueKind
  value: string
}

/** Surety from which digits are taken for a phone's. */
const surePhone = 0.6
/** Digits at the end of a phone number by which it is known, with or without its country. */
const phoneDigits = 9
/** Characters of a text that are looked through. */
const readCharacters = 200_000

/** What `text` and `links` name, each once, and no more of it than `limits.taintsPerMessage`. */
export function namedValues(text: string, links: readonly string[]): NamedValue[] {
  const found = new Map<string, NamedValue>()
  const add = (kind: ValueKind, value: string): void => {
    if (value !== '' && found.size < limits.taintsPerMessage) found.set(`${kind} ${value}`, { kind, value })
  }
  const plain = plainForm(text.slice(0, readCharacters)).text
  for (const { start, end } of findEmails(plain))
    add('address', unspelled(plain.slice(start, end)).toLowerCase())
  for (const link of links) {
    const value = linkValue(link)
    if (value?.startsWith('mailto:')) add('address', value.slice(7))
    else if (value !== null) add('link', value)
  }
  if (/\d{2}/.test(plain)) {
    for (const { start, end } of [
      ...findIbans(plain),
      ...findBankAccounts(plain),
      ...findCryptoAddresses(plain),
    ])
      add('account', bare(plain.slice(start, end)))
    for (const { start, end, confidence } of findPhones(plain))
      if (confidence >= surePhone) add('phone', digitsOf(plain.slice(start, end)))
  }
  for (const { kind, value } of [...found.values()]) {
    const domain =
      kind === 'address' ? domainOf(value) : kind === 'link' ? ownDomainOf(value.split('/')[0]!) : null
    if (domain !== null && isOwn(domain)) add('domain', domain)
  }
  return [...found.values()]
}

/** The hash under which a value is kept, 32 hexadecimal digits. */
export const markOf = ({ kind, value }: NamedValue): string => hash('sha256', `${kind} ${value}`).slice(0, 32)

/** The domain that somebody holds for themselves, below which an address is. */
export const domainOf = (address: string): string => ownDomainOf(address.slice(address.lastIndexOf('@') + 1))

/** Whether a domain is somebody's own: not one where everybody has an address, or that all mail links to. */
const isOwn = (domain: string): boolean => domain.includes('.') && !freeMail.has(domain) && !isShared(domain)

/** `joe [at] corp dot example` as a machine writes it. */
const unspelled = (text: string): string =>
  text.includes('@')
    ? text
    : text.replace(/ ?[[({<]?\bat\b[\])}>]? ?/i, '@').replace(/ ?[[({<]?\bdot\b[\])}>]? ?/gi, '.')

/** Where a link leads: its host and path, what is asked of a page where there is no path to tell it by; null of what is no place. */
function linkValue(link: string): string | null {
  const url = URL.parse(link.trim())
  if (url === null) return null
  const { protocol, hostname, pathname, search } = url
  if (protocol === 'mailto:') return `mailto:${decoded(pathname).toLowerCase()}`
  if (protocol !== 'http:' && protocol !== 'https:') return null
  const path = pathname.replace(/(?<!\/)\/+$/, '')
  // The very home page of a place that everybody links to says nothing.
  if (path === '' && search === '' && isShared(hostname)) return null
  return `${hostname}${path === '' ? search : path}`.slice(0, 500)
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const bare = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase()

const digitsOf = (text: string): string => text.replace(/\D/g, '').slice(-phoneDigits)
