/** Widely known senders: houses whose mail is their own, and not what others send through them. */
import { brands, freeMail } from './brands.ts'
import { registrableDomain } from './lookalike.ts'
import { writesForOthers } from './relays.ts'

/** Domains of the known brands. */
const houses = new Set([...brands.values()].flatMap((domains) => [...domains]))
/** Those at which their customers have addresses, hosts or a say in what is sent. */
const ofCustomers = new Set(
  'amazonaws.com amazonses.com azure.com github.io gitlab.io laposte.net att.net comcast.net xfinity.com sharepoint.com wordpress.com zoho.com zoho.eu gouv.fr gov.uk gov.au sendgrid.net atlassian.net office.com t-online.de odoo.com docomo.ne.jp nhs.net'.split(
    ' ',
  ),
)
/** Hosts and addresses of houses that write for others elsewhere: here they write on their own accounts alone. */
const onTheirOwn = new Set(
  'accountprotection.microsoft.com accounts.google.com security@facebookmail.com security-noreply@linkedin.com'.split(
    ' ',
  ),
)

/** Whether mail proven to be from `address` (in lower case) is a known house's own. */
export function isWellKnown(address: string): boolean {
  const host = address.slice(address.lastIndexOf('@') + 1)
  if (onTheirOwn.has(host) || onTheirOwn.has(address)) return true
  const domain = registrableDomain(host)
  return (
    domain !== null &&
    houses.has(domain) &&
    !ofCustomers.has(domain) &&
    !freeMail.has(domain) &&
    !writesForOthers(domain)
  )
}
