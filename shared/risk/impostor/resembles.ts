/** How one domain borrows the name of another: by more than a letter. */

import { skeleton } from '../confusables.ts'
import { imitation, isReserved, registrableDomain } from '../lookalike.ts'
import { remembered } from './remembered.ts'

/** What is put to a name to make it seem a part of the same house. */
const parts = new Set(
  (
    'account accounts accounting ag app billing bv care center co com commercial consulting contact corp corporate customer ' +
    'dept de desk direct email es eu europe export finance financial fr global gmbh group hq holding holdings hr inc info ' +
    'international int intl invoice invoices it legal limited llc llp ltd mail mailer management my net nl office online ' +
    'orders org partners pay payment payments payroll plc portal procurement remit remittance sales secure security services ' +
    'shop solutions staff supplier support team tech the treasury trade trading uk us usa vendor vendors verify web www'
  ).split(' '),
)

export type Likeness = 'lookalike' | 'contains' | 'suffix'

/**
 * How the registrable domain `domain` resembles `model`, whose name it isn't, and how surely; null where it doesn't.
 * `host` is the whole host, of which labels in front may spell the model.
 */
export function likenessOf(
  host: string,
  domain: string,
  model: string,
): { likeness: Likeness; confidence: number } | null {
  if (domain === model || isReserved(domain) || isReserved(model)) return null
  const close = imitation(domain, model)
  if (close > 0.5) return { likeness: 'lookalike', confidence: close }
  if (host.length > domain.length && registrableDomain(host) === domain && `.${host}`.includes(`.${model}.`))
    return { likeness: 'lookalike', confidence: 1 }
  const name = domain.slice(0, domain.indexOf('.'))
  const own = model.slice(0, model.indexOf('.'))
  if (own.length < 4) return null
  const [bare, ownBare] = [bareOf(name), bareOf(own)]
  if (bare === ownBare)
    return name === own ? { likeness: 'suffix', confidence: 1 } : { likeness: 'lookalike', confidence: 1 }
  const at = bare.indexOf(ownBare)
  if (at < 0) return null
  const rest = [bare.slice(0, at), bare.slice(at + ownBare.length)].filter((part) => part !== '')
  const written = name.split('-').filter((part) => part !== '' && !own.split('-').includes(part))
  const dressed =
    rest.every((part) => looks.has(part)) || (written.length > 0 && written.every((part) => parts.has(part)))
  if (dressed) return { likeness: 'contains', confidence: 1 }
  return ownBare.length >= 7 ? { likeness: 'contains', confidence: 0.5 } : null
}

/** A label by how it looks, without hyphens. */
const bareOf = remembered((label) => skeleton(label.replaceAll('-', '')))
const looks = new Set([...parts].map(skeleton))
