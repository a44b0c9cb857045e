/** What the pages say on which people sign in, confirm an address, and choose for themselves, in German. */
import { limits } from '../../domain/limits.ts'
import type { Texts } from '../en/index.ts'

export const signIn: Texts['signIn'] = {
  title: 'Anmelden',
  kicker: 'Dashboard',
  ended: `Sie sind abgemeldet. Eine Sitzung dauert ${limits.sessionDays} Tage; vorher endet sie, wenn Sie oder ein Inhaber des Kontos sie beenden. Wenn Sie gerade etwas abgeschickt haben, ist nichts geschehen: Melden Sie sich an und tun Sie es noch einmal.`,
  sent: {
    title: 'Sehen Sie in Ihr Postfach',
    ifKnown: (email) => `Wenn hier jemand die Adresse ${email} hat, ist ein Link dorthin unterwegs.`,
    open: `Öffnen Sie ihn innerhalb von ${limits.signInMinutes} Minuten in diesem Browser.`,
    captured:
      'Dieser Dienst sendet keine E-Mails nach außen (RELAY_URL ist capture:): Die E-Mail liegt als Datei in .data/outbox oder in outbox seines DATA_DIR.',
    again: 'Nichts angekommen? Fordern Sie den Link neu an, oder geben Sie eine andere Adresse an.',
  },
  as: (email) => `Als ${email}:`,
  to: (organization) => `Bei ${organization} anmelden`,
  never:
    'Dort haben Sie sich noch nie angemeldet: Jemand hat diese Adresse eingeladen oder sich mit ihr registriert. Melden Sie sich nur an, wenn Sie wissen, wer das war.',
  askAgain: 'Einen neuen anfordern.',
  over: {
    title: 'Dieser Link gilt nicht mehr',
    says: `Ein Link funktioniert einmal, ${limits.signInMinutes} Minuten lang.`,
  },
  anotherBrowser: {
    title: 'Ein anderer Browser hat diesen Link angefordert',
    says: 'Öffnen Sie ihn dort, wo Sie ihn angefordert haben; hier wird niemand angemeldet.',
    askHere: 'Oder fordern Sie hier einen an.',
  },
  invalid: {
    title: 'Dieser Link funktioniert nicht',
    says: 'Er ist unvollständig oder zu alt. Er steht in der E-Mail, die Sie erhalten haben; verwenden Sie ihn unverändert.',
  },
  address: 'Ihre E-Mail-Adresse',
  hint: 'Sie erhalten einen Link per E-Mail, mit dem Sie sich anmelden.',
  button: 'Link per E-Mail senden',
  noAddress: 'Das ist keine E-Mail-Adresse.',
  passkey: 'Mit Passkey anmelden',
  passkeyHint: 'Für einen Browser oder Sicherheitsschlüssel, für den Sie einen Passkey hinzugefügt haben.',
  passkeyRefused:
    'Damit wurden Sie nicht angemeldet: Der Passkey wurde vielleicht entfernt, oder es hat zu lange gedauert. Versuchen Sie es noch einmal, oder lassen Sie sich einen Link senden.',
}

export const confirm: Texts['confirm'] = {
  kicker: 'Konto',
  title: 'Bestätigen Sie Ihre Adresse',
  asks: (email) =>
    `Ein Konto dieses Dienstes hat die Adresse ${email}. Ist es Ihre, und haben Sie sich registriert?`,
  yes: 'Ja, bestätigen',
  ifNot: 'Wenn nicht, schließen Sie diese Seite: Dann geschieht nichts.',
  confirmed: {
    title: 'Bestätigt',
    says: 'Die Adresse ist bestätigt; dieser Link hat keine weitere Wirkung.',
  },
  expired: {
    title: 'Abgelaufen',
    says: `Der Link galt ${limits.confirmationHours} Stunden. Fordern Sie einen neuen an: POST /api/v1/account/confirmation.`,
  },
  invalid: {
    title: 'Dieser Link funktioniert nicht',
    says: 'Er ist unvollständig, oder sein Ziel gibt es nicht mehr. Er steht in der E-Mail, die Sie erhalten haben; verwenden Sie ihn unverändert.',
  },
  onward: 'Zum Dashboard',
  failed: 'Das hat nicht geklappt',
}

