/** What the pages of credits, plans and payment say, in German. */
import type { Texts } from '../en/index.ts'

export const payment: Texts['payment'] = {
  title: 'Zahlungsmittel und automatisches Aufladen',
  link: 'Zahlungsmittel und automatisches Aufladen',
  back: 'Credits und Abrechnung',
  methods: 'Zahlungsmittel',
  none: 'Noch keine Zahlungsmittel.',
  default: 'Standard',
  added: 'Hinzugefügt',
  ending: (name, last4) => `${name} •••• ${last4}`,
  expires: (when) => `Gültig bis ${when}`,
  remove: 'Entfernen',
  removeSays:
    'Damit wird nichts mehr bezahlt. Tarife und automatisches Aufladen, die es verwenden, schlagen fehl, bis Sie ein anderes wählen.',
  makeItDefault: 'Als Standard verwenden',
  defaultIt: (name) => `Als Standard verwenden: ${name}`,
  removeIt: 'Zahlungsmittel entfernen',
  add: 'Zahlungsmittel hinzufügen',
  token: 'Token Ihres Zahlungsanbieters',
  tokenHint:
    'Geben Sie nie eine Kartennummer ein: Dieser Dienst nimmt keine entgegen. Ihr Zahlungsanbieter gibt Ihnen für eine Karte ein Token; bei Stripe beginnt es mit `pm_` oder `tok_`.',
  makeDefault: 'Als Standard verwenden',
  addIt: 'Zahlungsmittel hinzufügen',
  done: {
    create_payment_method: 'Zahlungsmittel hinzugefügt.',
    update_payment_method: 'Ein anderes Zahlungsmittel ist jetzt der Standard.',
    delete_payment_method: 'Zahlungsmittel entfernt.',
    set_auto_topup: 'Automatisches Aufladen gespeichert.',
  },
  confirm: {
    title: 'Bestätigen Sie Ihre Zahlung',
    order: (credits, amount) => `${credits} Credits für ${amount}`,
    why: 'Die Bank verlangt eine Bestätigung (3-D Secure). Bis dahin wird nichts abgebucht, und es kommen keine Credits hinzu.',
    steps: [
      'Wenn Sie über die API bestellt haben, übergeben Sie das `client_secret` aus der Antwort an Stripe.js. Diese Seite lädt nichts von anderswo und kann das Formular Ihrer Bank deshalb nicht zeigen.',
      'Oder kaufen Sie die Credits mit einem anderen Zahlungsmittel. Eine Bestellung, die niemand bestätigt, wird nie abgebucht.',
    ],
  },
  topup: {
    title: 'Automatisches Aufladen',
    on: (threshold, credits) =>
      `Ein: Sinkt das Guthaben unter ${threshold} Credits, werden ${credits} gekauft.`,
    off: 'Aus: Sind Ihre Credits aufgebraucht, werden Aufrufe abgelehnt, die Credits kosten.',
    underWay: 'Gerade wird eine Aufladung bezahlt.',
    failed: 'Die letzte Aufladung ist fehlgeschlagen:',
    enable: 'Credits automatisch kaufen',
    threshold: 'Wenn das Guthaben sinkt unter',
    credits: 'Credits, die jeweils gekauft werden',
    price: (price, min, max) => `1.000 kosten ${price}; von ${min} bis ${max} auf einmal.`,
    method: 'Zahlungsmittel',
    defaultMethod: 'Das Standard-Zahlungsmittel',
    save: 'Speichern',
  },
}

export const billing: Texts['billing'] = {
  title: 'Credits und Abrechnung',
  done: {
    bought: 'Bestellt: Die Credits sind da, sobald sie bezahlt sind.',
    subscribe: 'Bestellt: Die Credits des Monats sind da, sobald er bezahlt ist.',
    cancel_subscription: 'Der Tarif endet mit dem bezahlten Monat.',
  },
  doneUnpaid: {
    bought: 'Bestellt: Die Credits sind da.',
    subscribe: 'Bestellt: Die Credits des Monats sind da.',
    cancel_subscription: 'Der Tarif endet mit diesem Monat.',
  },
  left: (credits) => `Noch ${credits} Credits`,
  plan: 'Tarif',
  endsWithMonth: 'endet mit diesem Monat',
  changed: 'Geändert',
  buyCredits: 'Credits kaufen',
  price: (price, min, max) => `1.000 kosten ${price}; von ${min} bis ${max} auf einmal.`,
  charged: 'Bezahlt wird mit dem Standard-Zahlungsmittel.',
  unpaid:
    'Es wird nichts abgebucht: Die Bestellung wird festgehalten, und ihre Credits sind gleich da. Wer diesen Dienst betreibt, stellt Rechnungen oder nicht.',
  buy: 'Kaufen',
  orders: 'Neueste Bestellungen',
  noOrders: 'Es wurde noch nichts gekauft.',
  order: (kind, credits, amount, status) => `${kind}: ${credits} Credits für ${amount}, ${status}`,
  used: 'Wofür sie verbraucht wurden',
  nothingUsed: 'Noch nichts.',
  ledger: 'Buchungen',
  columns: { when: 'Wann', what: 'Was', credits: 'Credits', left: 'Rest' },
  older: 'Ältere',
}

export const plans: Texts['plans'] = {
  title: 'Tarife',
  yours: 'Ihr Tarif',
  each: (credits, amount) => `${credits} Credits jeden Monat für ${amount}`,
  none: 'Sie haben keinen: Credits werden nach Bedarf gekauft.',
  ends: 'Er endet am',
  next: 'Der nächste Monat beginnt am',
  end: 'Tarif beenden',
  endSays: 'Er endet mit dem bezahlten Monat. Die Credits bleiben Ihnen.',
  endIt: 'Beenden',
  choose: {
    button: (plan) => `${plan} wählen`,
    says: 'Jetzt beginnt ein Monat; er wird ganz mit dem Standard-Zahlungsmittel bezahlt. Seine Credits kommen damit, und der Tarif läuft weiter, bis Sie ihn beenden.',
    saysUnpaid:
      'Jetzt beginnt ein Monat, und seine Credits kommen damit. Es wird nichts abgebucht: Der Monat wird festgehalten, und wer diesen Dienst betreibt, stellt Rechnungen oder nicht. Der Tarif läuft weiter, bis Sie ihn beenden.',
  },
  pay: { button: (plan) => `${plan} bezahlen`, says: 'Der erste Monat ist noch nicht bezahlt.' },
  keep: {
    button: (plan) => `${plan} behalten`,
    says: 'Er läuft weiter wie bisher; jetzt wird nichts bezahlt.',
  },
}
