/** The strata that figures are given for: what kind of honest mail a row is, by rules over its fields and header alone. */
import type { RiskMessage } from '../../shared/risk/scorer.ts'
import type { Row } from './rows.ts'

/** Kinds of honest rows; the rest are attacks. */
export const isHonest = ({ kind }: Pick<Row, 'kind'>): boolean => /^(?:ham|benign|benign_hard)$/.test(kind)

export type Stratum =
  | 'text, no mail'
  | 'bounce'
  | 'developer talk'
  | 'newsletter'
  | 'support'
  | 'business thread'
  | 'transactional'
  | 'notice'
  | 'letter'

/** Sets of texts that nobody mailed: prompts and questions. */
const noMail =
  /^(?:benign_(?:wildguard|notinject)|injection_(?:deepset|promptscreen|small_oss|jailbreak_llms|cyberseceval))$/

const deliveryStatus =
  /^(?:undeliver(?:ed|able)|delivery (?:status|has failed|failure|incomplete)|mail delivery (?:failed|subsystem)|returned mail|failure notice|message (?:not delivered|delayed)|unzustellbar|non remis|no entregado)/i
const code =
  /^(?:diff --git |@@ -\d|commit [0-9a-f]{7,40}$|\+\+\+ |--- a\/|\$ |#include|import \{|def \w+\(|Traceback \(most recent|\s+at [\w.$]+\()/m
const ticket =
  /^\W{0,3}(?:re: ?)?\[[^\]]{0,40}#\d{2,}[^\]]{0,20}\]|^\W{0,3}(?:re: ?)?(?:ticket|case|request|anfrage|demande|caso|solicitud|chamado)\W{0,3}#?\d{3,}|\[(?:ticket|case|request)\b|please type your reply above this line|#\s?please reply above/i
const answer = /^\s*(?:re|fwd?|aw|wg|sv|vs|tr|rv|enc|antw|odp|ynt)\s?(?:\[\d+\])?:/i
const automatic =
  /^(?:no-?reply|do-?not-?reply|notifications?|notify|alerts?|mailer|bounces?|system|service|account|billing|accounts|invoices?|orders?|receipts?|payments?|info|hello|team|support|security|updates?)(?:[+._-].*)?@/i
const business =
  /\b(?:invoice|receipt|order|payment|paid|refund|subscription|shipping|shipped|delivery|parcel|booking|reservation|rechnung|bestellung|zahlung|lieferung|buchung|facture|commande|paiement|livraison|factura|pedido|pago|envio|fatura|pagamento|encomenda|fattura|ordine|pagamento|spedizione|faktura|bestelling|betaling|factuur|zamowienie)\b/i
const amount = /[€$£¥]\s?\d|\d\s?(?:€|eur|usd|gbp|chf|pln|sek|brl|kr)\b/i

/** The first that fits. */
export function stratumOf(row: Row, { mail, envelope }: Pick<RiskMessage, 'mail' | 'envelope'>): Stratum {
  const field = (name: string): string | undefined =>
    mail.headers.find((header) => header.name.toLowerCase() === name)?.value
  const from = mail.from?.address ?? ''
  const text = mail.body.slice(0, 20_000)
  const report = /multipart\/report|message\/delivery-status/i.test(field('content-type') ?? '')
  const daemon = /^(?:mailer-daemon|postmaster)@/i.test(from) || envelope.mailFrom === ''
  const list = ['list-post', 'mailing-list', 'x-mailing-list', 'list-id'].some(
    (name) => field(name) !== undefined,
  )
  const bulk =
    field('list-unsubscribe') !== undefined || /^\s*(?:bulk|list)\b/i.test(field('precedence') ?? '')
  const answers = answer.test(mail.subject) || mail.inReplyTo.length > 0 || mail.references.length > 0
  if (noMail.test(row.set)) return 'text, no mail'
  if (report || (daemon && deliveryStatus.test(mail.subject))) return 'bounce'
  if (code.test(text) || (list && answers)) return 'developer talk'
  if (ticket.test(mail.subject) || ticket.test(text.slice(0, 200))) return 'support'
  if (bulk || list) return 'newsletter'
  if (answers || /^-{3,} ?(?:original message|forwarded by)/im.test(text)) return 'business thread'
  if (automatic.test(from))
    return business.test(`${mail.subject}\n${text.slice(0, 4_000)}`) && amount.test(text)
      ? 'transactional'
      : 'notice'
  return 'letter'
}

/** Whether the sender's name is proven, by what the row says of DMARC. */
export function provenOf({ authentication }: Pick<RiskMessage, 'authentication'>): string {
  const result = authentication?.dmarc.result ?? 'none'
  return result === 'pass' ? 'authenticated' : result === 'none' ? 'not said' : 'not authenticated'
}