export const own: Texts['own'] = {
  title: 'Ihre Einstellungen',
  sessions: 'Wo Sie angemeldet sind',
  silentBrowser: 'Ein Browser, der nichts über sich verrät',
  thisOne: 'diese Sitzung',
  from: 'Von',
  since: 'seit',
  until: 'bis',
  endSession: 'Sitzung beenden',
  sessionOver: 'Diese Sitzung ist schon beendet.',
  notices: {
    title: 'Benachrichtigungen per E-Mail',
    what: 'Wie Sie erfahren, was auf eine Entscheidung wartet',
    choices: {
      each: 'Eine E-Mail für jede Nachricht, die auf Genehmigung wartet, und für zurückgehaltene Nachrichten',
      hourly: 'Stündlich eine Zusammenfassung, wenn etwas wartet',
      daily: 'Täglich eine Zusammenfassung, zu der Uhrzeit, zu der Sie dies speichern, wenn etwas wartet',
      none: 'Keine E-Mails',
    },
    save: 'Speichern',
    viewer: 'Mit der Rolle „Lesen“ erhält man keine Benachrichtigungen über das, was wartet.',
  },
  language: {
    title: 'Sprache',
    what: 'Für diese Seiten und die E-Mails, die dieser Dienst Ihnen schreibt',
    asBrowser: 'Wie vom Browser gewünscht',
    save: 'Sprache speichern',
  },
  done: {
    notices: 'Gespeichert.',
    language: 'Gespeichert.',
    passkey_added: 'Hinzugefügt: Damit melden Sie sich ab jetzt an.',
    passkey_removed: 'Entfernt: Damit meldet sich niemand mehr an.',
  },
}

export const passkeys: Texts['passkeys'] = {
  title: 'Passkeys',
  what: 'Mit einem Passkey melden Sie sich ohne E-Mail an: mit Fingerabdruck, Gesicht oder PIN eines Ihrer Geräte oder mit einem Sicherheitsschlüssel.',
  added: 'Hinzugefügt',
  lastUsed: 'zuletzt verwendet',
  neverUsed: 'nie verwendet',
  remove: 'Entfernen',
  gone: 'Diesen Passkey gibt es nicht mehr.',
  nameLabel: 'Name',
  name: 'Passkey',
  add: 'Passkey hinzufügen',
  later: `Ein Passkey lässt sich innerhalb von ${limits.passkeySessionMinutes} Minuten nach der Anmeldung hinzufügen. Melden Sie sich dazu ab und wieder an.`,
  noSite:
    'Passkeys brauchen einen Hostnamen: Sie funktionieren nicht, solange der Dienst unter einer IP-Adresse erreicht wird.',
  stopped:
    'Daraus wurde nichts: Der Vorgang wurde abgebrochen, oder dieses Gerät hat hierfür keinen Passkey. Versuchen Sie es noch einmal.',
}

export const members: Texts['members'] = {
  title: 'Mitglieder',
  done: {
    invited: 'Eingeladen: Eine E-Mail, die sagt, wo man sich anmeldet, ist unterwegs.',
    changed: 'Geändert: Nach einer neuen Anmeldung gilt die neue Rolle.',
    removed: 'Entfernt: Die Person ist überall abgemeldet.',
  },
  roles: {
    owner: { name: 'Inhaber', says: 'darf alles' },
    reviewer: { name: 'Prüfen', says: 'liest und entscheidet, was wartet' },
    viewer: { name: 'Lesen', says: 'liest' },
  },
  ownersManage: 'Inhaber laden ein und ändern Rollen.',
  notYet: 'noch nie angemeldet',
  signedIn: (count) => `in ${count} ${count === 1 ? 'Browser' : 'Browsern'} angemeldet`,
  hasKeys: (count) => `hat ${count} API-Schlüssel (live und Sandbox zusammen)`,
  you: '(Sie)',
  since: 'Dabei seit',
  role: 'Rolle',
  change: 'Rolle ändern',
  changeOf: (email) => `Rolle von ${email} ändern`,
  changeHint:
    'Die Person wird abgemeldet und meldet sich neu an. API-Schlüssel, die sie erstellt hat, dürfen nicht mehr als die neue Rolle.',
  changeIt: 'Ändern',
  remove: 'Entfernen',
  removeOf: (email) => `${email} entfernen`,
  keepKeys: (count) =>
    count === 1
      ? 'Der API-Schlüssel der Person gilt weiter, für die Agenten, die ihn verwenden'
      : `Die ${count} API-Schlüssel der Person gelten weiter, für die Agenten, die sie verwenden`,
  removeThem: 'Sofort entfernen',
  invite: 'Jemanden einladen',
  address: 'E-Mail-Adresse der Person',
  inviteThem: 'Einladen',
}
