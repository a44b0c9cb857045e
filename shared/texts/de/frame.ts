/** What every page of the dashboard says, in German: its frame, its errors, its keys. */
import type { ErrorCode } from '../../domain/errors.ts'
import { limits } from '../../domain/limits.ts'
import { slugTakenBy } from '../../domain/slug-taken-by.ts'
import type { Texts } from '../en/index.ts'

export const frame: Texts['frame'] = {
  brand: 'Agent Email',
  modes: { live: 'Live', sandbox: 'Sandbox' },
  liveAlone:
    'Diese Seiten zeigen nur den Live-Modus. Was mit einem Sandbox-Schlüssel (`svc_test_…`) angelegt wurde, ist mit diesem Schlüssel zu sehen: über die API oder mit `agent-email`.',
  navigation: 'Dashboard',
  signOut: 'Abmelden',
  backToQueue: 'Zurück zur Warteschlange',
  toSignIn: 'Anmelden',
  places: {
    queue: 'Warteschlange',
    overview: 'Übersicht',
    inboxes: 'Postfächer',
    policies: 'Richtlinien',
    apiKeys: 'API-Schlüssel',
    audit: 'Audit-Protokoll',
    members: 'Mitglieder',
    billing: 'Abrechnung',
    settings: 'Einstellungen',
  },
}

/** What people are told of an error of the API; of the others, which people seldom meet, the API's own sentence. */
const ofCodes: Partial<Record<ErrorCode, string>> = {
  unauthorized: 'Sie sind nicht angemeldet.',
  credits_exhausted: 'Ihre Credits sind aufgebraucht.',
  payment_failed: 'Die Zahlung ist fehlgeschlagen.',
  forbidden: 'Dazu fehlt Ihnen die Berechtigung.',
  level_insufficient: 'Die Sicherheitsstufe des Postfachs erlaubt kein Senden.',
  policy_blocked: 'Eine Richtlinie blockiert diese Nachricht.',
  account_unconfirmed: 'Die Adresse des Kontos ist noch nicht bestätigt.',
  quota_exceeded: 'Ein Kontingent des Kontos ist ausgeschöpft.',
  attachment_infected: 'Der Anhang ist infiziert und kann nicht heruntergeladen werden.',
  not_found: 'Das wurde nicht gefunden.',
  inbox_paused: 'Das Postfach ist pausiert.',
  slug_taken: 'Dieser Name ist schon vergeben: Live und Sandbox, und alle Konten, teilen sich die Namen.',
  already_confirmed: 'Die Adresse ist bereits bestätigt.',
  user_exists: 'Das Konto hat bereits ein Mitglied mit dieser Adresse.',
  last_owner:
    'Ein Konto braucht mindestens eine Person als Inhaber. Geben Sie zuerst jemand anderem diese Rolle.',
  not_withheld: 'Die Nachricht wird nicht zurückgehalten.',
  message_withheld: 'Die Nachricht wird zurückgehalten.',
  recipient_suppressed: 'Ein Empfänger steht auf der Sperrliste.',
  reply_loop: 'Die Nachricht würde einem Programm antworten oder im Kreis laufen.',
  approval_required: 'Eine ausgehende Nachricht wird durch ihre Genehmigung freigegeben.',
  not_deletable: 'Die Nachricht wird noch verarbeitet. Sie können sie danach löschen.',
  attachment_unavailable: 'Der Anhang wurde noch nicht geprüft.',
  not_redeliverable: 'Für diese Zustellung läuft bereits ein Versuch.',
  webhook_not_set: 'Das Postfach hat keinen Webhook.',
  idempotency_conflict: 'Diese Anfrage wird gerade schon bearbeitet.',
  idempotency_mismatch:
    'Dieses Formular wurde schon mit anderen Angaben gesendet. Senden Sie es noch einmal, wenn Sie auch diese wollen.',
  body_too_large: 'Das ist zu groß.',
  approval_resolved: 'Darüber wurde bereits entschieden.',
  approval_edited: 'Die Nachricht wurde inzwischen bearbeitet: Sehen Sie sie sich noch einmal an.',
  validation_error: 'Die Angaben sind nicht gültig.',
  rate_limited: 'Das waren zu viele Anfragen. Versuchen Sie es etwas später noch einmal.',
  too_many_streams: 'Es sind zu viele Seiten gleichzeitig geöffnet.',
  internal: 'Bei uns ist ein Fehler aufgetreten.',
  query_timeout: 'Die Anfrage hat zu lange gedauert. Versuchen Sie es noch einmal.',
  unavailable: 'Der Dienst ist gerade nicht verfügbar. Versuchen Sie es noch einmal.',
}

/** What an error says in more than one sentence of the API. */
const ofSentences = new Map<string, string>([
  [slugTakenBy.ownInSameMode, 'Eines Ihrer Postfächer hat diesen Namen schon.'],
  [
    slugTakenBy.ownSandbox,
    'Ein Postfach Ihrer eigenen Sandbox hat diesen Namen: Live und Sandbox teilen sich die Namen, die Teile von Adressen sind.',
  ],
  [
    slugTakenBy.ownLive,
    'Ein Live-Postfach Ihres eigenen Kontos hat diesen Namen: Live und Sandbox teilen sich die Namen, die Teile von Adressen sind.',
  ],
])

export const errors: Texts['errors'] = {
  emptyForm: 'Das Formular sagt nicht, was zu tun ist.',
  neitherYesNorNo: 'Das Formular sagt weder Ja noch Nein.',
  foreignForm:
    'Das Formular stammt nicht von einer Ihrer Seiten: Gehen Sie zurück, laden Sie die Seite neu und versuchen Sie es noch einmal.',
  noAttachment: 'Die Nachricht hat diesen Anhang nicht.',
  failedTitle: 'Das hat nicht geklappt',
  ofApi: (code, message) => ofSentences.get(message) ?? ofCodes[code] ?? message,
  ofFields: (code, sentences) => `${ofCodes[code] ?? 'Das wurde abgelehnt.'} (API: ${sentences})`,
  field: (label) => `„${label}“`,
  unreadableForm:
    'Das Formular konnte nicht gelesen werden. Gehen Sie zurück und versuchen Sie es noch einmal.',
  403: {
    title: 'Das dürfen Sie nicht',
    todo: 'Ihre Rolle erlaubt es nicht. Ein Inhaber des Kontos kann sie unter „Mitglieder“ ändern.',
  },
  404: {
    title: 'Hier ist nichts',
    todo: 'Es wurde gelöscht, oder die Adresse ist nicht vollständig. Was auf Sie wartet, steht in der Warteschlange.',
  },
  429: { title: 'Das war zu oft', todo: 'Warten Sie eine Minute und versuchen Sie es dann noch einmal.' },
  503: {
    title: 'Gerade nicht möglich',
    todo: 'Etwas, das der Dienst braucht, antwortet nicht. Was gespeichert ist, ist sicher. Warten Sie eine Minute, laden Sie die Seite neu und sehen Sie nach, ob Ihr letzter Schritt ausgeführt wurde. Bleibt es dabei, wenden Sie sich an die Person, die den Dienst betreibt.',
  },
  asked: { title: 'Das geht nicht', todo: 'Gehen Sie zurück und versuchen Sie es noch einmal.' },
  failed: {
    title: 'Etwas ist schiefgegangen',
    todo: 'Gehen Sie zurück und versuchen Sie es noch einmal. Bleibt es dabei, wenden Sie sich an die Person, die den Dienst betreibt: Im Protokoll steht, was geschehen ist.',
  },
}

export const fields: Texts['fields'] = {
  from: 'Von',
  to: 'An',
  cc: 'Cc',
  bcc: 'Bcc',
  replyTo: 'Antworten an',
  subject: 'Betreff',
  body: 'Text',
  html: 'HTML',
}

export const chart: Texts['chart'] = {
  described: (totals, most) => `${totals}. Höchster Wert eines Abschnitts: ${most}.`,
  asTable: 'Als Tabelle',
  tableOf: (title) => `${title} als Tabelle`,
  nothing: 'Es wurde nichts gezählt.',
  noRows: 'Abschnitte, in denen nichts gezählt wurde, haben keine Zeile.',
}

export const keys: Texts['keys'] = {
  open: 'Tastenkürzel (?)',
  title: 'Tastenkürzel',
  single: 'Einzelne Tasten in diesem Browser verwenden',
  close: 'Schließen',
  what: {
    'j k': 'Nächste und vorige Nachricht',
    Enter: 'Nachricht öffnen',
    a: 'Genehmigen oder freigeben',
    'y n': 'Ja und Nein, wo noch einmal gefragt wird',
    e: 'Vorher bearbeiten',
    r: 'Mit Begründung ablehnen; Zurückgehaltenes löschen',
    u: `Letzte Entscheidung rückgängig machen, ${limits.undoSeconds} Sekunden lang`,
    'x s': 'Auswählen, und alle ähnlichen; danach entscheiden a und r über die ganze Auswahl',
    b: 'Absender blockieren',
    'Ctrl+Enter': 'Absenden, was Sie geschrieben haben: Begründung oder Bearbeitung',
    p: 'Schlüssel, Passwörter und Codes anzeigen; das wird protokolliert',
    w: 'Melden, was die Nachricht ist',
    g: 'Die Warteschlange, wie sie jetzt ist',
    Escape: 'Feld verlassen; zurück zur Warteschlange',
    '?': 'Diese Hilfe',
  },
}

export const done: Texts['done'] = {
  approved: 'Genehmigt: Die Nachricht ist unterwegs.',
  rejected: 'Abgelehnt: Die Nachricht wird nicht gesendet.',
  released: 'Freigegeben: Die Nachricht geht weiter, als wäre sie unauffällig.',
  deleted: 'Endgültig gelöscht.',
  several: 'Erledigt: alle ausgewählten Nachrichten.',
  blocked:
    'Blockiert: Nachrichten dieses Absenders werden ab jetzt abgewiesen. Über diese hier ist noch zu entscheiden.',
  edited: 'Gespeichert: Die Nachricht wurde neu bewertet und wartet weiter.',
  undone: 'Rückgängig gemacht: Die Nachricht wartet wie zuvor.',
  none: 'Nichts ist ausgewählt: x wählt die Nachricht mit dem Fokus aus, ebenso ihr Kästchen.',
  reported: 'Ihre Meldung ist protokolliert, und der Schutz richtet sich danach.',
}
